"""Where a link leads: a page's address and what stands in its href in; nothing, or what is wrong with it, out."""

from __future__ import annotations

import re
from functools import cached_property
from posixpath import normpath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

NOT_FOUND = "404.html"
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
NOT_ENCODED = re.compile(r"[^\x21-\x7e]")


class Way(NamedTuple):
    """What came of following a link. `page` and `anchor` are set when the anchor is still to be looked up."""

    rule: str = ""
    fact: str = ""
    page: str = ""
    anchor: str = ""
    outside: bool = False  # leads to another host


FINE = Way()
OUTSIDE = Way(outside=True)


class Ground:
    """A built site: its folder, the addresses of its files, and the address it is published at, or ""."""

    def __init__(self, folder: str, files: frozenset[str], url: str) -> None:
        self.folder, self.files = folder, files
        self.url = f"{url.rstrip('/')}/" if url else ""
        self.known: dict[tuple[str, str], Way] = {}

    @cached_property
    def base(self) -> str:
        """The path of `url`: `/repo/`."""
        return urlsplit(self.url).path or "/"

    @cached_property
    def folders(self) -> frozenset[str]:
        return frozenset(address[:place] for address in self.files for place, letter in enumerate(address) if letter == "/")

    def follow(self, page: str, target: str) -> Way:
        """Where `target` leads from `page`. Pages of one folder share the answer, but for links into the page itself."""
        folder = page.rpartition("/")[0]
        key = (page if page == NOT_FOUND or target[:1] in ("#", "?", "") else folder, target)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.way(page, folder, target)
        return found

    def way(self, page: str, folder: str, target: str) -> Way:
        if target.startswith("//") or SCHEME.match(target):
            if not (self.url and f"{target.partition('#')[0]}/".startswith(self.url)):
                return OUTSIDE if target.startswith(("//", "http:", "https:", "ws:", "wss:")) else FINE
            rest = target[len(self.url) :]
            return self.land("", rest if rest[:1] not in ("", "#", "?") else f"index.html{rest}", page, target)
        if target.startswith("/"):
            # A server shows the 404 page at every depth, so only there a link may begin at the site's own path.
            if page == NOT_FOUND and target.startswith(self.base):
                return self.land("", target[len(self.base) :] or "index.html", page, target)
            return Way("outside-base", f"'{target}' begins with a slash, so it works neither below a path nor on disk")
        return self.land(folder, target, page, target)

    def land(self, folder: str, rest: str, page: str, target: str) -> Way:
        """The way to the file that `rest` (a path with what may follow it) names from `folder`."""
        path, _, anchor = rest.partition("#")
        path = path.partition("?")[0]
        if NOT_ENCODED.search(path):
            return Way("dead-link", f"'{target}' is not percent-encoded")
        address = normpath(f"{folder}/{unquote(path)}" if folder else unquote(path)) if path else page
        if address.startswith(".."):
            return Way("outside-base", f"'{target}' leads above the site")
        if address not in self.files:
            if address in self.folders or address == ".":
                return Way("dead-link", f"'{target}' leads to a folder: nothing opens there on disk")
            return Way("dead-link", f"'{target}' leads to no file")
        if path.endswith("/"):
            return Way("dead-link", f"'{target}' leads to no folder")
        # The top of a page is always there, and so is a place in text that a browser looks for (`#:~:text=`).
        if not anchor or anchor == "top" or anchor.startswith(":~:") or not address.endswith(".html"):
            return FINE
        return Way(page=address, anchor=unquote(anchor), fact=f"'{target}' leads to no element")
