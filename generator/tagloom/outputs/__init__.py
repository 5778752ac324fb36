"""All outputs that are not pages and hang in no frame.

Each kind is imported when it is asked for: a build after an edit makes few of them, and is over before the rest would be loaded.
"""

from __future__ import annotations

from collections.abc import Iterator

from tagloom.outputs.output import Output
from tagloom.pages.page import Site


def outputs(site: Site) -> Iterator[Output]:
    """Every output of the site, but for redirects, sitemaps and copied files, which need to know what is there already.

    Within a scope, those that may tell of a changed entry.
    """
    wants = site.settings.wants
    if wants("feeds"):
        from tagloom.outputs.feeds import feeds

        yield from feeds(site)
    if wants("citations") or wants("markdown"):
        from tagloom.outputs.tag_files import tag_files

        yield from tag_files(site)
    if wants("data"):
        from tagloom.outputs.records import records

        yield from records(site)
    if wants("compose"):
        from tagloom.outputs.compose import compose_files

        yield from compose_files(site)
    if wants("search"):
        from tagloom.outputs.search import search_outputs

        yield from search_outputs(site)
    elif site.scope is None:
        from tagloom.outputs.search import reader_files

        yield from reader_files(site)
    if site.scope is None:
        from tagloom.outputs.marks import NO_JEKYLL, EmptyFile
        from tagloom.outputs.schemas import schema_files
        from tagloom.outputs.sitemap import ReadMe, Robots

        yield EmptyFile(NO_JEKYLL)
        yield from schema_files()
        yield Robots()
        yield ReadMe()
