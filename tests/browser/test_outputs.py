"""What a reader meets of feeds, citations and the offline bundle."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.conftest import Site as BuiltSite


def test_a_browser_shows_a_feed_as_something_to_read(own_site: BuiltSite, page: Page) -> None:
    page.goto((own_site.out / "tags/distributed-training.xml").as_uri())
    assert page.locator("entry > title").count() > 5
    assert page.locator("entry > title").first.is_visible()
    assert not page.locator("entry > content").first.is_visible()
    assert "订阅源" in (page.locator("subtitle").text_content() or "")
    assert page.locator("subtitle a").get_attribute("href") == "https://tagloom.github.io/tagloom/tags/distributed-training.html"


def test_pages_lead_to_their_feeds(own_site: BuiltSite, page: Page) -> None:
    page.goto((own_site.out / "tags/distributed-training.html").as_uri())
    links = {link.get_attribute("type"): link.get_attribute("href") for link in page.locator('head link[rel~="alternate"]').all()}
    assert links == {
        "application/atom+xml": "../tags/distributed-training.xml",
        "application/feed+json": "../tags/distributed-training.json",
    }
    assert page.get_by_text("订阅", exact=True).first.is_visible()
