"""A site that leaves out its lists of kinds and categories: readers filter by them all the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.reader_site import SITE, lay_out
from tests.conftest import Site


def test_kinds_and_categories_are_filters_without_lists_of_their_own(
    built: Callable[[str, Callable[[Path], None]], Site], new_page: Callable[..., Page]
) -> None:
    def sources(root: Path) -> None:
        lay_out(root, entries=4)
        settings = SITE.replace(", {更多: [kinds, sources]}", "") + "outputs: {kinds: no, categories: no}\n"
        (root / "site.yml").write_text(settings, encoding="utf-8")

    site = built("without-lists", sources)
    page = new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{site.out.as_uri()}/explore.html")
    expect(page.locator(".tl-status")).to_have_text("找到 10 篇")
    page.get_by_label("类型").select_option(label="论文 (4)")
    expect(page.locator(".tl-status")).to_have_text("找到 4 篇")
    page.get_by_label("分类").select_option("model")
    expect(page.locator(".tl-status")).to_have_text("找到 2 篇")
    assert page.locator(".tl-chip").all_text_contents() == ["类型：论文×", "分类：模型×"]
