"""One page for each entry, its permanent address: the whole card unfolded, the body, and its neighbours in time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from tagloom import urls
from tagloom.entry import Entry
from tagloom.pages.page import Choice, Page, Site, entry_folder, names_entry
from tagloom.pile import Pile
from tagloom.text.markdown import block, excerpt
from tagloom.text.markdown import plain as plain_text

READY_TEXTS = "ready-texts"  # in Site.kept: a Pile of texts made along with cards, for the processes that draw pages


class PageTexts(NamedTuple):
    """What an entry's page makes of the entry's texts."""

    description: str
    body: str


@dataclass(frozen=True, kw_only=True)
class EntryPage(Page):
    section: ClassVar[str] = "entries"
    template: ClassVar[str] = "entry"

    newer: Choice | None
    older: Choice | None

    @property
    def entry_id(self) -> str:
        return self.ids[0]

    def context(self, site: Site) -> dict[str, Any]:
        entry, ready = site.archive.entries[self.entry_id], self.ready(site)
        return {
            "body": ready.body if ready else body_of(site, entry),
            "edit": edit_link(site, entry.path),
            "updated": entry.updated,
        }

    def ready(self, site: Site) -> PageTexts | None:
        # Asked for twice a page.
        last: tuple[EntryPage, PageTexts | None] | None = site.kept.get("ready-page")
        if last is not None and last[0] is self:
            return last[1]
        made: Pile[str] | None = site.kept.get(READY_TEXTS)
        packed = made.view(self.entry_id) if made is not None else None
        found = None if packed is None else PageTexts(*str(packed, "utf-8", "surrogatepass").split("\0", 1))
        site.kept["ready-page"] = self, found
        return found

    def line_about(self, site: Site) -> str:
        """The page's description, which is not told: the entry's stamp covers it."""
        ready = self.ready(site)
        return ready.description if ready else describe(site, self.entry_id)


class EntryPages:
    """The pages of all entries, newest first; within a scope, those that show something of a changed entry.

    A page is made when it is asked for: most builds draw a few of 100,000.
    """

    def __init__(self, site: Site) -> None:
        archive, language = site.archive, site.language
        ids, size = archive.ids, len(archive.ids)
        self.numbers: Sequence[int] = range(size)
        told: Sequence[int] = self.numbers
        if site.scope is not None:
            # A changed entry's title stands on the pages beside its own.
            self.numbers = with_neighbours(map(ids.index, site.scope.ids), size)
            told = with_neighbours(self.numbers, size)
        self.entries = {number: archive.entries[ids[number]] for number in told}
        self.addresses = {number: site.entry_address(entry.id) for number, entry in self.entries.items()}
        self.titles = {number: entry.title_in(language) if entry.titles else entry.title for number, entry in self.entries.items()}

    def __iter__(self) -> Iterator[EntryPage]:
        return map(self.page, self.numbers)

    def page(self, number: int) -> EntryPage:
        entry = self.entries[number]
        return EntryPage(
            address=self.addresses[number],
            title=self.titles[number],
            ids=(entry.id,),
            owner=names_entry(entry),
            newer=self.choice(number - 1) if number else None,
            older=self.choice(number + 1) if number + 1 in self.entries else None,
        )

    def choice(self, number: int) -> Choice:
        return Choice(self.titles[number], self.addresses[number], key=self.entries[number].moment.day)

    def stamps(self, base: bytes, entry_stamps: Mapping[str, bytes]) -> list[bytes]:
        """The stamp of each page, from what it tells of its entry and of those beside it."""
        titles, addresses, make = self.titles, self.addresses, hashlib.blake2b
        told = {
            number: f"{titles[number]}\0{addresses[number]}\0{entry.moment[0]}\0\0\1".encode("utf-8", "surrogatepass")
            for number, entry in self.entries.items()
        }
        entries, around, found = self.entries, told.get, []
        for one in self.numbers:
            made = make(base, digest_size=16)
            made.update(b"%b%b\1%b%b" % (entry_stamps[entries[one].id], around(one - 1, b""), told[one], around(one + 1, b"")))
            found.append(made.digest())
        return found


def with_neighbours(numbers: Iterable[int], size: int) -> list[int]:
    """`numbers` and those beside them, of `size` there are, each once and rising."""
    return sorted({near for number in numbers for near in (number - 1, number, number + 1) if 0 <= near < size})


class EntryPlace(NamedTuple):
    """An entry's page, not made before it is drawn."""

    pages: EntryPages
    number: int
    stamp: bytes

    @property
    def address(self) -> str:
        return self.pages.addresses[self.number]

    @property
    def entry(self) -> Entry:
        return self.pages.entries[self.number]

    @property
    def owner(self) -> str:
        return names_entry(self.entry)

    @property
    def ids(self) -> tuple[str, ...]:
        return (self.entry.id,)

    def __reduce__(self) -> tuple[Any, ...]:
        # Between processes the page itself travels, not the list of all pages.
        return as_it_is, (self.page(),)

    def page(self) -> EntryPage:
        return self.pages.page(self.number)


def texts_of(site: Site, entry_id: str) -> bytes:
    """A page's texts, as `EntryPage.ready` reads them. None of them holds a control character."""
    return f"{describe(site, entry_id)}\0{body_of(site, site.archive.entries[entry_id])}".encode("utf-8", "surrogatepass")


def body_of(site: Site, entry: Entry) -> str:
    """The entry's body as HTML; without a summary it stands on the card already."""
    prose = site.archive.prose(entry.id)
    return block(prose.body, entry_folder(entry), site.settings.markdown) if prose.summary else ""


def as_it_is(page: EntryPage) -> EntryPage:
    return page


def edit_link(site: Site, path: str) -> str:
    """Where the file at `path` is edited in the site's repository; empty when `repo` is not told."""
    repo, branch = site.settings.repo.rstrip("/"), site.settings.branch
    if not repo:
        return ""
    host = repo if "://" in repo else f"https://github.com/{repo}"
    return f"{host}/edit/{urls.encode(branch)}/{urls.encode(path)}"


def describe(site: Site, entry_id: str, most: int = 160) -> str:
    """One line about an entry, for its page's description."""
    prose = site.archive.prose(entry_id)
    return excerpt(plain_text(prose.takeaway or prose.summary or prose.reason or prose.body), most)
