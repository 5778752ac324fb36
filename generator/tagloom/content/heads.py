"""The head of a Markdown file in; its fields as plain values, and where each of them stands, out.

TOML and JSON give what YAML would: text as it was written, as far as their parsers tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tagloom.content.front_matter import Cut, Note, Unreadable
from tagloom.text.plain_yaml import parse_plain
from tagloom.text.yaml import DEEPEST, Key, Part, Spot, YamlError, compose


class Head:
    """The fields of a head, and where they stand in the file.

    `plain` is a head of YAML in which nothing can be lost; `part` says where its values stand, and is None when the text is no YAML.
    """

    __slots__ = ("line", "parsed", "plain", "text", "values")

    def __init__(self, values: dict[str, Any], found: Cut, parsed: Part | None, plain: bool = False) -> None:
        self.values, self.text, self.line, self.parsed, self.plain = values, found.head, found.head_line, parsed, plain

    @property
    def part(self) -> Part | None:
        if self.plain and self.parsed is None:
            self.parsed = compose(self.text, self.line)[0]
        return self.parsed

    def spot(self, path: Sequence[Key], key: bool = False) -> Spot:
        """Where the value at `path` stands (its key, with `key=True`); the nearest part that exists."""
        part = self.part
        if part:
            return part.spot(path, key=key)
        found = searched_spot(self.text, path, key)
        return Spot(found.line + self.line - 1, found.column, found.width)


def parse_head(found: Cut) -> Head:
    """The fields of a head. Raises Unreadable."""
    try:
        if found.form == "yaml":
            return parse_yaml(found)
        try:
            return Head((parse_toml if found.form == "toml" else parse_json)(found.head, found.head_line), found, None)
        except YamlError as error:
            error.line += found.head_line - 1
            raise
    except YamlError as error:
        raise Unreadable(note_of(error)) from None


def note_of(error: YamlError) -> Note:
    return Note(error.rule, error.fact, error.remedy, Spot(error.line, error.column))


def parse_yaml(found: Cut) -> Head:
    plain = parse_plain(found.head)
    if plain is not None:
        return Head(plain, found, None, plain=True)
    parts = compose(found.head, found.head_line)
    if len(parts) > 1:
        raise YamlError("the front matter holds a second document", "delete the line ...", parts[1].line, 1, "front-matter")
    values = parts[0].value() if parts else None
    if values is None:
        return Head({}, found, None)
    if not isinstance(values, dict):
        shape = "a list" if isinstance(values, list) else "one text"
        raise YamlError(f"the front matter is {shape}, not fields", "write `title: …`, `date: …` and so on", parts[0].line, 1, "front-matter")
    return Head(values, found, parts[0])


def parse_json(text: str, first: int) -> dict[str, Any]:
    import json

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            names = [name for name, _ in pairs]
            again = next(name for index, name in enumerate(names) if name in names[:index])
            at = [text.count("\n", 0, found.start()) + 1 for found in re.finditer(re.escape(json.dumps(again, ensure_ascii=False)) + r"\s*:", text)]
            raise twice(again, at, first)
        return made

    values = json.loads(text, strict=False, parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=once)
    return {name: as_written(value, 0) for name, value in values.items()}


def twice(name: str, lines: list[int], first: int) -> YamlError:
    where = f", on lines {lines[0] + first - 1} and {lines[-1] + first - 1}" if len(lines) > 1 else ""
    return YamlError(f"'{name}' stands twice{where}", "keep one of them", lines[-1] if lines else 1, 1, "twice-key")


def parse_toml(text: str, first: int) -> dict[str, Any]:
    import tomllib

    try:
        return {name: as_written(value, 0) for name, value in tomllib.loads(text, parse_float=str).items()}
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (max(text.count("\n"), 1), 1)
        fact = str(error).split(" (at ")[0]
        if "integer string" in fact:
            raise YamlError("the TOML front matter holds a number of thousands of digits", "quote it", first_long_number(text), 1) from None
        name = re.match(r"\s*([\w-]+)\s*=", text.split("\n")[line - 1])
        if "overwrite" in fact and name:
            raise twice(name[1], [text.count("\n", 0, found.start(1)) + 1 for found in re.finditer(rf"^\s*({name[1]})\s*=", text, re.MULTILINE)], first) from None
        raise YamlError(f"the TOML front matter cannot be read: {fact}", "check quotes and brackets on this line", line, column) from None


def first_long_number(text: str) -> int:
    """The line of the first run of digits that Python refuses to read."""
    found = re.search(r"[0-9_]{4300}", text)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def as_written(value: Any, depth: int) -> Any:
    """A value of TOML or JSON as the text that YAML would give."""
    if depth > DEEPEST:
        raise YamlError("values nested too deeply", "write flatter values", 1, 1, "yaml-too-large")
    if isinstance(value, dict):
        return {name: as_written(inner, depth + 1) for name, inner in value.items()}
    if isinstance(value, list):
        return [as_written(inner, depth + 1) for inner in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or isinstance(value, str):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def searched_spot(text: str, path: Sequence[Key], key: bool) -> Spot:
    """The line of a TOML or JSON text that sets the first name of `path`, and on it the value as far as the end of the line."""
    name = re.escape(str(path[0])) if path else ""
    pattern = rf"""(?:^|[\[{{,])[ \t]*(["']?{name}["']?)[ \t]*(?:[=:][ \t]*|\]+)"""
    found = re.search(pattern, text, re.MULTILINE) if name else None
    if not found:
        return Spot(1, 1)
    start = text.rfind("\n", 0, found.start(1)) + 1
    line = text.count("\n", 0, start) + 1
    if key:
        return Spot(line, found.start(1) - start + 1, len(found[1]))
    end = text.find("\n", found.end())
    written = text[found.end() : end if end >= 0 else len(text)].rstrip(" \t,}")
    return Spot(line, found.end() - start + 1, max(len(written), 1))
