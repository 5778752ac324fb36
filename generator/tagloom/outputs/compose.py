"""What the compose page looks names and duplicates up in: `data/compose.js` with every tag and institution, and a file a year of what is known.

A new entry changes the file of its own year. Titles and addresses stand there as check sums of the keys that `tagloom.text.identity` makes;
`theme/assets/compose-text.js` makes the same ones.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from tagloom.archive import Index
from tagloom.outputs.search.script import address, script
from tagloom.outputs.stamps import stamp_of
from tagloom.pages.page import Site
from tagloom.text.identity import address_key, title_key
from tagloom.text.slugs import slug
from tagloom.vocabulary import Term, Vocabulary

OWNER = "the compose page"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class ComposeNames:
    """`{tags, institutions, sources, years}`: each name as `[name, other names…]`, the most used first; the years that have a file."""

    address: str = address("compose")
    owner: str = OWNER
    reads: ClassVar[tuple[str, ...]] = ()

    def told(self, site: Site) -> dict[str, Any]:
        archive = site.archive
        return {
            "tags": named(archive.tags, archive.by_tag, site.language),
            "institutions": named(archive.institutions, archive.by_institution, site.language),
            "sources": named(archive.sources, archive.by_source, site.language),
            "years": sorted({month[:4] for month in archive.by_month}),
        }

    def stamp(self, site: Site) -> bytes:
        archive = site.archive
        made = hashlib.blake2b(f"{site.language} {' '.join(archive.by_month)}".encode(), digest_size=16)
        named_by = (archive.tags, archive.by_tag), (archive.institutions, archive.by_institution), (archive.sources, archive.by_source)
        for vocabulary, uses in named_by:
            terms = vocabulary.terms
            made.update(b"".join([term.stamp for term in terms.values()]))
            made.update(bytes([len(uses.get(key, ())).bit_length() for key in terms]))
            # A term's own stamp covers what cards show of it; only terms of a vocabulary file have more.
            others = [f"{term.key}={term.aliases}{term.formerly}" for term in terms.values() if term.known]
            made.update("\0".join(others).encode("utf-8", "surrogatepass"))
        return made.digest()

    def render(self, site: Site) -> bytes:
        return script("compose", self.told(site))


def named(vocabulary: Vocabulary, uses: Index, language: str) -> list[list[str]]:
    """Each term as the site shows it, then its other names. Order moves only when a count doubles, so that few entries change the file."""
    terms = sorted(vocabulary.terms.values(), key=lambda term: (-len(uses.get(term.key, ())).bit_length(), term.key))
    return [names_of(term, language) for term in terms]


def names_of(term: Term, language: str) -> list[str]:
    return list(dict.fromkeys([term.name_in(language), term.name, *term.names.values(), *term.aliases, *term.formerly]))


@dataclass(frozen=True, slots=True)
class KnownEntries:
    """A line for each entry of a year: its slug, then check sums of its address and titles."""

    year: str
    reads: ClassVar[tuple[str, ...]] = ()

    @property
    def address(self) -> str:
        return address(f"compose-{self.year}")

    @property
    def owner(self) -> str:
        return OWNER

    def ids(self, site: Site) -> list[str]:
        return [entry_id for month, ids in site.archive.by_month.items() if month[:4] == self.year for entry_id in ids]

    def stamp(self, site: Site) -> bytes:
        return stamp_of(site, self.ids(site))

    def render(self, site: Site) -> bytes:
        lines = []
        for entry_id in self.ids(site):
            entry = site.archive.entries[entry_id]
            keys = [title_key(title) for title in dict.fromkeys([entry.title, *(title for _, title in entry.titles)])]
            place = address_key(entry.url)
            sums = [check_sum(f"a:{place}")] if place else []
            lines.append(" ".join([slug(entry.id), *sums, *(check_sum(f"t:{key}") for key in keys if key)]))
        return script(f"compose-{self.year}", "\n".join(lines))


def check_sum(text: str) -> str:
    """CRC-32 in base 36: short, and the same in every browser."""
    number, made = zlib.crc32(text.encode("utf-8", "replace")), ""
    while number:
        number, digit = divmod(number, 36)
        made = DIGITS[digit] + made
    return made or "0"


def compose_files(site: Site) -> Iterator[ComposeNames | KnownEntries]:
    if site.scope is None:
        yield ComposeNames()
    for year in sorted({month[:4] for month in site.archive.by_month}):
        if site.touches("years", year):
            yield KnownEntries(year)
