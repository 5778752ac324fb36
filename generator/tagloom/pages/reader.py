"""The pages that are filled in the reader's browser: explore.html with search and filters, list.html with the reader's own list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from tagloom import urls
from tagloom.pages.page import Page, Site, category_row, kind_row


@dataclass(frozen=True, kw_only=True)
class ExplorePage(Page):
    """Search and filters over the whole archive. Its rows of links serve readers without script, too."""

    section: ClassVar[str] = "explore"
    template: ClassVar[str] = "explore"

    def context(self, site: Site) -> dict[str, Any]:
        return {"kinds": kind_row(site), "categories": category_row(site)}


@dataclass(frozen=True, kw_only=True)
class OwnPage(Page):
    """The reader's own list, kept on their device."""

    section: ClassVar[str] = "list"
    template: ClassVar[str] = "own"


def reader_pages(site: Site) -> Iterator[Page]:
    if site.settings.wants("explore"):
        title = site.words("section.explore")
        yield ExplorePage(address=urls.EXPLORE, title=title, description=site.words("about.explore"), owner=title)
    title = site.words("section.list")
    yield OwnPage(address=urls.LIST, title=title, description=site.words("about.list"), owner=title)
