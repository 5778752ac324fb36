"""The two pages this archive grew from are recognisable in it, item for item."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tagloom.text import yaml
from tagloom.text.slugs import slug
from tests.conftest import Site
from tests.pages.shown import Element, shown

SEEDS: dict[str, Any] = yaml.parse((Path(__file__).parent / "seeds.yml").read_text("utf-8"))
CARDS = [name for name, seed in SEEDS.items() if "meta" in seed]
MOMENTS = [name for name, seed in SEEDS.items() if "rail" in seed]


@pytest.fixture(scope="session")
def page(own_site: Site) -> Element:
    return shown((own_site.out / "tags/distributed-training.html").read_text("utf-8"))


def entry(page: Element, name: str) -> Element:
    (found,) = [one for one in page.all(".tl-entry") if one.attributes["id"] == name]
    return found


def leads_to(site: Site, name: str) -> str:
    """The address of the tag called `name`, through the redirect that a second name has."""
    address = f"{slug(name)}.html"
    html = (site.out / "tags" / address).read_text("utf-8")
    moved = re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', html)
    return unquote(moved[1]).rpartition("/")[2] if moved else address


def test_heading_names_the_tag_and_counts_its_entries(page: Element) -> None:
    (heading,) = page.all("h1")
    count = len(page.all(".tl-entry"))
    assert heading.text == f"#Distributed Training {count} 篇"
    assert heading.texts(".tl-count") == [f"{count} 篇"]


def test_tag_is_a_chip_that_a_link_removes(page: Element) -> None:
    (form,) = page.all(".tl-filter")
    (chip,) = form.all(".tl-chip")
    assert chip.name == "a"
    assert chip.text == "标签：分布式训练×"


def test_kinds_and_categories_are_rows_of_links_that_begin_with_all(page: Element) -> None:
    rows = {row.attributes["aria-label"]: row for row in page.all(".tl-row")}
    assert rows["类型"].texts("a")[:2] == ["类型", "全部"]
    assert rows["分类"].texts("a")[:2] == ["分类", "全部"]
    assert {"资讯", "推文", "论文"} <= set(rows["类型"].texts("a"))
    assert {"模型", "产品", "论文"} <= set(rows["分类"].texts("a"))


@pytest.mark.parametrize("name", CARDS)
def test_card_shows_every_fact_of_the_tag_page(page: Element, name: str) -> None:
    seed, card = SEEDS[name], entry(page, name)
    assert card.texts(".tl-title") == [seed["title"]]
    assert card.texts(".tl-title-alt") == [seed["title_alt"]]
    assert [one.attributes["lang"] for one in card.inner if "lang" in one.attributes] == ["en", "zh"]
    assert card.texts(".tl-topic")[0].startswith("🧭 ")
    assert card.texts(".tl-deep") == (["★ 深度解读"] if seed.get("deep") else [])
    assert card.texts(".tl-institutions") == [" · ".join(seed["institutions"])]
    assert card.texts(".tl-takeaway")[0]
    (points,) = card.all(".tl-points")
    assert points.name == "details"
    assert points.texts("summary") == [f"📌 工作参考价值（{seed['points']} 点）"]
    assert len(points.all("li")) == int(seed["points"])
    assert card.texts(".tl-meta") == [seed["meta"]]


@pytest.mark.parametrize("name", MOMENTS)
def test_moment_shows_every_fact_of_the_timeline(page: Element, name: str) -> None:
    seed, card = SEEDS[name], entry(page, name)
    (day,) = [one for one in page.all(".tl-day") if card in one.inner]
    assert day.texts(".tl-day-title")[0].endswith(seed["day"])
    assert card.texts(".tl-rail") == [seed["rail"]]
    assert card.texts(".tl-time") == [seed["rail"][:5]]
    assert ("精选" in seed["rail"]) == (card.texts(".tl-featured") == ["精选"])
    assert card.texts(".tl-heat") == re.findall(r"\d+°", seed["rail"])
    assert card.texts(".tl-kind") == [seed["kind"]] if "kind" in seed else card.texts(".tl-category") == [seed["category"]]
    assert card.texts(".tl-summary")[0]
    assert card.texts(".tl-reason")[0].startswith("推荐理由：")
    (original,) = card.all(".tl-original")
    assert original.text == "原文"
    assert original.attributes["href"].startswith("https://")


@pytest.mark.parametrize("name", SEEDS)
def test_chips_lead_to_the_tags_of_the_seed(own_site: Site, page: Element, name: str) -> None:
    chips = [unquote(one.attributes["href"]).rpartition("/")[2] for one in entry(page, name).all(".tl-tag")]
    missing = [tag for tag in SEEDS[name]["tags"] if leads_to(own_site, tag) not in chips]
    assert not missing
