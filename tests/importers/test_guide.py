"""The commands of the editors' guide do what it says, in both languages: each is run as it stands there, in a site of its own."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tagloom.check.site import check_site
from tagloom.cli import main
from tagloom.importers.issue_form import form_text
from tagloom.settings import read_settings
from tests.conftest import REPO, own_sources
from tests.importers.servers import RECORDED, Asked, answering, recorded

GUIDES = {"zh": "guide/editors.md", "en": "guide/en/editors.md"}
COMMAND = re.compile(r"^(?:.*\| )?(tagloom (?:new|import) .*)$", re.MULTILINE)
REFUSED = re.compile(r"```text\n(tagloom: .*?)```", re.DOTALL)
FEED = b"""<feed xmlns="http://www.w3.org/2005/Atom"><title>f</title><entry><title>One</title><updated>2026-06-10T00:00:00Z</updated></entry></feed>"""
SITE = "title: t\nkinds: {paper: {}, blog: {}}\n"


def text(language: str) -> str:
    return (REPO / "content/pages" / GUIDES[language]).read_text("utf-8")


def commands(language: str) -> list[str]:
    return COMMAND.findall(text(language))


@pytest.fixture(scope="module")
def server() -> Iterator[Asked]:
    replies = {
        "/arxiv": recorded("arxiv.xml", "application/atom+xml"),
        "/doi/10.1145/3458817.3476209": recorded("doi.json", "application/vnd.citationstyles.csl+json"),
        "/post": recorded("blog.html"),
        "/feed.xml": recorded("blog.html"),
    }
    replies["/feed.xml"].body, replies["/feed.xml"].kind = FEED, "application/atom+xml"
    with answering(replies) as asked:
        yield asked


@pytest.mark.parametrize(("language", "command"), [(language, command) for language in GUIDES for command in commands(language)])
def test_a_command_of_the_guide_works_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: Asked, language: str, command: str) -> None:
    (tmp_path / "content/entries").mkdir(parents=True)
    (tmp_path / "site.yml").write_text(SITE, "utf-8")
    (tmp_path / "refs.bib").write_text("@misc{a, title={One}, year=2024}", "utf-8")
    shutil.copy(RECORDED / "doi.json", tmp_path / "library.json")
    shutil.copy(RECORDED / "issue.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAGLOOM_ARXIV", server.web.arxiv)
    monkeypatch.setenv("TAGLOOM_DOI", server.web.doi)
    words = [word.replace("https://example.com", server.base) for word in shlex.split(command, comments=True)[1:]]
    done = CliRunner().invoke(main, words, input=(RECORDED / "issue.md").read_text("utf-8"), prog_name="tagloom")
    assert (done.exit_code, done.stderr) == (0, "")
    report = check_site(tmp_path, jobs=1)
    assert [problem for problem in report.problems if problem.severity == "error"] == []
    assert report.published == (0 if "--dry-run" in words else 1)


@pytest.mark.parametrize("language", GUIDES)
def test_a_duplicate_is_told_as_the_guide_shows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    own_sources(tmp_path)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, shlex.split(commands(language)[0], comments=True)[1:], prog_name="tagloom")
    assert (done.exit_code, [done.stderr]) == (2, REFUSED.findall(text(language)))


@pytest.mark.parametrize("language", GUIDES)
def test_the_words_of_the_guide_are_those_of_the_page_and_the_form(language: str) -> None:
    from tagloom.text.languages import read_words
    from tagloom.theme import own_theme

    words = read_words((own_theme(),), language)
    for key in ("section.compose", "compose.propose", "compose.copy", "compose.download", "compose.clear"):
        assert words(key) in text(language)
    name = re.search("name: (.*)", form_text(read_settings(REPO)[0]))
    assert name
    assert any(part in text(language) for part in name[1].split(" · "))


def test_both_languages_tell_the_same_commands() -> None:
    assert len(commands("zh")) == len(commands("en")) == 11
