"""An address in; what a server answers out, or Stopped with what a person can do instead.

Polite: it says who asks, asks once, waits no longer than `PATIENCE` and takes no more than `MOST_BYTES`. Careful: only http and https, also
after a redirect, and at most `MOST_REDIRECTS` of those.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit, urlunsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from tagloom.problems import Stopped
from tagloom.version import version

PATIENCE = 20.0  # seconds for a whole answer
MOST_BYTES = 5_000_000
MOST_REDIRECTS = 5
ARXIV = "https://export.arxiv.org/api/query"
DOI = "https://doi.org/"
SCHEMES = ("http", "https")
BY_HAND = 'write it by hand: tagloom new --title "…" --date 2026-06-10'


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server gave: where it came from in the end, its media type and charset, and the bytes."""

    address: str
    kind: str
    charset: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Web:
    """Where arXiv and DOIs are asked for, and how long an answer may take. A test names servers of its own."""

    arxiv: str = ARXIV
    doi: str = DOI
    patience: float = PATIENCE
    most_bytes: int = MOST_BYTES

    @classmethod
    def at_hand(cls, environment: Mapping[str, str] = os.environ) -> Web:
        """The usual servers, or mirrors of them that TAGLOOM_ARXIV and TAGLOOM_DOI name."""
        return cls(environment.get("TAGLOOM_ARXIV", ARXIV), environment.get("TAGLOOM_DOI", DOI))

    def get(self, address: str, accept: str = "*/*") -> Answer:
        """What stands at `address`. Raises Stopped when it cannot be had."""
        address = asked(address)
        host = urlsplit(address).hostname or address
        headers = {"User-Agent": f"Tagloom/{version()} (+https://github.com/tagloom/tagloom)", "Accept": accept}
        until = time.monotonic() + self.patience
        try:
            with opener().open(Request(address, headers=headers), timeout=self.patience) as response:
                data = self.whole(response, host, until)
                return Answer(response.url, response.headers.get_content_type(), response.headers.get_content_charset() or "", data)
        except HTTPError as error:
            told = refusal(error, host)
            error.close()
            raise told from None
        except TimeoutError:
            raise Stopped(f"{host} did not answer within {self.patience:g} seconds", f"try again later, or {BY_HAND}") from None
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise Stopped(f"{host} did not answer within {self.patience:g} seconds", f"try again later, or {BY_HAND}") from None
            raise Stopped(f"{host} cannot be reached: {error.reason}", f"check the connection, or {BY_HAND}") from None
        except (OSError, HTTPException, ValueError) as error:
            raise Stopped(f"{host} broke off: {error}", f"try again later, or {BY_HAND}") from None

    def whole(self, response: IO[bytes], host: str, until: float) -> bytes:
        """The answer's bytes. A server that drips them is left when the time is over."""
        pieces, size = [], 0
        while piece := response.read(65536):
            pieces.append(piece)
            size += len(piece)
            if size > self.most_bytes:
                raise Stopped(f"{host} sends more than {self.most_bytes // 1_000_000 or 1} MB", f"name the page about it, not the file; or {BY_HAND}")
            if time.monotonic() > until:
                raise TimeoutError
        if getattr(response, "length", 0):
            raise ConnectionError("a part of the answer is missing")
        return b"".join(pieces)


def asked(address: str) -> str:
    """`address` as it is sent: letters beyond ASCII encoded. Raises Stopped for anything but http and https."""
    try:
        parts = urlsplit(address.strip())
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise Stopped(f"'{address}' is not a web address: {error}", "copy it from the browser's address bar") from None
    if parts.scheme not in SCHEMES or not host:
        raise Stopped(f"'{address}' is not a web address", "write one that begins with https://, an arXiv number or a DOI")
    named = host.encode("idna").decode() if not host.isascii() else host
    place = f"[{named}]" if ":" in named else named
    path, query = quote(parts.path, safe="/%:@!$&'()*+,;=~-._"), quote(parts.query, safe="/%:@!$&'()*+,;=?~-._")
    return urlunsplit((parts.scheme, f"{place}:{port}" if port else place, path, query, ""))


class CarefulRedirects(HTTPRedirectHandler):
    """Follows a redirect to another http or https address only."""

    max_redirections = MOST_REDIRECTS
    max_repeats = 2

    def redirect_request(self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str) -> Request | None:
        if urlsplit(newurl).scheme not in SCHEMES:
            raise HTTPError(newurl, code, msg, headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def opener() -> Any:
    """Opens http and https, by way of the proxy that the environment names, and nothing else."""
    made = OpenerDirector()
    for part in (ProxyHandler(), HTTPHandler(), HTTPSHandler(), HTTPDefaultErrorHandler(), CarefulRedirects(), HTTPErrorProcessor()):
        made.add_handler(part)
    return made


def refusal(error: HTTPError, host: str) -> Stopped:
    with error:
        if error.code in (404, 410):
            return Stopped(f"{host} knows no such page (status {error.code})", f"check the address, or {BY_HAND}")
        if error.code in (429, 503):
            wait = error.headers.get("Retry-After", "")
            when = f"in {wait} seconds" if wait.isdigit() else "later"
            return Stopped(f"{host} is busy (status {error.code})", f"try again {when}, or {BY_HAND}")
        if error.code in (401, 402, 403, 451):
            return Stopped(f"{host} does not show this to programs (status {error.code})", BY_HAND)
        target = error.headers.get("Location", "")
        if urlsplit(target).scheme not in ("", *SCHEMES):
            return Stopped(f"{host} leads to '{target[:80]}', which is not a web address", BY_HAND)
        if 300 <= error.code < 400:
            return Stopped(f"{host} leads from one address to another without end", f"open it in a browser and copy the last address, or {BY_HAND}")
        return Stopped(f"{host} answered with status {error.code}", f"try again later, or {BY_HAND}")
