"""A site on localhost while it is being written: a built folder in; its pages, with what is wrong above them, over HTTP out.

Nothing of this is on disk: the notice and the script that loads a page again are added to pages as they are served, and both come
from addresses below `.tagloom/`, where no page of a site can be.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import MimeTypes
from pathlib import Path
from threading import Condition
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

OWN = ".tagloom/"
PATIENCE = 25.0  # seconds a browser waits for the next build before it asks again
# Built in, because the machine's own tables differ from one to the next.
TYPES = MimeTypes()
TYPES.add_type("text/javascript", ".js")
TYPES.add_type("application/atom+xml", ".atom")
TYPES.add_type("font/woff2", ".woff2")
SCRIPT = """(() => {
  const { build, builds } = document.currentScript.dataset;
  let waiting = null;
  const wait = async () => {
    const mine = (waiting = new AbortController());
    while (waiting === mine) {
      try {
        const answer = await fetch(`${builds}?after=${build}`, { cache: "no-store", signal: mine.signal });
        if (answer.ok && (await answer.json()) !== build) return location.reload();
      } catch {
        await new Promise((done) => setTimeout(done, 1000));
      }
    }
  };
  const look = () => {
    // A browser opens few connections to one host: tabs in the background leave theirs to the one that is read.
    if (document.hidden) { waiting?.abort(); waiting = null; } else if (!waiting) wait();
  };
  addEventListener("visibilitychange", look);
  addEventListener("pageshow", look);
})();
"""
STYLE = """#tl-preview { position: fixed; inset: auto 0 0 0; z-index: 1000; max-height: 60vh; overflow: auto; padding: 0.75rem 1rem;
  background: #8b1a1a; color: #fff; font: 14px/1.5 ui-monospace, monospace; }
#tl-preview summary { cursor: pointer; font-weight: 700; }
#tl-preview pre { margin: 0.5rem 0 0; padding: 0; background: none; color: inherit; font: inherit; white-space: pre-wrap; }
@media print { #tl-preview { display: none; } }
"""


@dataclass
class Preview:
    """What is served now: files below `folder` at addresses below `base`, and the errors to show on each page."""

    folder: Path
    base: str = "/"
    errors: tuple[str, ...] = ()
    run: str = field(default_factory=lambda: secrets.token_hex(4))  # so that a page of an earlier server is known as old
    number: int = 0
    news: Condition = field(default_factory=Condition)

    @property
    def build(self) -> str:
        """The build that is served, by a name that no other build has."""
        return f"{self.run}-{self.number}"

    def show(self, base: str, errors: Sequence[str]) -> None:
        """Tells the browsers that wait that there is something new to see."""
        with self.news:
            self.base, self.errors = unquote(base), tuple(errors)
            self.number += 1
            self.news.notify_all()

    def wait(self, after: str) -> str:
        """The build that is served, as soon as it is another than `after`; the same after some patience."""
        with self.news:
            self.news.wait_for(lambda: self.build != after, PATIENCE)
            return self.build

    def dressed(self, page: bytes, build: str) -> bytes:
        """`page` with the script that waits for the next build, and the errors of this one."""
        own = quote(self.base + OWN)
        extra = f'<script src="{own}preview.js" data-build="{build}" data-builds="{own}builds"></script>'
        if self.errors:
            count = "1 error" if len(self.errors) == 1 else f"{len(self.errors)} errors"
            told = escape("\n\n".join(self.errors))
            extra += (
                f'<link rel="stylesheet" href="{own}preview.css"><div id="tl-preview" role="alert">'
                f"<details open><summary>{count}</summary><pre>{told}</pre></details></div>"
            )
        before, end, after = page.rpartition(b"</body>")
        return before + extra.encode() + end + after if end else page + extra.encode()


class Answers(BaseHTTPRequestHandler):
    """Answers GET and HEAD."""

    protocol_version = "HTTP/1.1"
    # Headers and body leave together: a body held back until the headers are acknowledged comes 40 ms late.
    wbufsize = -1
    disable_nagle_algorithm = True

    def __init__(self, *args: Any, preview: Preview) -> None:
        self.preview = preview
        super().__init__(*args)

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        path, base = unquote(parts.path), self.preview.base
        if not path.startswith(base):
            return self.answer(302, b"", "text/plain", Location=quote(base)) if path in {"/", base[:-1]} else self.missing()
        name = path.removeprefix(base)
        if name.startswith(OWN):
            return self.answer_own(name.removeprefix(OWN), parse_qs(parts.query))
        # Asked for before the file is read: a build in between makes the page older than it is, never newer.
        build = self.preview.build
        file = self.find(name)
        if file is None:
            return self.missing()
        if file.is_dir():
            return self.answer(301, b"", "text/plain", Location=f"{parts.path}/")
        try:
            content = file.read_bytes()
        except OSError:
            return self.missing()
        kind = TYPES.guess_type(file.name)[0] or "application/octet-stream"
        return self.answer(200, self.preview.dressed(content, build) if kind == "text/html" else content, kind)

    def do_HEAD(self) -> None:
        self.do_GET()

    def find(self, name: str) -> Path | None:
        """The file of the site at `name`, or the folder whose slash was left out."""
        folder = self.preview.folder.resolve()
        try:
            file = (folder / name.lstrip("/")).resolve()
            if not file.is_relative_to(folder):
                return None
            if file.is_dir() and (name.endswith("/") or not name):
                file /= "index.html"
            return file if file.exists() else None
        except (OSError, ValueError):
            return None

    def answer_own(self, name: str, query: dict[str, list[str]]) -> None:
        if name == "builds":
            build = self.preview.wait(query.get("after", [""])[0])
            self.answer(200, json.dumps(build).encode(), "application/json")
        elif name == "preview.js":
            self.answer(200, SCRIPT.encode(), "text/javascript")
        elif name == "preview.css":
            self.answer(200, STYLE.encode(), "text/css")
        else:
            self.answer(404, b"not found", "text/plain")

    def missing(self) -> None:
        build = self.preview.build
        try:
            page = (self.preview.folder / "404.html").read_bytes()
        except OSError:
            page = (
                b'<!doctype html><html lang="en"><meta charset="utf-8"><title>404</title><body><p>There is no such page.</p></body></html>'
            )
        self.answer(404, self.preview.dressed(page, build), "text/html")

    def answer(self, status: int, body: bytes, kind: str, **headers: str) -> None:
        self.send_response(status)
        written = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        for name, value in {"Content-Type": written, "Content-Length": str(len(body)), "Cache-Control": "no-store", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keeps the terminal to builds and their problems."""


class Server(ThreadingHTTPServer):
    """Serves a preview; ends without waiting for browsers that wait."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, host: str, port: int, preview: Preview) -> None:
        super().__init__((host, port), partial(Answers, preview=preview))

    def handle_error(self, *_: object) -> None:
        """A browser that leaves a page drops its connections; that is no error of the site."""
