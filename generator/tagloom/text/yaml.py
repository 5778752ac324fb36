"""YAML as an editor means it.

In: text. Out: dicts, lists, strings and None. A scalar is the text that was written, so a tag `no`,
`1.10` or `12:30` stays that text; only an empty value, `null` and `~` are None.
`compose` gives the documents as Parts, which know where everything stands; `parse` gives plain values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from tagloom.text.controls import without_controls

# libyaml when the wheel has it: ten times faster, the same nodes.
Base: Any = yaml.CBaseLoader if hasattr(yaml, "CBaseLoader") else yaml.BaseLoader

NULLS = frozenset({"", "~", "null", "Null", "NULL"})
# Aliases multiply: nine levels of nine make 10^9 nodes. Beyond what is written out, a text may have this many.
MOST_NODES = 100_000
DEEPEST = 60
SURROGATES = re.compile(
    r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\U0000[dD][89a-fA-F][0-9a-fA-F]{2}"
)

Key = str | int
Shape = Literal["mapping", "list", "text", "nothing"]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a value stands in a text; `line` and `column` count from 1."""

    line: int
    column: int
    width: int = 1


class YamlError(Exception):
    """A text that is not YAML we can use: what is wrong, where, and what to do."""

    def __init__(self, fact: str, remedy: str, line: int, column: int, rule: str = "yaml-syntax") -> None:
        super().__init__(fact)
        self.fact, self.remedy, self.line, self.column, self.rule = fact, remedy, line, column, rule


class Depth:
    """How deep the node being composed lies. Stands in for PyYAML's resolver, whose work in Python for every scalar nobody here needs."""

    __slots__ = ("now",)

    def __init__(self) -> None:
        self.now = 0

    def descend(self, parent: Any, _: Any) -> None:
        self.now += 1
        if self.now > DEEPEST:
            mark = parent.start_mark
            raise YamlError("values nested too deeply", "write flatter values", mark.line + 1, mark.column + 1, "yaml-too-large")

    def ascend(self) -> None:
        self.now -= 1


def no_tag(*_: Any) -> None:
    """The tag of a value that does not write one."""


class Origin:
    """What the parts of one text share: the line it begins on, and how many nodes it may still expand to."""

    __slots__ = ("first", "left")

    def __init__(self, first: int, left: int) -> None:
        self.first, self.left = first, left

    def line(self, node: Any) -> int:
        return int(node.start_mark.line) + self.first


class Part:
    """A value of a YAML text that remembers where it stands."""

    __slots__ = ("node", "origin")

    def __init__(self, node: Node, origin: Origin) -> None:
        self.node, self.origin = node, origin

    @property
    def line(self) -> int:
        return self.origin.line(self.node)

    @property
    def shape(self) -> Shape:
        if isinstance(self.node, MappingNode):
            return "mapping"
        if isinstance(self.node, SequenceNode):
            return "list"
        return "nothing" if self.value() is None else "text"

    def value(self) -> Any:
        """The part as plain values. Raises YamlError for a key that stands twice, and for aliases that expand beyond measure."""
        return build(self.node, self.origin, 0)

    def fields(self) -> dict[str, Part]:
        """The parts of a mapping by key; empty for anything else. Raises YamlError for a key that stands twice."""
        found: dict[str, Part] = {}
        if isinstance(self.node, MappingNode):
            for key_node, value_node in self.node.value:
                key = key_text(key_node, self.origin)
                if key in found:
                    raise twice(self.node, key, key_node, self.origin)
                found[key] = Part(value_node, self.origin)
        return found

    def items(self) -> list[Part]:
        """The parts of a list; empty for anything else."""
        return [Part(item, self.origin) for item in self.node.value] if isinstance(self.node, SequenceNode) else []

    def spot(self, path: Sequence[Key], *, key: bool = False) -> Spot:
        """Where the value at `path` stands (its key instead, with `key=True`); the nearest part that exists."""
        node, named = self.node, self.node
        for step in path:
            inner = child(node, step)
            if inner is None:
                break
            named, node = inner
        return spot_of(named if key else node, self.origin)

    def nodes(self) -> Iterator[tuple[tuple[Key, ...], Any]]:
        """Each node below this part with its path, aliases followed once only."""
        yield from walk(self.node, (), set())


def compose(text: str, first: int = 1) -> list[Part]:
    """Every document of `text`, which begins on line `first` of its file, in order. Raises YamlError at the first fault."""
    try:
        nodes = compose_nodes(text)
    except yaml.MarkedYAMLError as error:
        if "escape" in (error.problem or "") and SURROGATES.search(text):
            return compose(SURROGATES.sub(joined, text), first)
        fault = explain(error, text)
    except yaml.reader.ReaderError as error:
        before = text[: error.position] if isinstance(error.position, int) else ""
        fact = "a control character that YAML does not allow"
        fault = YamlError(fact, "delete it", before.count("\n") + 1, len(before) - before.rfind("\n"))
    except YamlError as error:
        fault = error
    except RecursionError:
        fault = YamlError("values nested too deeply", "write flatter values", 1, 1, "yaml-too-large")
    else:
        origin = Origin(first, MOST_NODES + len(text))
        return [Part(node, origin) for node in nodes]
    fault.line += first - 1
    raise fault


def compose_nodes(text: str) -> list[Node]:
    loader, depth = Base(text), Depth()
    loader.resolve, loader.descend_resolver, loader.ascend_resolver = no_tag, depth.descend, depth.ascend
    try:
        nodes = []
        while loader.check_node():
            nodes.append(loader.get_node())
        return nodes
    finally:
        loader.dispose()


def joined(found: re.Match[str]) -> str:
    """The escape of the letter that a pair of \\u escapes means, as JSON writes it; for half a pair, that of a character nobody may use."""
    if found[1] is None:
        return "\\uFFFE" if found[0][1] == "u" else "\\U0000FFFE"
    return f"\\U{0x10000 + (int(found[1], 16) - 0xD800) * 0x400 + int(found[2], 16) - 0xDC00:08X}"


def parse(text: str) -> Any:
    """The first document of `text` (None when it is empty), without control characters that an escape may spell. Raises YamlError."""
    documents = parse_all(text)
    if not documents:
        return None
    return without_controls(documents[0]) if "\\" in text else documents[0]


def parse_all(text: str) -> list[Any]:
    """Every document of `text`, in order. Raises YamlError at the first fault."""
    return [part.value() for part in compose(text)]


def spot(text: str, path: Sequence[Key], *, key: bool = False, document: int = 0) -> Spot | None:
    """Where the value at `path` stands (its key instead, with `key=True`); the nearest part that exists.

    None when the text cannot be parsed, or has no such document.
    """
    try:
        parts = compose(text)
    except YamlError:
        return None
    return parts[document].spot(path, key=key) if document < len(parts) else None


def build(node: Any, origin: Origin, depth: int) -> Any:
    origin.left -= 1
    if origin.left < 0 or depth > DEEPEST:
        fact = "aliases or nesting expand this file beyond measure"
        raise YamlError(fact, "write the values out, without & and *", origin.line(node), node.start_mark.column + 1, "yaml-too-large")
    kind = type(node)
    if kind is ScalarNode:
        value = node.value
        return None if value in NULLS and not node.style and node.tag is None else value
    if kind is SequenceNode:
        return [build(item, origin, depth + 1) for item in node.value]
    return build_mapping(node, origin, depth)


def build_mapping(node: Any, origin: Origin, depth: int) -> dict[str, Any]:
    values: dict[str, Any] = {}
    merged: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = key_node.value if type(key_node) is ScalarNode else key_text(key_node, origin)
        if key == "<<" and not key_node.style and not isinstance(value_node, ScalarNode):
            sources = value_node.value if isinstance(value_node, SequenceNode) else [value_node]
            for source in sources:
                if isinstance(source, MappingNode):
                    merged = {**build(source, origin, depth + 1), **merged}
            continue
        if key in values:
            raise twice(node, key, key_node, origin)
        values[key] = build(value_node, origin, depth + 1)
    return {**merged, **values} if merged else values


def key_text(node: Node, origin: Origin) -> str:
    if isinstance(node, ScalarNode):
        return str(node.value)
    raise YamlError("a name of a field that is a list or a mapping", "quote it", origin.line(node), node.start_mark.column + 1)


def twice(node: Node, key: str, again: Node, origin: Origin) -> YamlError:
    first = next(one for one, _ in node.value if isinstance(one, ScalarNode) and one.value == key)
    line = origin.line(again)
    fact = f"'{key}' stands twice, on lines {origin.line(first)} and {line}"
    return YamlError(fact, "keep one of them", line, again.start_mark.column + 1, "twice-key")


def explain(error: yaml.MarkedYAMLError, text: str) -> YamlError:
    """The parser's fault in an editor's words, with the remedy for the faults that are common."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    fault, context = error.problem or "not valid YAML", error.context or ""
    lines = text.split("\n")
    written = lines[line - 1] if line <= len(lines) else ""
    if "mapping values are not allowed" in fault:
        name, _, value = written.partition(":")
        value = value.strip().replace('"', '\\"')
        quoted = f'{name.strip()}: "{value}"' if value else "quote the value"
        return YamlError("a second ': ' on the line", f"quote the value: {quoted}", line, column)
    if "tab character" in fault or ("cannot start any token" in fault and ("\t" in written[: column + 1] or written.startswith("\t"))):
        return YamlError("a tab is used to indent", "indent with spaces", line, column)
    if "cannot start any token" in fault:
        return YamlError("a value cannot start with this character", "quote the value", line, column)
    if "undefined alias" in fault:
        return YamlError("a value that starts with * is read as an alias", "quote the value", line, column)
    if "quoted scalar" in context:
        if error.context_mark:
            line, column = error.context_mark.line + 1, error.context_mark.column + 1
        if "escape" in fault:
            remedy = "use single quotes, or write \\\\"
            return YamlError(
                "a \\ in double quotes that YAML does not know",
                remedy,
                mark.line + 1 if mark else line,
                mark.column + 1 if mark else column,
            )
        return YamlError("a quotation mark is not closed", "close the quote", line, column)
    if "block mapping" in context:
        return YamlError(
            "this line does not fit the ones above", "check its indent, and quote a value that holds quotes or colons", line, column
        )
    if "simple key" in context:
        if error.context_mark:
            line, column = error.context_mark.line + 1, error.context_mark.column + 1
        return YamlError(
            "a line without a colon among fields", "write `name: value`, or indent it under the field it belongs to", line, column
        )
    if "document start" in fault:
        return YamlError(
            "text after the end of the YAML", "indent it under the field it belongs to, or delete the line ... above", line, column
        )
    if "flow sequence" in context:
        return YamlError("a list that opens with [ is not closed", "close it with ]", line, column)
    if "node content" in fault:
        if not written[column - 1 :].startswith(",") and (fault_there := unclosed("\n".join([*lines[: line - 1], written[: column - 1]]))):
            return fault_there
        return YamlError("nothing stands between two commas", "delete one of them", line, column)
    return YamlError(fault.strip(), "check indent and quotes on this line", line, column)


def unclosed(before: str) -> YamlError | None:
    """The fault of the list or mapping that was opened last in `before`, when there is one."""
    opening, closed = len(before), 0
    while closed >= 0:
        opening -= 1
        if opening < 0:
            return None
        closed += (before[opening] in "]}") - (before[opening] in "[{")
    mark = before[opening]
    place = before.count("\n", 0, opening) + 1, opening - before.rfind("\n", 0, opening)
    return YamlError(f"what opens with {mark} is not closed", f"close it with {']' if mark == '[' else '}'}", *place)


def child(node: Node, step: Key) -> tuple[Node, Node] | None:
    """The (key, value) nodes that `step` leads to, or None."""
    if isinstance(node, MappingNode):
        for key_node, value_node in node.value:
            if isinstance(key_node, ScalarNode) and key_node.value == step:
                return key_node, value_node
    elif isinstance(node, SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
        return node.value[step], node.value[step]
    return None


def spot_of(node: Node, origin: Origin) -> Spot:
    start, end = node.start_mark, node.end_mark
    width = end.column - start.column if end.line == start.line else 1
    return Spot(origin.line(node), start.column + 1, max(width, 1))


def walk(node: Node, path: tuple[Key, ...], seen: set[int]) -> Iterator[tuple[tuple[Key, ...], Node]]:
    if id(node) in seen:
        return
    seen.add(id(node))
    yield path, node
    if isinstance(node, MappingNode):
        for key_node, value_node in node.value:
            if isinstance(key_node, ScalarNode):
                yield from walk(value_node, (*path, key_node.value), seen)
    elif isinstance(node, SequenceNode):
        for index, item in enumerate(node.value):
            yield from walk(item, (*path, index), seen)
