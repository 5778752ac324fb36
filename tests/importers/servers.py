"""A server on localhost that gives recorded answers, for what `tagloom new` asks of arXiv, DOI registries and web pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from tagloom.importers.fetching import Web

RECORDED = Path(__file__).parent / "recorded"


@dataclass
class Reply:
    """What one path is answered with."""

    body: bytes = b""
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


def recorded(name: str, kind: str = "text/html; charset=utf-8") -> Reply:
    return Reply((RECORDED / name).read_bytes(), kind)


@dataclass
class Asked:
    """Where a server listens, and what it was asked: (path with query, headers)."""

    base: str
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    @property
    def web(self) -> Web:
        return Web(f"{self.base}/arxiv", f"{self.base}/doi/", patience=5)


class Answers(BaseHTTPRequestHandler):
    def __init__(self, *args: Any, replies: Mapping[str, Reply], asked: Asked) -> None:
        self.replies, self.asked = replies, asked
        super().__init__(*args)

    def do_GET(self) -> None:
        self.asked.requests.append((self.path, dict(self.headers)))
        reply = self.replies.get(urlsplit(self.path).path, Reply(b"none", status=404))
        self.send_response(reply.status)
        for name, value in {"Content-Type": reply.kind, **reply.headers}.items():
            self.send_header(name, value.replace("BASE", self.asked.base))
        self.end_headers()
        self.wfile.write(reply.body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - named by http.server
        """Keeps the terminal to the tests."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Who asks may hang up before it has heard everything; that is what some tests are about."""


@contextmanager
def answering(replies: Mapping[str, Reply]) -> Iterator[Asked]:
    asked = Asked("")
    server = Server(("127.0.0.1", 0), partial(Answers, replies=replies, asked=asked))
    asked.base = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
