"""The parts of an entry in; the texts out that YAML drops without a word: after ` #`, after `!` and after `&`.

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
