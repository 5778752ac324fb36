"""Reference managers and other sites find in the head of an entry's page what the entry says."""

from __future__ import annotations

import json
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from tagloom.outputs.heads import head
from tagloom.pages.entries import EntryPages, describe
from tagloom.pages.page import Site
from tests.outputs.sites import AWKWARD, SETTINGS, URL, site_of, written


class Head(HTMLParser):
    """The `meta` elements by name, and what stands in scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self.scripts: list[str] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        facts = dict(attrs)
        if tag == "meta":
            self.found.setdefault(facts.get("name") or facts.get("property") or "", []).append(facts["content"] or "")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == "script" and data.strip():
            self.scripts.append(data)


def head_of(site: Site, entry_id: str) -> Head:
    page = next(page for page in EntryPages(site) if page.entry_id == entry_id)
    return Head(head(site, page, describe(site, entry_id)))


def test_a_paper_tells_zotero_all_it_takes() -> None:
    found = head_of(site_of(*AWKWARD), "piper").found
    assert found["citation_title"] == [AWKWARD[0][0].title]
    assert found["citation_author"] == ["Frisella, Megan", "Agüera y Arcas, Blaise", "van Beethoven, Ludwig", "Clark, Jack", "张三"]
    assert found["citation_publication_date"] == ["2026/06/10"]
    assert found["citation_doi"] == ["10.1145/3600006.3613165"]
    assert found["citation_arxiv_id"] == ["2606.01234"]
    assert found["citation_pdf_url"] == ["https://arxiv.org/pdf/2606.01234"]
    assert found["citation_keywords"] == ["分布式训练; R&D; C++"]


def test_other_sites_show_title_description_and_time() -> None:
    found = head_of(site_of(*AWKWARD), "piper").found
    assert found["og:type"] == ["article"]
    assert found["og:title"] == ["派珀：“省”一成"]
    assert found["og:description"] == ["省下 10% 的 R&D & 时间"]
    assert found["og:url"] == [f"{URL}entries/piper.html"]
    assert found["og:site_name"] == ["R&D <读库>"]
    assert (found["article:published_time"], found["article:modified_time"]) == (
        ["2026-06-10T10:11:00+08:00"],
        ["2026-06-12T08:00:00+08:00"],
    )


@pytest.mark.parametrize(
    ("kind", "type_name"),
    [
        ("paper", "ScholarlyArticle"),
        ("news", "NewsArticle"),
        ("blog", "BlogPosting"),
        ("tweet", "SocialMediaPosting"),
        ("", "Article"),
        ("podcast", "Article"),
    ],
)
def test_a_page_says_what_kind_of_thing_it_is_about(kind: str, type_name: str) -> None:
    (script,) = head_of(site_of(written("a", "2026-01-01", "t", kind=kind)), "a").scripts
    told = json.loads(script)
    assert (told["@context"], told["@type"]) == ("https://schema.org", type_name)


@pytest.mark.parametrize("entry_id", [entry.id for entry, _ in AWKWARD])
@pytest.mark.parametrize("url", [URL, ""])
def test_no_entry_breaks_out_of_the_head(entry_id: str, url: str) -> None:
    site = site_of(*AWKWARD, settings=replace(SETTINGS, url=url))
    found = head_of(site, entry_id)
    assert set(found.tags) <= {"meta", "link", "script"}
    (script,) = found.scripts
    told = json.loads(script)
    assert told["headline"] == found.found["citation_title"][0]
    assert ("og:url" in found.found) == bool(url)
