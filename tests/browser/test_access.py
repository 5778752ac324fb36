"""Every kind of page against WCAG 2.2 AA, light and dark, with filters, results and the reader's tools on it; and what it all weighs."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.crawl import one_of_each
from tests.conftest import REPO, Site

SCRIPTS = ("tagloom", "tokens", "query", "archive", "find", "cards", "filter", "reading", "keys", "list", "language")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_on_any_kind_of_page(
    own_site: Site, served: Callable[..., str], new_page: Callable[..., Page], axe: Callable[..., list[str]], scheme: str, width: int
) -> None:
    page = new_page(color_scheme=scheme, viewport={"width": width, "height": 900}, reduced_motion="reduce")
    found = {}
    for address in one_of_each(own_site.out):
        # The page for lost addresses is written for the site's own path.
        page.goto(served(own_site.out, "/tagloom/") + address)
        # Any key has the cards below the fold dressed too.
        page.keyboard.press("Shift")
        page.wait_for_function(
            "() => [...document.querySelectorAll('.tl-entry:not(.tl-compose *)')].every(card => card.querySelector('.tl-act'))"
        )
        found[address] = axe(page)
    assert {address: faults for address, faults in found.items() if faults} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_scripts_have_been_at_work(
    own_site: Site, served: Callable[..., str], new_page: Callable[..., Page], axe: Callable[..., list[str]], scheme: str
) -> None:
    page = new_page(color_scheme=scheme, viewport={"width": 390, "height": 900}, reduced_motion="reduce")
    page.goto(served(own_site.out) + "explore.html?q=训练&kind=paper&score=6")
    expect(page.locator(".tl-status")).to_contain_text("找到")
    expect(page.locator(".tl-results .tl-act").first).to_be_visible()
    page.locator(".tl-results .tl-share summary").first.click()
    page.locator(".tl-results [data-act=star]").first.click()
    page.locator(".tl-results [data-act=note]").first.click()
    assert axe(page) == []
    page.goto(served(own_site.out) + "list.html")
    expect(page.locator(".tl-own-list li")).to_have_count(1)
    page.locator(".tl-own-bar summary").click()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert axe(page) == []


def test_every_control_is_reached_and_seen_by_keyboard(own_site: Site, page: Page) -> None:
    page.goto((own_site.out / "explore.html").as_uri())
    expect(page.locator(".tl-status")).to_contain_text("找到")
    unseen, reached = [], 0
    for _ in range(60):
        page.keyboard.press("Tab")
        state = page.evaluate(
            "() => { const element = document.activeElement, style = getComputedStyle(element);"
            " return [element.matches('.tl-filter *'), element.outerHTML.slice(0, 90), style.outlineStyle !== 'none' || style.boxShadow !== 'none']; }"
        )
        reached += state[0]
        if state[0] and not state[2]:
            unseen.append(state[1])
    assert unseen == []
    assert reached > 20


def weight(*paths: str) -> int:
    return sum(len(gzip.compress((REPO / path).read_bytes(), 9, mtime=0)) for path in paths)


def test_scripts_and_styles_stay_light() -> None:
    assert weight(*(f"theme/assets/{name}.js" for name in SCRIPTS)) <= 40 * 1024
    assert weight("theme/assets/tagloom.css", "theme/assets/reader.css") <= 20 * 1024
