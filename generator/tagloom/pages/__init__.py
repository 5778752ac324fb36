"""Every page of the site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tagloom import urls
from tagloom.pages.entries import EntryPages
from tagloom.pages.lists import list_pages
from tagloom.pages.page import Page, Site
from tagloom.pages.timeline import time_pages


@dataclass(frozen=True, kw_only=True)
class NotFoundPage(Page):
    """What a server shows for an address that leads nowhere."""

    section: ClassVar[str] = "notfound"
    template: ClassVar[str] = "notfound"


def plan(site: Site) -> Iterator[Page]:
    """Every page of the site. Cheap: nothing is rendered yet."""
    yield from shared_pages(site)
    yield from EntryPages(site)


def shared_pages(site: Site) -> Iterator[Page]:
    """Every page but the entries' own; within a scope, those that may show a changed entry."""
    yield from time_pages(site)
    yield from list_pages(site)
    if site.settings.wants("digest"):
        from tagloom.pages.digest import digest_pages

        yield from digest_pages(site)
    if site.scope is not None:
        return  # the pages below show no entry, and are not even loaded
    from tagloom.pages.compose import compose_pages
    from tagloom.pages.reader import reader_pages
    from tagloom.pages.stats import stats_page

    yield from reader_pages(site)
    yield from compose_pages(site)
    yield stats_page(site)
    yield NotFoundPage(address=urls.NOT_FOUND, title=site.words("notfound.title"), owner=urls.NOT_FOUND)
