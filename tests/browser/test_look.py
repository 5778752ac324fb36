"""How pages look, without any script: two views of one markup, titles in the reader's order, and no page wider than a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.crawl import one_of_each
from tests.conftest import Site

TAG = "tags/distributed-training.html"


@pytest.fixture
def plain_page(new_page: Callable[..., Page]) -> Page:
    return new_page(java_script_enabled=False)


def test_cards_and_timeline_are_chosen_without_a_script(own_site: Site, plain_page: Page) -> None:
    plain_page.goto((own_site.out / TAG).as_uri())
    entry = plain_page.locator("#piper")
    expect(entry.locator(".tl-time")).to_be_hidden()
    expect(entry.locator(".tl-meta time")).to_be_visible()
    plain_page.get_by_label("时间线", exact=True).check()
    expect(entry.locator(".tl-time")).to_be_visible()
    expect(entry.locator(".tl-meta time")).to_be_hidden()
    plain_page.get_by_label("卡片", exact=True).check()
    expect(entry.locator(".tl-time")).to_be_hidden()


def test_home_begins_as_a_timeline(own_site: Site, plain_page: Page) -> None:
    plain_page.goto((own_site.out / "index.html").as_uri())
    expect(plain_page.locator("#piper .tl-time")).to_be_visible()
    assert height(plain_page, ".tl-day-title") > 20


def test_points_unfold_without_a_script(own_site: Site, plain_page: Page) -> None:
    plain_page.goto((own_site.out / TAG).as_uri())
    points = plain_page.locator("#dion3 .tl-points")
    expect(points.locator("li").first).to_be_hidden()
    points.locator("summary").click()
    expect(points.locator("li").first).to_be_visible()


def test_the_readers_language_stands_on_top_and_large(own_site: Site, page: Page) -> None:
    page.goto((own_site.out / TAG).as_uri())
    assert top(page, "#dion3 .tl-title-alt") < top(page, "#dion3 .tl-title")
    assert height(page, "#dion3 .tl-title-alt") > height(page, "#dion3 .tl-title")
    page.evaluate("() => { document.documentElement.dataset.tlLang = 'en' }")
    assert top(page, "#dion3 .tl-title") < top(page, "#dion3 .tl-title-alt")
    assert height(page, "#dion3 .tl-title") > height(page, "#dion3 .tl-title-alt")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_page_is_wider_than_the_window(own_site: Site, new_page: Callable[..., Page], width: int) -> None:
    page = new_page(viewport={"width": width, "height": 800})
    wide = []
    for address in one_of_each(own_site.out):
        page.goto((own_site.out / address).as_uri())
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(address)
    assert wide == []


def top(page: Page, selector: str) -> float:
    return float(page.locator(selector).first.evaluate("element => element.getBoundingClientRect().top"))


def height(page: Page, selector: str) -> float:
    return float(page.locator(selector).first.evaluate("element => element.getBoundingClientRect().height"))
