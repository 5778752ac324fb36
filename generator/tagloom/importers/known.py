"""The entries of a site in; whether a new one is among them already, and where, out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from tagloom.content.writing import NewEntry
from tagloom.entry import Entry, Prose
from tagloom.problems import Place
from tagloom.text.identity import address_key, arxiv_number, doi_of, title_key
from tagloom.text.slugs import slug

Claim = tuple[str, str]  # what two entries may not share, and how it is told: ("arxiv:2310.01889", "the arXiv paper 2310.01889")
# A title of fewer letters ("News") is no sign of a duplicate, but on one day.
LEAST_TITLE = 8
LEAST_WIDE = 4


@dataclass
class Known:
    """By claim, the place that has it. `add` takes an entry in, `find` looks for another that has one of its claims."""

    places: dict[str, Place] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[Entry], prose: Callable[[Entry], Prose]) -> Known:
        known = cls()
        for entry in entries:
            links = {link.name: link.url for link in prose(entry).links}
            titles = [entry.title, *(title for _, title in entry.titles)]
            known.take(claims(entry.id, entry.url, links, titles, entry.moment.day), Place(entry.path, entry.line))
        return known

    def take(self, found: Iterable[Claim], place: Place) -> None:
        for key, _ in found:
            self.places.setdefault(key, place)

    def add(self, identity: str, new: NewEntry, place: Place) -> None:
        self.take(claims_of(identity, new), place)

    def find(self, identity: str, new: NewEntry) -> tuple[str, Place] | None:
        """What the new entry shares with one that stands already, and where that one is."""
        for key, told in claims_of(identity, new):
            if key in self.places:
                return told, self.places[key]
        return None

    def has_id(self, identity: str) -> bool:
        return f"id:{slug(identity)}" in self.places


def claims_of(identity: str, new: NewEntry) -> Iterator[Claim]:
    return claims(identity, new.text("url"), dict(new.links()), [new.text("title")], new.text("date")[:10])


def claims(identity: str, url: str, links: dict[str, str], titles: Iterable[str], day: str) -> Iterator[Claim]:
    """What only one entry of a site may have: its id, its paper, its address, its title."""
    # Of links, only those that name the work itself: two entries may share a repository or a project page.
    for address in (url, links.get("arxiv", ""), links.get("doi", ""), links.get("pdf", "")):
        key = address_key(address) or (f"arxiv:{number}" if (number := arxiv_number(address)) else f"doi:{doi}" if (doi := doi_of(address)) else "")
        if key.startswith("arxiv:"):
            yield key, f"the arXiv paper {key[6:]}"
        elif key.startswith("doi:"):
            yield key, f"the DOI {key[4:]}"
        elif key and address == url:
            yield f"at:{key}", f"the address {address}"
    for title in titles:
        key = title_key(title)
        if len(key) >= LEAST_TITLE or (len(key) >= LEAST_WIDE and not key.isascii()):
            yield f"title:{key}", f"the title '{title}'"
        elif key:
            yield f"title:{key}:{day}", f"the title '{title}' on {day}"
    if identity:
        yield f"id:{slug(identity)}", f"the id '{identity}'"
