"""Where a few entries stand: which pages and outputs have to be looked at when nothing but what these entries say has changed.

In: an archive and the ids of its changed entries, each in the place it had before. Out: a Scope. Whatever shows none of them is as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tagloom.archive import Archive
from tagloom.text.dates import week_of


@dataclass(frozen=True, slots=True)
class Scope:
    """`ids` are the changed entries; `keys` the lists they stand in, as (folder, key)."""

    ids: frozenset[str]
    keys: frozenset[tuple[str, str]]

    def shows(self, ids: Iterable[str]) -> bool:
        """Whether any of `ids` is a changed entry."""
        return not self.ids.isdisjoint(ids)


def scope_of(archive: Archive, ids: Iterable[str]) -> Scope:
    keys: set[tuple[str, str]] = set()
    changed = frozenset(ids)
    for entry_id in changed:
        entry = archive.entries[entry_id]
        day = entry.moment.day
        source = archive.source_of(entry)
        keys.update(("tags", key) for key in archive.tag_keys[entry_id])
        keys.update(("institutions", term.key) for term in archive.institutions_of(entry))
        keys.update((("sources", source.key if source else ""), ("kinds", entry.kind), ("categories", entry.category)))
        keys.update((("weeks", week_of(day)), ("months", day[:7]), ("years", day[:4])))
    return Scope(changed, frozenset(keys))
