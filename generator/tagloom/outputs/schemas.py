"""The schemas of what editors write, at schema/*.json: for editors' programs to complete fields, kinds, categories and tags from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from tagloom.archive import Index
from tagloom.content.schema import NAMES, Name, schema
from tagloom.pages.page import Site
from tagloom.vocabulary import Vocabulary

MOST_OTHERS = 500  # names that no vocabulary has are offered


@dataclass(frozen=True, slots=True)
class SchemaFile:
    """One schema."""

    name: Name

    @property
    def address(self) -> str:
        return f"schema/{self.name}.json"

    @property
    def owner(self) -> str:
        return self.address

    @property
    def reads(self) -> Sequence[str]:
        return ()

    def stamp(self, site: Site) -> bytes:
        settings = site.settings
        told: list[object] = [self.name, settings.language, settings.score_max, settings.kinds, settings.categories]
        return repr([*told, *(names_offered(site) if self.name in ("entry", "list") else ())]).encode("utf-8", "surrogatepass")

    def render(self, site: Site) -> bytes:
        made = schema(self.name, site.settings, *names_offered(site))
        return (json.dumps(made, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def schema_file(name: str) -> SchemaFile:
    """The schema called `name`, one of NAMES."""
    return next(file for file in schema_files() if file.name == name)


def names_offered(site: Site) -> tuple[list[str], list[str]]:
    """Tags and institutions to complete: those of the vocabularies by all their names, and of the others the most used."""
    if "schema names" not in site.kept:
        archive = site.archive
        site.kept["schema names"] = offered(archive.tags, archive.by_tag), offered(archive.institutions, archive.by_institution)
    found: tuple[list[str], list[str]] = site.kept["schema names"]
    return found


def offered(vocabulary: Vocabulary, uses: Index) -> list[str]:
    known = [name for term in vocabulary.terms.values() if term.known for name in (term.name, *term.names.values(), *term.aliases)]
    others = (key for key in uses if not vocabulary.terms[key].known)
    used = nsmallest(MOST_OTHERS, others, key=lambda key: (-len(uses[key]), key))
    return list(dict.fromkeys([*known, *(vocabulary.terms[key].name for key in used)]))


def schema_files() -> Iterator[SchemaFile]:
    yield from (SchemaFile(name) for name in NAMES)
