"""Lists of entries that share something: a tag, an institution, a source, a kind, a category; and the index of each folder.

In: an archive. Out: a `ListPage` for each page of each list, a `FolderPage` for each folder, and the pages that tags of few entries share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any, ClassVar

from tagloom import urls
from tagloom.pages.kin import kin_of, kin_stamp
from tagloom.pages.page import Choice, Page, Site, category_row, days_of, kind_row
from tagloom.pages.plot import bars
from tagloom.text.letters import index_letter, index_order
from tagloom.text.markdown import plain as plain_text
from tagloom.text.slugs import slug
from tagloom.vocabulary import Term, Vocabulary

# An index of more names than this is grouped by letter, under its TOP most used.
MANY = 40
TOP = 30
FOLDERS = ("tags", "institutions", "sources", "kinds", "categories")


@dataclass(frozen=True, kw_only=True)
class ListPage(Page):
    """One page of a list, the newest when `number` is 0, else the older page of that number."""

    template: ClassVar[str] = "list"

    folder: str
    term: Term
    number: int
    newer: str  # address of the page after it in time, "" on the newest
    older: str  # "" on the oldest
    total: int  # entries on the whole list
    intro: str = ""  # Markdown, on the newest page
    compact: bool = False
    kin: bytes = b""  # stamp of a tag's kin, on its newest page

    @property
    def section(self) -> str:  # type: ignore[override]  # a list hangs in the frame of its folder
        return self.folder

    def context(self, site: Site) -> dict[str, Any]:
        chosen = self.term.key
        kin = kin_of(site, self.term) if self.kin else None
        return {
            "kinship": kin,
            "days": days_of(site, self.ids),
            "alternatives": alternatives(self.term),
            "kinds": kind_row(site, chosen if self.folder == "kinds" else ""),
            "categories": category_row(site, chosen if self.folder == "categories" else ""),
            "trend": bars(kin.trend, site.words("kin.trend")) if kin and kin.trend else "",
            "chip": Choice(f"{site.words(f'chip.{self.folder}')}{self.term.name_in(site.language)}", urls.HOME),
            "newest": urls.term(self.folder, self.term.slug),
            "heading": f"#{self.term.name}" if self.folder == "tags" else self.term.name_in(site.language),
            "numbers": self.numbers(),
        }

    def numbers(self) -> list[Choice]:
        """The older pages, newest first; only the newest page, which changes anyway, tells of them all."""
        if self.number or not self.older:
            return []
        last = int(self.older.rpartition("/")[2].removesuffix(".html"))
        return [Choice(str(number), urls.older(self.folder, self.term.slug, number)) for number in range(last, 0, -1)]


@dataclass(frozen=True, kw_only=True)
class FolderPage(Page):
    """All names of one folder with their counts, most used first."""

    template: ClassVar[str] = "folder"

    folder: str
    choices: tuple[Choice, ...]

    def context(self, site: Site) -> dict[str, Any]:
        """A long index: the most used by size, then all by letter. A short one: all, most used first."""
        if len(self.choices) <= MANY:
            return {"top": (), "letters": [("", self.choices)] if self.choices else []}
        letters: dict[str, list[Choice]] = {}
        for choice in sorted(self.choices, key=lambda choice: index_order(choice.name)):
            letters.setdefault(index_letter(choice.name), []).append(choice)
        return {"top": sized(self.choices[:TOP]), "letters": list(letters.items())}

    @property
    def section(self) -> str:  # type: ignore[override]  # an index hangs in the frame of its folder
        return self.folder


@dataclass(frozen=True, kw_only=True)
class FewPage(Page):
    """Tags of fewer entries than `tags.min`, each with a line for each of its entries."""

    section: ClassVar[str] = "tags"
    template: ClassVar[str] = "few"

    groups: tuple[tuple[Choice, tuple[Choice, ...]], ...]


def sized(choices: Sequence[Choice]) -> list[tuple[Choice, int]]:
    """Each of `choices` (most used first) with its size from 1 to 4: how many times its count doubles up to the largest."""
    most = choices[0].count
    return [(choice, max(4 - round(log2(most / max(choice.count, 1))), 1)) for choice in choices]


def alternatives(term: Term) -> list[tuple[str, str]]:
    """The term's names in other languages than its display name: (language, name)."""
    return [(language, name) for language, name in term.names.items() if name != term.name]


def vocabulary_of(site: Site, folder: str) -> tuple[Mapping[str, Term], Mapping[str, tuple[str, ...]]]:
    """The terms of a folder by key, and the ids under each."""
    archive = site.archive
    named: dict[str, tuple[Vocabulary, Mapping[str, tuple[str, ...]]]] = {
        "tags": (archive.tags, archive.by_tag),
        "institutions": (archive.institutions, archive.by_institution),
        "sources": (archive.sources, archive.by_source),
    }
    if folder in named:
        vocabulary, index = named[folder]
        return vocabulary.terms, index
    names = site.settings.kinds if folder == "kinds" else site.settings.categories
    uses = archive.by_kind if folder == "kinds" else archive.by_category
    call = site.kind_name if folder == "kinds" else site.category_name
    return {key: Term(key, call(key), slug(key), names[key]) for key in names}, {key: uses.get(key, ()) for key in names}


def list_pages(site: Site) -> Iterator[Page]:
    """Every page of every list, and each folder's index."""
    for folder in FOLDERS:
        if not site.settings.wants(folder):
            continue
        terms, index = vocabulary_of(site, folder)
        # Every page links to every kind and category of site.yml, those with no entry yet as well.
        least = site.settings.tags.min if folder == "tags" else 0
        for key, ids in index.items():
            if len(ids) >= least and site.touches(folder, key):
                yield from pages_of(site, folder, terms[key], ids)
        if site.scope is None:
            yield folder_page(site, folder, terms, index)
    if site.settings.tags.min > 1:
        yield from few_pages(site)


def pages_of(site: Site, folder: str, term: Term, ids: tuple[str, ...]) -> Iterator[ListPage]:
    cuts = urls.cut(ids, site.settings.lists.page)
    older = len(cuts) - 1
    name = term.name_in(site.language)
    heading = f"#{term.name}" if folder == "tags" else name
    count = site.words("count.entries", n=len(ids))
    about = plain_text(term.description_in(site.language))
    owner = f"{site.words.texts.get(f'owner.{folder}', folder)} '{term.name}'"
    feed = urls.feed(folder, term.slug, "xml") if site.settings.wants("feeds") and len(ids) >= site.settings.feeds.min else ""
    addresses = [urls.term(folder, term.slug), *(urls.older(folder, term.slug, number) for number in range(older, 0, -1))]
    for place, slice_ids in enumerate(cuts):
        if not site.shows_changes(slice_ids):
            continue
        number = older - place + 1 if place else 0
        yield ListPage(
            address=addresses[place],
            title=f"{heading} ({number})" if number else heading,
            # An older page tells of itself alone: the list's total would change it with every new entry.
            description=about or (heading if number else f"{heading} · {count}"),
            ids=tuple(slice_ids),
            owner=owner,
            feed=feed,
            folder=folder,
            term=term,
            number=number,
            newer=addresses[place - 1] if place else "",
            older=addresses[place + 1] if place < older else "",
            total=0 if number else len(ids),
            intro="" if number else term.description_in(site.language),
            compact=bool(number) and site.settings.lists.compact,
            kin=kin_stamp(site, term) if folder == "tags" and not number else b"",
        )


def folder_page(site: Site, folder: str, terms: Mapping[str, Term], index: Mapping[str, tuple[str, ...]]) -> FolderPage:
    choices = []
    for key, ids in index.items():
        term = terms[key]
        address = site.tag_address(term) if folder == "tags" else urls.term(folder, term.slug)
        choices.append(Choice(term.name_in(site.language), address, count=len(ids), key=term.slug))
    choices.sort(key=lambda choice: (-choice.count, choice.name))
    title = site.words(f"section.{folder}")
    return FolderPage(
        address=urls.folder_index(folder),
        title=title,
        description=site.words(f"about.{folder}", n=len(choices)),
        owner=site.words(f"section.{folder}"),
        folder=folder,
        choices=tuple(choices),
    )


def few_pages(site: Site) -> Iterator[FewPage]:
    archive = site.archive
    groups: dict[str, list[tuple[Choice, tuple[Choice, ...]]]] = {}
    for key, ids in sorted(archive.by_tag.items()):
        term = archive.tags.terms[key]
        if len(ids) >= site.settings.tags.min:
            continue
        lines = tuple(
            Choice(archive.entries[one].title_in(site.language), site.entry_address(one), key=archive.entries[one].moment.day) for one in ids
        )
        head = Choice(term.name_in(site.language), site.tag_address(term), count=len(ids), key=term.slug)
        groups.setdefault(urls.few(term.slug), []).append((head, lines))
    for address, group in groups.items():
        letter = address.removeprefix("tags/_few-").removesuffix(".html")
        yield FewPage(address=address, title=site.words("few.title", letter=letter.upper()), owner="tags", groups=tuple(group))
