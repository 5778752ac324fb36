"""The parts of an entry in; the texts out that YAML drops without a word: after ` #`, after `!`, after `&`, and at the end of a line.

Looked for only in a text that holds one of these signs where it could matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yaml.nodes import ScalarNode

from tagloom.content.fields import FIELDS
from tagloom.content.front_matter import Note
from tagloom.text.yaml import Key, Part, Spot

SIGNS = re.compile(r"(?:^|[\s\[{,])(?:#[^\s#]|[!&]\S)", re.MULTILINE)
COMMENT = re.compile(r"[ \t]+#[^\s#]")
ANCHOR = re.compile(r"&([^\s,\[\]{}]+)")
CORE_TAG = "tag:yaml.org,2002:"
# Where a comment after the value is no loss: nobody continues a date or a yes with a `#`.
BARE = frozenset(field.name for field in FIELDS if field.takes in ("date", "updated", "number", "score", "whole-number", "yes-no", "kind", "category", "language"))


def may_lose(text: str) -> bool:
    """Whether `text` is worth the search."""
    return ("#" in text or "!" in text or "&" in text) and bool(SIGNS.search(text))


def lost_texts(part: Part, text: str, lines: Sequence[str]) -> Iterator[Note]:
    """A note for each value of `part` of which YAML drops a piece. `text` is the whole file, `lines` the same."""
    first = part.origin.first
    for path, node in part.nodes():
        if not isinstance(node, ScalarNode) or node.style:
            continue
        start, end = node.start_mark, node.end_mark
        written = line_at(lines, start.line + first)[start.column :]
        spot = Spot(start.line + first, start.column + 1, max(len(written.rstrip()), 1))
        anchor = ANCHOR.match(written)
        mark = node.tag if node.tag and not node.tag.startswith(CORE_TAG) else anchor[0] if anchor and f"*{anchor[1]}" not in text else ""
        if mark:
            yield Note("yaml-mark", f"'{mark}' is read as a mark of YAML and dropped", f'quote it: "{written.strip()}"', spot)
        rest = line_at(lines, end.line + first)[end.column :].rstrip()
        if COMMENT.match(rest) and not comment_is_meant(path):
            kept = f"the text is read as '{node.value}'" if node.value else "nothing is left of the text"
            whole = f"{node.value}{rest}".strip()
            spot = Spot(end.line + first, end.column + 1 + len(rest) - len(rest.lstrip()), len(rest.strip()))
            yield Note("comment-in-title", f"` #` starts a comment: {kept}", f'quote it: "{whole}"', spot)


def line_at(lines: Sequence[str], number: int) -> str:
    return lines[number - 1] if 0 < number <= len(lines) else ""


def comment_is_meant(path: Sequence[Key]) -> bool:
    return bool(path) and path[0] in BARE


def trailing_spaces(parts: Sequence[Part], text: str, first: int) -> Iterator[Note]:
    """One note for all lines of a YAML `text`, which begins on line `first`, that end in spaces no value holds."""
    if " \n" not in text and "\t\n" not in text and not text.endswith((" ", "\t")):
        return
    spots = [Spot(line + first, column + 1, width) for line, column, width in spaces_at_ends(parts, text)]
    if spots:
        fact = f"{len(spots)} lines end in spaces" if len(spots) > 1 else "this line ends in spaces"
        yield Note("trailing-space", fact, "delete them", spots[0])


def spaces_at_ends(parts: Sequence[Part], text: str) -> Iterator[tuple[int, int, int]]:
    """Where lines of a YAML text end in spaces outside of every value: line and column from 0, and how many."""
    inside: set[int] = set()
    for part in parts:
        for _, node in part.nodes():
            start, end = node.start_mark.line, node.end_mark.line
            if isinstance(node, ScalarNode) and end > start:
                # A block's mark ends at the beginning of the line below it.
                inside.update(range(start, end if node.end_mark.column == 0 else end + 1))
    for number, line in enumerate(text.split("\n")):
        kept = line.rstrip(" \t")
        if len(kept) < len(line) and number not in inside:
            yield number, len(kept), len(line) - len(kept)
