"""A site that leaves its search out: nothing leads to it, and all else a reader has works."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.reader_site import SITE, lay_out
from tests.conftest import Site


@pytest.fixture(scope="module", params=["mkdocs", "bare"])
def quiet_site(request: pytest.FixtureRequest, built: Callable[[str, Callable[[Path], None]], Site]) -> Site:
    def sources(root: Path) -> None:
        lay_out(root, entries=4)
        settings = SITE.replace("explore, ", "").replace("frame: bare", f"frame: {request.param}") + "outputs: {search: no}\n"
        (root / "site.yml").write_text(settings, encoding="utf-8")

    return built(f"without-search-{request.param}", sources)


def test_no_page_leads_to_the_search(quiet_site: Site) -> None:
    pages = [page.relative_to(quiet_site.out) for page in quiet_site.out.rglob("*.html")]
    assert Path("tags/distributed-training.html") in pages
    for page in pages:
        text = (quiet_site.out / page).read_text(encoding="utf-8")
        assert "explore.html" not in text, page
        assert '<form class="tl-' not in text or page.name == "compose.html", page
    assert not (quiet_site.out / "explore.html").exists()
    assert not (quiet_site.out / "data/index").exists()


@pytest.mark.parametrize("how", ["http", "file"])
def test_stars_keys_and_languages_work_all_the_same(
    quiet_site: Site, how: str, served: Callable[..., str], new_page: Callable[..., Page]
) -> None:
    page = new_page()
    base = served(quiet_site.out) if how == "http" else f"{quiet_site.out.as_uri()}/"
    page.goto(f"{base}tags/distributed-training.html?kind=paper")
    card = page.locator(".tl-entry#pipe")
    card.get_by_label("收藏", exact=True).click()
    expect(card.get_by_label("收藏", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").locator("kbd").first).to_have_text("j / k")
    assert "/" not in page.get_by_role("dialog").locator("kbd").all_text_contents()
    page.keyboard.press("Escape")
    page.get_by_text("论文", exact=True).first.click()
    page.wait_for_url("**/kinds/paper.html")
    page.locator(".tl-language").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("h1 .tl-count")).to_have_text("4 entries")
