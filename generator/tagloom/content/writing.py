"""An entry that is not written yet in; the text of its file, or of an item of a list, out.

What is written reads back as it was: texts that YAML takes for something else are quoted, dates and numbers stand bare, and fields stand
in the order of `FIELDS`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tagloom.content.fields import FIELDS, TITLE_IN
from tagloom.content.front_matter import STRANGE_ENDS
from tagloom.content.values import COMMAS
from tagloom.text.controls import CONTROL
from tagloom.text.slugs import fold

Value = str | Sequence[str] | Mapping[str, str]

PLACE = {item.name: place for place, item in enumerate(FIELDS)}
TAKES = {item.name: item.takes for item in FIELDS}
# Fields whose values are never quoted: nothing in them could be taken for something else.
BARE = frozenset({"date", "updated", "number", "score", "whole-number", "yes-no"})
ONE_LINE = frozenset({"line", "address", "kind", "category", "language", "id"}) | BARE
NAMES = frozenset({"tags", "names", "ids"})
SAFE_BARE = re.compile(r"[0-9A-Za-z][0-9A-Za-z:.+ -]*")


@dataclass(frozen=True, slots=True)
class NewEntry:
    """The fields of an entry as an editor would write them, and the Markdown below. `place` says where it was found."""

    fields: Mapping[str, Value] = field(default_factory=dict)
    body: str = ""
    place: str = ""

    def text(self, name: str) -> str:
        """The value of a field that is one text, or ""."""
        value = self.fields.get(name, "")
        return value if isinstance(value, str) else ""

    def names(self, name: str) -> tuple[str, ...]:
        """The value of a field that is a list, or ()."""
        value = self.fields.get(name, ())
        return () if isinstance(value, Mapping) else (value,) if isinstance(value, str) else tuple(value)

    def links(self) -> Mapping[str, str]:
        value = self.fields.get("links", {})
        return value if isinstance(value, Mapping) else {}

    def having(self, **values: Value) -> NewEntry:
        """The same with other values; an empty one takes a field away."""
        return replace(self, fields={name: value for name, value in {**self.fields, **values}.items() if value})


def tidied(new: NewEntry) -> NewEntry:
    """`new` without empty fields, control characters and stray spaces, its fields in the order of `FIELDS`."""
    found: dict[str, Value] = {}
    for name in sorted(new.fields, key=rank):
        value = tidy_value(name, new.fields[name])
        if value:
            found[name] = value
    return NewEntry(found, clean(new.body).strip("\n").rstrip(), new.place)


def rank(name: str) -> tuple[int, str]:
    # A translated title stands below the title; what nobody knows stands last.
    return (PLACE["title"] if TITLE_IN.fullmatch(name) else PLACE.get(name, len(PLACE))), name


def tidy_value(name: str, value: Value) -> Value:
    takes = "line" if TITLE_IN.fullmatch(name) else TAKES.get(name, "markdown")
    if isinstance(value, Mapping):
        return {one_line(key): one_line(inner) for key, inner in value.items() if one_line(key) and one_line(inner)}
    if takes == "tags":
        # A comma parts names wherever it stands, so it is written as a list from the start.
        texts = [value] if isinstance(value, str) else value
        return list(dict.fromkeys(name for text in texts for part in COMMAS.split(text) if fold(name := one_line(part))))
    if isinstance(value, str):
        return one_line(value) if takes in ONE_LINE or takes in NAMES else clean(value).strip()
    tidy = clean_item if takes == "markdown-list" else one_line
    return list(dict.fromkeys(item for text in value if (item := tidy(text))))


def clean(text: str) -> str:
    """`text` in NFC, without what no page can hold."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", CONTROL.sub("", text).translate(STRANGE_ENDS))


def one_line(text: str) -> str:
    return " ".join(clean(text).split())


def clean_item(text: str) -> str:
    return clean(text).strip()


def file_text(new: NewEntry) -> str:
    """A Markdown file: fields between two `---`, then the body."""
    new = tidied(new)
    return f"---\n{yaml_text(new.fields)}---\n" + (f"\n{new.body}\n" if new.body else "")


def item_text(new: NewEntry, indent: str = "  ") -> str:
    """An item of a list of entries, each line behind `indent`."""
    new = tidied(new)
    fields = dict(new.fields)
    if new.body:
        fields["body"] = new.body
    lines = yaml_text(fields).rstrip("\n").split("\n")
    return "".join(f"{indent}{'- ' if place == 0 else '  '}{line}".rstrip() + "\n" for place, line in enumerate(lines))


def yaml_text(fields: Mapping[str, Value]) -> str:
    """`fields` as YAML, one field after another as they come."""
    import yaml
    from yaml.nodes import MappingNode, ScalarNode, SequenceNode

    mapping, text, sequence = "tag:yaml.org,2002:map", "tag:yaml.org,2002:str", "tag:yaml.org,2002:seq"

    def scalar(value: str, takes: str = "") -> Any:
        bare = takes in BARE and SAFE_BARE.fullmatch(value)
        tag = resolver.resolve(ScalarNode, value, (True, False)) if bare else text
        return ScalarNode(tag, value, style="|" if "\n" in value else None)

    def node(name: str, value: Value) -> Any:
        takes = TAKES.get(name, "")
        if isinstance(value, str):
            return scalar(value, takes)
        if isinstance(value, Mapping):
            pairs = [(scalar(key), scalar(inner)) for key, inner in value.items()]
            return MappingNode(mapping, pairs, flow_style=False)
        return SequenceNode(sequence, [scalar(item) for item in value], flow_style=takes in NAMES)

    class Emitter(yaml.SafeDumper):
        """Sets the items of a list in, as the guide does."""

        def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
            super().increase_indent(flow, False)

    resolver: Any = yaml.resolver.Resolver()
    root = MappingNode(mapping, [(scalar(name), node(name, value)) for name, value in fields.items()], flow_style=False)
    return str(yaml.serialize(root, Dumper=Emitter, allow_unicode=True, width=1 << 20))
