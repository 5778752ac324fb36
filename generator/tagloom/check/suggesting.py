"""Entries and a vocabulary in; pairs of tags that are likely one, and why, out, the likeliest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from tagloom.check.nearness import WIDE, near_pairs
from tagloom.entry import Entry
from tagloom.text.slugs import fold
from tagloom.vocabulary import Vocabulary

# Two names that stand together fewer times may do so by chance; so may two of which one often stands alone.
FEWEST_TOGETHER = 3
ALWAYS = 0.8


class Suggestion(NamedTuple):
    """Two tags that are likely one: the name to keep, the other, and why."""

    keep: str
    other: str
    why: str  # near, translation
    uses: tuple[int, int]
    together: int = 0


def suggest(entries: Iterable[Entry], tags: Vocabulary) -> list[Suggestion]:
    """Near duplicates, and names of two scripts that nearly always stand together. Tags that the vocabulary knows both are passed over."""
    entries = list(entries)
    key_of = {name: tags.keys.get(fold(name), fold(name)) for name in {name for entry in entries for name in entry.tags}}
    spellings: dict[str, Counter[str]] = {}
    for entry in entries:
        for name in entry.tags:
            spellings.setdefault(key_of[name], Counter())[name] += 1
    counts = {key: sum(found.values()) for key, found in spellings.items()}

    def shown(key: str) -> str:
        term = tags.terms.get(key)
        return term.name if term else min(spellings[key], key=lambda name: (-spellings[key][name], name))

    def pair(one: str, other: str, why: str, together: int = 0) -> Suggestion:
        keep, gone = sorted((one, other), key=lambda key: (key not in tags.terms, -counts.get(key, 0), key))
        return Suggestion(shown(keep), shown(gone), why, (counts.get(keep, 0), counts.get(gone, 0)), together)

    found = [
        pair(one, other, "near")
        for one, other in near_pairs(sorted({*counts, *tags.terms}))
        if not (one in tags.terms and other in tags.terms) and (one in counts or other in counts)
    ]
    met = together(entries, key_of, counts, tags)
    found += [pair(one, other, "translation", number) for (one, other), number in met.items()]
    return sorted(found, key=lambda one: (one.why, -one.together, -min(one.uses), one.keep, one.other))


def together(entries: Iterable[Entry], key_of: dict[str, str], counts: dict[str, int], tags: Vocabulary) -> dict[tuple[str, str], int]:
    """Pairs of a Chinese and another name, and how often they stand on one entry, when each nearly always has the other beside it."""
    often = {key for key, count in counts.items() if count >= FEWEST_TOGETHER}
    wide = {key: bool(WIDE.search(key)) for key in often}
    met: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        keys = {key_of[name] for name in entry.tags} & often
        chinese = [key for key in keys if wide[key]]
        if chinese and len(chinese) < len(keys):
            met.update((one, other) for one in chinese for other in keys if not wide[other])
    return {
        (one, other): number
        for (one, other), number in met.items()
        if number >= FEWEST_TOGETHER
        and number >= ALWAYS * max(counts[one], counts[other])
        and not (one in tags.terms and other in tags.terms)
    }
