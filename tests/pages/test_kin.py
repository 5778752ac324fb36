"""What a tag's page tells of its kin, and that it tells the same when entries come elsewhere."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

from tagloom.pages.kin import kin_of
from tagloom.pages.lists import list_pages
from tagloom.pages.plot import Bars, apart, bars, by_time
from tagloom.pages.stats import cell, charts
from tests.outputs.sites import SETTINGS, site_of, written

TAGS = "Training: {aliases: [训练]}\nPipeline: {broader: Training}\nBubbles: {broader: Pipeline}\n"


def entries(number: int) -> list[object]:
    made = []
    for place in range(number):
        # `Common` is on every entry, `Close` only beside `Pipeline`.
        tags = ["Common", *(["Pipeline", "Close"] if place % 4 == 0 else ["Other"])]
        made.append(written(f"e{place}", f"20{20 + place % 5}-0{1 + place % 9}-01", f"Title {place}", tags=tuple(tags), score=place % 10))
    return made


def test_related_tags_go_by_lift_and_not_by_count() -> None:
    site = site_of(*entries(40), tags=TAGS)
    kin = kin_of(site, site.archive.tags.terms["pipeline"])
    assert [choice.name for choice in kin.related] == ["Close", "Common"]
    assert [(choice.name, choice.count) for choice in kin.groups] == [("Close", 10), ("Common", 10)]
    assert kin.trend
    assert sum(kin.trend.values) == 10


def test_broader_and_narrower_tags_are_those_with_entries() -> None:
    site = site_of(*entries(8), written("b", "2026-01-01", "B", tags=("Bubbles", "训练")), tags=TAGS)
    terms = site.archive.tags.terms
    assert [choice.name for choice in kin_of(site, terms["pipeline"]).narrower] == ["Bubbles"]
    assert [choice.name for choice in kin_of(site, terms["training"]).narrower] == ["Pipeline"]
    broader = kin_of(site, terms["bubbles"]).broader
    assert broader
    assert broader.name == "Pipeline"
    assert kin_of(site, terms["training"]).aliases == ("训练",)


def test_a_site_can_do_without_related_tags() -> None:
    made = [*entries(40), written("b", "2026-01-01", "B", tags=("Bubbles", "训练"))]
    site, plain = (site_of(*made, tags=TAGS, settings=replace(SETTINGS, outputs={"related": wanted})) for wanted in (True, False))
    kin, bare = (kin_of(one, one.archive.tags.terms["pipeline"]) for one in (site, plain))
    assert all((kin.related, kin.groups, kin.trend))
    assert bare == replace(kin, related=(), groups=(), trend=None)
    assert bare.narrower
    stamps = {one: {page.address: page.told() for page in list_pages(one)} for one in (site, plain)}
    assert stamps[site]["tags/pipeline.html"] != stamps[plain]["tags/pipeline.html"]


def test_a_new_entry_elsewhere_changes_no_other_tags_page() -> None:
    before = {page.address: page.told() for page in list_pages(site_of(*entries(40), tags=TAGS))}
    after = list_pages(site_of(*entries(40), written("n", "2026-01-01", "N", tags=("Other",)), tags=TAGS))
    changed = {page.address for page in after if page.address.startswith("tags/") and before.get(page.address) != page.told()}
    assert changed <= {"tags/other.html", "tags/index.html"}


def test_a_long_time_is_told_by_year() -> None:
    assert by_time(["2026-05-01", "2026-05-09"]) is None
    assert by_time(["2026-03-01", "2026-05-09", "2026-05-10"]) == Bars(("2026-03", "2026-04", "2026-05"), (1, 0, 2))
    long = by_time(["2011-03-01", "2026-05-09"])
    assert long
    assert long.labels == tuple(str(year) for year in range(2011, 2027))


def test_pictures_are_well_formed_and_told_in_words() -> None:
    drawn = ET.fromstring(bars(Bars(("2026-01", "2026-02"), (3, 0)), 'A "title" & <more>'))
    assert drawn.get("aria-label") == 'A "title" & <more>: 2026-01: 3'
    site = site_of(*entries(30), written("x", "2026-01-01", "X", tags=("<b>&\"'",), source="<s>", score=3), tags=TAGS)
    made = charts(site)
    assert [chart.key for chart in made][:2] == ["days", "tags"]
    for chart in made:
        assert chart.rows
        for picture in chart.pictures:
            ET.fromstring(picture)


def test_names_at_the_ends_of_lines_keep_apart() -> None:
    moved = sorted(apart([100.0, 100.0, 99.0, 20.0], 13, 100))
    assert all(later - earlier >= 13 for earlier, later in pairwise(moved))
    assert max(moved) <= 100


def test_a_cell_is_never_a_formula() -> None:
    assert cell("=1+1") == "'=1+1"
    assert cell('a "b", c') == '"a ""b"", c"'
    assert cell(-3) == "-3"
