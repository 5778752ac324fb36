"""How the archive is cut, what its terms are called, and the interface's words: the three things a script asks for first."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tagloom.outputs.search.index import MOST_UNITS, SHARDS_A_UNIT, UNIT
from tagloom.outputs.search.light import BLOCK
from tagloom.outputs.search.numbering import numbering
from tagloom.outputs.search.script import address, script
from tagloom.outputs.search.texts import SHELF
from tagloom.pages.page import Site
from tagloom.text.slugs import slug
from tagloom.vocabulary import Term


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """`data/archive.js`: how many entries there are, how the other files are cut, and whose they are."""

    address: str = address("archive")
    owner: str = "the search"
    reads: ClassVar[tuple[str, ...]] = ()

    def told(self, site: Site) -> dict[str, Any]:
        settings = site.settings
        cut = {
            "size": len(site.archive.ids),
            "block": BLOCK,
            "shelf": SHELF,
            "unit": UNIT,
            "most": MOST_UNITS,
            "shards": SHARDS_A_UNIT,
        }
        return {
            **(cut if settings.wants("search") else {}),
            "languages": list(settings.languages),
            "score": settings.score_max,
            "title": settings.title,
            "url": settings.url,
        }

    def stamp(self, site: Site) -> bytes:
        return repr(self.told(site)).encode("utf-8", "replace")

    def render(self, site: Site) -> bytes:
        return script("archive", self.told(site))


@dataclass(frozen=True, slots=True)
class NamesFile:
    """`data/names.js`: tags, institutions and sources in the order of their numbers, kinds and categories in that of site.yml.

    A term is `[slug, name, {language: name}, [other names], few]`; what is empty at the end is left out. `few` is 1 for a tag that
    shares its page with others.
    """

    address: str = address("names")
    owner: str = "the search"
    reads: ClassVar[tuple[str, ...]] = ()

    def told(self, site: Site) -> dict[str, list[list[Any]]]:
        archive, order = site.archive, numbering(site.archive)
        few = {key for key, ids in archive.by_tag.items() if len(ids) < site.settings.tags.min}
        return {
            "tags": [named(archive.tags.terms[key], key in few) for key in order.tags],
            "institutions": [named(archive.institutions.terms[key]) for key in order.institutions],
            "sources": [named(archive.sources.terms[key]) for key in order.sources],
            "kinds": [chosen(key, names) for key, names in site.settings.kinds.items()],
            "categories": [chosen(key, names) for key, names in site.settings.categories.items()],
        }

    def stamp(self, site: Site) -> bytes:
        return hashlib.blake2b(marshal.dumps(self.told(site), 2), digest_size=16).digest()

    def render(self, site: Site) -> bytes:
        return script("names", self.told(site))


def named(term: Term, few: bool = False) -> list[Any]:
    names = {language: name for language, name in term.names.items() if name != term.name}
    made = [term.slug, term.name, names, [*term.aliases, *term.formerly], int(few)]
    while not made[-1]:
        made.pop()
    return made


def chosen(key: str, names: Mapping[str, str]) -> list[Any]:
    return [slug(key), key, dict(names)]


@dataclass(frozen=True, slots=True)
class WordsFile:
    """`data/words-zh.js`: the interface in one language."""

    language: str
    texts: tuple[tuple[str, str], ...]
    reads: ClassVar[tuple[str, ...]] = ()

    @property
    def address(self) -> str:
        return address(f"words-{self.language}")

    @property
    def owner(self) -> str:
        return f"the words of '{self.language}'"

    def stamp(self, site: Site) -> bytes:
        return hashlib.blake2b(marshal.dumps(self.texts, 2), digest_size=16).digest()

    def render(self, site: Site) -> bytes:
        return script(f"words-{self.language}", dict(self.texts))


def words_files(site: Site) -> Iterator[WordsFile]:
    """The interface's words and the site's own, in each of its languages."""
    for words in (site.words, *site.translations):
        own = {
            f"site.{place}": text if words is site.words else names.get(words.language) or text
            for place, (text, names) in enumerate(site.settings.words.items())
        }
        yield WordsFile(words.language, tuple(sorted({**words.texts, **own}.items())))
