"""What explore.html and the filter bars read: small scripts below `data/`, each of which hands one value to the page that loads it.

Entries are numbered from the oldest, so a new entry is the last number and every file but the last of each kind stays as it is.
`data/archive.js` tells how many there are and how they are cut, `data/names.js` what tags, houses and sources are called,
`data/light/` holds the columns that filters read, `data/text/` what the cards of results show, `data/index/` where each word stands.
"""

from __future__ import annotations

from collections.abc import Iterator

from tagloom.outputs.output import Output
from tagloom.outputs.search.chunks import FOLDER, keep_chunks
from tagloom.outputs.search.index import index_parts, index_shards
from tagloom.outputs.search.light import light_shards
from tagloom.outputs.search.names import ArchiveFile, NamesFile, words_files
from tagloom.outputs.search.texts import text_shards
from tagloom.pages.page import Site

__all__ = ["FOLDER", "index_parts", "keep_chunks", "reader_files", "search_outputs"]


def reader_files(site: Site) -> Iterator[Output]:
    """What stars, keys and the switch of languages ask for, be there a search or not."""
    yield ArchiveFile()
    if site.settings.wants("search") or len(site.settings.languages) > 1:
        yield NamesFile()
    yield from words_files(site)


def search_outputs(site: Site) -> Iterator[Output]:
    """Every file that search and filters load; within a scope, those that may hold something of a changed entry."""
    if site.scope is None:
        yield from reader_files(site)
    yield from (one for one in light_shards(len(site.archive.ids)) if site.shows_changes(one.ids(site)))
    yield from (one for one in text_shards(site.archive) if site.shows_changes(one.reads))
    yield from index_shards(site)
