"""An address, or a mapping of names to addresses, as an editor wrote it in; one that no reader is harmed by out."""

from __future__ import annotations

import re
from typing import Any

from tagloom.content.item import Item, Path
from tagloom.content.values import line, name_of
from tagloom.entry import Link

SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
GOOD_ADDRESS = re.compile(r"https?://[^\s/?#\\<>\"]+[^\s<>\"\\]*")
WITHOUT_SCHEME = re.compile(r"(?:www\.[^/]+|[a-z0-9\-.]+\.(?:com|org|net|io|ai|cn|dev|edu|gov|co))(?:[/?#:].*)?", re.IGNORECASE)
ARXIV = re.compile(r"(?:arxiv:)?([0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?|[a-z\-]+(?:\.[A-Z]{2})?/[0-9]{7}(?:v[0-9]+)?)", re.IGNORECASE)


def address(value: Any, item: Item, path: Path) -> str:
    """An address that is http, https, mailto or relative, so that no link can run a script."""
    written = line(value, item, path)
    if not written or (GOOD_ADDRESS.fullmatch(written) and written.isprintable()):
        return written
    fault = fault_of_address(written)
    if fault:
        item.tell("bad-link", *fault, path)
        return ""
    return written


def fault_of_address(written: str) -> tuple[str, str] | None:
    """What is wrong with an address, and the remedy. Browsers drop spaces and controls before they look for a scheme; so does this."""
    bare = "".join(letter for letter in written if letter.isprintable() and not letter.isspace())
    scheme = SCHEME.match(bare)
    if scheme and scheme[1].lower() not in ("http", "https", "mailto"):
        return f"an address may not begin with '{scheme[0]}'", "write one that begins with https://, or a path"
    if bare != written:
        return "an address holds a space or a control character", "write it without, or %20 for a space"
    if any(letter in written for letter in '<>"\\'):
        return 'an address holds < > " or \\', "copy it from the browser's address bar"
    if scheme and scheme[1].lower() != "mailto" and not GOOD_ADDRESS.fullmatch(scheme[1].lower() + written[len(scheme[1]) :]):
        return f"'{written}' names no host", "write it as https://host/path"
    if written.startswith("//") or (not scheme and WITHOUT_SCHEME.fullmatch(written)):
        return f"'{written}' does not say http or https", f"write https://{written.lstrip('/')}"
    return None


def links(value: Any, item: Item, path: Path) -> tuple[Link, ...]:
    """A mapping of names to addresses; a bare DOI or arXiv number becomes its address."""
    if value is None or value == "":
        return ()
    if not isinstance(value, dict):
        item.tell("not-text", "links must map names to addresses", "write {pdf: https://…, code: https://…}", path)
        return ()
    found = []
    for name, inner in value.items():
        if isinstance(inner, str) and name == "doi" and inner.strip().startswith("10."):
            inner = f"https://doi.org/{inner.strip()}"
        elif isinstance(inner, str) and name == "arxiv" and (number_of := ARXIV.fullmatch(inner.strip())):
            inner = f"https://arxiv.org/abs/{number_of[1]}"
        url = address(inner, item, (*path, name))
        if url:
            found.append(Link(name_of(name), url))
    return tuple(found)
