"""The tools that look at built sites see what they are meant to see, on a small site made for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.crawl import dead_links, one_of_each

PAGE = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title>{head}</head><body><main>{body}</main></body></html>'
SHIFT = """<a href="tags/a%26b.html#x">b</a> <a href="https://example.org/r/tags/a%26b.html">c</a> <a href="https://other.example/">d</a>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "index.html", body=SHIFT)
    write(tmp_path, "tags/a&b.html", body='<h1 id="x">x</h1><a href="../index.html">home</a><a href="#x">x</a>')
    write(tmp_path, "404.html", body='<h1>gone</h1><a href="/r/index.html">home</a>')
    return tmp_path


def write(folder: Path, address: str, body: str = "<h1>t</h1>", head: str = '<link rel="icon" href="data:,">') -> None:
    file = folder / address
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PAGE.format(head=head, body=body), encoding="utf-8")


def test_a_sound_site_has_no_dead_link(folder: Path) -> None:
    assert dead_links(folder, "https://example.org/r/") == []


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("gone.html", "no such file"),
        ("tags/a%26b.html#y", "no such anchor"),
        ("tags/", "folder"),
        ("tags/A%26b.html", "no such file"),
        ("tags/a%2526b.html", "no such file"),
        ("/r/index.html", "begins with a slash"),
        ("../index.html", "above the site"),
        ("tags/é.html", "percent-encoded"),
        ("https://example.org/r/gone.html", "no such file"),
    ],
)
def test_a_dead_link_is_found(folder: Path, target: str, reason: str) -> None:
    write(folder, "stats.html", body=f'<a href="{target}">x</a>')
    assert [reason in line for line in dead_links(folder, "https://example.org/r/")] == [True]


def test_a_dead_address_in_a_style_sheet_is_found(folder: Path) -> None:
    (folder / "a.css").write_text("a { background: url('gone.svg') }", encoding="utf-8")
    assert "a.css -> gone.svg: no such file" in dead_links(folder)


def test_one_page_stands_for_its_kind(folder: Path) -> None:
    for address in ("tags/index.html", "tags/c.html", "tags/c/1.html", "tags/c/2.html", "tags/old.html"):
        write(folder, address, head='<meta http-equiv="refresh" content="0; url=c.html">' if "old" in address else "")
    kinds = ["404.html", "index.html", "tags/a&b.html", "tags/c/2.html", "tags/index.html"]
    assert one_of_each(folder) == kinds
    assert one_of_each(folder, redirects=True) == [*kinds, "tags/old.html"]


def test_the_server_serves_below_its_base_only(folder: Path, served: Callable[..., str], page: Page, faults: list[str]) -> None:
    address = served(folder)
    response = page.goto(f"{address}tags/a%26b.html")
    assert response is not None
    assert (response.status, response.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert response.headers["content-encoding"] == "gzip"
    assert page.request.get(f"{address}nowhere/at/all.html").status == 404
    assert "gone" in page.request.get(f"{address}nowhere/at/all.html").text()
    assert page.request.get(address.replace("/repo/", "/")).status == 404
    assert page.request.get(f"{address}../../etc/passwd").status == 404
    assert faults == []


@pytest.mark.parametrize(
    ("script", "event", "fault"),
    [
        ("console.error('broken')", "console", "broken"),
        ("setTimeout(() => { throw new Error('thrown') })", "pageerror", "thrown"),
        ("fetch('https://cdn.example/x.js').catch(() => 0)", "request", "request to https://cdn.example/x.js"),
        ("document.body.append(Object.assign(new Image(), {src: 'gone.png'}))", "console", "404"),
    ],
)
def test_a_page_tells_what_goes_wrong(
    folder: Path, served: Callable[..., str], page: Page, faults: list[str], script: str, event: str, fault: str
) -> None:
    page.goto(served(folder))
    with page.expect_event(event):
        page.evaluate(f"() => {{ {script} }}")
    page.context.close()
    assert any(fault in line for line in faults)
    faults.clear()


def test_axe_finds_an_image_without_words(folder: Path, served: Callable[..., str], page: Page, axe: Callable[..., list[str]]) -> None:
    page.goto(f"{served(folder)}404.html")
    assert axe(page) == []
    page.evaluate("() => document.querySelector('main').append(Object.assign(new Image(), {src: 'data:,'}))")
    assert [line.split()[0] for line in axe(page)] == ["image-alt"]


def test_pages_open_from_disk(folder: Path, page: Page) -> None:
    page.goto((folder / "index.html").as_uri())
    page.get_by_text("b", exact=True).click()
    assert page.url.endswith("/tags/a%26b.html#x")
