"""A tag's kin: its other names, broader and narrower tags, the tags it is often met with, and its entries by month.

Related tags go by lift: how much more often two tags are met together than their counts alone would make it. Seen from one tag, that is
the share of the other tag's entries that both have. Counts are rounded to powers of two, so that an entry somewhere else hardly ever
changes this page.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from tagloom.archive import Archive, days
from tagloom.pages.page import Choice, Site
from tagloom.pages.plot import Bars, by_time
from tagloom.vocabulary import Term

RELATED = 8
GROUPS = 12
LEAST_TOGETHER = 2


@dataclass(frozen=True, slots=True)
class Kin:
    """`related` and `groups` hold tags by slug (`key`); the count of a group is the number of entries with both tags.

    They and the `trend` are left out where site.yml says `outputs: {related: no}`.
    """

    aliases: tuple[str, ...]
    broader: Choice | None
    narrower: tuple[Choice, ...]
    related: tuple[Choice, ...]
    groups: tuple[Choice, ...]
    trend: Bars | None


def together(archive: Archive, key: str) -> Counter[str]:
    """How many of a tag's entries have each other tag."""
    keys = archive.tag_keys
    counts = Counter(chain.from_iterable(map(keys.__getitem__, archive.by_tag[key])))
    counts.pop(key, None)
    return counts


@lru_cache(maxsize=1)
def narrower_keys(archive: Archive) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key in archive.by_tag:
        broader = archive.tags.terms[key].broader
        if broader:
            found.setdefault(broader, []).append(key)
    return found


@lru_cache(maxsize=1)
def rounded_uses(archive: Archive) -> Mapping[str, float]:
    """How many entries each tag has, rounded up to a power of two."""
    return {key: float(1 << (len(ids) - 1).bit_length()) for key, ids in archive.by_tag.items()}


def kin_stamp(site: Site, term: Term) -> bytes:
    """Changes with anything that `kin_of` gives, which is costly to find out for every tag in every build."""
    archive, terms = site.archive, site.archive.tags.terms
    made = hashlib.blake2b(digest_size=16)
    if site.settings.wants("related"):
        stamps = site.figure_stamps
        made.update(b"".join(map(stamps.__getitem__, archive.by_tag[term.key])))
    for key in (term.broader, *sorted(narrower_keys(archive).get(term.key, ()))):
        made.update(b"\1")  # so that the broader tag is not taken for a narrower one
        if key in archive.by_tag:
            made.update(terms[key].stamp + bytes([len(archive.by_tag[key]) < site.settings.tags.min]))
    return made.digest()


def first_of(scores: Mapping[str, float], most: int) -> list[str]:
    """The keys with the highest scores, of equals those that come first in the alphabet."""
    if len(scores) > most:
        # Most of hundreds are out of the question: sorting numbers alone is quick.
        least = sorted(scores.values(), reverse=True)[most - 1]
        scores = {key: score for key, score in scores.items() if score >= least}
    return sorted(scores, key=lambda key: (-scores[key], key))[:most]


def kin_of(site: Site, term: Term) -> Kin:
    archive, related = site.archive, site.settings.wants("related")
    counts = together(archive, term.key) if related else Counter()
    terms = archive.tags.terms

    def choice(key: str, count: int = 0) -> Choice:
        other = terms[key]
        return Choice(other.name_in(site.language), site.tag_address(other), count=count, key=other.slug)

    ids = archive.by_tag[term.key]
    relatives = {term.broader, *narrower_keys(archive).get(term.key, ())}
    rounded = rounded_uses(archive)
    # The share of the other tag's entries that have both, as far as its rounded count tells.
    close = {key: both / rounded[key] for key, both in counts.items() if both >= LEAST_TOGETHER and key not in relatives}
    return Kin(
        (*term.aliases, *term.formerly),
        choice(term.broader) if term.broader in archive.by_tag else None,
        tuple(map(choice, sorted(narrower_keys(archive).get(term.key, ())))),
        tuple([choice(key) for key in first_of(close, RELATED)]),
        tuple([choice(key, counts[key]) for key in first_of(counts, GROUPS)]) if len(ids) > 2 else (),
        by_time(map(days(archive).__getitem__, ids)) if related and len(ids) > 2 else None,
    )
