"""Every link of a built site opens: on a server below a base path, and from disk with neither server nor network."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from playwright.sync_api import Page

from tests.browser.crawl import addresses, dead_links, kind, one_of_each, read_pages
from tests.conftest import Site

# The resolved address of everything a page links to, as the browser itself reads it.
OWN_LINKS = "() => [...document.links].map((link) => link.href).filter((href) => href.startsWith(location.protocol))"


def url_of(site: Site) -> str:
    url = yaml.safe_load((site.root / "site.yml").read_text(encoding="utf-8")).get("url") or ""
    return f"{url.rstrip('/')}/" if url else ""


def test_no_link_of_any_page_is_dead(site: Site) -> None:
    assert dead_links(site.out, url_of(site)) == []


def test_every_page_can_be_reached_from_home(site: Site) -> None:
    pages = read_pages(site.out)
    found, waiting = {"index.html"}, ["index.html"]
    while waiting:
        page = pages[waiting.pop()]
        for link in page.links:
            parts = urlsplit(link.target)
            address = normpath(join(dirname(page.address), unquote(parts.path)))
            if not parts.scheme and address in pages and address not in found:
                found.add(address)
                waiting.append(address)
    apart = {address for address, page in pages.items() if not page.redirect} - found - {"404.html"}
    assert apart == set()


def on_disk(href: str, out: Path) -> str:
    """The part of a file: address below the site's folder."""
    return Path(unquote(urlsplit(href).path)).relative_to(out).as_posix()


def test_pages_work_on_a_server_below_a_path(site: Site, served: Callable[..., str], page: Page) -> None:
    base = served(site.out, "/repo/")
    files = set(addresses(site.out))
    dead = []
    for address in one_of_each(site.out):
        if address == "404.html":  # it alone knows the path of site.yml; see below
            continue
        page.goto(base + address, wait_until="load")
        ours = [re.split("[?#]", href)[0] for href in page.evaluate(OWN_LINKS) if href.startswith(base.split("/repo/")[0])]
        dead += [f"{address} -> {href}" for href in ours if unquote(href).removeprefix(base) not in files]
    assert dead == []


def test_pages_work_from_disk(site: Site, page: Page) -> None:
    files = set(addresses(site.out))
    dead = []
    for address in one_of_each(site.out):
        if address == "404.html":  # only a server shows it
            continue
        page.goto((site.out / address).as_uri(), wait_until="load")
        dead += [f"{address} -> {href}" for href in page.evaluate(OWN_LINKS) if on_disk(href, site.out) not in files]
    assert dead == []


def test_a_missing_page_is_told_at_every_depth(site: Site, served: Callable[..., str], page: Page, faults: list[str]) -> None:
    base = served(site.out, urlsplit(url_of(site)).path or "/")
    response = page.goto(f"{base}nowhere/at/all.html")
    assert response is not None
    assert response.status == 404
    loaded = page.evaluate("() => [...document.styleSheets].filter((sheet) => sheet.href).every((sheet) => sheet.cssRules.length)")
    assert loaded, "every style sheet is found"
    page.locator(".md-header a.md-logo, header a").first.click()
    assert page.url == f"{base}index.html"
    page.context.close()
    # The browser may guess at addresses before it has read where the site begins; what is no 404 is a fault.
    assert [fault for fault in faults if "404" not in fault] == []
    faults.clear()


@pytest.mark.parametrize("site", ["own_site"], indirect=True)
def test_the_own_site_has_pages_of_many_kinds(site: Site) -> None:
    kinds = {kind(page) for page in read_pages(site.out).values()}
    assert {"index.html", "tags/index.html", "tags/*.html", "timeline/*.html", "entries/*.html", "404.html"} <= kinds
