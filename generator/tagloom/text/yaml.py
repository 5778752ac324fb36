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


class Composer(Base):  # type: ignore[misc]  # PyYAML's loaders have no types
    """Nodes without the resolving of types, which PyYAML does in Python for every scalar; a tag stands only where one is written."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.depth = 0

    def resolve(self, *_: Any) -> None:
        return None

    def descend_resolver(self, parent: Any, _: Any) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            mark = parent.start_mark
            raise YamlError("values nested too deeply", "write flatter values", mark.line + 1, mark.column + 1, "yaml-too-large")

    def ascend_resolver(self) -> None:
        self.depth -= 1


class Budget:
    """How many nodes a text may still expand to; all its parts share one."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left


class Part:
    """A value of a YAML text that remembers where it stands."""

    __slots__ = ("budget", "node")

    def __init__(self, node: Node, budget: Budget) -> None:
        self.node, self.budget = node, budget

    @property
    def line(self) -> int:
        return int(self.node.start_mark.line) + 1

    @property
    def shape(self) -> Shape:
        if isinstance(self.node, MappingNode):
            return "mapping"
        if isinstance(self.node, SequenceNode):
            return "list"
        return "nothing" if self.value() is None else "text"

    def value(self) -> Any:
        """The part as plain values. Raises YamlError for a key that stands twice, and for aliases that expand beyond measure."""
        return build(self.node, self.budget, 0)

    def fields(self) -> dict[str, Part]:
        """The parts of a mapping by key; empty for anything else. Raises YamlError for a key that stands twice."""
        found: dict[str, Part] = {}
        if isinstance(self.node, MappingNode):
            for key_node, value_node in self.node.value:
                key = key_text(key_node)
                if key in found:
                    raise twice(self.node, key, key_node)
                found[key] = Part(value_node, self.budget)
        return found

    def items(self) -> list[Part]:
        """The parts of a list; empty for anything else."""
        return [Part(item, self.budget) for item in self.node.value] if isinstance(self.node, SequenceNode) else []

    def spot(self, path: Sequence[Key], *, key: bool = False) -> Spot:
        """Where the value at `path` stands (its key instead, with `key=True`); the nearest part that exists."""
        node, named = self.node, self.node
        for step in path:
            inner = child(node, step)
            if inner is None:
                break
            named, node = inner
        return spot_of(named if key else node)

    def scalars(self) -> Iterator[tuple[tuple[Key, ...], Spot, Spot]]:
        """Each plain (unquoted) text as written: its path, where it starts, and where it ends."""
        yield from plain_scalars(self.node, ())


def compose(text: str) -> list[Part]:
    """Every document of `text`, in order. Raises YamlError at the first fault."""
    try:
        nodes = compose_nodes(text)
    except yaml.MarkedYAMLError as error:
        if "escape" in (error.problem or "") and SURROGATES.search(text):
            return compose(SURROGATES.sub(joined, text))
        raise explain(error, text) from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position] if isinstance(error.position, int) else ""
        fact = "a control character that YAML does not allow"
        raise YamlError(fact, "delete it", before.count("\n") + 1, len(before) - before.rfind("\n")) from None
    except RecursionError:
        raise YamlError("values nested too deeply", "write flatter values", 1, 1, "yaml-too-large") from None
    budget = Budget(MOST_NODES + len(text))
    return [Part(node, budget) for node in nodes]


def compose_nodes(text: str) -> list[Node]:
    loader = Composer(text)
    try:
        nodes = []
        while loader.check_node():
            nodes.append(loader.get_node())
        return nodes
    finally:
        loader.dispose()


def joined(found: re.Match[str]) -> str:
    """The letter that a pair of \\u escapes means, as JSON writes it; half a pair means nothing."""
    if found[1] is None:
        return ""
    return chr(0x10000 + (int(found[1], 16) - 0xD800) * 0x400 + int(found[2], 16) - 0xDC00)


def parse(text: str) -> Any:
    """The first document of `text` (None when it is empty). Raises YamlError."""
    documents = parse_all(text)
    return documents[0] if documents else None


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


def build(node: Any, budget: Budget, depth: int) -> Any:
    budget.left -= 1
    if budget.left < 0 or depth > DEEPEST:
        mark = node.start_mark
        fact = "aliases or nesting expand this file beyond measure"
        raise YamlError(fact, "write the values out, without & and *", mark.line + 1, mark.column + 1, "yaml-too-large")
    kind = type(node)
    if kind is ScalarNode:
        value = node.value
        return None if value in NULLS and not node.style and node.tag is None else value
    if kind is SequenceNode:
        return [build(item, budget, depth + 1) for item in node.value]
    return build_mapping(node, budget, depth)


def build_mapping(node: Any, budget: Budget, depth: int) -> dict[str, Any]:
    values: dict[str, Any] = {}
    merged: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = key_node.value if type(key_node) is ScalarNode else key_text(key_node)
        if key == "<<" and not key_node.style and not isinstance(value_node, ScalarNode):
            sources = value_node.value if isinstance(value_node, SequenceNode) else [value_node]
            for source in sources:
                if isinstance(source, MappingNode):
                    merged = {**build(source, budget, depth + 1), **merged}
            continue
        if key in values:
            raise twice(node, key, key_node)
        values[key] = build(value_node, budget, depth + 1)
    return {**merged, **values} if merged else values


def key_text(node: Node) -> str:
    if isinstance(node, ScalarNode):
        return str(node.value)
    mark = node.start_mark
    raise YamlError("a key that is a list or a mapping", "quote it", mark.line + 1, mark.column + 1)


def twice(node: Node, key: str, again: Node) -> YamlError:
    first = next(one for one, _ in node.value if isinstance(one, ScalarNode) and one.value == key)
    line = again.start_mark.line + 1
    fact = f"'{key}' stands twice, on lines {first.start_mark.line + 1} and {line}"
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
    if "cannot start any token" in fault and ("\t" in written[: column + 1] or written.startswith("\t")):
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
        return YamlError(
            "a line without a colon among fields", "write `name: value`, or indent it under the field it belongs to", line, column
        )
    if "flow sequence" in context:
        return YamlError("a list that opens with [ is not closed", "close it with ]", line, column)
    return YamlError(fault.strip(), "check indent and quotes on this line", line, column)


def child(node: Node, step: Key) -> tuple[Node, Node] | None:
    """The (key, value) nodes that `step` leads to, or None."""
    if isinstance(node, MappingNode):
        for key_node, value_node in node.value:
            if isinstance(key_node, ScalarNode) and key_node.value == step:
                return key_node, value_node
    elif isinstance(node, SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
        return node.value[step], node.value[step]
    return None


def spot_of(node: Node) -> Spot:
    start, end = node.start_mark, node.end_mark
    width = end.column - start.column if end.line == start.line else 1
    return Spot(start.line + 1, start.column + 1, max(width, 1))


def plain_scalars(node: Node, path: tuple[Key, ...]) -> Iterator[tuple[tuple[Key, ...], Spot, Spot]]:
    if len(path) > DEEPEST:
        return
    if isinstance(node, MappingNode):
        for key_node, value_node in node.value:
            if isinstance(key_node, ScalarNode):
                yield from plain_scalars(value_node, (*path, key_node.value))
    elif isinstance(node, SequenceNode):
        for index, item in enumerate(node.value):
            yield from plain_scalars(item, (*path, index))
    elif isinstance(node, ScalarNode) and not node.style:
        yield path, spot_of(node), Spot(node.end_mark.line + 1, node.end_mark.column + 1)
