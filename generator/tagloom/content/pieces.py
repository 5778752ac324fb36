"""A list of entries that is no YAML as a whole in; the text of each item out, so that one bad quote does not hide 500 entries."""

from __future__ import annotations

import re

from tagloom.text.yaml import Part, YamlError, compose

FIRST_ITEM = re.compile(r"^( *)- ", re.MULTILINE)
DOCUMENT = re.compile(r"^(?:---|\.\.\.)(?:\s|$)", re.MULTILINE)
ENTRIES = re.compile(r"^entries:[ \t]*(?:#.*)?$", re.MULTILINE)


def pieces_of_list(text: str) -> tuple[Part | None, list[tuple[str, int]]] | None:
    """What stands above the items, and the text of each item with the line it begins on.

    None when this is no plain list: several documents, one entry, or nothing that opens an item.
    """
    opening = ENTRIES.search(text)
    first = FIRST_ITEM.search(text, opening.end() if opening else 0)
    if DOCUMENT.search(text) or not first or (not opening and text[: first.start()].strip()):
        return None
    try:
        above = compose(text[: first.start()])
    except YamlError:
        return None
    starts = [found.start() for found in re.finditer(rf"^{first[1]}- ", text, re.MULTILINE) if found.start() >= first.start()]
    ends = [*starts[1:], len(text)]
    line, pieces, before = 1, [], 0
    for start, end in zip(starts, ends, strict=True):
        line += text.count("\n", before, start)
        before = start
        pieces.append((text[start:end], line))
    return (above[0] if above else None), pieces
