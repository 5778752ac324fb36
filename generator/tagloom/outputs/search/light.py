"""The columns that filters read, in blocks of 2,048 entries: `data/light/0.js` holds the oldest and never changes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import ClassVar

from tagloom.entry import Entry
from tagloom.outputs.search.numbering import house_keys, numbering
from tagloom.outputs.search.script import address, script
from tagloom.outputs.search.tokens import packed
from tagloom.pages.page import Site

BLOCK = 2048
FEATURED, DEEP = 1, 2


@dataclass(frozen=True, slots=True)
class LightShard:
    """Block `number`: day, kind, category, score, marks, source, institutions and tags of each of its entries."""

    number: int
    reads: ClassVar[tuple[str, ...]] = ()

    @property
    def address(self) -> str:
        return address(f"light/{self.number}")

    @property
    def owner(self) -> str:
        return "the search"

    def stamp(self, site: Site) -> bytes:
        order = numbering(site.archive)
        ids, entries = self.ids(site), site.archive.entries
        made = hashlib.blake2b(site.reading_stamp + b"".join([entries[entry_id].digest for entry_id in ids]), digest_size=16)
        made.update(order.used_before(self.number * BLOCK + len(ids)))
        made.update("\0".join([*site.settings.kinds, "\1", *site.settings.categories]).encode("utf-8", "replace"))
        # The vocabulary decides what an entry's names mean.
        keys, houses = site.archive.tag_keys, house_keys(site.archive)
        made.update("\0".join([key for entry_id in ids for key in keys[entry_id]]).encode("utf-8", "surrogatepass"))
        made.update(
            "\0".join([houses[name] for entry_id in ids for name in entries[entry_id].institutions]).encode("utf-8", "surrogatepass")
        )
        return made.digest()

    def ids(self, site: Site) -> tuple[str, ...]:
        start = self.number * BLOCK
        return numbering(site.archive).ids[start : start + BLOCK]

    def render(self, site: Site) -> bytes:
        archive, order, houses = site.archive, numbering(site.archive), house_keys(site.archive)
        entries = [archive.entries[entry_id] for entry_id in self.ids(site)]
        kinds = {key: number + 1 for number, key in enumerate(site.settings.kinds)}
        categories = {key: number + 1 for number, key in enumerate(site.settings.categories)}
        days = [date.fromisoformat(entry.moment.day).toordinal() for entry in entries]
        tags = [[order.tags[key] for key in archive.tag_keys[entry.id]] for entry in entries]
        places = [list(dict.fromkeys([order.institutions[houses[name]] for name in entry.institutions])) for entry in entries]

        def source_number(entry: Entry) -> int:
            term = archive.source_of(entry)
            return order.sources[term.key] + 1 if term else 0

        columns = {
            "n": len(entries),
            "days": packed([days[0], *(later - earlier for earlier, later in pairwise(days))]),
            "kinds": packed(kinds.get(entry.kind, 0) for entry in entries),
            "categories": packed(categories.get(entry.category, 0) for entry in entries),
            # Tenths, so that 7.5 is a whole number; 0 stands for no score.
            "scores": packed(0 if entry.score is None else max(round(entry.score * 10), 0) + 1 for entry in entries),
            "marks": packed(FEATURED * entry.featured + DEEP * entry.deep for entry in entries),
            "sources": packed(map(source_number, entries)),
            "institutions": packed(number for found in places for number in (len(found), *found)),
            "tags": packed(number for found in tags for number in (len(found), *found)),
        }
        return script(f"light/{self.number}", columns)


def light_shards(size: int) -> Iterator[LightShard]:
    for number in range(-(-size // BLOCK)):
        yield LightShard(number)
