"""What an earlier build found out, by content hash, in two SQLite files that may be deleted at any time.

In and out: bytes under a key. `cache.sqlite` holds `reading` (what a file of entries gave), `prose` (an entry's texts), `card` (rendered
cards) and `note` (single values); `published.sqlite` holds `made`, the manifest of each output folder, and in `announced` what a build
is about to write there, apart from the rest so that both outlive a damaged cache. A damaged or foreign file is replaced by an empty one; a value whose check sum is off is not there.
One process has the store at a time; others wait for it.
"""

from __future__ import annotations

import contextlib
import sqlite3
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from tagloom.places import CACHE, WORK
from tagloom.problems import Stopped

Given = ParamSpec("Given")
Result = TypeVar("Result")

VERSION = 4
MANIFEST_VERSION = 2
# As many superfluous rows are kept in any case: a branch switched back and forth finds its cards again.
SPARE = 2000
MANIFEST = "published.sqlite"
LAST = "last-build"
# Seconds to wait for another process that has the store.
PATIENCE = 60
# What SQLite says when nothing is wrong with the file itself.
NOT_DAMAGE = ("SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_PERM", "SQLITE_READONLY")
SCHEMA = """
CREATE TABLE reading (path TEXT PRIMARY KEY, size INTEGER, mtime INTEGER, digest BLOB, light BLOB, problems BLOB);
CREATE TABLE prose (digest BLOB PRIMARY KEY, value BLOB);
CREATE TABLE card (stamp BLOB PRIMARY KEY, value BLOB);
CREATE TABLE note (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
"""
ANNOUNCED_SCHEMA = """
CREATE TABLE published.announced (site TEXT PRIMARY KEY, addresses BLOB) WITHOUT ROWID;
"""
MANIFEST_SCHEMA = f"""
CREATE TABLE published.made (site TEXT, address TEXT, stamp BLOB, size INTEGER, mtime INTEGER, digest BLOB, PRIMARY KEY (site, address)) WITHOUT ROWID;
{ANNOUNCED_SCHEMA}"""

ReadingRow = tuple[str, int, int, bytes, bytes, bytes]  # path, size, mtime, digest, packed entries, packed problems
MadeRow = tuple[str, bytes, int, int, bytes]  # address, stamp, size, mtime, digest of the bytes


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the file itself is at fault, rather than the disk or another process."""
    return not getattr(error, "sqlite_errorname", "").startswith(NOT_DAMAGE)


def on_sound_store(work: Callable[Concatenate[Path, Given], Result]) -> Callable[Concatenate[Path, Given], Result]:
    """`work(root, …)`, begun anew without a store that proves damaged halfway: the cache first, then the manifest."""

    @wraps(work)
    def sound(root: Path, /, *given: Given.args, **named: Given.kwargs) -> Result:
        for name in (CACHE, MANIFEST):
            try:
                return work(root, *given, **named)
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                for file in (name, f"{name}-journal"):
                    (root / WORK / file).unlink(missing_ok=True)
        return work(root, *given, **named)

    return sound


def checked(value: bytes) -> bytes:
    """`value` behind its check sum: SQLite keeps none, and a flipped bit must not reach a page."""
    return zlib.crc32(value).to_bytes(4, "big") + value


def unchecked(stored: bytes | None) -> bytes | None:
    """The value stored by `checked`; None when it is not what was stored."""
    if stored is None or zlib.crc32(stored[4:]).to_bytes(4, "big") != stored[:4]:
        return None
    return stored[4:]


class Cache:
    """The store of one site; use as a context manager. Nothing is on disk before `save`.

    `output` is the folder that is published to: each has a manifest of its own. Raises Stopped while another process has the store.
    """

    def __init__(self, file: Path | None, output: Path | None = None) -> None:
        self.file = file
        self.output = folder_name(output, file.parent.parent) if file and output else ""
        if file:
            file.parent.mkdir(parents=True, exist_ok=True)
        try:
            self.base = self.open()
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
                raise Stopped("another Tagloom is working on this site", "wait until it has finished, or stop it") from None
            if not is_damage(error):
                raise
            self.discard()
            self.base = self.open()

    @classmethod
    def at_hand(cls, file: Path) -> Cache:
        """The store in `file`; where that cannot be written, one that is gone at the end."""
        try:
            return cls(file)
        except (OSError, sqlite3.OperationalError):
            return cls(None)

    def open(self) -> sqlite3.Connection:
        base = sqlite3.connect(self.file or ":memory:", timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            # Before there is a file: several cards go on a page of it.
            base.execute("PRAGMA page_size=16384")
            base.execute("PRAGMA locking_mode=EXCLUSIVE")
            # A cache need not survive a power cut, only a kill: the journal stays, the syncs go.
            base.execute("PRAGMA synchronous=OFF")
            base.execute("PRAGMA journal_mode=TRUNCATE")
            base.execute("PRAGMA cache_size=-16384")
            begin_or_refuse(base, "main", VERSION, SCHEMA)
            attach_manifest(base, self.file.with_name(MANIFEST) if self.file else None)
            base.execute("BEGIN IMMEDIATE")
        except BaseException:
            base.close()
            raise
        return base

    def discard(self) -> None:
        if self.file is None:
            return
        for name in (self.file.name, self.file.name + "-journal"):
            with contextlib.suppress(FileNotFoundError):
                (self.file.parent / name).unlink()

    def __enter__(self) -> Cache:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(sqlite3.Error):
            self.base.close()

    def save(self) -> None:
        """Puts all that was written since on disk, at once."""
        self.base.execute("COMMIT")
        self.base.execute("BEGIN")

    def note(self, name: str) -> bytes | None:
        row = self.base.execute("SELECT value FROM note WHERE name=?", (name,)).fetchone()
        return bytes(row[0]) if row else None

    def put_note(self, name: str, value: bytes) -> None:
        self.base.execute("INSERT OR REPLACE INTO note VALUES (?, ?)", (name, value))

    def begun(self) -> str:
        """The print of what the last build was made from, or "". Forgotten until `ended`.

        While a build is at work a file may count as read whose pages are not there yet; if it is killed, nobody must begin where it began.
        """
        found = (self.note(LAST) or b"").decode()
        self.put_note(LAST, b"")
        self.save()  # before anything that is kept beside the store is replaced
        return found

    def ended(self, made_from: str) -> None:
        self.put_note(LAST, made_from.encode())

    def readings(self) -> Iterator[ReadingRow]:
        """What every file of entries gave, but for rows that are damaged."""
        for path, size, mtime, digest, light, problems in self.base.execute("SELECT * FROM reading"):
            packed, told = unchecked(light), unchecked(problems)
            if packed is not None and told is not None:
                yield path, size, mtime, digest, packed, told

    def reading(self, path: str) -> ReadingRow | None:
        """What one file of entries gave; None when that is not known or damaged."""
        row = self.base.execute("SELECT * FROM reading WHERE path=?", (path,)).fetchone()
        packed, told = (unchecked(row[4]), unchecked(row[5])) if row else (None, None)
        return (*row[:4], packed, told) if packed is not None and told is not None else None

    def put_readings(self, rows: Iterable[ReadingRow]) -> None:
        self.base.executemany(
            "INSERT OR REPLACE INTO reading VALUES (?, ?, ?, ?, ?, ?)", [(*row[:4], checked(row[4]), checked(row[5])) for row in rows]
        )

    def drop_readings(self, paths: Iterable[str]) -> None:
        self.base.executemany("DELETE FROM reading WHERE path=?", [(path,) for path in paths])

    def forget_readings(self) -> None:
        """Drops what files of entries gave: the rules of reading have changed."""
        self.base.execute("DELETE FROM reading")
        self.base.execute("DELETE FROM prose")

    def prose(self, digest: bytes) -> bytes | None:
        return self.value("SELECT value FROM prose WHERE digest=?", digest)

    def proses(self) -> Iterator[tuple[bytes, bytes]]:
        """Digest and packed text of every entry, old ones among them."""
        for digest, stored in self.base.execute("SELECT digest, value FROM prose"):
            value = unchecked(stored)
            if value is not None:
                yield digest, value

    def put_prose(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        self.base.executemany("INSERT OR REPLACE INTO prose VALUES (?, ?)", [(key, checked(value)) for key, value in rows])

    def card(self, stamp: bytes) -> bytes | None:
        return self.value("SELECT value FROM card WHERE stamp=?", stamp)

    def has_cards(self) -> bool:
        return self.base.execute("SELECT 1 FROM card LIMIT 1").fetchone() is not None

    def put_cards(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        self.base.executemany("INSERT OR REPLACE INTO card VALUES (?, ?)", [(key, checked(value)) for key, value in rows])

    def value(self, query: str, key: bytes) -> bytes | None:
        row = self.base.execute(query, (key,)).fetchone()
        return unchecked(row[0]) if row else None

    def prune(self, table: str, column: str, needed: int, wanted: Callable[[], Collection[bytes]]) -> None:
        """Drops what no entry needs any more, once that is more than the `needed` ones. Only then is it asked which are `wanted`."""
        if self.base.execute(f"SELECT count(*) FROM {table}").fetchone()[0] > 2 * needed + SPARE:
            keep = wanted()
            keys = [row[0] for row in self.base.execute(f"SELECT {column} FROM {table}") if row[0] not in keep]
            self.base.executemany(f"DELETE FROM {table} WHERE {column}=?", [(key,) for key in keys])

    def made(self) -> dict[str, MadeRow]:
        """The manifest of the output folder, by address. What a build had announced that did not end is there, made from nobody knows what."""
        rows = self.base.execute("SELECT address, stamp, size, mtime, digest FROM made WHERE site=?", (self.output,))
        found: dict[str, MadeRow] = {row[0]: row for row in rows}
        announced = self.base.execute("SELECT addresses FROM announced WHERE site=?", (self.output,)).fetchone()
        for address in announced[0].decode().split("\0") if announced else ():
            found[address] = address, b"", -1, -1, b""
        return found

    def announce(self, addresses: Iterable[str]) -> None:
        """Notes what will be written or removed, whatever becomes of the build. Holds until `put_announced`."""
        self.base.execute("INSERT OR REPLACE INTO announced VALUES (?, ?)", (self.output, "\0".join(addresses).encode()))
        self.save()

    def put_announced(self) -> None:
        """All that was announced has been written, and put into the manifest."""
        self.base.execute("DELETE FROM announced WHERE site=?", (self.output,))

    def stamps_at(self, addresses: Iterable[str]) -> dict[str, bytes]:
        """What the files at `addresses` were made from, as far as they are known."""
        ask = "SELECT stamp FROM made WHERE site=? AND address=?"
        rows = ((address, self.base.execute(ask, (self.output, address)).fetchone()) for address in addresses)
        return {address: row[0] for address, row in rows if row}

    def files(self) -> int:
        """How many files of the output folder are known."""
        return int(self.base.execute("SELECT count(*) FROM made WHERE site=?", (self.output,)).fetchone()[0])

    def sizes(self) -> Iterator[tuple[str, int]]:
        """Address and size of each file of the output folder."""
        return iter(self.base.execute("SELECT address, size FROM made WHERE site=?", (self.output,)))

    def put_made(self, rows: Iterable[MadeRow]) -> None:
        self.base.executemany("INSERT OR REPLACE INTO made VALUES (?, ?, ?, ?, ?, ?)", [(self.output, *row) for row in rows])

    def drop_made(self, addresses: Iterable[str]) -> None:
        self.base.executemany("DELETE FROM made WHERE site=? AND address=?", [(self.output, address) for address in addresses])


def begin_or_refuse(base: sqlite3.Connection, name: str, version: int, schema: str) -> None:
    """Makes the tables of a new file; raises sqlite3.DatabaseError for one that is not ours or not sound."""
    found = base.execute(f"PRAGMA {name}.user_version").fetchone()[0]
    if found == 0 and not base.execute(f"SELECT 1 FROM {name}.sqlite_master").fetchone():
        base.executescript(f"{schema}PRAGMA {name}.user_version={version};")
    elif found != version:
        raise sqlite3.DatabaseError("made by another version")


def attach_manifest(base: sqlite3.Connection, file: Path | None) -> None:
    try:
        base.execute("ATTACH DATABASE ? AS published", (str(file) if file else ":memory:",))
        base.execute("PRAGMA published.synchronous=OFF")
        renew_manifest(base)
        begin_or_refuse(base, "published", MANIFEST_VERSION, MANIFEST_SCHEMA)
    except sqlite3.DatabaseError as error:
        if file is None or not is_damage(error):
            raise
        with contextlib.suppress(sqlite3.DatabaseError):
            base.execute("DETACH DATABASE published")
        file.unlink(missing_ok=True)
        base.execute("ATTACH DATABASE ? AS published", (str(file),))
        begin_or_refuse(base, "published", MANIFEST_VERSION, MANIFEST_SCHEMA)


def renew_manifest(base: sqlite3.Connection) -> None:
    """Gives a manifest of version 1 what it lacks. Without a manifest nobody knows which files are the site's, and old pages would stay."""
    if base.execute("PRAGMA published.user_version").fetchone()[0] == 1:
        base.executescript(f"BEGIN;{ANNOUNCED_SCHEMA}PRAGMA published.user_version={MANIFEST_VERSION};COMMIT;")


def folder_name(output: Path, root: Path) -> str:
    """The output folder's name in the manifest: below the site it moves with the site, elsewhere it is its full path."""
    output, root = output.resolve(), root.resolve()
    return output.relative_to(root).as_posix() if output.is_relative_to(root) else str(output)
