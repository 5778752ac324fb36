"""One page of a built site: its HTML in; its ids, and what is wrong with its links, out.

Not a parser: one pass over the tags that have attributes, which is enough for pages that programs wrote and takes a tenth of the time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import NamedTuple

from tagloom.problems import Severity
from tagloom.verify.links import NOT_FOUND, Ground

# Comments, and elements whose text is no markup, are passed over whole; then a tag with its attributes.
TAG = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(script|style|textarea|title)\b((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>.*?(?:</\1\s*>|\Z)"
    r"|<([a-zA-Z][a-zA-Z0-9-]*+)(\s(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>",
    re.DOTALL | re.IGNORECASE,
)
ATTRIBUTE = re.compile(
    r"\s(id|href|src|srcset|poster|action|data|name|content|http-equiv|rel|type)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))",
    re.IGNORECASE,
)
STYLE_URL = re.compile(r"""url\(\s*['"]?([^'")]+?)['"]?\s*\)""")
# Tags that load what they point at, and how bad it is when that lies on another host. Pictures are what entries bring.
LOADS: dict[str, Severity] = {
    "script": "error", "link": "error", "iframe": "error", "embed": "error", "object": "error",
    "img": "warning", "source": "warning", "audio": "warning", "video": "warning", "track": "warning", "input": "warning",
}  # fmt: skip
LOADING_RELS = frozenset(
    {"stylesheet", "icon", "preload", "modulepreload", "manifest", "preconnect", "dns-prefetch", "prefetch", "apple-touch-icon"}
)
EARLY = frozenset({"preconnect", "dns-prefetch"})
LINKS = ("href", "src", "poster", "action", "data")


class Fault(NamedTuple):
    """What is wrong, and where: `address` in the site, `line` from 1."""

    rule: str
    severity: Severity
    fact: str
    address: str
    line: int


class Pages(NamedTuple):
    """What some pages hold: faults, addresses that a sitemap must list, and links to elements of other pages."""

    faults: list[Fault]
    listed: list[str]
    anchors: dict[tuple[str, str], Fault]


def read_piece(ground: Ground, piece: Sequence[str]) -> Pages:
    found = Pages([], [], {})
    for address in piece:
        read_page(ground, address, text_of(ground, address), found)
    return found


def text_of(ground: Ground, address: str) -> str:
    return Path(ground.folder, address).read_text(encoding="utf-8", errors="replace")


def tags(text: str) -> Iterator[tuple[int, str, dict[str, str]]]:
    """Where each tag with attributes stands, its name, and those of its attributes that matter."""
    for match in TAG.finditer(text):
        name = match[3] or match[1]
        if name:
            found = ATTRIBUTE.findall(match[4] or match[2] or "")
            if found:
                facts: dict[str, str] = {}
                for key, *values in found:
                    value = values[0] or values[1] or values[2]
                    facts.setdefault(key.lower(), unescape(value) if "&" in value else value)
                yield match.start(), name.lower(), facts


def ids_of(ground: Ground, address: str) -> frozenset[str]:
    """What a link may name on the page after #."""
    found = set()
    for _, name, facts in tags(text_of(ground, address)):
        found.add(facts.get("id", ""))
        if name == "a":
            found.add(facts.get("name", ""))
    return frozenset(found)


def read_page(ground: Ground, address: str, text: str, found: Pages) -> None:
    """Adds to `found` what the page holds."""
    page = Reader(ground, address, text, found)
    hidden = address == NOT_FOUND
    for place, name, facts in tags(text):
        page.take_names(place, name, facts)
        if name == "meta":
            hidden = hidden or (facts.get("name", "").lower() == "robots" and "noindex" in facts.get("content", ""))
            if facts.get("http-equiv", "").lower() != "refresh":
                continue
            hidden = True
            facts = {"href": facts.get("content", "").partition("=")[2].strip("'\" ")}
        for target in targets(facts):
            page.follow(place, name, facts, target)
    page.close()
    if not hidden:
        found.listed.append(address)


class Reader:
    """Gathers one page's ids and follows its links."""

    def __init__(self, ground: Ground, address: str, text: str, found: Pages) -> None:
        self.ground, self.address, self.text, self.found = ground, address, text, found
        self.ids: set[str] = set()
        self.names: set[str] = set()
        self.seen: set[tuple[bool, str]] = set()
        self.own: list[tuple[str, int, str]] = []  # links to elements of this page: id, place, fact

    def fault(self, rule: str, fact: str, place: int, severity: Severity = "error") -> Fault:
        return Fault(rule, severity, fact, self.address, self.text.count("\n", 0, place) + 1)

    def take_names(self, place: int, name: str, facts: dict[str, str]) -> None:
        identity = facts.get("id")
        if identity is not None:
            if identity in self.ids:
                self.found.faults.append(self.fault("duplicate-id", f"two elements have the id '{identity}'", place))
            self.ids.add(identity)
        if name == "a" and "name" in facts:
            self.names.add(facts["name"])
        if name == "script" and facts.get("type", "").lower() == "module":
            self.found.faults.append(self.fault("needs-server", "a module script does not run from disk", place))

    def follow(self, place: int, name: str, facts: dict[str, str], target: str) -> None:
        load = loads(name, facts)
        # The same link in two places of a page is one link, but not one that loads and one that leads.
        if (load is not None, target) in self.seen:
            return
        self.seen.add((load is not None, target))
        way = self.ground.follow(self.address, target)
        if way.outside and load:
            self.found.faults.append(self.fault("needs-network", f"<{name}> loads '{target}' from another host", place, load))
        elif way.rule and not EARLY & set(facts.get("rel", "").split()):
            self.found.faults.append(self.fault(way.rule, way.fact, place))
        elif way.anchor and way.page == self.address:
            self.own.append((way.anchor, place, way.fact))
        elif way.anchor and (way.page, way.anchor) not in self.found.anchors:
            self.found.anchors[way.page, way.anchor] = self.fault("dead-anchor", way.fact, place)

    def close(self) -> None:
        """Looks up the links to elements of the page itself, which may stand anywhere on it."""
        known = self.ids | self.names
        self.found.faults.extend(self.fault("dead-anchor", fact, place) for anchor, place, fact in self.own if anchor not in known)


def targets(facts: dict[str, str]) -> Iterator[str]:
    """Every address that a tag's attributes hold."""
    for key in LINKS:
        if key in facts:
            yield facts[key].strip()
    for part in facts.get("srcset", "").split(","):
        if part.strip():
            yield part.split()[0]


def loads(name: str, facts: dict[str, str]) -> Severity | None:
    """How bad it is when the tag points at another host: None when it only leads there."""
    if name == "link" and not LOADING_RELS & set(facts.get("rel", "").lower().split()):
        return None
    return LOADS.get(name)
