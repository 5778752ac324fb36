"""What an earlier build found out, by content hash, in one SQLite file that may be deleted at any time.

In and out: bytes under a key. Tables: `seen` (an input file's size, mtime and digest, so that an unchanged file is not read),
`reading` (what a file gave), `prose` (an entry's texts), `card` (rendered cards), `made` (what was published in each output folder,
with the stamp of what it was made from), `note` (single values). A damaged or foreign file is replaced by an empty one. One process
has the store at a time; others wait for it.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from tagloom.problems import Stopped

VERSION = 3
# Seconds to wait for another process that has the store.
PATIENCE = 60
# What SQLite says when nothing is wrong with the file itself.
NOT_DAMAGE = ("SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_PERM", "SQLITE_READONLY")
SCHEMA = """
CREATE TABLE seen (path TEXT PRIMARY KEY, size INTEGER, mtime INTEGER, digest BLOB) WITHOUT ROWID;
CREATE TABLE reading (path TEXT PRIMARY KEY, size INTEGER, mtime INTEGER, digest BLOB, light BLOB, problems BLOB);
CREATE TABLE prose (digest BLOB PRIMARY KEY, value BLOB);
CREATE TABLE card (stamp BLOB PRIMARY KEY, value BLOB);
CREATE TABLE made (site TEXT, address TEXT, stamp BLOB, size INTEGER, mtime INTEGER, PRIMARY KEY (site, address)) WITHOUT ROWID;
CREATE TABLE note (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
"""


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
            cause = getattr(error, "sqlite_errorname", "")
            if cause.startswith("SQLITE_BUSY"):
                raise Stopped("another Tagloom is working on this site", "wait until it has finished, or stop it") from None
            if cause.startswith(NOT_DAMAGE):
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
            base.execute("PRAGMA locking_mode=EXCLUSIVE")
            # A cache need not survive a power cut, only a kill: the journal stays, the syncs go.
            base.execute("PRAGMA synchronous=OFF")
            base.execute("PRAGMA journal_mode=TRUNCATE")
            base.execute("PRAGMA cache_size=-65536")
            version = base.execute("PRAGMA user_version").fetchone()[0]
            if version == 0 and not base.execute("SELECT 1 FROM sqlite_master").fetchone():
                base.executescript(f"{SCHEMA}PRAGMA user_version={VERSION};")
            elif version != VERSION:
                raise sqlite3.DatabaseError("made by another version")
            else:
                base.execute("SELECT site FROM made LIMIT 1")
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

    def rows(self, query: str) -> Iterator[tuple]:  # type: ignore[type-arg]  # rows differ by query
        return iter(self.base.execute(query))

    def put_rows(self, table: str, rows: Iterable[tuple]) -> None:  # type: ignore[type-arg]  # rows differ by table
        rows = list(rows)
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            self.base.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)

    def drop_rows(self, table: str, column: str, keys: Iterable[str | bytes]) -> None:
        self.base.executemany(f"DELETE FROM {table} WHERE {column}=?", [(key,) for key in keys])

    def made(self) -> Iterator[tuple[str, bytes, int, int]]:
        """The manifest of the output folder: address, stamp, size, mtime."""
        return iter(self.base.execute("SELECT address, stamp, size, mtime FROM made WHERE site=?", (self.output,)))

    def put_made(self, rows: Iterable[tuple[str, bytes, int, int]]) -> None:
        self.base.executemany("INSERT OR REPLACE INTO made VALUES (?, ?, ?, ?, ?)", [(self.output, *row) for row in rows])

    def drop_made(self, addresses: Iterable[str]) -> None:
        self.base.executemany("DELETE FROM made WHERE site=? AND address=?", [(self.output, address) for address in addresses])

    def find(self, table: str, column: str, key: bytes) -> bytes | str | None:
        """The value stored under a key of `prose` or `card`, or None."""
        row = self.base.execute(f"SELECT value FROM {table} WHERE {column}=?", (key,)).fetchone()
        return bytes(row[0]) if row else None

    def reading(self, path: str) -> tuple[str, int, int, bytes, bytes, bytes] | None:
        """The row of one entry file."""
        row = self.base.execute("SELECT path, size, mtime, digest, light, problems FROM reading WHERE path=?", (path,)).fetchone()
        return row if row is None else tuple(row)

    def forget_readings(self) -> None:
        """Drops what entry files gave: the rules of reading have changed."""
        self.base.execute("DELETE FROM reading")
        self.base.execute("DELETE FROM prose")

    def clear(self) -> None:
        """Forgets everything but what was published (the manifest decides what may be removed)."""
        for table in ("seen", "reading", "prose", "card", "note"):
            self.base.execute(f"DELETE FROM {table}")


def folder_name(output: Path, root: Path) -> str:
    """The output folder's name in the manifest: below the site it moves with the site, elsewhere it is its full path."""
    output, root = output.resolve(), root.resolve()
    return output.relative_to(root).as_posix() if output.is_relative_to(root) else str(output)
