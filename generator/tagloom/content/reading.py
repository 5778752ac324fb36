"""One file of entries in; (Entry, Prose) values and problems out. Touches no disk and no clock.

A Markdown file is one entry: fields in its head, Markdown below. A YAML or JSON file is a list of entries (bare, or under
`entries:` with `defaults:` for all of them), or one entry; it may hold several documents, each of them one of those.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NamedTuple

from tagloom.content.fields import read_fields
from tagloom.content.files import MARKDOWN
from tagloom.content.front_matter import STRANGE_ENDS, Note, Unreadable, cut, decode
from tagloom.content.heads import note_of, parse_head
from tagloom.content.item import Item
from tagloom.content.losses import lost_texts, may_lose, trailing_spaces
from tagloom.content.manners import tell_manners
from tagloom.content.pieces import pieces_of_list
from tagloom.content.rules import SEVERITY
from tagloom.content.values import clean_id
from tagloom.entry import Entry, Moment, Prose
from tagloom.problems import Place, Problem, did_you_mean, order
from tagloom.settings import Settings
from tagloom.text.controls import CONTROL
from tagloom.text.slugs import slug
from tagloom.text.yaml import Key, Part, Spot, YamlError, compose

# More than this is no text that somebody wrote, but a picture pasted into it; a longer list is one that GitHub shows no diff of.
MOST_BYTES = 256 * 1024
MOST_LIST_BYTES = 4 * 1024 * 1024
LIST_KEYS = ("entries", "defaults")
LIGHT = tuple(name for name in Entry._fields if name not in ("id", "path", "line", "digest", "moment", "title", "titles", "institutions"))


@dataclass(frozen=True, slots=True)
class Reading:
    """What one file gave: its sound entries (drafts among them), its problems, and how many entries it holds, broken ones included."""

    entries: tuple[tuple[Entry, Prose], ...]
    problems: tuple[Problem, ...]
    found: int


class Written(NamedTuple):
    """One entry as it stands in its file: its fields, where each of them is, and what YAML dropped of it."""

    values: Mapping[str, Any]
    spot: Callable[[Sequence[Key], bool], Spot]
    line: int
    digest: bytes
    stem: str = ""  # its id when it gives none
    body: str = ""
    losses: Iterable[Note] = ()


def written_entries(path: str, data: bytes, settings: Settings) -> list[Written]:
    """Each entry of a file as it stands there, for those who look for a part of one; empty for a file that cannot be read."""
    desk = Desk(path, settings)
    desk.kept = []
    read_at(desk, data)
    return desk.kept


def read_file(path: str, data: bytes, settings: Settings) -> Reading:
    """The entries of the file `path` (its ending says what it is), from its bytes. Raises nothing, whatever the bytes are."""
    desk = Desk(path, settings)
    read_at(desk, data)
    return Reading(tuple(desk.entries), tuple(sorted(desk.problems, key=order)), desk.found)


def read_at(desk: Desk, data: bytes) -> None:
    markdown = desk.path.lower().endswith(MARKDOWN)
    if len(data) > (MOST_BYTES if markdown else MOST_LIST_BYTES):
        desk.note(Note("large-file", f"this file has {len(data) // 1024} KB", "split it, or put pictures beside it"))
    try:
        desk.text, notes = decode(data)
        desk.escapes = "\\" in desk.text
        for note in notes:
            desk.note(note)
        if markdown:
            read_markdown(desk, data)
        else:
            with no_collection():
                read_list(desk)
    except Unreadable as unreadable:
        desk.found += 1
        desk.note(unreadable.note)


@contextmanager
def no_collection() -> Iterator[None]:
    """Holds the collector of cycles back: a list of 5,000 entries is a million nodes, none in a cycle, which it would walk again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Desk:
    """Where one file is read: its text, and what it gave so far."""

    def __init__(self, path: str, settings: Settings) -> None:
        self.path, self.settings = path, settings
        self.text = ""
        self.escapes = False  # an escape in it may stand for a character that no page can hold
        self.lines: list[str] = []
        self.entries: list[tuple[Entry, Prose]] = []
        self.problems: list[Problem] = []
        self.told: set[tuple[Place, str]] = set()
        self.found = 0
        self.kept: list[Written] | None = None  # each entry as it stands, when somebody asks

    def text_lines(self) -> list[str]:
        """The file's lines; split once, and only when something is to be told."""
        if not self.lines:
            self.lines = self.text.split("\n")
        return self.lines

    def note(self, note: Note, entry_id: str = "") -> None:
        spot, lines = note.spot, self.text_lines()
        line = lines[spot.line - 1] if 0 < spot.line <= len(lines) else ""
        place = Place(self.path, spot.line, spot.column, spot.width)
        fact, remedy = CONTROL.sub("", note.fact), CONTROL.sub("", note.remedy)
        if (place, fact) in self.told:  # a fault of `defaults:`, met again in the next item
            return
        self.told.add((place, fact))
        self.problems.append(Problem(note.rule, SEVERITY[note.rule], fact, place, remedy, line, entry_id))

    def refuse(self, note: Note) -> None:
        """Counts an entry that cannot be read at all, and says why."""
        self.found += 1
        self.note(note)

    def take(self, written: Written) -> None:
        """Reads one entry's fields, and keeps it when nothing is wrong with it."""
        self.found += 1
        if self.kept is not None:
            self.kept.append(written)
            return
        item = Item(self.settings)
        values = written.values
        if self.escapes:
            values = without_controls(values, item, ())
        found, titles, extra = read_fields(values, item)
        tell_manners(item, found, values)
        title, moment = found.pop("title", ""), found.pop("date", None)
        tell_missing(item, values, title, moment)
        identity = found.pop("id", "") or written.stem
        if not identity:
            identity = f"{moment.day}-{slug(title)}" if moment and title else ""
            if identity:
                item.tell(
                    "missing-id",
                    "an item of a list has no id",
                    f"add `id: {identity}`, so that its address stays when its title changes",
                    (),
                )
        sound = bool(moment and title)
        for remark in item.remarks:
            self.note(Note(remark.rule, remark.fact, remark.remedy, written.spot(remark.path, remark.key)), identity)
            sound = sound and SEVERITY[remark.rule] != "error"
        for loss in written.losses:
            self.note(loss, identity)
            sound = sound and SEVERITY[loss.rule] != "error"
        if not sound:
            return
        houses = found.pop("institution", ()) + found.pop("institutions", ())
        body = found.pop("body", "")
        light = {name: found.pop(name) for name in LIGHT if name in found}
        light["institutions"] = houses if len(houses) < 2 else tuple(dict.fromkeys(houses))
        entry = Entry(identity, self.path, written.line, written.digest, moment, title, tuple(titles.items()), **light)
        self.entries.append((entry, Prose(body=written.body or body, extra=extra, **found)))


def tell_missing(item: Item, values: Mapping[str, Any], title: str, moment: Moment | None) -> None:
    told = {remark.path[0] for remark in item.remarks if remark.path}
    for name, value, form in (("title", title, "title: …"), ("date", moment, "date: 2026-06-10")):
        if not value and name not in told:
            item.tell(f"missing-{name}", f"an entry has no {name}", f"add `{form}`", (name,) if name in values else ())


def without_controls(value: Any, item: Item, path: tuple[Key, ...]) -> Any:
    """The same value without the control characters that escapes such as \\u0010 put into it; each text that held one is told."""
    if isinstance(value, str):
        found = CONTROL.search(value)
        if found is None:
            return value.translate(STRANGE_ENDS)
        item.tell("control-character", f"the control character U+{ord(found[0]):04X} is dropped", "delete its escape", path)
        return CONTROL.sub("", value).translate(STRANGE_ENDS)
    if isinstance(value, dict):
        return {CONTROL.sub("", name): without_controls(inner, item, (*path, name)) for name, inner in value.items()}
    if isinstance(value, list):
        return [without_controls(inner, item, (*path, index)) for index, inner in enumerate(value)]
    return value


def read_markdown(desk: Desk, data: bytes) -> None:
    found = cut(desk.text)
    head = parse_head(found)
    stem = desk.path.rpartition("/")[2].rpartition(".")[0]
    part = None if head.plain else head.part
    losses = lost_texts(part, desk.text, desk.text_lines()) if part and may_lose(found.head) else ()
    if part:
        for note in trailing_spaces([part], found.head, found.head_line):
            desk.note(note)
    desk.take(Written(head.values, head.spot, 1, blake2b(data, digest_size=16).digest(), clean_id(stem), found.body, losses))


def read_list(desk: Desk) -> None:
    try:
        documents = compose(desk.text)
    except YamlError as error:
        if not read_pieces(desk, error):
            raise Unreadable(note_of(error)) from None
        return
    for note in trailing_spaces(documents, desk.text, 1):
        desk.note(note)
    for document in documents:
        read_document(desk, document)


def read_document(desk: Desk, document: Part) -> None:
    try:
        fields = document.fields()
    except YamlError as error:
        desk.refuse(note_of(error))
        return
    if document.shape == "list":
        read_items(desk, document.items(), None)
    elif "entries" in fields:
        entries, defaults = fields["entries"], fields.get("defaults")
        for name in fields:
            if name not in LIST_KEYS:
                remedy = did_you_mean(name, LIST_KEYS)
                desk.note(Note("unknown-field", f"'{name}' is not a key of a list of entries", remedy, document.spot((name,), key=True)))
        if entries.shape not in ("list", "nothing"):
            desk.refuse(Note("list-shape", "entries must be a list", "write each entry below it, after `- `", entries.spot(())))
        read_items(desk, entries.items(), defaults)
    elif document.shape != "nothing":
        read_items(desk, [document], None)


def read_items(desk: Desk, items: Sequence[Part], defaults: Part | None) -> None:
    held: dict[str, Any] = {}
    if defaults is not None and defaults.shape == "mapping":
        try:
            held = defaults.value()
        except YamlError as error:
            desk.note(note_of(error))
    elif defaults is not None and defaults.shape != "nothing":
        desk.note(Note("list-shape", "defaults must be fields", "write `defaults: {kind: paper}`", defaults.spot(())))
    watch = may_lose(desk.text)
    for item in items:
        read_item(desk, item, held, defaults, watch)


def read_item(desk: Desk, item: Part, held: Mapping[str, Any], defaults: Part | None, watch: bool) -> None:
    """Reads one item of a list, with what is `held` at `defaults` for the fields it does not give."""
    try:
        own = item.value()
    except YamlError as error:
        desk.refuse(note_of(error))
        return
    if not isinstance(own, dict):
        desk.refuse(Note("list-shape", "an item of the list is not an entry", "write its fields: `- title: …`", item.spot(())))
        return

    def spot(path: Sequence[Key], key: bool = False) -> Spot:
        lent = defaults is not None and bool(path) and path[0] not in own and path[0] in held
        return (defaults if defaults is not None and lent else item).spot(path, key=key)

    values = {**held, **own}
    digest = blake2b(repr(values).encode("utf-8", "surrogatepass"), digest_size=16).digest()
    desk.take(Written(values, spot, item.line, digest, losses=lost_texts(item, desk.text, desk.text_lines()) if watch else ()))


def read_pieces(desk: Desk, error: YamlError) -> bool:
    """Reads what can be read of a list that is no YAML as a whole, item by item; False when it has no items to be seen."""
    cut_up = pieces_of_list(desk.text)
    if cut_up is None:
        return False
    head, pieces = cut_up
    try:
        fields = head.fields() if head else {}
    except YamlError:
        return False
    before = desk.found - len(desk.entries)
    sound: list[Part] = []
    for text, first in pieces:
        try:
            sound += [item for part in compose(text, first) for item in part.items()]
        except YamlError as fault:
            desk.refuse(note_of(fault))
    if desk.found - len(desk.entries) == before:
        desk.refuse(note_of(error))
    read_items(desk, sound, fields.get("defaults"))
    return True
