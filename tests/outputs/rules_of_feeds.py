"""What RFC 4287 demands of an Atom feed, rule by rule: a feed in, what is wrong with it out. The schema of JSON Feed lies beside this file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from jsonschema import Draft202012Validator, FormatChecker

ATOM = "{http://www.w3.org/2005/Atom}"
XHTML = "{http://www.w3.org/1999/xhtml}"
ONCE = {"feed": ("id", "title", "updated"), "entry": ("id", "title", "updated")}
AT_MOST_ONCE = {
    "feed": ("generator", "icon", "logo", "rights", "subtitle"),
    "entry": ("content", "published", "rights", "source", "summary"),
}
KNOWN = {
    "feed": {"author", "category", "contributor", "link", "entry", *ONCE["feed"], *AT_MOST_ONCE["feed"]},
    "entry": {"author", "category", "contributor", "link", *ONCE["entry"], *AT_MOST_ONCE["entry"]},
}
DATE_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
# RFC 3986: an id is an absolute IRI; ours stay within URI characters.
URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+")
LINK = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+")


def atom_faults(data: bytes) -> list[str]:
    root = ET.fromstring(data)
    if root.tag != f"{ATOM}feed":
        return [f"the root is {root.tag}"]
    return list(faults_of(root))


def faults_of(root: ET.Element) -> Iterator[str]:
    yield from container_faults(root, "feed")
    entries = root.findall(f"{ATOM}entry")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    if len(set(ids)) < len(ids):
        yield "two entries have one id"
    if root.find(f"{ATOM}author") is None and any(entry.find(f"{ATOM}author") is None for entry in entries):
        yield "an entry has no author and the feed has none"
    if not any(link.get("rel") == "self" for link in root.findall(f"{ATOM}link")):
        yield "the feed has no link to itself"
    for entry in entries:
        yield from container_faults(entry, "entry")
        if entry.find(f"{ATOM}content") is None and not any(
            link.get("rel", "alternate") == "alternate" for link in entry.findall(f"{ATOM}link")
        ):
            yield "an entry has neither content nor an alternate link"


def container_faults(element: ET.Element, kind: str) -> Iterator[str]:
    names = [child.tag.removeprefix(ATOM) for child in element]
    for name in ONCE[kind]:
        if names.count(name) != 1:
            yield f"{kind} has {names.count(name)} {name}"
    for name in AT_MOST_ONCE[kind]:
        if names.count(name) > 1:
            yield f"{kind} has {names.count(name)} {name}"
    yield from (f"{kind} holds {name}" for name in set(names) - KNOWN[kind])
    alternates = [
        (link.get("type"), link.get("hreflang")) for link in element.findall(f"{ATOM}link") if link.get("rel", "alternate") == "alternate"
    ]
    if len(set(alternates)) < len(alternates):
        yield f"{kind} has two alternate links of one type"
    for child in element:
        yield from child_faults(child)


def child_faults(child: ET.Element) -> Iterator[str]:
    name, text = child.tag.removeprefix(ATOM), child.text or ""
    if name == "id" and not URI.fullmatch(text):
        yield f"id {text!r} is no URI"
    if name in ("updated", "published") and not DATE_TIME.fullmatch(text):
        yield f"{name} {text!r} is no RFC 3339 date-time"
    if name == "link" and not LINK.fullmatch(child.get("href", "")):
        yield f"link {child.get('href')!r} is no URI reference"
    if name in ("author", "contributor") and not (child.findtext(f"{ATOM}name") or "").strip():
        yield "a person has no name"
    if name == "category" and not child.get("term"):
        yield "a category has no term"
    if name in ("title", "subtitle", "summary", "content", "rights"):
        kind = child.get("type", "text")
        inner = [inner.tag for inner in child]
        if kind == "xhtml" and inner != [f"{XHTML}div"]:
            yield f"{name} of type xhtml holds {inner}"
        if kind in ("text", "html") and inner:
            yield f"{name} of type {kind} holds elements"
    if name == "title" and not text.strip():
        yield "a title is empty"


@cache
def json_feed() -> Draft202012Validator:
    schema = json.loads((Path(__file__).parent / "json-feed-1.1.schema.json").read_text(encoding="utf-8"))
    return Draft202012Validator(schema, format_checker=FormatChecker())


def json_feed_faults(data: bytes) -> list[str]:
    feed: dict[str, Any] = json.loads(data)
    found = [f"{error.json_path}: {error.message}" for error in json_feed().iter_errors(feed)]
    ids = [item.get("id") for item in feed.get("items", [])]
    return found + (["two items have one id"] if len(set(ids)) < len(ids) else [])
