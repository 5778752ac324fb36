"""Other people's data as a site: 1,348 programs as entries, 1,255 topics as the vocabulary. Nothing traces back, nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tagloom.build import build
from tagloom.vocabulary import parse_vocabulary

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
FOUND = [CORPORA] if CORPORA.is_dir() else []
SITE = "title: Programs\nurl: https://owner.example/programs\nlanguages: [en]\nframe: bare\noutputs: {search: no, citations: no}\n"


def topics(corpora: Path) -> str:
    """tags.yml from the topics' front matter: display name, aliases, description."""
    made: dict[str, dict[str, object]] = {}
    for file in sorted((corpora / "topics").glob("*.md")):
        head = yaml.load(file.read_text("utf-8").split("---\n")[1], Loader=yaml.BaseLoader)
        aliases = [name.strip() for name in head.get("aliases", "").split(",") if name.strip()]
        made[head["display_name"]] = {"aliases": [head["topic"], *aliases], "description": head.get("short_description", "")}
    return yaml.safe_dump(made, allow_unicode=True)


def write_programs(corpora: Path, root: Path) -> int:
    """An entry for each program, its platforms and tags as tags; gives how many there are. The data has no dates, so all share one."""
    files = sorted((corpora / "selfhosted" / "software").glob("*.yml"))
    folder = root / "content" / "entries"
    folder.mkdir(parents=True)
    for file in files:
        told = yaml.load(file.read_text("utf-8"), Loader=yaml.BaseLoader)
        names = [name.replace(",", " ") for name in dict.fromkeys([*told.get("platforms", []), *told.get("tags", [])])]
        head = {"title": told["name"], "date": "2024-01-01", "tags": names, "summary": told["description"], "url": told["website_url"]}
        (folder / f"{file.stem}.md").write_text(f"---\n{yaml.safe_dump(head, allow_unicode=True)}---\n", encoding="utf-8")
    return len(files)


@pytest.mark.parametrize("corpora", FOUND, ids=["corpora"] * len(FOUND))
def test_a_vocabulary_of_topics_is_read_and_says_which_names_two_claim(corpora: Path) -> None:
    vocabulary, problems = parse_vocabulary(topics(corpora), "content/tags.yml")
    assert len(vocabulary.terms) > 1000
    assert {problem.rule for problem in problems} <= {"vocabulary-name"}
    found = vocabulary.resolve("cplusplus")
    assert found is not None
    assert found.name == "C++"


@pytest.mark.parametrize("corpora", FOUND, ids=["corpora"] * len(FOUND))
def test_every_program_is_on_the_site_or_named_in_a_problem(corpora: Path, tmp_path: Path) -> None:
    count = write_programs(corpora, tmp_path)
    (tmp_path / "site.yml").write_text(SITE, encoding="utf-8")
    report = build(tmp_path, tmp_path / "site", jobs=1)
    assert report.found == count
    named = {problem.place.path for problem in report.problems if problem.severity == "error"}
    assert len(named) == report.broken
    assert report.published == count - len(named) > count * 0.95
    pages = {file.stem for file in (tmp_path / "site/tags").glob("*.html")}
    assert {"c", "c-plus-plus", "c-sharp", "dot-net"} <= pages
