"""The bytes of a file and pieces of it to be other in; the same bytes with those pieces changed, and no other, out.

Pieces are found by the marks of YAML's nodes, so that comments, order, quotes and line ends stay as their editor left them.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from yaml.nodes import ScalarNode, SequenceNode

from tagloom.content.files import MARKDOWN
from tagloom.content.front_matter import Unreadable, cut
from tagloom.text.controls import CONTROL
from tagloom.text.yaml import NULLS, Part, YamlError, compose

LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
# A plain scalar of these is no other value to any YAML reader, inside of brackets as well.
PLAIN = re.compile(r"[^\W_][^\n,\[\]{}#:&*!|>'\"%@`?\\\x00-\x1f\x7f]*(?<!\s)")
# What readers of YAML 1.1 and 1.2 take for something else than text.
OTHER = re.compile(r"(?:~|null|true|false|yes|no|on|off|y|n|[-+.0-9][-+.0-9_:eExXoOa-fA-FtTzZ ]*|=|<<)", re.IGNORECASE)


class Change(NamedTuple):
    """A piece of a text, by offsets, and what shall stand there."""

    start: int
    end: int
    text: str


class Source:
    """A UTF-8 file as it is, addressed by the lines and columns that reading it gives.

    Raises UnicodeDecodeError, and Unreadable where reading drops characters, so that columns are not those of the file.
    """

    def __init__(self, data: bytes) -> None:
        self.mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        self.raw = data[len(self.mark) :].decode("utf-8")
        self.starts: list[int] = []
        at = 0
        for found in LINE.finditer(self.raw):
            self.starts.append(at)
            at = found.end()
        self.text = self.raw.replace("\r\n", "\n").replace("\r", "\n")
        self.sound = not CONTROL.search(self.text)

    @property
    def end_of_line(self) -> str:
        """How the file's first line ends."""
        found = re.search(r"\r\n|\r|\n", self.raw)
        return found[0] if found else "\n"

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, both from 0."""
        return self.starts[line] + column if line < len(self.starts) else len(self.raw)

    def span(self, part: Part) -> tuple[int, int]:
        """The offsets between which a part stands."""
        first = part.origin.first - 1
        start, end = part.node.start_mark, part.node.end_mark
        return self.offset(start.line + first, start.column), self.offset(end.line + first, end.column)

    def changed(self, changes: Iterable[Change]) -> bytes:
        """The file with `changes`, none of which touches another; line feeds in them become the file's own line ends."""
        pieces, at = [], 0
        for start, end, text in sorted(set(changes)):
            pieces += [self.raw[at:start], text.replace("\n", self.end_of_line)]
            at = end
        return self.mark + "".join([*pieces, self.raw[at:]]).encode("utf-8")


def heads(path: str, source: Source) -> list[Part]:
    """The mappings of a file that hold an entry's fields: a Markdown file's head, a list's defaults and items. Empty for what cannot be read."""
    try:
        if not path.lower().endswith(MARKDOWN):
            return list(heads_of_list(compose(source.text)))
        found = cut(source.text)
        # JSON is YAML too, as far as places go.
        return [] if found.form == "toml" else compose(found.head, found.head_line)[:1]
    except (YamlError, Unreadable):
        return []


def heads_of_list(documents: Iterable[Part]) -> Iterator[Part]:
    for document in documents:
        fields = document.fields()
        if document.shape == "list":
            yield from document.items()
        elif "entries" in fields:
            if "defaults" in fields:
                yield fields["defaults"]
            yield from fields["entries"].items()
        else:
            yield document


def scalar(text: str, *, like: str = "") -> str:
    """`text` as a YAML scalar that stands anywhere on a line: in the quotes that `like` (a scalar's source) has, else plain where that is safe."""
    if like[:1] == "'" and "\n" not in text:
        return "'" + text.replace("'", "''") + "'"
    if like[:1] != '"' and PLAIN.fullmatch(text) and not OTHER.fullmatch(text) and text not in NULLS:
        return text
    import json

    return json.dumps(text, ensure_ascii=False)


def is_replaceable(part: Part, source: Source) -> bool:
    """Whether a part is a scalar on one line that stands between its marks as it is read, without anchor, tag or alias."""
    node = part.node
    if not isinstance(node, ScalarNode) or node.start_mark.line != node.end_mark.line or node.style in ("|", ">"):
        return False
    start, end = source.span(part)
    written = source.raw[start:end]
    return written == node.value if not node.style else written[:1] == written[-1:] == node.style and len(written) > 1


def name_parts(head: Part, field: str) -> Iterator[Part]:
    """The scalars of a field that holds one name or a list of them."""
    part = fields_of(head).get(field)
    if part is None:
        return
    if isinstance(part.node, SequenceNode):
        yield from (item for item in part.items() if isinstance(item.node, ScalarNode))
    elif isinstance(part.node, ScalarNode):
        yield part


def fields_of(head: Part) -> dict[str, Part]:
    try:
        return head.fields()
    except YamlError:
        return {}


def is_flow(part: Part) -> bool:
    """Whether a list or mapping is written in brackets."""
    node: Any = part.node
    return bool(node.flow_style)
