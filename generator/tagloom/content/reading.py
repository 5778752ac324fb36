"""One file of entries in; (Entry, Prose) values and problems out. Touches no disk and no clock.

A Markdown file is one entry: fields in its head, Markdown below. A YAML or JSON file is a list of entries (bare, or under
`entries:` with `defaults:` for all of them), or one entry; it may hold several documents, each of them one of those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from tagloom.content.fields import Item, clean_id, read_fields
from tagloom.content.files import MARKDOWN
from tagloom.content.front_matter import Note, Unreadable, cut, decode, parse_head
from tagloom.content.rules import SEVERITY
from tagloom.entry import Entry, Prose
from tagloom.problems import Place, Problem, did_you_mean, order
from tagloom.settings import Settings
from tagloom.text.slugs import slug
from tagloom.text.yaml import Key, Part, Spot, YamlError, compose

LIST_KEYS = ("entries", "defaults")

SpotOf = Callable[[Sequence[Key], bool], Spot]


@dataclass(frozen=True, slots=True)
class Reading:
    """What one file gave: its sound entries (drafts among them), its problems, and how many entries it holds, broken ones included."""

    entries: tuple[tuple[Entry, Prose], ...]
    problems: tuple[Problem, ...]
    found: int


def read_file(path: str, data: bytes, settings: Settings) -> Reading:
    """The entries of the file `path` (its ending says what it is), from its bytes."""
    desk = Desk(path, settings)
    try:
        text, notes = decode(data)
        desk.text = text
        for note in notes:
            desk.note(note)
        if path.lower().endswith(MARKDOWN):
            read_markdown(desk, text, data)
        else:
            read_list(desk, text)
    except Unreadable as unreadable:
        desk.found += 1
        desk.note(unreadable.note)
    return Reading(tuple(desk.entries), tuple(sorted(desk.problems, key=order)), desk.found)


class Desk:
    """Where one file is read: what it gave so far."""

    def __init__(self, path: str, settings: Settings) -> None:
        self.path, self.settings = path, settings
        self.text = ""
        self.lines: list[str] = []
        self.entries: list[tuple[Entry, Prose]] = []
        self.problems: list[Problem] = []
        self.told: set[tuple[Place, str]] = set()
        self.found = 0

    def note(self, note: Note, entry_id: str = "") -> None:
        if not self.lines:
            self.lines = self.text.split("\n")
        spot = note.spot
        written = self.lines[spot.line - 1] if 0 < spot.line <= len(self.lines) else ""
        place = Place(self.path, spot.line, spot.column, spot.width)
        if (place, note.fact) in self.told:  # a fault of `defaults:`, met again in the next item
            return
        self.told.add((place, note.fact))
        self.problems.append(Problem(note.rule, SEVERITY[note.rule], note.fact, place, note.remedy, written, entry_id))

    def take(self, values: Mapping[str, Any], spot_of: SpotOf, line: int, digest: bytes, stem: str, body: str) -> None:
        """Reads one entry's fields; keeps it when nothing is wrong with it. `stem` is its id when it gives none."""
        self.found += 1
        item = Item(self.settings)
        found, titles, extra = read_fields(values, item)
        title, moment = found.pop("title", ""), found.pop("date", None)
        told = {remark.path[0] for remark in item.remarks}
        if not title and "title" not in told:
            item.tell("missing-title", "an entry has no title", "add `title: …`", ("title",) if "title" in values else ())
        if not moment and "date" not in told:
            item.tell("missing-date", "an entry has no date", "add `date: 2026-06-10`", ("date",) if "date" in values else ())
        identity = found.pop("id", "") or stem
        if not identity:
            identity = f"{moment.day}-{slug(title)}" if moment and title else ""
            item.tell(
                "missing-id", "an item of a list has no id", f"add `id: {identity}`, so that its address stays when its title changes", ()
            )
        for remark in item.remarks:
            self.note(Note(remark.rule, remark.fact, remark.remedy, spot_of(remark.path, remark.key)), identity)
        if any(SEVERITY[remark.rule] == "error" for remark in item.remarks) or moment is None:
            return
        houses = found.pop("institution", ()) + found.pop("institutions", ())
        light = {name: found.pop(name) for name in LIGHT if name in found}
        entry = Entry(
            identity, self.path, line, digest, moment, title, tuple(titles.items()), institutions=tuple(dict.fromkeys(houses)), **light
        )
        self.entries.append((entry, Prose(body=body, extra=extra, **found)))


LIGHT = tuple(name for name in Entry._fields if name not in ("id", "path", "line", "digest", "moment", "title", "titles", "institutions"))


def read_markdown(desk: Desk, text: str, data: bytes) -> None:
    found = cut(text)
    head = parse_head(found)
    stem = desk.path.rpartition("/")[2].rpartition(".")[0]
    desk.take(head.values, head.spot, 1, blake2b(data, digest_size=16).digest(), clean_id(stem), found.body)


def read_list(desk: Desk, text: str) -> None:
    try:
        documents = compose(text)
    except YamlError as error:
        raise Unreadable(Note(error.rule, error.fact, error.remedy, Spot(error.line, error.column))) from None
    for document in documents:
        try:
            read_document(desk, document)
        except YamlError as error:
            desk.found += 1
            desk.note(Note(error.rule, error.fact, error.remedy, Spot(error.line, error.column)))


def read_document(desk: Desk, document: Part) -> None:
    if document.shape == "nothing":
        return
    if document.shape == "list":
        read_items(desk, document, {}, None)
        return
    fields = document.fields()
    if "entries" not in fields:
        read_item(desk, document, {}, None)
        return
    for name in fields:
        if name not in LIST_KEYS:
            remedy = did_you_mean(name, LIST_KEYS)
            desk.note(Note("unknown-field", f"'{name}' is not a key of a list of entries", remedy, document.spot((name,), key=True)))
    defaults = fields.get("defaults")
    held: dict[str, Any] = {}
    if defaults is not None and defaults.shape == "mapping":
        held = defaults.value()
    elif defaults is not None and defaults.shape != "nothing":
        desk.note(Note("list-shape", "defaults must be fields", "write `defaults: {kind: paper}`", defaults.spot(())))
        defaults = None
    entries = fields["entries"]
    if entries.shape == "list":
        read_items(desk, entries, held, defaults)
    elif entries.shape != "nothing":
        desk.found += 1
        desk.note(Note("list-shape", "entries must be a list", "write each entry below it, after a `- `", entries.spot(())))


def read_items(desk: Desk, entries: Part, defaults: dict[str, Any], held: Part | None) -> None:
    for item in entries.items():
        read_item(desk, item, defaults, held)


def read_item(desk: Desk, item: Part, defaults: dict[str, Any], held: Part | None) -> None:
    """Reads one item of a list, with `defaults` (which stand at `held`) for the fields it does not give."""
    try:
        own = item.value()
    except YamlError as error:
        desk.found += 1
        desk.note(Note(error.rule, error.fact, error.remedy, Spot(error.line, error.column)))
        return
    if not isinstance(own, dict):
        desk.found += 1
        desk.note(Note("list-shape", "an item of the list is not an entry", "write its fields: `- title: …`", item.spot(())))
        return
    values = {**defaults, **own}

    def spot_of(path: Sequence[Key], key: bool = False) -> Spot:
        from_defaults = held is not None and path and path[0] not in own and path[0] in defaults
        return (held if held is not None and from_defaults else item).spot(path, key=key)

    digest = blake2b(repr(values).encode("utf-8", "surrogatepass"), digest_size=16).digest()
    desk.take(values, spot_of, item.line, digest, "", "" if "body" not in values else str(values.pop("body") or ""))
