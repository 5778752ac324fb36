"""A built site in; its pages, their links, and the links that lead nowhere out. No browser is needed.

A link is good when the same bytes work on a server, below any base path, and opened from disk: it is relative and names a
file that exists, and its anchor stands in that file. Addresses below the site's own `url` are held to the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

LINKS = {
    "a": ("href",),
    "area": ("href",),
    "audio": ("src",),
    "embed": ("src",),
    "form": ("action",),
    "iframe": ("src",),
    "img": ("src", "srcset"),
    "link": ("href",),
    "object": ("data",),
    "script": ("src",),
    "source": ("src", "srcset"),
    "track": ("src",),
    "video": ("src", "poster"),
}
# Connections a browser may open early; nothing is asked for at the address itself.
NOT_A_FILE = frozenset({"preconnect", "dns-prefetch"})
CSS_LINK = re.compile(r"""url\(\s*['"]?([^'")]+)['"]?\s*\)""")


@dataclass(frozen=True, slots=True)
class Link:
    """What a page points at, as it is written there."""

    page: str
    target: str

    def __str__(self) -> str:
        return f"{self.page} -> {self.target}"


@dataclass(frozen=True, slots=True)
class Page:
    address: str
    links: tuple[Link, ...]
    anchors: frozenset[str]
    redirect: bool


class Reader(HTMLParser):
    """Collects the links and anchors of one page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.redirect = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.anchors.add(found["id"])
        if tag == "a" and "name" in found:
            self.anchors.add(found["name"])
        if tag == "meta" and found.get("http-equiv", "").lower() == "refresh":
            self.redirect = True
            self.targets.append(found.get("content", "").partition("=")[2].strip("'\" "))
        if tag == "link" and NOT_A_FILE & set(found.get("rel", "").split()):
            return
        for name in LINKS.get(tag, ()):
            if name == "srcset":
                self.targets.extend(part.split()[0] for part in found.get(name, "").split(",") if part.strip())
            elif name in found:
                self.targets.append(found[name])

    handle_startendtag = handle_starttag


def read_page(folder: Path, address: str) -> Page:
    reader = Reader()
    reader.feed((folder / address).read_text(encoding="utf-8"))
    links = tuple(Link(address, target) for target in dict.fromkeys(reader.targets))
    return Page(address, links, frozenset(reader.anchors), reader.redirect)


def addresses(folder: Path, ending: str = "") -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob(f"*{ending}") if path.is_file())


def read_pages(folder: Path) -> dict[str, Page]:
    return {address: read_page(folder, address) for address in addresses(folder, ".html")}


def style_links(folder: Path) -> Iterator[Link]:
    for address in addresses(folder, ".css"):
        for target in CSS_LINK.findall((folder / address).read_text(encoding="utf-8")):
            yield Link(address, target)


def dead_links(folder: Path, url: str = "") -> list[str]:
    """Each link that leads nowhere, with the reason. `url`: the address the site is published at, with its last slash."""
    pages = read_pages(folder)
    files = set(addresses(folder))
    links = [link for page in pages.values() for link in page.links]
    found = []
    for link in [*links, *style_links(folder)]:
        reason = fault(link, pages, files, url)
        if reason:
            found.append(f"{link}: {reason}")
    return found


def fault(link: Link, pages: dict[str, Page], files: set[str], url: str) -> str:
    """Why a link is dead; empty when it is not, or leads out of the site."""
    parts = urlsplit(link.target)
    base = urlsplit(url).path or "/"
    if parts.scheme or link.target.startswith("//"):
        if not (url and link.target.startswith(url)):
            return ""
        path = unquote(parts.path).removeprefix(base) or "index.html"
        path += "index.html" if path.endswith("/") else ""
    elif parts.path.startswith("/"):
        # A server shows the 404 page at every depth, so only there a link may begin at the site's own path.
        if link.page != "404.html" or not parts.path.startswith(base):
            return "begins with a slash, so it works neither below a path nor on disk"
        path = unquote(parts.path).removeprefix(base) or "index.html"
    elif parts.path:
        if re.search(r"[^\x21-\x7e]", parts.path):
            return "is not percent-encoded"
        path = normpath(join(dirname(link.page), unquote(parts.path)))
    else:
        path = link.page
    if path.startswith("../"):
        return "leads above the site"
    if path not in files:
        return "leads to a folder: nothing opens there on disk" if any(file.startswith(f"{path}/") for file in files) else "no such file"
    anchor = unquote(parts.fragment)
    if anchor and anchor != "top" and path in pages and anchor not in pages[path].anchors:
        return "no such anchor"
    return ""


def kind(page: Page) -> str:
    """The kind of a page, by where it stands: `tags/*.html`, `tags/*/#.html`, `stats.html`."""
    folder, _, name = page.address.rpartition("/")
    if page.redirect:
        return f"{folder}/ redirect"
    if not folder or name == "index.html":
        return page.address
    top, *below = folder.split("/")
    return "/".join([top, *("*" for _ in below), "#.html" if name.removesuffix(".html").isdigit() else "*.html"])


def one_of_each(folder: Path, *, redirects: bool = False) -> list[str]:
    """The address of one page of every kind, the one with the most to it; and a redirect of every folder, with `redirects`."""
    largest: dict[str, tuple[int, str]] = {}
    for page in read_pages(folder).values():
        if page.redirect and not redirects:
            continue
        size = ((folder / page.address).stat().st_size, page.address)
        largest[kind(page)] = max(largest.get(kind(page), size), size)
    return sorted(address for _, address in largest.values())
