"""A folder on localhost as GitHub Pages would serve it: below a base path, compressed, with its 404 page."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

# Spelled out, because mimetypes reads what the machine happens to have in /etc.
TYPES = {
    ".atom": "application/atom+xml",
    ".css": "text/css; charset=utf-8",
    ".gif": "image/gif",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
    ".zip": "application/zip",
}
COMPRESSED = ("text/", "application/json", "application/xml", "application/atom+xml", "image/svg+xml")


class Pages(BaseHTTPRequestHandler):
    """Answers GET and HEAD for files below `folder`, at addresses below `base`."""

    protocol_version = "HTTP/1.1"
    # Headers and body leave together: a body held back until the headers are acknowledged comes 40 ms late.
    wbufsize = -1
    disable_nagle_algorithm = True

    def __init__(self, *args: Any, folder: Path, base: str) -> None:
        self.folder, self.base = folder, base
        super().__init__(*args)

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if not path.startswith(self.base):
            return self.answer(404, b"outside the site", "text/plain")
        file = (self.folder / path.removeprefix(self.base)).resolve()
        if not file.is_relative_to(self.folder.resolve()):
            return self.answer(404, b"outside the site", "text/plain")
        if file.is_dir() and not path.endswith("/"):
            return self.answer(301, b"", "text/plain", Location=f"{urlsplit(self.path).path}/")
        if file.is_dir():
            file /= "index.html"
        if file.is_file():
            return self.answer(200, file.read_bytes(), TYPES.get(file.suffix.lower(), "application/octet-stream"))
        missing = self.folder / "404.html"
        return self.answer(404, missing.read_bytes() if missing.is_file() else b"not found", TYPES[".html"])

    do_HEAD = do_GET

    def answer(self, status: int, body: bytes, kind: str, **headers: str) -> None:
        if kind.startswith(COMPRESSED) and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body, 1, mtime=0)
            headers["Content-Encoding"] = "gzip"
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": "no-store", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - named by http.server
        """Keeps the terminal to the tests."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that leaves a page drops its connections; that is no error of the site."""


@contextmanager
def serving(folder: Path, base: str = "/repo/") -> Iterator[str]:
    """The address, ending in `base`, where `folder` is served while the block runs."""
    server = Server(("127.0.0.1", 0), partial(Pages, folder=folder, base=base))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{base}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
