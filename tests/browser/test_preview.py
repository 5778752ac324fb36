"""What an editor sees in a browser while `tagloom serve` runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tagloom.preview import Preview, Server
from tagloom.serve import answering

PAGE = '<!doctype html><html lang="en"><head><title>t</title><link rel="icon" href="data:,"></head><body><p>{}</p></body></html>'


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[tuple[Preview, str]]:
    """A preview of one page, and its address."""
    (tmp_path / "index.html").write_text(PAGE.format("first"), "utf-8")
    preview = Preview(tmp_path, "/a b/")
    server = Server("127.0.0.1", 0, preview)
    with answering(server):
        yield preview, f"http://127.0.0.1:{server.server_port}/a%20b/"
    server.server_close()


def test_a_page_that_is_open_loads_again_and_shows_what_is_wrong(shown: tuple[Preview, str], page: Page) -> None:
    preview, address = shown
    page.goto(address)
    (preview.folder / "index.html").write_text(PAGE.format("second"), "utf-8")
    preview.show("/a%20b/", ["content/x.md:1: error[x]: <b>no</b>"])
    page.get_by_text("second").wait_for()
    assert page.locator("#tl-preview").inner_text().splitlines()[-1] == "content/x.md:1: error[x]: <b>no</b>"
    preview.show("/a%20b/", [])
    page.locator("#tl-preview").wait_for(state="detached")
