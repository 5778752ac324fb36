"""An archive in; the number of each entry, tag, institution and source out.

Entries count from the oldest. A term's number is its place in the order of first use, so that a new entry gives new
numbers at the end and changes none.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tagloom.archive import Archive, Index


class Numbering(NamedTuple):
    """`ids` oldest first. The mappings give the number of a term by its key, and hold the terms in the order of their numbers."""

    ids: tuple[str, ...]
    tags: Mapping[str, int]
    institutions: Mapping[str, int]
    sources: Mapping[str, int]
    first_uses: tuple[tuple[tuple[int, str], ...], ...]  # for each of the three: (entry's number, key), rising

    def used_before(self, end: int) -> bytes:
        """Changes when the numbering of terms first used before entry `end` does."""
        made = hashlib.blake2b(digest_size=8)
        for uses in self.first_uses:
            known = uses[: bisect_left(uses, (end, ""))]
            made.update("\0".join([key for _, key in known]).encode("utf-8", "surrogatepass") + b"\1")
        return made.digest()


@lru_cache(maxsize=1)
def numbering(archive: Archive) -> Numbering:
    ids = archive.ids[::-1]
    place = {entry_id: number for number, entry_id in enumerate(ids)}

    def uses(index: Index) -> tuple[tuple[int, str], ...]:
        return tuple(sorted((place[found[-1]], key) for key, found in index.items()))

    first = tuple(map(uses, (archive.by_tag, archive.by_institution, archive.by_source)))
    tags, institutions, sources = ({key: number for number, (_, key) in enumerate(found)} for found in first)
    return Numbering(ids, tags, institutions, sources, first)


@lru_cache(maxsize=1)
def house_keys(archive: Archive) -> Mapping[str, str]:
    """The key of each institution's name as written."""
    found: dict[str, str] = {}
    for entry in archive.entries.values():
        for name in entry.institutions:
            if name not in found:
                term = archive.institutions.resolve(name)
                found[name] = term.key if term else ""
    return found
