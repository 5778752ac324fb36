"""The frozen middle of the program: entries by id in their total order, and ids' lists by everything they share.

In: entries and vocabularies. Out: `Archive`, which every page, output and check reads and nothing writes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tagloom.entry import Entry, Prose
from tagloom.text.slugs import fold
from tagloom.vocabulary import Term, Vocabulary

Index = Mapping[str, tuple[str, ...]]  # key -> ids, newest first


@dataclass(frozen=True, slots=True)
class Archive:
    """All published entries, newest first, and the ids under each tag, day, month, institution, source, kind, category.

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


def newest_first(entries: list[Entry]) -> list[Entry]:
    """Date-time descending (a bare date after that day's times), then `weight` ascending, then `id` ascending."""
    ordered = sorted(entries, key=lambda entry: (entry.weight, entry.id))
    ordered.sort(key=lambda entry: (entry.moment.day, bool(entry.moment.clock), entry.moment.seconds), reverse=True)
    return ordered


def build_archive(
    entries: list[Entry], tags: Vocabulary, institutions: Vocabulary, fetch_prose: Callable[[Entry], Prose]
) -> Archive:
    """An archive of `entries`, whose ids are unique and none of which is a draft."""
    ordered = newest_first(entries)
    tag_uses: Counter[str] = Counter()
    house_uses: Counter[str] = Counter()
    source_uses: Counter[str] = Counter()
    for entry in ordered:
        tag_uses.update(entry.tags)
        house_uses.update(entry.institutions)
        if entry.source:
            source_uses[entry.source] += 1
    tags = tags.complete(tag_uses)
    institutions = institutions.complete(house_uses)
    sources = Vocabulary().complete(source_uses)
    tag_key = {name: tags.keys.get(fold(name), fold(name)) for name in tag_uses}
    house_key = {name: institutions.keys.get(fold(name), fold(name)) for name in house_uses}
    source_key = {name: fold(name) for name in source_uses}

    by_tag: dict[str, list[str]] = {}
    by_house: dict[str, list[str]] = {}
    by_source: dict[str, list[str]] = {}
    by_kind: dict[str, list[str]] = {}
    by_category: dict[str, list[str]] = {}
    by_day: dict[str, list[str]] = {}
    tag_keys: dict[str, tuple[str, ...]] = {}
    for entry in ordered:
        identity = entry.id
        keys = tuple(dict.fromkeys([tag_key[name] for name in entry.tags]))
        tag_keys[identity] = keys
        for key in keys:
            by_tag.setdefault(key, []).append(identity)
        for key in dict.fromkeys([house_key[name] for name in entry.institutions]):
            by_house.setdefault(key, []).append(identity)
        if entry.source:
            by_source.setdefault(source_key[entry.source], []).append(identity)
        if entry.kind:
            by_kind.setdefault(entry.kind, []).append(identity)
        if entry.category:
            by_category.setdefault(entry.category, []).append(identity)
        by_day.setdefault(entry.moment.day, []).append(identity)
    by_month: dict[str, list[str]] = {}
    for day, ids in by_day.items():
        by_month.setdefault(day[:7], []).extend(ids)
    return Archive(
        {entry.id: entry for entry in ordered},
        tuple(entry.id for entry in ordered),
        tags,
        institutions,
        sources,
        frozen(by_tag), frozen(by_house), frozen(by_source), frozen(by_kind), frozen(by_category), frozen(by_day), frozen(by_month),
        tag_keys,
        fetch_prose,
    )


def frozen(index: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(ids) for key, ids in index.items()}
