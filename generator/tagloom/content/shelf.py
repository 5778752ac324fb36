"""All entries of a site, read or remembered.

In: the files below content/entries, and what an earlier build found in them. Out: `Shelf`: entries, problems, counts, and the texts
of each entry on demand. A file whose size and mtime are the cached ones is not opened; one whose bytes are the cached ones is not parsed.
"""

from __future__ import annotations

import hashlib
import marshal
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from tagloom import crew
from tagloom.cache import Cache
from tagloom.content.files import EntryFile, entry_files
from tagloom.entry import Entry, Prose, pack_entries, pack_prose, unpack_entries, unpack_prose
from tagloom.pile import Pile
from tagloom.problems import Place, Problem
from tagloom.settings import Settings

# Files in one piece of work, and the number of files from which more processes pay.
PIECE = 250
MANY = 1500
READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
MOST_AT_ONCE = 1 << 20

FileRow = tuple[str, int, int, bytes, bytes, bytes]  # as in the cache's table `reading`
TextRows = list[tuple[bytes, bytes]]  # an entry's digest, its packed prose: the cache's table `prose`


class Texts:
    """The texts of entries by digest: those at hand as packed bytes, the rest in the cache, and behind both the files themselves.

    Only the process that opened the cache may ask it; `gather` brings texts to hand before others begin.
    """

    def __init__(self, cache: Cache | None, root: str, settings: Settings) -> None:
        self.packed: Pile[bytes] = Pile()
        self.cache, self.root, self.settings = cache, root, settings
        self.owner = os.getpid()
        self.last = b"", Prose()  # a page asks for the same texts several times in a row

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"cache": None}

    def prose(self, entry: Entry) -> Prose:
        if self.last[0] != entry.digest:
            self.last = entry.digest, unpack_prose(self.packed.get(entry.digest) or self.fetch(entry))
        return self.last[1]

    def fetch(self, entry: Entry) -> bytes:
        """From the cache; when it is not there or is damaged, from the entry's file."""
        stored = self.cache.prose(entry.digest) if self.cache and self.owner == os.getpid() else None
        if stored is None:
            _, texts = read_piece((self.root, self.settings), [(entry.path, 0, 0, b"")])
            stored = dict(texts).get(entry.digest, pack_prose(Prose()))
        return stored

    def every(self) -> Iterator[tuple[bytes, bytes]]:
        """Digest and packed text of every entry at hand or in the cache, old ones among them."""
        yield from self.packed.items()
        if self.cache is not None:
            yield from self.cache.proses()

    def gather(self, entries: Iterable[Entry]) -> None:
        held = self.packed.places
        self.packed.add([(entry.digest, self.fetch(entry)) for entry in entries if entry.digest not in held])


@dataclass(frozen=True, slots=True)
class Shelf:
    """What content/entries holds. `found` counts items, the broken ones included; drafts are among `entries`.

    `packed` has the entries that stand alone in their files, as most do, as `pack_entries` gives them, by path.
    """

    entries: list[Entry]
    problems: list[Problem]
    found: int
    texts: Texts
    packed: Mapping[str, bytes]


def read_shelf(root: Path, settings: Settings, cache: Cache, base: bytes, jobs: int) -> Shelf:
    """Reads what changed since the cache was written. `base` stands for all else that reading depends on."""
    return begin_shelf(root, settings, cache, base, jobs)()


def begin_shelf(
    root: Path, settings: Settings, cache: Cache, base: bytes, jobs: int, files: Iterable[EntryFile] | None = None
) -> Callable[[], Shelf]:
    """Begins what `read_shelf` does, as far as others can do it; the function returned waits for them.

    `files` are those of entries where they are known already.
    """
    if cache.note("reading-base") != base:
        cache.forget_readings()
        cache.put_note("reading-base", base)
    known = {row[0]: row for row in cache.readings()}
    remembered = dict(known)
    rows: list[FileRow] = []
    stale: list[tuple[str, int, int, bytes]] = []
    for path, size, mtime in entry_files(root) if files is None else files:
        row = known.pop(path, None)
        if row and row[1] == size and row[2] == mtime:
            rows.append(row)
        else:
            stale.append((path, size, mtime, row[3] if row else b""))
    cache.drop_readings(known)
    texts = Texts(cache, str(root), settings)
    jobs = jobs if len(stale) > MANY else 1
    if jobs > 1:
        import_module("tagloom.content.reading")  # before workers fork: it takes each of them as long as reading 300 files
    reading = crew.share_out(read_piece, (str(root), settings), crew.split(stale, PIECE), jobs)

    def finish() -> Shelf:
        units = list(map(unit_of, rows))
        for fresh, fresh_texts in reading:
            renewed = [row if row[4] else (*row[:4], *remembered[row[0]][4:]) for row in fresh]
            cache.put_readings(renewed)
            cache.put_prose(fresh_texts)
            texts.packed.add(fresh_texts)
            units += map(unit_of, renewed)
        return shelf_of(units, texts)

    return finish


def read_piece(state: tuple[str, Settings], piece: Sequence[tuple[str, int, int, bytes]]) -> tuple[list[FileRow], TextRows]:
    """Reads some files. A file with the digest it had comes back with empty columns: the cache still has them."""
    from tagloom.content.reading import read_file

    root, settings = state
    rows: list[FileRow] = []
    texts: TextRows = []
    for path, size, mtime, digest in piece:
        try:
            data = read_bytes(f"{root}/{path}", size)
        except OSError as error:
            unread = [Problem("unreadable", "error", f"the file cannot be read: {error.strerror}", Place(path), "check its permissions")]
            rows.append((path, size, -1, b"", pack_entries(1, []), pack_problems(unread)))
            continue
        fresh = hashlib.blake2b(data, digest_size=16).digest()
        if fresh == digest:
            rows.append((path, size, mtime, digest, b"", b""))
            continue
        reading = read_file(path, data, settings)
        light = pack_entries(reading.found, [entry for entry, _ in reading.entries])
        rows.append((path, size, mtime, fresh, light, pack_problems(reading.problems)))
        texts += [(entry.digest, pack_prose(prose)) for entry, prose in reading.entries]
    return rows, texts


def read_bytes(path: str, size: int) -> bytes:
    """The bytes of a file that had that `size` when it was looked at. What a Path or a file asks besides takes longer than to read."""
    handle = os.open(path, READ)
    try:
        data = found = os.read(handle, size + 1)
        while found and len(data) != size:  # it has changed since
            found = os.read(handle, MOST_AT_ONCE)
            data += found
        return data
    finally:
        os.close(handle)


class Unit(NamedTuple):
    """What one file gave: `items` counts the broken ones, too."""

    path: str
    items: int
    entries: list[Entry]
    problems: list[Problem]
    packed: bytes


def unit_of(row: FileRow) -> Unit:
    items, entries = unpack_entries(row[4])
    return Unit(row[0], items, entries, unpack_problems(row[5]), row[4])


def shelf_of(units: list[Unit], texts: Texts) -> Shelf:
    units.sort(key=attrgetter("path"))
    return Shelf(
        [entry for unit in units for entry in unit.entries],
        [problem for unit in units for problem in unit.problems],
        sum(unit.items for unit in units),
        texts,
        {unit.path: unit.packed for unit in units if len(unit.entries) == 1},
    )


def pack_problems(problems: Sequence[Problem]) -> bytes:
    if not problems:
        return b""
    return marshal.dumps(tuple(tuple(flatten(problem)) for problem in problems), 2)


def flatten(problem: Problem) -> Iterator[Any]:
    place = problem.place
    yield from (problem.rule, problem.severity, problem.fact, (place.path, place.line, place.column, place.width))
    yield from (problem.remedy, problem.source_line, problem.entry_id)


def unpack_problems(blob: bytes) -> list[Problem]:
    if not blob:
        return []
    return [Problem(row[0], row[1], row[2], Place(*row[3]), *row[4:]) for row in marshal.loads(blob)]
