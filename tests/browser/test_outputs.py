"""What a reader meets of feeds, citations and the offline bundle."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.conftest import REPO, tagloom
from tests.conftest import Site as BuiltSite

CASES = sorted((REPO / "tests/outputs/citations").glob("*.json"))


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


def test_home_and_the_tags_lead_to_the_other_feeds(own_site: BuiltSite, page: Page) -> None:
    page.goto((own_site.out / "index.html").as_uri())
    assert page.get_by_text("订阅精选", exact=True).get_attribute("href") == "featured.xml"
    page.goto((own_site.out / "tags/index.html").as_uri())
    assert page.locator("a.tl-feed").get_attribute("href") == "../feeds.opml"


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_the_script_cites_as_the_generator_does(file: Path, page: Page) -> None:
    case = json.loads(file.read_text(encoding="utf-8"))
    page.add_script_tag(path=REPO / "theme/assets/cite.js")
    forms = page.evaluate(
        "item => Object.fromEntries(['bibtex', 'ris', 'markdown', 'plain'].map(form => [form, tagloomCite[form](item)]))", case["csl"]
    )
    assert forms == {form: case[form] for form in forms}
    assert json.loads(page.evaluate("item => tagloomCite.csl(item)", case["csl"])) == [case["csl"]]


def test_an_entry_is_cited_in_every_form(
    own_site: BuiltSite, served: Callable[..., str], new_page: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    page = new_page(viewport={"width": 360, "height": 700}, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{served(own_site.out)}entries/dion3.html")
    page.locator(".tl-cite summary").click()
    assert axe(page, ".tl-cite") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shown = page.locator(".tl-bibtex").inner_text()
    assert shown.startswith("@misc{dion3,")
    page.get_by_role("button", name="复制 BibTeX").click()
    page.get_by_text("已复制 BibTeX").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == shown.rstrip("\n") + "\n"
    for form, name in (
        ("BibTeX", "dion3.bib"),
        ("CSL-JSON", "dion3.json"),
        ("RIS", "dion3.ris"),
        ("Markdown", "dion3.md"),
        ("纯文本", "dion3.txt"),
    ):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=f"下载 {form}").click()
        assert waiting.value.suggested_filename == name
        assert "Orthogonal Updates" in waiting.value.path().read_text(encoding="utf-8")


def test_an_entry_can_be_cited_without_scripts(own_site: BuiltSite, new_page: Callable[..., Page]) -> None:
    page = new_page(java_script_enabled=False)
    page.goto((own_site.out / "entries/dion3.html").as_uri())
    page.locator(".tl-cite summary").click()
    assert page.locator(".tl-bibtex").is_visible()
    assert "(2026). Dion3: Full-Stack Orthogonal Updates." in page.locator(".tl-reference").inner_text()


def test_the_zip_of_the_site_opens_from_disk_with_the_network_cut_off(
    own_site: BuiltSite, tmp_path: Path, new_page: Callable[..., Page]
) -> None:
    shutil.copytree(own_site.root, tmp_path / "site", ignore=shutil.ignore_patterns("site"))
    tagloom("bundle", cwd=tmp_path / "site")
    (file,) = (tmp_path / "site/site/offline").glob("*.zip")
    zipfile.ZipFile(file).extractall(tmp_path / "unpacked")
    page = new_page(offline=True)
    page.goto((tmp_path / "unpacked/index.html").as_uri())
    assert page.locator("article.tl-entry").count() > 10
    assert page.locator(".tl-offline").count() == 0
    page.locator("article.tl-entry a.tl-tag").first.click()
    page.wait_for_url("**/unpacked/tags/*.html")
    page.locator("article.tl-entry .tl-title a").first.click()
    page.wait_for_url("**/unpacked/entries/*.html")
    assert page.locator("h1").first.is_visible()


def test_home_leads_to_the_zip(own_site: BuiltSite, tmp_path: Path, served: Callable[..., str], page: Page) -> None:
    shutil.copytree(own_site.root, tmp_path / "site", ignore=shutil.ignore_patterns("site"))
    tagloom("bundle", cwd=tmp_path / "site")
    page.goto(f"{served(tmp_path / 'site/site')}index.html")
    with page.expect_download() as waiting:
        page.locator(".tl-offline").click()
    assert zipfile.ZipFile(waiting.value.path()).testzip() is None
