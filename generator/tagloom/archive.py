"""The frozen middle of the program: entries by id in their total order, and ids' lists by everything they share.

In: entries and vocabularies. Out: `Archive`, which every page, output and check reads and nothing writes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any

from tagloom.entry import Entry, Prose, pack_entries, unpack_entries
from tagloom.text.slugs import fold
from tagloom.vocabulary import Term, Vocabulary, pack_vocabulary, unpack_vocabulary

Index = Mapping[str, tuple[str, ...]]  # key -> ids, newest first
INDEXES = ("by_tag", "by_institution", "by_source", "by_kind", "by_category", "by_day", "by_month")


@dataclass(frozen=True, slots=True, eq=False)
class Archive:
    """All published entries, newest first, and the ids under each tag, day, month, institution, source, kind, category.

    There is one in a build, equal only to itself, so that what is worked out from it can be kept with `lru_cache`.

    Index keys are folded names (`Term.key`), ISO days (2026-06-10), months (2026-06), and keys of site.yml.
    """

    entries: Mapping[str, Entry]
    ids: tuple[str, ...]
    tags: Vocabulary
    institutions: Vocabulary
    sources: Vocabulary
    by_tag: Index
    by_institution: Index
    by_source: Index
    by_kind: Index
    by_category: Index
    by_day: Index
    by_month: Index
    tag_keys: Mapping[str, tuple[str, ...]]  # id -> keys of its tags, in the editor's order, each once
    featured: tuple[str, ...]  # ids
    fetch_prose: Callable[[Entry], Prose]

    def prose(self, entry_id: str) -> Prose:
        """What the entry says; read from the cache when it is asked for."""
        return self.fetch_prose(self.entries[entry_id])

    def tags_of(self, entry_id: str) -> list[Term]:
        return [self.tags.terms[key] for key in self.tag_keys[entry_id]]

    def institutions_of(self, entry: Entry) -> list[Term]:
        return [term for name in entry.institutions if (term := self.institutions.resolve(name))]

    def source_of(self, entry: Entry) -> Term | None:
        return self.sources.resolve(entry.source) if entry.source else None


@lru_cache(maxsize=1)
def days(archive: Archive) -> Mapping[str, str]:
    """The day of each entry by its id: asked for with every entry of every list, where the entries themselves lie far apart in memory."""
    return {entry_id: day for day, ids in archive.by_day.items() for entry_id in ids}


def newest_first(entries: list[Entry]) -> list[Entry]:
    """Date-time descending (a bare date after that day's times), then `weight` ascending, then `id` ascending."""
    ordered = sorted(entries, key=attrgetter("weight", "id"))
    ordered.sort(key=lambda entry: ((moment := entry.moment)[0], moment[1] != "", moment[2]), reverse=True)
    return ordered


def build_archive(
    entries: list[Entry], tags: Vocabulary, institutions: Vocabulary, fetch_prose: Callable[[Entry], Prose]
) -> Archive:
    """An archive of `entries`, whose ids are unique and none of which is a draft."""
    ordered = newest_first(entries)
    tags = tags.complete(Counter(chain.from_iterable(map(attrgetter("tags"), ordered))))
    institutions = institutions.complete(Counter(chain.from_iterable(map(attrgetter("institutions"), ordered))))
    sources = Vocabulary().complete(Counter(filter(None, map(attrgetter("source"), ordered))))
    tag_key, house_key, source_key = KeysOf(tags), KeysOf(institutions), KeysOf(sources)

    by_tag, by_house, by_source, by_kind, by_category, by_day = (defaultdict[str, list[str]](list) for _ in range(6))
    tag_keys: dict[str, tuple[str, ...]] = {}
    for entry in ordered:
        identity = entry.id
        keys = tuple(dict.fromkeys([tag_key[name] for name in entry.tags]))
        tag_keys[identity] = keys
        for key in keys:
            by_tag[key].append(identity)
        for key in dict.fromkeys([house_key[name] for name in entry.institutions]):
            by_house[key].append(identity)
        if entry.source:
            by_source[source_key[entry.source]].append(identity)
        if entry.kind:
            by_kind[entry.kind].append(identity)
        if entry.category:
            by_category[entry.category].append(identity)
        by_day[entry.moment[0]].append(identity)
    by_month: dict[str, list[str]] = {}
    for day, ids in by_day.items():
        by_month.setdefault(day[:7], []).extend(ids)
    every_id = tuple(map(attrgetter("id"), ordered))
    return Archive(
        dict(zip(every_id, ordered, strict=True)),
        every_id,
        tags,
        institutions,
        sources,
        frozen(by_tag), frozen(by_house), frozen(by_source), frozen(by_kind), frozen(by_category), frozen(by_day), frozen(by_month),
        tag_keys,
        tuple([entry.id for entry in ordered if entry.featured]),
        fetch_prose,
    )


class PackedEntries(Mapping[str, Entry]):
    """Entries by id, each unpacked when it is first asked for: after an edit few are. In `rows` each is packed alone."""

    def __init__(self, rows: Mapping[str, bytes], found: dict[str, Entry]) -> None:
        self.rows, self.found = rows, found

    def __getitem__(self, entry_id: str) -> Entry:
        found = self.found.get(entry_id)
        if found is None:
            _, [found] = unpack_entries(self.rows[entry_id])
            self.found[entry_id] = found
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __contains__(self, entry_id: object) -> bool:
        return entry_id in self.rows


def pack_archive(archive: Archive, packed: Mapping[str, bytes]) -> tuple[Any, ...]:
    """`archive` as plain values, for `marshal`. `packed` has those entries that are packed already, by their files."""
    vocabularies = [pack_vocabulary(one) for one in (archive.tags, archive.institutions, archive.sources)]
    rows = {entry.id: packed.get(entry.path) or pack_entries(1, [entry]) for entry in archive.entries.values()}
    return rows, archive.ids, vocabularies, [dict(getattr(archive, name)) for name in INDEXES], dict(archive.tag_keys), archive.featured


def unpack_archive(packed: tuple[Any, ...], fetch_prose: Callable[[Entry], Prose], renewed: dict[str, Entry]) -> Archive:
    """The archive that `packed` holds, with the entries `renewed` (by id), which must stand where their old selves stood in every index."""
    rows, ids, vocabularies, indexes, tag_keys, featured = packed
    tags, institutions, sources = map(unpack_vocabulary, vocabularies)
    by_name = dict(zip(INDEXES, indexes, strict=True))
    entries = PackedEntries(rows, renewed)
    return Archive(entries, ids, tags, institutions, sources, **by_name, tag_keys=tag_keys, featured=featured, fetch_prose=fetch_prose)


def frozen(index: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(ids) for key, ids in index.items()}


class KeysOf(dict[str, str]):
    """Name as written -> key of its term, found once for each spelling."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.vocabulary = vocabulary

    def __missing__(self, name: str) -> str:
        folded = fold(name)
        key = self[name] = self.vocabulary.keys.get(folded, folded)
        return key
