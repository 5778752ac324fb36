"""Aliases and former names in; a small page at each old address that leads to the new one out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tagloom import urls
from tagloom.pages.page import Site
from tagloom.text.markup import escape
from tagloom.text.slugs import slug
from tagloom.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Redirect:
    """A page at `address` that sends readers to `target`; both are site addresses."""

    address: str
    target: str
    name: str
    owner: str = ""
    reads: tuple[str, ...] = ()

    def stamp(self, site: Site) -> bytes:
        return f"{self.target}\0{self.name}\0{site.settings.url}\0{site.language}".encode()

    def render(self, site: Site) -> bytes:
        link = escape(urls.href(self.target, self.address))
        full = escape(site.settings.absolute(urls.encode(self.target)) or urls.href(self.target, self.address))
        words = escape(site.words("redirect.moved"))
        return (
            f'<!doctype html>\n<html lang="{escape(site.language)}">\n<head>\n<meta charset="utf-8">\n<title>{escape(self.name)}</title>\n'
            f'<meta name="viewport" content="width=device-width,initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
            f"<style>body{{margin:20vh auto;max-width:34em;padding:0 1em;font:1em/1.7 system-ui,sans-serif;text-align:center}}</style>\n"
            f'<meta name="robots" content="noindex">\n<link rel="canonical" href="{full}">\n'
            f'<meta http-equiv="refresh" content="0; url={link}">\n'
            f'</head>\n<body>\n<p>{words} <a href="{link}">{escape(self.name)}</a></p>\n</body>\n</html>\n'
        ).encode()


def redirects(site: Site, taken: frozenset[str]) -> Iterator[Redirect]:
    """A redirect for each other name of a tag or institution that is used, and for each former id of an entry.

    An address that a page has already (`taken`) stays that page's.
    """
    archive = site.archive
    folders: tuple[tuple[str, Vocabulary], ...] = (("tags", archive.tags), ("institutions", archive.institutions))
    used = {"tags": archive.by_tag, "institutions": archive.by_institution}
    seen = set(taken)
    for folder, vocabulary in folders:
        if not site.settings.wants(folder):
            continue
        for term in vocabulary.terms.values():
            if term.key not in used[folder]:
                continue
            target = site.tag_address(term) if folder == "tags" else urls.term(folder, term.slug)
            for name in (*term.names.values(), *term.aliases, *term.formerly):
                address = urls.term(folder, slug(name))
                if address not in seen and address != target:
                    seen.add(address)
                    yield Redirect(address, target, term.name, f"{name} → {term.name}")
    for entry in archive.entries.values():
        for alias in entry.aliases:
            address = urls.entry(slug(alias))
            if address not in seen:
                seen.add(address)
                yield Redirect(address, site.entry_address(entry.id), entry.title, entry.path)
