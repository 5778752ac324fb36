"""The text of a vocabulary (tags.yml) and one thing to change in it; the text with that changed, and its comments, order and quotes as they were, out.

Each function raises CannotEdit for a form that it does not know how to change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from yaml.nodes import MappingNode, ScalarNode, SequenceNode

from tagloom.content.editing import Change, Source, is_flow, is_replaceable, scalar
from tagloom.text.slugs import fold
from tagloom.text.yaml import Key, Part, compose

REST_OF_LINE = re.compile(r"[^\r\n]*")
LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


class CannotEdit(Exception):
    """A vocabulary written in a form that is left to its editor; the message says what."""


class Vocabulary:
    """A vocabulary's text with its parts."""

    def __init__(self, data: bytes) -> None:
        self.source = Source(data)
        parts = compose(self.source.text)
        self.root = parts[0] if parts else None
        if (
            self.root is not None
            and not (isinstance(self.root.node, MappingNode) and not is_flow(self.root))
            and self.root.value() is not None
        ):
            raise CannotEdit("the vocabulary does not give each term a line of its own")

    def part(self, *path: Key) -> Part:
        part = self.root
        for step in path:
            inner: dict[Key, Part] = {}
            if part:
                inner.update(enumerate(part.items()))
                inner.update(part.fields())
            found = inner.get(step)
            if found is None:
                raise CannotEdit(f"there is no {path[-1]} to change")
            part = found
        assert part is not None
        return part

    def key(self, *path: str) -> Part:
        """The name of a term, or of one of its fields."""
        outer = self.part(*path[:-1]) if len(path) > 1 else self.root
        assert outer is not None
        node = next(key for key, _ in outer.node.value if key.value == path[-1])
        return Part(node, outer.origin)

    def end_of_line(self, offset: int) -> int:
        found = REST_OF_LINE.match(self.source.raw, offset)
        return found.end() if found else offset

    def start_of_line(self, offset: int) -> int:
        return max(self.source.raw.rfind("\n", 0, offset), self.source.raw.rfind("\r", 0, offset)) + 1


def replace_text(data: bytes, path: Sequence[Key], text: str, *, key: bool = False) -> bytes:
    """With another text at `path`; with `key`, another name for it."""
    file = Vocabulary(data)
    part = file.key(*map(str, path)) if key else file.part(*path)
    if not is_replaceable(part, file.source):
        raise CannotEdit(f"'{part.node.value}' is written over several lines, or with an anchor")
    start, end = file.source.span(part)
    return file.source.changed([Change(start, end, scalar(text, like=file.source.raw[start:end]))])


def add_term(data: bytes, name: str, field: str, names: Iterable[str]) -> bytes:
    """With a new term at the end."""
    text = data.decode("utf-8")
    ending = Source(data).end_of_line
    before = text if not text or text.endswith(("\n", "\r")) else text + ending
    return (before + f"{scalar(name)}:{ending}  {field}: {flow(names)}{ending}").encode("utf-8")


def flow(names: Iterable[str]) -> str:
    return f"[{', '.join(scalar(name) for name in names)}]"


def add_names(data: bytes, term: str, field: str, names: Sequence[str]) -> bytes:
    """With `names` behind those that `field` (aliases, formerly) of the term has."""
    file = Vocabulary(data)
    part = file.part(term)
    present = part.fields()
    if field in present:
        return file.source.changed([appended(file, present[field], names)])
    if isinstance(part.node, SequenceNode):  # a bare list of aliases
        if field == "aliases":
            return file.source.changed([appended(file, part, names)])
        if not is_flow(part):
            raise CannotEdit(f"'{term}' holds a bare list; write it below `aliases:`")
        start, end = file.source.span(part)
        return file.source.changed([Change(start, start, "{aliases: "), Change(end, end, f", {field}: {flow(names)}}}")])
    return file.source.changed([new_field(file, term, part, f"{field}: {flow(names)}")])


def add_text(data: bytes, term: str, field: str, text: str) -> bytes:
    """With a field of one text, such as `zh:`."""
    file = Vocabulary(data)
    part = file.part(term)
    if isinstance(part.node, SequenceNode):
        raise CannotEdit(f"'{term}' holds a bare list; write it below `aliases:`")
    return file.source.changed([new_field(file, term, part, f"{field}: {scalar(text)}")])


def new_field(file: Vocabulary, term: str, part: Part, written: str) -> Change:
    node = part.node
    if isinstance(node, ScalarNode):
        start, end = file.source.span(part)
        if start < end:  # `Name: ~`
            return Change(start, end, f"{{{written}}}")
        line = file.end_of_line(file.source.span(file.key(term))[1])
        return Change(line, line, f"\n  {written}")
    if is_flow(part):
        end = file.source.span(Part(node.value[-1][1], part.origin))[1] if node.value else file.source.span(part)[0] + 1
        return Change(end, end, f", {written}" if node.value else written)
    indent = " " * node.value[0][0].start_mark.column
    at = None
    for _, value in node.value:
        if value.start_mark.line != value.end_mark.line or (isinstance(value, ScalarNode) and value.style in ("|", ">")):
            break
        at = file.end_of_line(file.source.span(Part(value, part.origin))[1])
    if at is None:  # nothing stands on one line: the new field goes first
        start = file.source.span(Part(node.value[0][0], part.origin))[0]
        return Change(start, start, f"{written}\n{indent}")
    return Change(at, at, f"\n{indent}{written}")


def appended(file: Vocabulary, part: Part, names: Sequence[str]) -> Change:
    """`names` behind what a field holds."""
    node = part.node
    start, end = file.source.span(part)
    told = ", ".join(scalar(name) for name in names)
    if isinstance(node, ScalarNode):
        return Change(
            start,
            end,
            f"[{file.source.raw[start:end]}, {told}]"
            if start < end and part.value() is not None
            else f"{'' if start < end else ' '}[{told}]",
        )
    if not isinstance(node, SequenceNode):
        raise CannotEdit(f"line {part.line} holds no list of names")
    if not node.value:
        return Change(start, end, f"[{told}]")
    last = file.source.span(Part(node.value[-1], part.origin))
    if is_flow(part):
        return Change(last[1], last[1], f", {told}")
    lead = file.source.raw[file.start_of_line(last[0]) : last[0]]
    at = file.end_of_line(last[1])
    return Change(at, at, "".join(f"\n{lead}{scalar(name)}" for name in names))


def drop_names(data: bytes, term: str, field: str, names: Iterable[str]) -> bytes:
    """Without those of `names` (folded) that `field` of the term holds."""
    unwanted = set(names)
    file = Vocabulary(data)
    term_part = file.part(term)
    part = term_part.fields().get(field)
    if part is None and field == "aliases" and isinstance(term_part.node, SequenceNode):
        part = term_part
    if part is None or not isinstance(part.node, SequenceNode):
        return data
    for item in part.items():
        if isinstance(item.node, ScalarNode) and fold(item.node.value) in unwanted:
            return drop_names(file.source.changed([without(file, part, item)]), term, field, unwanted)
    return data


def without(file: Vocabulary, part: Part, item: Part) -> Change:
    start, end = file.source.span(item)
    spans = [file.source.span(one) for one in part.items()]
    index = spans.index((start, end))
    if not is_flow(part):
        line = LINE.match(file.source.raw, file.start_of_line(start))
        assert line is not None
        if len(spans) == 1:
            raise CannotEdit(f"line {item.line} is the only item of its list; delete the list")
        return Change(line.start(), line.end(), "")
    if index:
        return Change(spans[index - 1][1], end, "")
    return Change(start, spans[1][0] if len(spans) > 1 else end, "")


def drop_field(data: bytes, term: str, field: str) -> bytes:
    """Without a field that stands on one line."""
    file = Vocabulary(data)
    part, value = file.part(term), file.part(term, field)
    start, end = file.source.span(file.key(term, field))[0], file.source.span(value)[1]
    if value.node.start_mark.line != value.node.end_mark.line:
        raise CannotEdit(f"{field} of '{term}' is written over several lines")
    if not is_flow(part):
        line = LINE.match(file.source.raw, file.start_of_line(start))
        assert line is not None
        if len(part.fields()) == 1:
            return file.source.changed([Change(file.source.span(file.key(term))[1] + 1, end, "")])
        return file.source.changed([Change(line.start(), line.end(), "")])
    behind = re.compile(r"\s*,\s*").match(file.source.raw, end)
    before = re.compile(r",\s*\Z").search(file.source.raw, 0, start)
    return file.source.changed([Change(start, behind.end(), "") if behind else Change(before.start() if before else start, end, "")])


def drop_term(data: bytes, term: str) -> bytes:
    """Without a term, from the line of its name to the last line it fills; comments above it stay."""
    file = Vocabulary(data)
    part = file.part(term)
    key = file.key(term)
    last = key.node.end_mark.line
    for _, node in part.nodes():
        if isinstance(node, ScalarNode) or node.flow_style:
            end = node.end_mark
            last = max(last, end.line if end.column or end.line == node.start_mark.line else end.line - 1)
    start = file.source.offset(key.node.start_mark.line, 0)
    return file.source.changed([Change(start, file.source.offset(last + 1, 0), "")])
