"""A built site in; what a reader's browser loads and how long it works for the first results of queries out.

`python -m tests.benchmarks.search FOLDER`: FOLDER is a built site. Weights are those of gzip at its usual level, script and data together.
"""

from __future__ import annotations

import gzip
import os
import shutil
import sys
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from playwright.sync_api import Page, sync_playwright

from tests.browser.server import serving

# The first of each group is asked by a page just opened, the others by the same page after it.
QUERIES = (
    ("q=分布式训练", "q=流水线并行 气泡", "q=gpt", 'q="pipeline parallelism"'),
    ("q=score:>=10 is:deep", "kind=paper", "q=检查点"),
    ("q=不在其中的一句话", "q=zzzz"),
    ("kind=paper&featured=1&deep=1&score=9", "from=2024-01-01&to=2024-01-31"),
    ("", "q=的"),
)
MEASURE = "name => performance.getEntriesByName(name).at(-1)?.duration ?? null"


def weight(folder: Path, addresses: list[str]) -> int:
    return sum(len(gzip.compress((folder / address).read_bytes(), 6, mtime=0)) for address in addresses)


def owned(address: str) -> bool:
    """Whether a file is Tagloom's own script or data, and not the frame's."""
    return address.endswith(".js") and (address.startswith("data/") or (address.startswith("assets/") and address.count("/") == 1))


def asked(page: Page, query: str, first: bool, base: str) -> tuple[float, float]:
    """Milliseconds until the first results stood on the page, and until all were counted."""
    if first:
        page.goto(f"{base}explore.html?{quote(query, safe='=&')}")
    else:
        page.evaluate("() => performance.clearMeasures()")
        page.evaluate("query => { history.pushState(null, '', '?' + query); dispatchEvent(new PopStateEvent('popstate')); }", query)
    page.wait_for_function(f"name => ({MEASURE})(name) !== null", arg="tagloom:all", timeout=60_000)
    return page.evaluate(MEASURE, "tagloom:first"), page.evaluate(MEASURE, "tagloom:all")


def main(folder: Path) -> None:
    executable = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as started, serving(folder, "/repo/") as base:
        browser = started.chromium.launch(executable_path=executable, args=["--disable-gpu", *sandbox])
        for group in QUERIES:
            page = browser.new_page()
            loaded: list[str] = []
            page.on("request", lambda request, into=loaded: into.append(unquote(urlsplit(request.url).path).removeprefix("/repo/")))
            at_first: list[int] = []
            page.expose_function("shown", lambda into=at_first, seen=loaded: into.append(len(seen)))
            page.add_init_script("document.addEventListener('tagloom:cards', () => window.shown())")
            for place, query in enumerate(group):
                before = len(loaded)
                at_first.clear()
                first, whole = asked(page, query, place == 0, base)
                page.wait_for_timeout(50)
                ours = [name for name in loaded[before : at_first[0] if at_first else None] if owned(name)]
                whole_ours = [name for name in loaded[before:] if owned(name)]
                status = page.locator(".tl-status").inner_text()
                print(
                    f"{'first' if place == 0 else 'later'}  {first:7.0f} ms {weight(folder, ours) / 1024:7.0f} KB in {len(ours):3d} files"
                    f"   counted {whole:7.0f} ms {weight(folder, whole_ours) / 1024:7.0f} KB   {status:12}  {query}"
                )
            page.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
