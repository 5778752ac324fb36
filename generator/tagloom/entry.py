"""An entry, as two frozen values: what lists need, and what only its own card and page show.

`Entry` holds the light columns that sort, group, filter and count. There are 100,000 of them in memory in a
large archive, and they come back from the cache as plain tuples, so it is a NamedTuple. `Prose` holds the rest and is
fetched for the few entries that are drawn again (`Archive.prose`).
"""

from __future__ import annotations

import marshal
from collections.abc import Mapping, Sequence
from sys import intern
from typing import Any, NamedTuple

from tagloom.text.dates import Moment

__all__ = ["Entry", "Link", "Moment", "Prose", "Titles", "pack_entries", "pack_entry", "pack_prose", "unpack_entries", "unpack_entry", "unpack_prose"]

Titles = tuple[tuple[str, str], ...]


class Entry(NamedTuple):
    """One dated, tagged item: the fields that lists, filters and counts read.

    `tags`, `institutions` and `source` are names as written; the vocabulary resolves them. `digest` (16 bytes)
    changes whenever anything in the entry changes. `path` and `line` say where it is written.
    """

    id: str
    path: str
    line: int
    digest: bytes
    moment: Moment
    title: str
    titles: Titles = ()  # translations: (language, title)
    tags: tuple[str, ...] = ()
    institutions: tuple[str, ...] = ()
    source: str = ""
    kind: str = ""
    category: str = ""
    score: float | None = None
    heat: float | None = None
    featured: bool = False
    deep: bool = False
    weight: int = 0
    draft: bool = False
    aliases: tuple[str, ...] = ()  # former ids: each becomes a redirect
    url: str = ""
    updated: str = ""  # ISO, or ""
    language: str = ""  # of `title`, when written

    def title_in(self, language: str) -> str:
        """The title in `language`, else the entry's own."""
        return dict(self.titles).get(language, self.title)


class Link(NamedTuple):
    """A named address: `name` is the key of `links` (pdf, code, doi, …), `url` is http(s), mailto or relative."""

    name: str
    url: str


class Prose(NamedTuple):
    """What an entry says. `summary`, `points` and `body` are Markdown; the other texts are plain."""

    authors: tuple[str, ...] = ()
    handle: str = ""
    topic: str = ""
    takeaway: str = ""
    summary: str = ""
    points: tuple[str, ...] = ()
    reason: str = ""
    links: tuple[Link, ...] = ()
    body: str = ""
    math: bool = False
    extra: Mapping[str, Any] = {}  # fields Tagloom does not know, as written


def pack_entry(entry: Entry) -> tuple[Any, ...]:
    """`entry` as plain tuples, for `marshal`."""
    return (*entry[:4], tuple(entry.moment), *entry[5:])


def unpack_entry(row: tuple[Any, ...]) -> Entry:
    """The entry that `pack_entry` packed. A name that many entries share is one text in memory."""
    day, clock, seconds = row[4]
    tags, houses, source, kind, category = row[7:12]
    names = tuple(map(intern, tags)), tuple(map(intern, houses)), intern(source), intern(kind), intern(category)
    return Entry._make((*row[:4], Moment(intern(day), intern(clock), seconds), *row[5:7], *names, *row[12:]))


def pack_entries(found: int, entries: Sequence[Entry]) -> bytes:
    """The sound ones of the entries `found` in a file, for the cache and between processes."""
    return marshal.dumps((found, tuple(map(pack_entry, entries))), 2)


def unpack_entries(blob: bytes) -> tuple[int, list[Entry]]:
    found, rows = marshal.loads(blob)
    return found, list(map(unpack_entry, rows))


def pack_prose(prose: Prose) -> bytes:
    """`prose` as bytes, for the cache and between processes."""
    # marshal takes bare tuples and dicts only.
    row = (*prose[:7], tuple(map(tuple, prose.links)), prose.body, prose.math, dict(prose.extra))
    return marshal.dumps(row, 2)


def unpack_prose(blob: bytes) -> Prose:
    row = marshal.loads(blob)
    return Prose._make((*row[:7], tuple([Link._make(link) for link in row[7]]), *row[8:]))
