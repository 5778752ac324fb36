"""All outputs that are not pages and hang in no frame."""

from __future__ import annotations

from collections.abc import Iterator

from tagloom.outputs.compose import compose_files
from tagloom.outputs.feeds import feeds
from tagloom.outputs.marks import NO_JEKYLL, EmptyFile
from tagloom.outputs.output import Output
from tagloom.outputs.records import records
from tagloom.outputs.schemas import schema_files
from tagloom.outputs.search import search_outputs
from tagloom.outputs.sitemap import ReadMe, Robots
from tagloom.outputs.tag_files import tag_files
from tagloom.pages.page import Site


def outputs(site: Site) -> Iterator[Output]:
    """Every output of the site, but for redirects, sitemaps and copied files, which need to know what is there already.

    Within a scope, those that may tell of a changed entry.
    """
    if site.settings.wants("feeds"):
        yield from feeds(site)
    yield from tag_files(site)
    if site.settings.wants("data"):
        yield from records(site)
    if site.settings.wants("compose"):
        yield from compose_files(site)
    if site.settings.wants("search"):
        yield from search_outputs(site)
    if site.scope is None:
        yield EmptyFile(NO_JEKYLL)
        yield from schema_files()
        yield Robots()
        yield ReadMe()
