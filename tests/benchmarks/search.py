"""A built site in; what a reader's browser loads and how long it works for the first results of queries out.

Times on the clock are those of one machine with a server beside the browser; beside them stands how long scripts ran.
`python -m tests.benchmarks.search FOLDER`: FOLDER is a built site. Weights are those of gzip at its usual level, script and data together.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sys
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from playwright.sync_api import Page, sync_playwright

from tests.browser.server import serving

# The first of each group is asked by a page just opened, the others by the same page after it.
QUERIES = (
    (
        "q=分布式训练",
        "q=流水线并行 气泡",
        "q=gpt",
        'q="pipeline parallelism"',
        'q="memory storage"',
        "q=title:并行",
        "q=检索 检查点",
        "q=the",
    ),
    ("q=score:>=10 is:deep", "kind=paper", "q=检查点"),
    ("q=不在其中的一句话", "q=zzzz"),
    ("kind=paper&featured=1&deep=1&score=9", "from=2024-01-01&to=2024-01-31"),
    ("", "q=的"),
)
MEASURE = "name => performance.getEntriesByName(name).at(-1)?.duration ?? null"
# Counting waits at a gate after the first results, so that what came before it can be told from what comes after.
GATE = """
document.addEventListener("tagloom:cards", () => {
  const { archive } = tagloom;
  archive.counted ??= archive.tally;
  window.gate ??= new Promise((open) => (window.openGate = open));
  archive.tally = async (...asked) => (await window.gate, archive.counted(...asked));
  requestAnimationFrame(() => setTimeout(window.shown));
});
"""


def weight(folder: Path, addresses: list[str]) -> int:
    return sum(len(gzip.compress((folder / address).read_bytes(), 6, mtime=0)) for address in addresses)


def owned(address: str) -> bool:
    """Whether a file is Tagloom's own script or data, and not the frame's."""
    return address.endswith(".js") and (address.startswith("data/") or (address.startswith("assets/") and address.count("/") == 1))


# What Chromium's trace calls the running of scripts, with what it takes to compile them and to tidy up after them.
SCRIPT = {"EvaluateScript", "FunctionCall", "RunMicrotasks", "TimerFire", "EventDispatch", "v8.compile", "MajorGC", "MinorGC"}


def script_time(trace: bytes) -> float:
    """Milliseconds for which scripts ran in the thread that ran them longest. Events lie within one another: each moment counts once."""
    spans: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for event in json.loads(trace)["traceEvents"]:
        if event.get("ph") == "X" and event["name"] in SCRIPT:
            spans.setdefault((event["pid"], event["tid"]), []).append((event["ts"], event["ts"] + event.get("dur", 0)))
    return max(map(covered, spans.values()), default=0.0) / 1000


def covered(spans: list[tuple[float, float]]) -> float:
    total, end = 0.0, 0.0
    for start, stop in sorted(spans):
        total += max(stop - max(start, end), 0.0)
        end = max(end, stop)
    return total


def measured(page: Page, loaded: list[str], folder: Path, query: str, first: bool, base: str) -> str:
    """A line of figures: up to the first results on the page, then for counting all."""
    loaded.clear()
    browser = page.context.browser
    assert browser
    browser.start_tracing(page=page, categories=["devtools.timeline", "v8"])
    if first:
        page.goto(f"{base}explore.html?{quote(query, safe='=&')}", wait_until="commit")
    else:
        page.evaluate("() => { performance.clearMeasures(); delete window.gate; window.wasShown = false; }")
        page.evaluate("query => { history.pushState(null, '', '?' + query); dispatchEvent(new PopStateEvent('popstate')); }", query)
    page.wait_for_function("() => window.wasShown", timeout=60_000)
    script, before = script_time(browser.stop_tracing()), len(loaded)
    page.evaluate("() => { performance.mark('gate'); window.openGate(); }")
    page.wait_for_function(f"name => ({MEASURE})(name) !== null", arg="tagloom:all", timeout=60_000)
    wall = page.evaluate(MEASURE, "tagloom:first")
    counting = page.evaluate(
        "() => { const all = performance.getEntriesByName('tagloom:all').at(-1);"
        " return all.startTime + all.duration - performance.getEntriesByName('gate').at(-1).startTime; }"
    )

    def told(names: list[str]) -> str:
        ours = [name for name in names if owned(name)]
        return f"{weight(folder, ours) / 1024:5.0f} KB in {len(ours):3d} files"

    return (
        f"{'first' if first else 'later'} {wall:5.0f} ms, script {script:4.0f} ms, {told(loaded[:before])}"
        f" | counting {counting:5.0f} ms, {told(loaded[before:])} | {page.locator('.tl-status').inner_text()} | {query}"
    )


def main(folder: Path) -> None:
    executable = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as started, serving(folder, "/repo/") as base:
        browser = started.chromium.launch(executable_path=executable, args=["--disable-gpu", *sandbox])
        for group in QUERIES:
            page = browser.new_page()
            page.add_init_script("window.shown = () => (window.wasShown = true);" + GATE)
            loaded: list[str] = []
            page.on("request", lambda request, into=loaded: into.append(unquote(urlsplit(request.url).path).removeprefix("/repo/")))
            for place, query in enumerate(group):
                print(measured(page, loaded, folder, query, place == 0, base), flush=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
