"""A Chromium, a server, and pages that watch what goes wrong on them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.browser.reader_site import lay_out
from tests.browser.server import serving
from tests.conftest import Site

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Fewer processes and no traffic of the browser's own.
ARGS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
)
AXE = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


def chromium_path(playwright: Playwright) -> str:
    """The system's Chromium, else Playwright's own. Without one the tests fail: what a reader sees is never left unlooked at."""
    found = next(filter(None, map(shutil.which, NAMES)), None) or playwright.chromium.executable_path
    if not Path(found).exists():
        pytest.fail("no Chromium: install the package `chromium`, or run `python -m playwright install chromium`")
    return found


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    sandbox = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    started = playwright.chromium.launch(executable_path=chromium_path(playwright), args=[*ARGS, *sandbox])
    yield started
    started.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What went wrong on the test's pages; any left at the end fails the test. A test that provokes one clears it."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def new_page(browser: Browser, faults: list[str]) -> Iterator[Callable[..., Page]]:
    """Opens a page in a context of its own: `new_page(viewport=…, color_scheme="dark", java_script_enabled=False)`."""
    with ExitStack() as stack:

        def opened(**options: Any) -> Page:
            context = browser.new_context(**{"locale": "zh-CN", **options})
            stack.callback(context.close)
            page = context.new_page()
            watch(page, faults)
            return page

        yield opened


def watch(page: Page, faults: list[str]) -> None:
    """Notes errors in the console, uncaught exceptions, failed requests and requests to another host."""

    def requested(request: Any) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"file", "data", "blob", "about"} and parts.hostname != "127.0.0.1":
            faults.append(f"request to {request.url}")

    def failed(request: Any) -> None:
        # Chromium reports a page that was left before it was loaded, and a download, as aborted.
        if request.failure != "net::ERR_ABORTED":
            faults.append(f"{request.url}: {request.failure}")

    page.on("console", lambda message: faults.append(f"{page.url}: {message.text}") if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
    page.on("request", requested)
    page.on("requestfailed", failed)


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture(scope="session")
def served() -> Iterator[Callable[..., str]]:
    """`served(folder, base="/repo/")`: the address a folder is served at until the session ends."""
    with ExitStack() as stack:
        running: dict[tuple[Path, str], str] = {}

        def address(folder: Path, base: str = "/repo/") -> str:
            if (folder, base) not in running:
                running[folder, base] = stack.enter_context(serving(folder, base))
            return running[folder, base]

        yield address


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[str]]:
    """`axe(page)`: what axe-core finds against WCAG 2.2 AA on the page as it stands, a line for each element."""
    source = AXE.read_text(encoding="utf-8")
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

    def violations(page: Page, within: str = "html", only: tuple[str, ...] = (), off: tuple[str, ...] = ()) -> list[str]:
        page.evaluate(source)
        options = {
            "runOnly": list(only) or tags,
            "resultTypes": ["violations"],
            "preload": False,
            "rules": {rule: {"enabled": False} for rule in off},
        }
        found = page.evaluate("([within, options]) => axe.run(within, options)", [within, options])
        return [f"{each['id']} {node['target']}: {each['help']}" for each in found["violations"] for node in each["nodes"]]

    return violations


@pytest.fixture(params=["own_site", "starter_site"])
def site(request: pytest.FixtureRequest) -> Site:
    """This repository's own site, then what `tagloom init` begins with."""
    built: Site = request.getfixturevalue(request.param)
    return built


@pytest.fixture(scope="session")
def reader_site(built: Callable[[str, Callable[[Path], None]], Site]) -> Site:
    return built("reader", lay_out)


@pytest.fixture(params=[f"{how}-{width}" for how in ("http", "file") for width in (390, 1280)])
def reader(request: pytest.FixtureRequest, reader_site: Site, served: Callable[..., str], new_page: Callable[..., Page]) -> Page:
    """A page of the site; `page.goto` takes addresses of the site."""
    how, width = request.param.split("-")
    base = served(reader_site.out) if how == "http" else f"{reader_site.out.as_uri()}/"
    page = new_page(viewport={"width": int(width), "height": 800}, permissions=["clipboard-read", "clipboard-write"])
    go = page.goto
    page.goto = lambda address: go(base + address)  # type: ignore[method-assign]
    return page
