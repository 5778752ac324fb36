"""What a keeper may write in site.yml and in a vocabulary, and what is told of the rest: a place, a fact and a remedy."""

from __future__ import annotations

import pytest

from tagloom.outputs.feed_items import authority
from tagloom.problems import Place, Problem
from tagloom.settings import parse_settings
from tagloom.vocabulary import parse_vocabulary


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("url: https://[bad/", "site.yml:2:6"),
        ("url: https://", "site.yml:2:6"),
        ("url: https://a b.example/", "site.yml:2:6"),
        ("url: https://a.example:port/", "site.yml:2:6"),
        ("url: https://a.example/?page=1", "site.yml:2:6"),
        ("url: https://a.example/#top", "site.yml:2:6"),
        ("repo: site", "site.yml:2:7"),
        ("repo: owner/site/tree", "site.yml:2:7"),
        ("languages: [zh, zh]", "site.yml:2:17"),
        ("languages: [zh, ../../etc]", "site.yml:2:17"),
        ("languages: 中文", "site.yml:2:12"),
        ("score: {max: 0}", "site.yml:2:14"),
        ("score: {max: nan}", "site.yml:2:14"),
        ("lists: {page: " + "9" * 5000 + "}", "site.yml:2:15"),
        ("outputs: {search-all-of-it: no}", "site.yml:2:11"),
        ("colour: blue", "site.yml:2:1"),
        ("---\ntitle: U", "site.yml:3:1"),
    ],
)
def test_a_value_that_cannot_be_is_told_with_its_place_and_a_remedy(line: str, place: str) -> None:
    _, (told,) = parse_settings(f"title: T\n{line}\n")
    assert str(told.place) == place
    assert told.remedy


@pytest.mark.parametrize("repo", ["owner/site", "o-w.n_er/s.i-te", "https://git.example/group/sub/site"])
def test_a_repository_is_named_as_on_github_or_by_its_address(repo: str) -> None:
    settings, problems = parse_settings(f"repo: {repo}\n")
    assert (settings.repo, problems) == (repo, [])


def test_an_address_in_any_script_is_kept_as_it_is_sent() -> None:
    settings, problems = parse_settings("url: https://读库.example:8080/路径/\n")
    assert problems == []
    assert settings.url == "https://xn--dxtr42h.example:8080/%E8%B7%AF%E5%BE%84/"
    assert authority(settings.url, "") == "xn--dxtr42h.example"


def test_a_vocabulary_of_two_documents_loses_none_in_silence() -> None:
    _, (told,) = parse_vocabulary("A: {}\n---\nB: {}\n", "content/tags.yml")
    assert str(told.place) == "content/tags.yml:3:1"


@pytest.mark.parametrize("column", [1, 5000, 99_990])
def test_an_excerpt_of_a_long_line_shows_the_place_meant(column: int) -> None:
    line = "x" * (column - 1) + "papr" + "x" * (100_000 - column)
    _, shown, carets = str(Problem("unknown-kind", "error", "no kind", Place("a.md", 7, column, 4), "a remedy", line)).split("\n")
    assert len(shown) < 220
    assert carets.endswith("^^^^ a remedy")
    assert shown[carets.index("^") :].startswith("papr")


def test_a_title_in_several_languages_is_one_text_and_its_translations() -> None:
    settings, problems = parse_settings(
        "languages: [zh, en]\ntitle: {zh: 读库, en: Library}\nsubtitle: {en: Only one}\nwords: {指南: {en: Guide}}\n"
    )
    assert problems == []
    assert (settings.title, settings.subtitle) == ("读库", "Only one")
    assert settings.words == {"指南": {"en": "Guide"}, "读库": {"zh": "读库", "en": "Library"}, "Only one": {"en": "Only one"}}
    _, (told,) = parse_settings("words: {指南: Guide}\n")
    assert (told.place.line, told.remedy) == (1, "write {指南: {en: Guide}}")
    _, (told,) = parse_settings("title: {zh: 读库, en: Read, and noted}\n")
    assert (told.fact, told.place.column) == ("title: 'and noted' is not the code of a language", 27)
