"""Where each word and each pair of characters stands, in volumes that are written once.

Entries are counted in units of 64 from the oldest. Finished units are bound into volumes of at most 128 units, each a
power of two, the largest first, as the binary digits of their number say: an entry that completes a unit
rewrites the small volumes at the end and leaves the large ones alone. The few entries after the last finished unit are in no
volume; their texts are read instead. A volume is cut into shards by key, so that a query loads the keys it asks for.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tagloom.archive import Archive
from tagloom.outputs.search.numbering import numbering
from tagloom.outputs.search.script import address, script
from tagloom.outputs.search.texts import searched
from tagloom.outputs.search.tokens import keys_of, packed_rising, shard_of
from tagloom.pages.page import Site

UNIT = 64
MOST_UNITS = 128
SHARDS_A_UNIT = 4


def volumes(size: int) -> Iterator[tuple[int, int]]:
    """(first unit, units) of each volume of an archive of `size` entries, the oldest first."""
    start, left = 0, size // UNIT
    while left:
        units = min(MOST_UNITS, 1 << (left.bit_length() - 1))
        yield start, units
        start += units
        left -= units


@dataclass(frozen=True, slots=True)
class IndexShard:
    """One shard of the volume that begins at unit `start`."""

    start: int
    units: int
    number: int
    reads: tuple[str, ...]

    @property
    def key(self) -> str:
        return f"index/{self.start}-{self.units}/{self.number}"

    @property
    def address(self) -> str:
        return address(self.key)

    @property
    def owner(self) -> str:
        return "the search"

    def stamp(self, site: Site) -> bytes:
        return volume_stamp(site.archive, self.start, self.units)

    def render(self, site: Site) -> bytes:
        found = volume(site.archive, self.start, self.units)[self.number]
        return script(self.key, {key: packed_rising(found[key]) for key in sorted(found)})


def index_shards(archive: Archive) -> Iterator[IndexShard]:
    for start, units in volumes(len(archive.ids)):
        ids = volume_ids(archive, start, units)
        for number in range(units * SHARDS_A_UNIT):
            yield IndexShard(start, units, number, ids)


def volume_ids(archive: Archive, start: int, units: int) -> tuple[str, ...]:
    return numbering(archive).ids[start * UNIT : (start + units) * UNIT]


@lru_cache(maxsize=4096)
def volume_stamp(archive: Archive, start: int, units: int) -> bytes:
    """Changes with any entry of the volume, and with any name of a term that its entries are found by."""
    made = hashlib.blake2b(digest_size=16)
    entries, tag_keys = archive.entries, archive.tag_keys
    spelled = term_names(archive)
    for entry_id in volume_ids(archive, start, units):
        entry = entries[entry_id]
        made.update(entry.digest)
        for key in tag_keys[entry_id]:
            made.update(spelled[key])
        for name in entry.institutions:
            made.update(spelled.get(name, b""))
    return made.digest()


@lru_cache(maxsize=1)
def term_names(archive: Archive) -> dict[str, bytes]:
    """A digest of every name of a term: of tags by key, of institutions by their name as written."""
    found = {}
    wanted = {key: archive.tags.terms[key] for key in archive.by_tag}
    for entry in archive.entries.values():
        for name in entry.institutions:
            if name not in wanted and (term := archive.institutions.resolve(name)):
                wanted[name] = term
    for key, term in wanted.items():
        told = "\0".join([term.name, *term.names.values(), *term.aliases, *term.formerly])
        found[key] = hashlib.blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return found


@lru_cache(maxsize=2)
def volume(archive: Archive, start: int, units: int) -> list[dict[str, array[int]]]:
    """For each shard of the volume: key -> the numbers of its entries within the volume, rising."""
    shards: list[dict[str, array[int]]] = [{} for _ in range(units * SHARDS_A_UNIT)]
    places: dict[str, array[int]] = {}
    for number, entry_id in enumerate(volume_ids(archive, start, units)):
        for key in keys_of(searched(archive, entry_id)):
            found = places.get(key)
            if found is None:
                found = places[key] = shards[shard_of(key, len(shards))][key] = array("H")
            found.append(number)
    return shards
