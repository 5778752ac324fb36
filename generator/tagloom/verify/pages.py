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
    r"<!--.*?-->"
    r"|<(script|style|textarea|title)\b((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>.*?</\1\s*>"
    r"|<([a-zA-Z][a-zA-Z0-9-]*+)(\s(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>",
    re.DOTALL | re.IGNORECASE,
)
ATTRIBUTE = re.compile(r"\s(id|href|src|srcset|poster|action|data|name|content|http-equiv|rel|type)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
STYLE_URL = re.compile(r"""url\(\s*['"]?([^'")]+?)['"]?\s*\)""")
# Tags that load what they point at, and how bad it is when that lies on another host. Pictures are what entries bring.
LOADS: dict[str, Severity] = {
    "script": "error", "link": "error", "iframe": "error", "embed": "error", "object": "error",
    "img": "warning", "source": "warning", "audio": "warning", "video": "warning", "track": "warning", "input": "warning",
}  # fmt: skip
LOADING_RELS = frozenset({"stylesheet", "icon", "preload", "modulepreload", "manifest", "preconnect", "dns-prefetch", "prefetch", "apple-touch-icon"})
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
                facts = {}
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
    ids: dict[str, int] = {}
    names: set[str] = set()
    own: list[tuple[str, int, str]] = []
    seen: set[str] = set()
    hidden = address == NOT_FOUND

    def fault(rule: str, fact: str, place: int, severity: Severity = "error") -> Fault:
        return Fault(rule, severity, fact, address, text.count("\n", 0, place) + 1)

    for place, name, facts in tags(text):
        identity = facts.get("id")
        if identity is not None:
            if identity in ids:
                found.faults.append(fault("duplicate-id", f"two elements have the id '{identity}'", place))
            ids[identity] = place
        if name == "a" and "name" in facts:
            names.add(facts["name"])
        if name == "meta":
            hidden = hidden or (facts.get("name", "").lower() == "robots" and "noindex" in facts.get("content", ""))
            if facts.get("http-equiv", "").lower() != "refresh":
                continue
            hidden = True
            facts = {"href": facts.get("content", "").partition("=")[2].strip("'\" ")}
        if name == "script" and facts.get("type", "").lower() == "module":
            found.faults.append(fault("needs-server", "a module script does not run from disk", place))
        for target in targets(facts):
            load = loads(name, facts)
            # The same link in two places of a page is one link, but not one that loads and one that leads.
            key = f"{bool(load)}{target}"
            if key in seen:
                continue
            seen.add(key)
            way = ground.follow(address, target)
            if way.outside and load:
                found.faults.append(fault("needs-network", f"<{name}> loads '{target}' from another host", place, load))
            elif way.rule and not EARLY & set(facts.get("rel", "").split()):
                found.faults.append(fault(way.rule, way.fact, place))
            elif way.anchor and way.page == address:
                own.append((way.anchor, place, way.fact))
            elif way.anchor and (way.page, way.anchor) not in found.anchors:
                found.anchors[way.page, way.anchor] = fault("dead-anchor", way.fact, place)
    found.faults.extend(fault("dead-anchor", fact, place) for anchor, place, fact in own if anchor not in ids and anchor not in names)
    if not hidden:
        found.listed.append(address)


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
