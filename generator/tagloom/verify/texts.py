"""What is no page: feeds, sitemaps, data, styles and scripts of a built site in; what is wrong with them out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from xml.parsers import expat

from tagloom.urls import encode
from tagloom.verify.links import Ground
from tagloom.verify.pages import STYLE_URL, Fault, text_of

SITEMAP = "sitemap.xml"
LOCATION = re.compile(r"<loc>([^<]*)</loc>")
IDENTITY = re.compile(r"<entry>\s*<id>([^<]*)</id>")
IMPORT = re.compile(r"""@import\s+['"]([^'"]+)""")
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# What a page opened from disk may not do.
ASKS = re.compile(
    r"\bfetch\s*\(|\bXMLHttpRequest\b|\bimportScripts\s*\(|\bEventSource\s*\(|\bWebSocket\s*\(|^\s*import\b|\bimport\s*\(|\bnavigator\.serviceWorker\b",
    re.MULTILINE,
)
# The host's own scripts: they ask for things only where a server is.
HOSTS_OWN = ("assets/javascripts/", "search/")


def read_texts(ground: Ground) -> Iterator[Fault]:
    for address in sorted(ground.files):
        ending = address.rpartition(".")[2].lower()
        if ending in ("xml", "opml"):
            yield from read_xml(ground, address)
        elif ending in ("json", "webmanifest"):
            yield from read_json(ground, address)
        elif ending == "css":
            yield from read_style(ground, address)
        elif ending == "js" and not address.startswith(HOSTS_OWN):
            yield from read_script(ground, address)


def read_xml(ground: Ground, address: str) -> Iterator[Fault]:
    """Well-formedness, two entries of one id, and addresses of the site's own that lead nowhere."""
    text = text_of(ground, address)
    try:
        expat.ParserCreate().Parse(text.encode(), True)
    except expat.ExpatError as error:
        yield Fault("not-well-formed", "error", f"this is not well-formed XML: {expat.ErrorString(error.code)}", address, error.lineno)
        return
    ids = IDENTITY.findall(text)
    if len(set(ids)) < len(ids):
        twice = next(one for one in ids if ids.count(one) > 1)
        yield Fault("duplicate-id", "error", f"two entries of a feed have the id '{twice}'", address, line_of(text, text.index(twice)))
    if ground.url:
        for target in sorted(set(re.findall(re.escape(ground.url) + r"[^\s\"'<>&\\)]*", text))):
            way = ground.follow(address, target)
            if way.rule:
                yield Fault(way.rule, "error", way.fact, address, line_of(text, text.index(target)))


def read_json(ground: Ground, address: str) -> Iterator[Fault]:
    try:
        json.loads(text_of(ground, address))
    except ValueError as error:
        yield Fault("not-well-formed", "error", f"this is not JSON: {error}", address, getattr(error, "lineno", 0))


def read_style(ground: Ground, address: str) -> Iterator[Fault]:
    text = CSS_COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text_of(ground, address))
    for match in (*STYLE_URL.finditer(text), *IMPORT.finditer(text)):
        if match[1].startswith(("data:", "#")):
            continue
        way = ground.follow(address, match[1])
        if way.outside:
            yield Fault("needs-network", "error", f"a style loads '{match[1]}' from another host", address, line_of(text, match.start()))
        elif way.rule:
            yield Fault(way.rule, "error", way.fact, address, line_of(text, match.start()))


def read_script(ground: Ground, address: str) -> Iterator[Fault]:
    text = text_of(ground, address)
    for match in ASKS.finditer(text):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()].lstrip()
        if not line.startswith(("//", "*", "/*")):
            yield Fault(
                "needs-server",
                "error",
                f"a script uses {match[0].strip(' (')}, which fails from disk",
                address,
                line_of(text, match.start()),
            )


def in_sitemap(ground: Ground, pages: Iterable[str]) -> Iterator[Fault]:
    """A fault for each of `pages` that the sitemap does not list, and for each that it lists and should not."""
    if not ground.url:
        return
    if SITEMAP not in ground.files:
        yield Fault("not-in-sitemap", "error", "there is no sitemap.xml", SITEMAP, 0)
        return
    wanted, listed = {ground.url + encode(address): address for address in pages}, set()
    maps = [SITEMAP]
    for name in maps:
        locations = LOCATION.findall(text_of(ground, name))
        inner = [location.removeprefix(ground.url) for location in locations if location.endswith(".xml")]
        maps += [address for address in inner if address in ground.files and address not in maps]
        listed |= {location.replace("&amp;", "&") for location in locations if not location.endswith(".xml")}
    for location in sorted(wanted.keys() - listed):
        yield Fault("not-in-sitemap", "error", f"{wanted[location]} is not in the sitemap", SITEMAP, 0)
    for location in sorted(listed - wanted.keys()):
        yield Fault("not-in-sitemap", "error", f"the sitemap lists {location}, which is no page to be found", SITEMAP, 0)


def line_of(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
