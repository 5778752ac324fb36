"""`tagloom init`: a new site is whole, sound and in its keeper's language, and nothing of the keeper's is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tagloom.build import build
from tagloom.check.site import check_site
from tagloom.init import STARTER, Wish, begin_site, pages_address, starter_files
from tagloom.problems import Stopped
from tagloom.settings import names_of, parse_settings, read_settings
from tests.conftest import REPO, Site, tagloom
from tests.test_workflows import actionlint

WORKFLOWS = ("publish", "check")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_new_site_has_no_problem_at_all(tmp_path: Path, language: str) -> None:
    begin_site(tmp_path / "new", Wish(language, repo="octo/new"))
    report = check_site(tmp_path / "new", jobs=1)
    assert (report.problems, report.found, report.published) == ([], 3, 3)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_new_site_builds_with_its_frame(tmp_path: Path, language: str) -> None:
    begin_site(tmp_path, Wish(language, title="A: #1 \"quoted\" 'title' & <b>"))
    report = build(tmp_path, tmp_path / "site", jobs=1)
    assert report.problems == []
    home = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert f'<html lang="{language}"' in home
    assert (
        "A: #1 &#34;quoted&#34; &#39;title&#39; &amp; &lt;b&gt;" in home
        or "A: #1 &quot;quoted&quot; &#x27;title&#x27; &amp; &lt;b&gt;" in home
    )
    assert home.count('<article class="tl-entry') == 3


def test_the_command_gives_what_the_next_command_builds(starter_site: Site) -> None:
    assert (starter_site.out / "tags" / "transformer.html").is_file()
    assert (starter_site.out / "about.html").is_file()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_new_site_speaks_one_language(language: str) -> None:
    texts = {name: text for name, text in starter_files(Wish(language)) if (STARTER / language / name).exists()}
    chinese = re.compile(r"[\u4e00-\u9fff]")
    assert {name for name, text in texts.items() if bool(chinese.search(text)) != (language == "zh")} == set()
    assert texts.keys() == {name for name, _ in starter_files(Wish("en")) if (STARTER / "en" / name).exists()}


def test_what_was_asked_for_stands_in_the_settings(tmp_path: Path) -> None:
    begin_site(tmp_path, Wish("zh", "读库", "https://duku.example/", "octo/duku"))
    settings, problems = read_settings(tmp_path)
    assert problems == []
    assert (settings.title, settings.url, settings.repo, settings.language) == ("读库", "https://duku.example/", "octo/duku", "zh")


@pytest.mark.parametrize(
    ("repo", "address"),
    [("Octo/Reading", "https://octo.github.io/Reading/"), ("octo/octo.github.io", "https://octo.github.io/"), ("", "")],
)
def test_the_address_follows_from_the_repository(repo: str, address: str) -> None:
    assert pages_address(repo) == address


@pytest.mark.parametrize(
    "wish", [Wish(url="duku.example"), Wish(url="javascript:x"), Wish(repo="octo"), Wish(repo="https://github.com/o/r")]
)
def test_an_address_that_is_none_is_refused_before_anything_is_written(tmp_path: Path, wish: Wish) -> None:
    with pytest.raises(Stopped):
        begin_site(tmp_path / "new", wish)
    assert not (tmp_path / "new").exists()


def test_a_folder_with_files_in_it_is_refused_by_their_names(tmp_path: Path) -> None:
    for name in ("README.md", "notes.txt"):
        (tmp_path / name).write_text("mine", encoding="utf-8")
    done = tagloom("init", ".", cwd=tmp_path, check=False)
    assert (done.returncode, "README.md, notes.txt" in done.stderr) == (2, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["README.md", "notes.txt"]


def test_force_keeps_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    begin_site(tmp_path, Wish(), force=True)
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == "mine"
    assert (tmp_path / "site.yml").is_file()


def test_a_fresh_repository_is_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert begin_site(tmp_path, Wish())


def starter_workflow(name: str) -> str:
    return (STARTER / "any" / "dot-github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")


def without_commands(workflow: Any) -> Any:
    """A workflow without what its steps run: only that differs between a site and this repository, which is its own tool."""
    for job in workflow["jobs"].values():
        job["steps"] = [step for step in job["steps"] if "run" not in step]
    return workflow


@pytest.mark.parametrize("name", WORKFLOWS)
def test_the_workflows_are_those_of_this_repository(name: str) -> None:
    ours = (REPO / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")
    assert without_commands(yaml.safe_load(starter_workflow(name))) == without_commands(yaml.safe_load(ours))


@pytest.mark.parametrize("name", WORKFLOWS)
def test_the_workflows_install_the_version_that_began_the_site_and_build_with_it(name: str) -> None:
    assert actionlint(f"{name}.yml", starter_workflow(name)) == []
    commands = list(commands_of(starter_workflow(name)))
    assert commands[:2] == ["rm -rf .tagloom site", "python -m pip install --quiet --requirement requirements.txt"]
    assert "tagloom build" in commands
    assert dict(starter_files(Wish()))["requirements.txt"] == f"tagloom=={Wish().values()['@VERSION@']}\n"


def commands_of(text: str) -> Iterator[str]:
    for job in yaml.safe_load(text)["jobs"].values():
        yield from (step["run"] for step in job["steps"] if "run" in step)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_new_site_has_an_issue_form_that_knows_its_kinds(language: str) -> None:
    files = dict(starter_files(Wish(language, url="https://duku.example/")))
    settings, _ = parse_settings(files["site.yml"])
    questions = {part["id"]: part for part in yaml.safe_load(files[".github/ISSUE_TEMPLATE/entry.yml"])["body"]}
    assert questions["kind"]["attributes"]["options"] == [names_of(names, key, language) for key, names in settings.kinds.items()]
    assert yaml.safe_load(files[".github/ISSUE_TEMPLATE/config.yml"])["contact_links"][0]["url"] == "https://duku.example/compose.html"
