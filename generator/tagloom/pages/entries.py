"""One page for each entry, its permanent address: the whole card unfolded, the body, and its neighbours in time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from tagloom.pages.page import Choice, Page, Site, entry_folder, names_entry
from tagloom.text.markdown import block, excerpt
from tagloom.text.markdown import plain as plain_text


@dataclass(frozen=True, kw_only=True)
class EntryPage(Page):
    section: ClassVar[str] = "entries"
    template: ClassVar[str] = "entry"

    newer: Choice | None
    older: Choice | None

    @property
    def entry_id(self) -> str:
        return self.ids[0]

    def told(self) -> tuple[Any, ...]:
        beside = ((choice.name, choice.address, choice.key) for choice in (self.newer, self.older) if choice)
        # Their order tells which is which when there is only one.
        return self.title, bool(self.newer), tuple(beside)

    def context(self, site: Site) -> dict[str, Any]:
        prose = site.archive.prose(self.entry_id)
        folder = entry_folder(site.archive.entries[self.entry_id])
        # Without a summary the body stands on the card already.
        return {"body": block(prose.body, folder, site.settings.markdown) if prose.summary else ""}


def entry_pages(site: Site) -> Iterator[EntryPage]:
    entries = list(site.archive.entries.values())
    choices = [Choice(entry.title_in(site.language), site.entry_address(entry.id), key=entry.moment.day) for entry in entries]
    last = len(entries) - 1
    for place, entry in enumerate(entries):
        yield EntryPage(
            address=choices[place].address,
            title=choices[place].name,
            ids=(entry.id,),
            owner=names_entry(entry),
            newer=choices[place - 1] if place else None,
            older=choices[place + 1] if place < last else None,
        )


def describe(site: Site, entry_id: str, most: int = 160) -> str:
    """One line about an entry, for its page's description."""
    prose = site.archive.prose(entry_id)
    return excerpt(plain_text(prose.takeaway or prose.summary or prose.reason or prose.body), most)
