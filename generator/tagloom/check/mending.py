"""Files of entries in; the same files with what has one right answer mended, and nothing else touched, out.

A mended file is read again before it is kept: it must give the same entries as before. A second run finds nothing to do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from yaml.nodes import ScalarNode

from tagloom.check.names import name_kind
from tagloom.check.rules import severity_of
from tagloom.content.editing import Change, Source, fields_of, heads, is_flow, is_replaceable, name_parts, scalar
from tagloom.content.files import FOLDER, MARKDOWN, entry_files
from tagloom.content.front_matter import LINE_END, Unreadable, cut, usual_end
from tagloom.content.losses import spaces_at_ends
from tagloom.content.reading import read_file
from tagloom.content.replacing import write_all
from tagloom.content.values import COMMAS, name_of
from tagloom.entry import Entry, Prose
from tagloom.settings import Settings, read_settings, unreadable
from tagloom.text.dates import DateError, iso_hint, parse_moment
from tagloom.text.slugs import fold
from tagloom.text.yaml import Part, YamlError, compose
from tagloom.vocabulary import Vocabulary, read_vocabulary


def mend_site(root: Path, *, since: str = "") -> Iterator[str]:
    """Mends the files of entries below `root`, all or none; a line for each file mended."""
    settings, problems = read_settings(root)
    if unreadable(problems):  # what a date or a rule is to mean is not known then
        return
    tags, _ = read_vocabulary(root, "content/tags.yml")
    wanted = changed_paths(root, since) if since else None
    before: dict[Path, bytes | None] = {}
    after: dict[Path, bytes] = {}
    for file in entry_files(root):
        if wanted is not None and file.path not in wanted:
            continue
        data = (root / file.path).read_bytes()
        mended = mend(file.path, data, settings, tags)
        if mended != data:
            before[root / file.path], after[root / file.path] = data, mended
    write_all(after, before)
    for path in after:
        yield f"mended {path.relative_to(root).as_posix()}"


def changed_paths(root: Path, since: str) -> frozenset[str]:
    from tagloom.check.git import changed_files, merge_base

    return frozenset(path for path in changed_files(root, merge_base(root, since)) if path.startswith(FOLDER))


def mend(path: str, data: bytes, settings: Settings, tags: Vocabulary) -> bytes:
    """The file `path` mended; `data` itself when nothing is to be done, or it cannot be done safely."""
    mended = data
    steps: tuple[Callable[[bytes], bytes], ...] = (
        lambda text: mend_bytes(text, settings),
        lambda text: mend_spaces(path, text, settings),
        lambda text: mend_values(path, text, settings, tags),
    )
    for step in steps:
        tried = step(mended)
        if tried != mended and same_entries(path, mended, tried, settings, tags):
            mended = tried
    return mended


def is_off(rule: str, settings: Settings) -> bool:
    return settings.check.get(rule) == "off"


def mend_bytes(data: bytes, settings: Settings) -> bytes:
    """Without a byte order mark, and all lines ended as most are."""
    if data.startswith(b"\xef\xbb\xbf") and not is_off("byte-order-mark", settings):
        data = data[3:]
    if b"\r" in data and not is_off("mixed-line-ends", settings):
        data = LINE_END.sub(usual_end(data), data)
    return data


def mend_spaces(path: str, data: bytes, settings: Settings) -> bytes:
    """Without spaces at the ends of lines of YAML, but for those inside a value."""
    source = source_of(data)
    if source is None or is_off("trailing-space", settings):
        return data
    try:
        if not path.lower().endswith(MARKDOWN):
            text, first = source.text, 1
        elif (found := cut(source.text)).form == "yaml":
            text, first = found.head, found.head_line
        else:
            return data
        parts = compose(text, first)
    except (YamlError, Unreadable):
        return data
    changes = []
    for line, column, width in spaces_at_ends(parts, text):
        start = source.offset(line + first - 1, column)
        changes.append(Change(start, start + width, ""))
    return source.changed(changes) if changes else data


def mend_values(path: str, data: bytes, settings: Settings, tags: Vocabulary) -> bytes:
    """Dates in ISO form, commas as lists, aliases as the names they stand for."""
    source = source_of(data)
    if source is None:
        return data
    changes: list[Change] = []
    for head in heads(path, source):
        for field, rule in (("date", "lenient-date"), ("updated", "lenient-date")):
            if not is_off(rule, settings):
                changes += mended_date(head, field, source, settings)
        changes += mended_tags(head, source, settings, tags)
    return source.changed(changes) if changes else data


def source_of(data: bytes) -> Source | None:
    """The source of a file whose columns can be relied on."""
    try:
        source = Source(data)
    except UnicodeDecodeError:
        return None
    return source if source.sound else None


def mended_date(head: Part, field: str, source: Source, settings: Settings) -> Iterator[Change]:
    part = fields_of(head).get(field)
    if part is None or not is_replaceable(part, source):
        return
    written = part.node.value.strip()
    try:
        better = iso_hint(written, parse_moment(written, settings.zone)) if written else ""
    except DateError:
        return
    if better:
        start, end = source.span(part)
        quote = source.raw[start] if source.raw[start] in "\"'" else ""
        yield Change(start, end, f"{quote}{better}{quote}")


def mended_tags(head: Part, source: Source, settings: Settings, tags: Vocabulary) -> Iterator[Change]:
    written = fields_of(head).get("tags")
    if written is None:
        return
    alone = isinstance(written.node, ScalarNode)
    for part in name_parts(head, "tags"):
        if not is_replaceable(part, source):
            continue
        start, end = source.span(part)
        like = source.raw[start:end]
        if not alone and ("," in part.node.value or ";" in part.node.value):
            # Who writes a list and a comma inside an item ("Money, Budgeting") may mean one name; only its editor knows a better one.
            continue
        names = list(dict.fromkeys(name for piece in COMMAS.split(part.node.value) if fold(name := name_of(piece))))
        if not names:
            continue
        parted = (len(names) > 1 or bool(COMMAS.search(part.node.value)) or alone) and not is_off("tag-comma", settings)
        wanted = [canonical(name, settings, tags) for name in names]
        if not parted and wanted == names:
            continue
        if not parted and len(names) > 1:
            continue
        told = [scalar(name, like="" if parted else like) for name in dict.fromkeys(wanted)]
        if alone and parted:
            yield Change(start, end, f"[{', '.join(told)}]")
        elif alone or is_flow(written) or len(told) == 1:
            yield Change(start, end, ", ".join(told))
        else:
            yield Change(start, end, f"\n{lead_of(source, start)}".join(told))


def lead_of(source: Source, start: int) -> str:
    """What stands before the item of a list on its line: the indent and `- `."""
    line = max(source.raw.rfind("\n", 0, start), source.raw.rfind("\r", 0, start)) + 1
    return re.sub(r"[^\s-]", " ", source.raw[line:start])


def canonical(name: str, settings: Settings, tags: Vocabulary) -> str:
    """The vocabulary's name for an alias or a former name; any other name as it is."""
    if severity_of("tag-alias", settings) == "off":
        return name
    term = tags.resolve(name)
    return term.name if term and name_kind(term, name) else name


def same_entries(path: str, before: bytes, after: bytes, settings: Settings, tags: Vocabulary) -> bool:
    """Whether a mended file gives what it gave: as many entries, each the same but for the spelling of its tags."""
    old, new = read_file(path, before, settings), read_file(path, after, settings)
    if old.found != new.found or len(old.entries) != len(new.entries):
        return False
    return all(comparable(*one, tags) == comparable(*other, tags) for one, other in zip(old.entries, new.entries, strict=True))


def comparable(entry: Entry, prose: Prose, tags: Vocabulary) -> tuple[Mapping[str, object], Prose]:
    values = entry._asdict()
    del values["digest"], values["line"]
    keys = (tags.keys.get(fold(name), fold(name)) for name in entry.tags)
    return {**values, "tags": tuple(dict.fromkeys(keys))}, prose
