"""YAML as an editor means it.

In: text. Out: dicts, lists, strings and None. A scalar is the text that was written, so a tag `no`,
`1.10` or `12:30` stays that text; only an empty value, `null` and `~` are None.
Places (line and column) come from a second parse, made only for a text that has a problem.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

# libyaml when the wheel has it: ten times faster, the same events.
BaseLoader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

NULLS = frozenset({"", "~", "null", "Null", "NULL"})
# Aliases multiply: nine levels of nine make 10^9 nodes. No entry needs more than this many.
MOST_NODES = 100_000
DEEPEST = 60

Key = str | int


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


def parse(text: str) -> Any:
    """The first document of `text` (None when it is empty). Raises YamlError."""
    documents = parse_all(text)
    return documents[0] if documents else None


def parse_all(text: str) -> list[Any]:
    """Every document of `text`, in order. Raises YamlError at the first fault."""
    try:
        loader = BaseLoader(text)
        try:
            documents = []
            while loader.check_node():
                documents.append(Builder().build(loader.get_node(), 0))
            return documents
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        raise explain(error, text) from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position] if isinstance(error.position, int) else ""
        line = before.count("\n") + 1
        raise YamlError(
            "a control character that YAML does not allow", "delete it", line, len(before) - before.rfind("\n")
        ) from None
    except RecursionError:
        raise YamlError("values nested too deeply", "write a flatter list", 1, 1) from None


class Builder:
    """Turns nodes into plain values, counting them so that aliases cannot explode."""

    def __init__(self) -> None:
        self.nodes = 0

    def build(self, node: Node, depth: int) -> Any:
        self.nodes += 1
        if self.nodes > MOST_NODES or depth > DEEPEST:
            mark = node.start_mark
            raise YamlError(
                "aliases or nesting expand this file beyond measure",
                "write the values out, without & and *",
                mark.line + 1,
                mark.column + 1,
                "yaml-too-large",
            )
        if isinstance(node, ScalarNode):
            return None if node.style is None and node.value in NULLS else node.value
        if isinstance(node, SequenceNode):
            return [self.build(item, depth + 1) for item in node.value]
        return self.build_mapping(node, depth)

    def build_mapping(self, node: Node, depth: int) -> dict[str, Any]:
        values: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = key_text(key_node)
            if key == "<<" and key_node.style is None and not isinstance(value_node, ScalarNode):
                sources = value_node.value if isinstance(value_node, SequenceNode) else [value_node]
                for source in sources:
                    if isinstance(source, MappingNode):
                        merged = {**self.build_mapping(source, depth + 1), **merged}
                continue
            if key in values:
                raise twice(node, key, key_node)
            values[key] = self.build(value_node, depth + 1)
        return {**merged, **values} if merged else values


def key_text(node: Node) -> str:
    if isinstance(node, ScalarNode):
        return str(node.value)
    mark = node.start_mark
    raise YamlError("a key that is a list or a mapping", "quote it", mark.line + 1, mark.column + 1)


def twice(node: Node, key: str, again: Node) -> YamlError:
    first = next(one for one, _ in node.value if isinstance(one, ScalarNode) and one.value == key)
    line = again.start_mark.line + 1
    return YamlError(
        f"'{key}' stands twice, on lines {first.start_mark.line + 1} and {line}",
        "keep one of them",
        line,
        again.start_mark.column + 1,
        "twice-key",
    )


def explain(error: yaml.MarkedYAMLError, text: str) -> YamlError:
    """The parser's fault in an editor's words, with the remedy for the faults that are common."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    fault = error.problem or "not valid YAML"
    lines = text.split("\n")
    written = lines[line - 1] if line <= len(lines) else ""
    if "mapping values are not allowed" in fault:
        name, _, value = written.partition(":")
        value = value.strip()
        quoted = f'{name.strip()}: "{value}"' if value else "quote the value"
        return YamlError("a second ': ' on the line", f"quote the value: {quoted}", line, column)
    if "cannot start any token" in fault and ("\t" in written[: column + 1] or written.startswith("\t")):
        return YamlError("a tab is used to indent", "indent with spaces", line, column)
    if "cannot start any token" in fault:
        return YamlError("a value cannot start with this character", "quote the value", line, column)
    if "undefined alias" in fault:
        return YamlError("a value that starts with * is read as an alias", "quote the value", line, column)
    if "quoted scalar" in (error.context or ""):
        start = error.context_mark
        if start:
            line, column = start.line + 1, start.column + 1
        return YamlError("a quotation mark is not closed", "close the quote", line, column)
    if "block mapping" in (error.context or ""):
        return YamlError("this line does not fit the ones above", "check its indent, and quote a value that holds quotes or colons", line, column)
    if "flow sequence" in (error.context or ""):
        return YamlError("a list that opens with [ is not closed", "close it with ]", line, column)
    return YamlError(fault.strip(), "check indent and quotes on this line", line, column)


def spot(text: str, path: Sequence[Key], *, key: bool = False, document: int = 0) -> Spot | None:
    """Where the value at `path` stands (its key instead, with `key=True`); the nearest part that exists.

    None when the text cannot be parsed at all.
    """
    loader = BaseLoader(text)
    try:
        found: Node | None = None
        for _ in range(document + 1):
            if not loader.check_node():
                return None
            found = loader.get_node()
        node, named = found, found
        for step in path:
            inner = child(node, step)
            if inner is None:
                break
            named, node = inner
        chosen = named if key else node
        return spot_of(chosen) if chosen is not None else None
    except yaml.YAMLError:
        return None
    finally:
        loader.dispose()


def child(node: Node | None, step: Key) -> tuple[Node, Node] | None:
    """The (key, value) nodes that `step` leads to, or None."""
    if isinstance(node, MappingNode):
        for key_node, value_node in node.value:
            if isinstance(key_node, ScalarNode) and key_node.value == step:
                return key_node, value_node
    elif isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step], node.value[step]
    return None


def spot_of(node: Node) -> Spot:
    start, end = node.start_mark, node.end_mark
    width = end.column - start.column if end.line == start.line else 1
    return Spot(start.line + 1, start.column + 1, max(width, 1))
