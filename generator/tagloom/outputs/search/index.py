"""Where each word and each pair of characters stands, in volumes that are written once.

Entries are counted in units of 64 from the oldest. Finished units are bound into volumes of at most 512 units, each a
power of two, the largest first, as the binary digits of their number say: an entry that completes a unit
rewrites the small volumes at the end and leaves the large ones alone. The few entries after the last finished unit are in no
volume; their texts are read instead. A volume is cut into shards by key, so that a query loads the keys it asks for.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from tagloom.archive import Archive
from tagloom.outputs.search.chunks import DIGEST, GROUPS, Chunk, chunk
from tagloom.outputs.search.numbering import numbering
from tagloom.outputs.search.script import address, script
from tagloom.outputs.search.tokens import packed_rising
from tagloom.pages.page import Site

UNIT = 64
MOST_UNITS = 512  # 32,768 entries: a query of a large archive asks few volumes, and numbers within one fit into two bytes
SHARDS_A_UNIT = 4
# A changed entry has so many units read again, not the whole volume.
CHUNK_UNITS = 16


def volumes(size: int) -> Iterator[tuple[int, int]]:
    """(first unit, units) of each volume of an archive of `size` entries, the oldest first."""
    start, left = 0, size // UNIT
    while left:
        units = min(MOST_UNITS, 1 << (left.bit_length() - 1))
        yield start, units
        start += units
        left -= units


def chunks_of(start: int, units: int) -> Iterator[tuple[int, int]]:
    """(first unit, units) of each chunk of a volume."""
    for first in range(start, start + units, CHUNK_UNITS):
        yield first, min(CHUNK_UNITS, units)


def index_parts(site: Site) -> dict[tuple[int, int], tuple[str, ...]]:
    """The ids in each chunk of the archive's volumes; within a scope, of the volumes that hold a changed entry."""
    archive = site.archive
    held = [volume for volume in volumes(len(archive.ids)) if site.shows_changes(unit_ids(archive, *volume))]
    return {part: unit_ids(archive, *part) for volume in held for part in chunks_of(*volume)}


def unit_ids(archive: Archive, start: int, units: int) -> tuple[str, ...]:
    return numbering(archive).ids[start * UNIT : (start + units) * UNIT]


@dataclass(frozen=True, slots=True)
class IndexShard:
    """One shard of the volume that begins at unit `start`."""

    start: int
    units: int
    number: int
    reads: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"index/{self.start}-{self.units}/{self.number}"

    @property
    def address(self) -> str:
        return address(self.key)

    @property
    def owner(self) -> str:
        return "the search"

    @property
    def groups(self) -> range:
        """The groups of keys that this shard holds."""
        return range(self.number, GROUPS, self.units * SHARDS_A_UNIT)

    def chunks(self, site: Site) -> list[Chunk]:
        return [chunk(site, first, units, unit_ids(site.archive, first, units)) for first, units in chunks_of(self.start, self.units)]

    def stamp(self, site: Site) -> bytes:
        told = [one.digests[group * DIGEST : (group + 1) * DIGEST] for one in self.chunks(site) for group in self.groups]
        return hashlib.blake2b(b"".join(told), digest_size=16).digest()

    def render(self, site: Site) -> bytes:
        found: dict[str, array[int]] = {}
        for place, one in enumerate(self.chunks(site)):
            before = place * CHUNK_UNITS * UNIT
            for group in self.groups:
                for key, numbers in one.group(group).items():
                    found.setdefault(key, array("H")).extend([number + before for number in array("H", numbers)])
        return script(self.key, {key: packed_rising(found[key]) for key in sorted(found)})


def index_shards(site: Site) -> Iterator[IndexShard]:
    for start, units in volumes(len(site.archive.ids)):
        if not site.shows_changes(unit_ids(site.archive, start, units)):
            continue
        for number in range(units * SHARDS_A_UNIT):
            yield IndexShard(start, units, number)
