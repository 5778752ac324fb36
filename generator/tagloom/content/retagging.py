"""A file of entries and new names for some of its tags in; the same file with those names in their places, and nothing else changed, out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from yaml.nodes import ScalarNode

from tagloom.content.editing import Change, Source, fields_of, heads, is_flow, is_replaceable, scalar
from tagloom.content.files import MARKDOWN
from tagloom.content.front_matter import Unreadable, cut
from tagloom.content.values import COMMAS, name_of
from tagloom.text.slugs import fold

TOML_TAGS = re.compile(r"^[ \t]*tags[ \t]*=[ \t]*", re.MULTILINE)
TOML_STRING = re.compile(r"\"([^\"\\\n]*)\"|'([^'\n]*)'|#[^\n]*|\]")
Names = Mapping[str, str]  # folded name -> what shall stand there


class Tag(NamedTuple):
    """A tag as it is written: its name, the offsets it stands between, and how it is joined to the others."""

    name: str
    start: int
    end: int
    form: str  # flow, block (an item on a line of its own), or part (of a text with commas)


def retag(path: str, data: bytes, names: Names) -> bytes:
    """The file with each tag whose folded name is in `names` written anew. Of two that then are one tag, the second goes.

    Raises UnicodeDecodeError.
    """
    source = Source(data)
    changes = [change for tags in tag_lists(path, source) for change in renamed(tags, source, names)]
    return source.changed(changes) if changes else data


def tag_lists(path: str, source: Source) -> Iterator[list[Tag]]:
    """The tags of each entry, and of a list's defaults."""
    if path.lower().endswith(MARKDOWN) and (found := toml_tags(source)):
        yield found
    for head in heads(path, source):
        written = fields_of(head).get("tags")
        if written is None:
            continue
        if isinstance(written.node, ScalarNode):
            yield list(parts_of(*source.span(written), source)) if is_replaceable(written, source) else []
            continue
        form = "flow" if is_flow(written) else "block"
        yield [Tag(name_of(item.node.value), *source.span(item), form) for item in written.items() if is_replaceable(item, source)]


def parts_of(start: int, end: int, source: Source) -> Iterator[Tag]:
    """The names of one text with commas."""
    quoted = source.raw[start : start + 1] in ("'", '"')
    if not quoted and not COMMAS.search(source.raw, start, end):
        yield Tag(name_of(source.raw[start:end]), start, end, "flow")
        return
    at = start + quoted
    for piece in re.split(f"({COMMAS.pattern})", source.raw[start + quoted : end - quoted]):
        name = name_of(piece)
        if name and not COMMAS.fullmatch(piece):
            inner = at + len(piece) - len(piece.lstrip())
            yield Tag(name, inner, inner + len(piece.strip()), "part")
        at += len(piece)


def toml_tags(source: Source) -> list[Tag]:
    try:
        found = cut(source.text)
    except Unreadable:
        return []
    if found.form != "toml":
        return []
    first = source.offset(found.head_line - 1, 0)
    last = source.offset(found.head_line - 1 + found.head.count("\n"), 0)
    opening = TOML_TAGS.search(source.raw, first, last)
    if not opening:
        return []
    tags = []
    for string in TOML_STRING.finditer(source.raw, opening.end(), last):
        if string[0] == "]":
            break
        if string[0][0] != "#":
            tags.append(Tag(name_of(string[1] if string[1] is not None else string[2]), string.start(), string.end(), "flow"))
    return tags


def renamed(tags: Iterable[Tag], source: Source, names: Names) -> Iterator[Change]:
    tags = list(tags)
    if not any(fold(tag.name) in names for tag in tags):
        return
    after = [fold(names.get(fold(tag.name), tag.name)) for tag in tags]
    first = {key: after.index(key) for key in after}
    for index, tag in enumerate(tags):
        touched = fold(tag.name) in names
        # The one that stays is the first; a twin that was there before is not ours to delete.
        twins = [other for other in range(len(tags)) if after[other] == after[index]]
        if first[after[index]] != index and (touched or any(fold(tags[other].name) in names for other in twins)):
            yield removal(tags, index, source)
        elif touched:
            written = source.raw[tag.start : tag.end]
            wanted = names[fold(tag.name)]
            yield Change(tag.start, tag.end, wanted if tag.form == "part" else scalar(wanted, like=written))


def removal(tags: list[Tag], index: int, source: Source) -> Change:
    """Takes a tag, which is not the first, out of its list; a comment behind it stays."""
    tag = tags[index]
    if tag.form != "block":
        before = source.raw.rfind(",", tags[index - 1].end, tag.start)
        return Change(before if tag.form == "flow" and before >= 0 else tags[index - 1].end, tag.end, "")
    line = max(source.raw.rfind("\n", 0, tag.start), source.raw.rfind("\r", 0, tag.start)) + 1
    rest = re.compile(r"[ \t]*(#[^\r\n]*)?").match(source.raw, tag.end)
    if rest and rest[1]:
        dash = source.raw.index("-", line)
        return Change(dash, rest.start(1), "")
    end = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)").match(source.raw, tag.end)
    return Change(line, end.end() if end else tag.end, "")
