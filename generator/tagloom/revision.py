"""After an edit that moves nothing: what the last build knew, with the new texts in it, and where the changed entries stand.

In: how the inputs looked at the last build and look now. Out: `Stock`, all that pages are drawn from, with a scope; or None, when
anything has changed that lists, counts or other entries could depend on, and all must be read and planned again.

An edit moves nothing when files of entries alone have changed, hold the same entries as before under the same id, date, tags and all else that
sorts, groups or counts, and are without fault. Titles, texts and links may be others.
"""

from __future__ import annotations

import hashlib
import marshal
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tagloom.archive import pack_archive, unpack_archive
from tagloom.cache import Cache, checked, unchecked
from tagloom.content.files import FOLDER
from tagloom.content.shelf import Texts, read_piece, unpack_problems
from tagloom.entry import Entry, pack_entry, unpack_entries, unpack_entry
from tagloom.frames import load_drawing
from tagloom.pages.page import Site
from tagloom.pages.scope import scope_of
from tagloom.places import FRAMES, WORK, keep
from tagloom.problems import order
from tagloom.report import Report
from tagloom.seal import Seen
from tagloom.settings import Settings
from tagloom.stock import Stamps, Stock
from tagloom.text.languages import Words

# More changed files than these are read like any others; of more amended entries a new snapshot is made.
MOST_FILES = 100
MOST_AMENDED = 1000
# What an edit may change without any page or list but the entry's own cards and titles showing it.
FREE = frozenset({"line", "digest", "title", "titles", "url", "language"})
HELD = tuple(name for name in Entry._fields if name not in FREE)
# Told of one file, brought about by another.
MOVING = frozenset({"same-address", "search-self-test"})
SNAPSHOT, AMENDED = "snapshot", "amended"


def keep_snapshot(root: Path, cache: Cache, stock: Stock) -> None:
    """Notes what `revised` gives back after an edit; nothing where one edit could touch anything. It counts from `end_build` on."""
    site = stock.site
    if site.scope is None:
        from tagloom.check.rules import BOOK, build_rules

        words = [(one.language, dict(one.texts)) for one in (site.words, *site.translations)]
        mark = b""
        if all(BOOK[name].cheap for name in build_rules(site.settings)):
            mark = write_snapshot(root, marshal.dumps((pack_archive(site.archive, stock.packed), words, tuple(stock.stamps)), 4))
        cache.put_note(AMENDED, checked(marshal.dumps((mark, []), 4)))
    elif site.scope.ids:
        mark, rows = amendments(cache)
        amended = {row[0]: row for row in (*rows, *(pack_entry(site.archive.entries[one]) for one in site.scope.ids))}
        cache.put_note(AMENDED, checked(marshal.dumps((mark, list(amended.values())), 4)))


def end_build(cache: Cache, seen: Seen | None, report: Report) -> None:
    """Saves what was learnt, and with a look (`seen`) says that the next build may begin from here."""
    if seen is not None and not any(problem.rule in MOVING for problem in report.problems):
        cache.ended(seen.print)
    cache.save()


def amendments(cache: Cache) -> tuple[bytes, list[tuple[Any, ...]]]:
    """The mark of the snapshot, and the entries that have changed since it was taken, packed; no mark when that is not known."""
    told = unchecked(cache.note(AMENDED))
    return marshal.loads(told) if told else (b"", [])


def write_snapshot(root: Path, packed: bytes) -> bytes:
    """Keeps the snapshot in a file of its own, as large as it is; gives the mark that tells it from others."""
    keep(root / WORK / SNAPSHOT, packed)
    return mark_of(packed)


def read_snapshot(root: Path, mark: bytes) -> bytes | None:
    """The snapshot with that mark; None when it is not there or damaged."""
    try:
        packed = (root / WORK / SNAPSHOT).read_bytes()
    except OSError:
        return None
    return packed if mark_of(packed) == mark else None


def mark_of(packed: bytes) -> bytes:
    return hashlib.blake2b(packed, digest_size=16).digest()


def revised(root: Path, settings: Settings, cache: Cache, seen: Seen, made_from: str, report: Report) -> Stock | None:
    """What the site is made from after an edit that moved nothing, its counts and problems in `report`; else None.

    `made_from` is the print of what the last build that used this cache was made from.
    """
    last = seen.last
    if last is None or made_from != last.print or last.report.output is None or cache.files() != last.report.output.files:
        return None
    inputs = seen.inputs
    paths, (mark, amended) = entry_paths(root, last.changed(inputs)), amendments(cache)
    if paths is None or len(amended) > MOST_AMENDED:
        return None
    texts = Texts(cache, str(root), settings)
    told = Report(list(last.report.problems))
    renewed = reread(root, settings, cache, {path: inputs[name] for name, path in paths.items()}, texts, told)
    if renewed is None or (held := read_snapshot(root, mark)) is None:
        return None
    packed, words, stamps = marshal.loads(held)
    drawing = load_drawing(root / WORK / FRAMES, stamps[-1])
    archive = unpack_archive(packed, texts.prose, {entry.id: entry for entry in map(unpack_entry, amended)} | renewed)
    if drawing is None or not renewed.keys() <= archive.entries.keys() or len(archive.entries) != last.report.published:
        return None
    report.problems = told.problems
    own, *others = [Words(*one) for one in words]
    report.found, report.published, report.drafts = last.report.found, last.report.published, last.report.drafts
    report.held_back, report.next_due = last.report.held_back, last.report.next_due
    report.newest_day = archive.entries[archive.ids[0]].moment.day if archive.ids else ""
    site = Site(settings, archive, own, tuple(others), scope=scope_of(archive, renewed))
    return Stock(site, drawing, texts, Stamps(*stamps))


def entry_paths(root: Path, changed: list[str] | None) -> dict[str, str] | None:
    """Files of entries as the look names them, each with its path below `root`; None when other files have changed, or many."""
    if changed is None or len(changed) > MOST_FILES:
        return None
    folder = f"{root / FOLDER}{os.sep}"
    if not all(path.startswith(folder) for path in changed):
        return None
    return {path: f"{FOLDER}/{path.removeprefix(folder).replace(os.sep, '/')}" for path in changed}


def reread(
    root: Path, settings: Settings, cache: Cache, facts: Mapping[str, tuple[int, int]], texts: Texts, report: Report
) -> dict[str, Entry] | None:
    """The entries that say something else now, by id, from the files with `facts`; None when an edit moved anything or has a fault."""
    renewed: dict[str, Entry] = {}
    for path, (size, mtime) in facts.items():
        known = cache.reading(path)
        if known is None:
            return None
        rows, prose = read_piece((str(root), settings), [(path, size, mtime, known[3])])
        row = rows[0] if rows[0][4] else (*rows[0][:4], *known[4:])
        before, after = entries_in(known[4]), entries_in(row[4])
        if list(map(held_of, before)) != list(map(held_of, after)) or any(entry.aliases or entry.draft for entry in after):
            return None
        if not retold(path, known[5], row[5], settings, report):
            return None
        renewed.update((new.id, new) for old, new in zip(before, after, strict=True) if new != old)
        cache.put_readings([row])
        cache.put_prose(prose)
        texts.packed.add(prose)
    return renewed


def retold(path: str, before: bytes, after: bytes, settings: Settings, report: Report) -> bool:
    """Puts what is told of a file now in the place of what was told; False when that was, or is, more than hints and warnings of its own."""
    was = [problem for problem in report.problems if problem.place.path == path]
    if not was and not after:
        return True
    from tagloom.check.grading import graded

    old, new = graded(unpack_problems(before), settings), graded(unpack_problems(after), settings)
    if sorted(was, key=order) != sorted(old, key=order) or any(problem.severity == "error" for problem in (*old, *new)):
        return False
    report.problems = [*(problem for problem in report.problems if problem.place.path != path), *new]
    return True


def entries_in(packed: bytes) -> list[Entry]:
    return unpack_entries(packed)[1]


def held_of(entry: Entry) -> tuple[object, ...]:
    """What sorts, groups or counts the entry."""
    return tuple([getattr(entry, name) for name in HELD])
