"""A subscriber gets what the entries say, from feeds that every reader accepts."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import feedparser
import pytest

from tagloom.outputs.feeds import AtomFeed, FeedList, JsonFeed, feeds
from tagloom.pages.page import Site
from tagloom.settings import Feeds, Settings, TagRules
from tests.conftest import Site as BuiltSite
from tests.outputs.rules_of_feeds import atom_faults, json_feed_faults
from tests.outputs.sites import AWKWARD, PAPER, SETTINGS, URL, site_of, written

SITES = {"with an address": SETTINGS, "without an address": replace(SETTINGS, url=""), "without entries": None}


def made(site: Site) -> dict[str, bytes]:
    return {feed.address: feed.render(site) for feed in feeds(site)}


def atom_items(data: bytes) -> dict[str, Any]:
    parsed = feedparser.parse(data, sanitize_html=False, resolve_relative_uris=False)
    assert not parsed.bozo, parsed.get("bozo_exception")
    return {entry.id: entry for entry in parsed.entries}


@pytest.fixture(params=list(SITES))
def awkward(request: pytest.FixtureRequest) -> Site:
    settings = SITES[request.param]
    return site_of(*AWKWARD, settings=settings) if settings else site_of()


def test_every_feed_of_awkward_entries_keeps_the_rules_of_its_format(awkward: Site) -> None:
    for feed in feeds(awkward):
        data = feed.render(awkward)
        if isinstance(feed, AtomFeed):
            assert (feed.address, atom_faults(data)) == (feed.address, [])
            assert not feedparser.parse(data).bozo
        elif isinstance(feed, JsonFeed):
            assert (feed.address, json_feed_faults(data)) == (feed.address, [])


def test_every_feed_of_this_repository_keeps_the_rules_of_its_format(own_site: BuiltSite) -> None:
    atoms = [file for file in own_site.out.rglob("*.xml") if b"http://www.w3.org/2005/Atom" in file.read_bytes()]
    assert len(atoms) > 50
    for file in atoms:
        data = file.read_bytes()
        assert atom_faults(data) == []
        parsed = feedparser.parse(data)
        assert not parsed.bozo
        assert parsed.version == "atom10"
        twin = json.loads(file.with_suffix(".json").read_bytes())
        assert json_feed_faults(file.with_suffix(".json").read_bytes()) == []
        assert [(item["id"], item["title"], item["content_html"]) for item in twin["items"]] == [
            (entry.id, entry.title_detail.value, entry.content[0].value)
            for entry in feedparser.parse(data, sanitize_html=False, resolve_relative_uris=False).entries
        ]


def test_there_is_a_feed_of_the_site_the_featured_and_every_list() -> None:
    found = made(site_of(*AWKWARD))
    assert {"feed.xml", "feed.json", "featured.xml", "featured.json", "feeds.opml", "tags/分布式训练.xml", "tags/分布式训练.json"} <= set(
        found
    )
    assert {"institutions/谷歌.xml", "sources/arxiv-cs-dot-lg.json", "kinds/paper.xml", "kinds/tweet.json"} <= {
        name.replace("cs.lg", "cs-dot-lg") for name in found
    }
    assert len(json.loads(found["featured.json"])["items"]) == 1


def test_values_are_the_entrys() -> None:
    entry = atom_items(made(site_of(PAPER))["feed.xml"])["tag:owner.github.io,2026:entries/piper"]
    assert entry.title_detail.value == PAPER[0].title
    assert (entry.published, entry.updated) == ("2026-06-10T10:11:00+08:00", "2026-06-12T08:00:00+08:00")
    assert entry.link == f"{URL}entries/piper.html"
    assert [author.name for author in entry.authors] == list(PAPER[1].authors)
    assert [tag.term for tag in entry.tags] == ["分布式训练", "R&D", "C++"]
    assert "https://arxiv.org/abs/2606.01234v2" in [link.href for link in entry.links if link.rel == "related"]
    html = entry.content[0].value
    for part in (
        "派珀：“省”一成",
        "Meta Platforms, Inc. · 谷歌",
        "<strong>10%</strong>",
        "小标题",
        "O(N) &lt; O(N^2)",
        "值得读 ]]&gt;",
        ">PDF</a>",
    ):
        assert part in html


def test_links_in_content_are_absolute_with_the_base_path() -> None:
    html = atom_items(made(site_of(PAPER))["feed.xml"])["tag:owner.github.io,2026:entries/piper"].content[0].value
    for link in (f'href="{URL}tags/index.html"', f'href="{URL}entries/2026/a.png"', f'href="{URL}z"', f'src="{URL}entries/2026/plot.png"'):
        assert link in html


def test_without_an_address_links_lead_from_the_feed_to_the_page() -> None:
    found = made(site_of(PAPER, settings=replace(SETTINGS, url="")))
    assert 'href="../tags/index.html"' in json.loads(found["tags/r-and-d.json"])["items"][0]["content_html"]
    assert 'href="tags/index.html"' in json.loads(found["feed.json"])["items"][0]["content_html"]


def test_text_is_escaped_once() -> None:
    found = made(site_of(*AWKWARD))
    feed = feedparser.parse(found["tags/r-and-d.xml"])
    assert feed.feed.title_detail.value == "#R&D · R&D <读库>"
    assert json.loads(found["tags/r-and-d.json"])["title"] == "#R&D · R&D <读库>"
    titles = [entry.title_detail.value for entry in feedparser.parse(found["feed.xml"], sanitize_html=False).entries]
    assert "Breaking: </a></h1><b>x</b></script>]]>&amp;" in titles
    assert '<category term="&lt;script&gt;alert(1)&lt;/script&gt;"/>' in found["feed.xml"].decode()


@pytest.mark.parametrize("text", ["x ]]> y", "[x](https://e.example/?a=]]&gt;b)", "`]]>`", "<a href='https://e.example/' title=']]>'>x</a>", "a ]]>]]> b <![CDATA[ c"])
def test_what_ends_a_stretch_of_literal_xml_ends_no_item(text: str) -> None:
    site = site_of(written("a", "2026-06-10", "A ]]> B", body=text, takeaway=text))
    files = made(site)
    [shown] = atom_items(files["feed.xml"]).values()
    [told] = json.loads(files["feed.json"])["items"]
    assert (shown.title, shown.content[0].value) == ("A ]]> B", told["content_html"])


@pytest.mark.parametrize("number", [0x1, 0x8, 0xB, 0xC, 0x1F, 0xFFFE])
def test_a_sign_that_xml_cannot_hold_is_left_out_of_both_formats(number: int) -> None:
    files = made(site_of(written("a", "2026-06-10", "Title", body=f"*one* &#{number};two", takeaway=f"*one* &#{number};two")))
    [entry] = ET.fromstring(files["feed.xml"]).findall("{http://www.w3.org/2005/Atom}entry")
    [told] = json.loads(files["feed.json"])["items"]
    assert entry.findtext("{http://www.w3.org/2005/Atom}content") == told["content_html"]
    assert chr(number) not in told["content_html"] + told["summary"]


def test_a_summary_is_cut_before_it_is_escaped() -> None:
    items = {item["id"]: item for item in json.loads(made(site_of(*AWKWARD))["feed.json"])["items"]}
    assert items["tag:owner.github.io,2026:entries/brace"]["summary"].startswith("a" * 198)
    long = written("long", "2026-01-01", "t", takeaway="b" * 198 + '👩‍👩‍👧"' + "c" * 50)
    item = json.loads(made(site_of(long))["feed.json"])["items"][0]
    assert item["summary"] == "b" * 198 + "👩‍👩‍👧…"


@pytest.mark.parametrize(
    ("settings", "tags"),
    [
        (replace(SETTINGS, url=URL.replace("https", "http")), ""),
        (replace(SETTINGS, url="https://owner.github.io/other/path/"), ""),
        (replace(SETTINGS, url="", repo="owner/repo"), ""),
        (SETTINGS, "Research: {formerly: [R&D]}"),
    ],
)
def test_the_ids_of_items_outlive_a_move_of_the_site(settings: Settings, tags: str) -> None:
    def ids(site: Site) -> list[str]:
        return [item["id"] for item in json.loads(made(site)["feed.json"])["items"]]

    assert ids(site_of(*AWKWARD, settings=settings, tags=tags)) == ids(site_of(*AWKWARD))


def test_a_feed_is_as_new_as_the_newest_of_its_items_and_two_builds_agree() -> None:
    site = site_of(*AWKWARD)
    for address, data in made(site).items():
        if address.endswith(".xml"):
            root = ET.fromstring(data)
            told = [element.text or "" for element in root.iter("{http://www.w3.org/2005/Atom}updated")]
            assert told[0] == max(told[1:])
    assert made(site_of(*AWKWARD)) == made(site)


def test_a_bare_date_is_that_day_in_the_sites_zone() -> None:
    settings = replace(SETTINGS, zone="America/Los_Angeles")
    site = site_of(written("a", "2020-02-19", "t", zone="America/Los_Angeles"), settings=settings)
    assert json.loads(made(site)["feed.json"])["items"][0]["date_published"] == "2020-02-19T00:00:00-08:00"


def test_a_feed_holds_the_newest_and_short_lists_have_none_when_so_set() -> None:
    entries = [written(f"e{day:02}", f"2026-01-{day:02}", "t", tags=("many", "few") if day == 1 else ("many",)) for day in range(1, 11)]
    found = made(site_of(*entries, settings=replace(SETTINGS, feeds=Feeds(items=3, min=5), tags=TagRules())))
    assert [item["id"].rpartition("/")[2] for item in json.loads(found["tags/many.json"])["items"]] == ["e10", "e09", "e08"]
    assert "tags/few.json" not in found


def test_a_feed_is_made_again_when_an_entry_of_it_or_a_tags_name_changes() -> None:
    def stamps(site: Site) -> dict[str, bytes]:
        return {feed.address: feed.stamp(site) for feed in feeds(site)}

    before = stamps(site_of(*AWKWARD))
    changed = stamps(site_of((PAPER[0]._replace(digest=b"other"), PAPER[1]), *AWKWARD[1:]))
    assert {address for address in before if before[address] != changed[address]} == {
        address
        for address in before
        if address.startswith(("feed.", "featured", "tags/", "institutions", "sources", "kinds/paper")) and "script" not in address
    }
    renamed = stamps(site_of(*AWKWARD, tags="C++: {zh: 西加加}"))
    assert renamed["institutions/谷歌.xml"] != before["institutions/谷歌.xml"]
    assert renamed["kinds/news.xml"] == before["kinds/news.xml"]


def test_all_tag_feeds_are_listed_in_opml() -> None:
    site = site_of(*AWKWARD)
    (listing,) = [feed for feed in feeds(site) if isinstance(feed, FeedList)]
    lines = ET.fromstring(listing.render(site)).findall("./body/outline/outline")
    names = {feed.address for feed in feeds(site) if isinstance(feed, AtomFeed) and feed.address.startswith("tags/")}
    assert len(lines) == len(names) + 1
    assert lines[0].get("xmlUrl") == f"{URL}feed.xml"
    assert {"#R&D · R&D <读库>", "#分布式训练 · R&D <读库>"} <= {line.get("text") for line in lines}
