"""For search engines and other readers that are no people: sitemap.xml, robots.txt and llms.txt.

In: the site, and all that is to be published. Out: one sitemap, or, past 50,000 pages, an index and a sitemap for each section and year, so
that a new entry changes few of them. A site without `url` has no sitemap: its addresses must be whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tagloom import urls
from tagloom.outputs.files import CopiedFile
from tagloom.outputs.records import ARCHIVE, CSV, TAGS
from tagloom.outputs.writing import clean
from tagloom.pages.entries import EntryPlace
from tagloom.pages.page import Page, Site
from tagloom.text.markdown import plain
from tagloom.text.markup import escape

SITEMAP = "sitemap.xml"
MOST = 50_000  # addresses in one file, by the protocol
SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
MOST_TAGS = 50  # in llms.txt


@dataclass(frozen=True, slots=True)
class Sitemap:
    """Pages with the day each last changed (`day`, or "" when that is not known)."""

    address: str
    rows: tuple[tuple[str, str], ...]  # site address, day
    owner: str = SITEMAP
    reads: tuple[str, ...] = ()

    def stamp(self, site: Site) -> bytes:
        told = "\n".join([f"{address} {day}" for address, day in self.rows])
        return hashlib.blake2b(f"{site.settings.url}\n{told}".encode("utf-8", "surrogatepass"), digest_size=16).digest()

    def render(self, site: Site) -> bytes:
        base = escape(site.settings.absolute(""))
        rows = [
            f"<url><loc>{base}{escape(urls.encode(address))}</loc>{f'<lastmod>{day}</lastmod>' if day else ''}</url>\n"
            for address, day in self.rows
        ]
        return f'<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="{SPACE}">\n{"".join(rows)}</urlset>\n'.encode()


@dataclass(frozen=True, slots=True)
class SitemapIndex:
    """The sitemaps of a large site."""

    rows: tuple[tuple[str, str], ...]  # address of a sitemap, its newest day
    address: str = SITEMAP
    owner: str = SITEMAP
    reads: tuple[str, ...] = ()

    def stamp(self, site: Site) -> bytes:
        return repr((site.settings.url, self.rows)).encode()

    def render(self, site: Site) -> bytes:
        rows = [
            f"<sitemap><loc>{escape(site.settings.absolute(address))}</loc>{f'<lastmod>{day}</lastmod>' if day else ''}</sitemap>\n"
            for address, day in self.rows
        ]
        return f'<?xml version="1.0" encoding="utf-8"?>\n<sitemapindex xmlns="{SPACE}">\n{"".join(rows)}</sitemapindex>\n'.encode()


def sitemaps(site: Site, sheets: Mapping[str, object], most: int = MOST) -> Iterator[Sitemap | SitemapIndex]:
    """The sitemaps of the pages among `sheets` (by address)."""
    if not site.settings.url:
        return
    late = {entry.id: entry.updated[:10] for entry in site.archive.entries.values() if entry.updated}
    newest = last_change(site, site.archive.ids, late)
    groups: dict[str, list[tuple[str, str]]] = {}
    total = 0
    for address, sheet in sheets.items():
        if isinstance(sheet, EntryPlace):
            entry = sheet.entry
            # An entry's page changes with the entry, so the years that are over stay as they are.
            day, group = max(entry.moment.day, late.get(entry.id, "")), f"entries-{entry.moment.year}"
        elif isinstance(sheet, Page) and address != urls.NOT_FOUND:
            day, group = last_change(site, sheet.ids, late) if sheet.ids else newest, sheet.section
        elif isinstance(sheet, CopiedFile) and address.endswith(".html") and address != urls.NOT_FOUND:
            day, group = "", "pages"
        else:
            continue
        groups.setdefault(group, []).append((address, day))
        total += 1
    if total <= most:
        yield Sitemap(SITEMAP, tuple(row for rows in groups.values() for row in rows))
        return
    parts = [
        (f"sitemap-{group}-{number}.xml", rows)
        for group, all_rows in groups.items()
        for number, rows in enumerate(oldest_first(all_rows, most), 1)
    ]
    yield SitemapIndex(tuple((address, max(day for _, day in rows)) for address, rows in parts))
    for address, rows in parts:
        yield Sitemap(address, tuple(rows))


def last_change(site: Site, ids: Sequence[str], late: Mapping[str, str]) -> str:
    """The newest day among `ids`, which stand newest first, and the days some were updated (`late`)."""
    first = site.archive.entries[ids[0]].moment.day if ids else ""
    return max([first, *[late[entry_id] for entry_id in ids if entry_id in late]]) if late else first


def oldest_first(rows: Sequence[tuple[str, str]], size: int) -> Iterator[Sequence[tuple[str, str]]]:
    """`rows` (newest first) in runs of `size` counted from the oldest: a new one changes the last run."""
    turned = rows[::-1]
    for start in range(0, len(turned), size):
        yield turned[start : start + size]


@dataclass(frozen=True, slots=True)
class Robots:
    """Everybody may read everything, and finds the sitemap here. Crawlers ask for it at the root of a host only."""

    address: str = "robots.txt"
    owner: str = "robots.txt"
    reads: tuple[str, ...] = ()

    def stamp(self, site: Site) -> bytes:
        return self.render(site)

    def render(self, site: Site) -> bytes:
        place = site.settings.absolute(SITEMAP) if site.settings.wants("sitemap") else ""
        return ("User-agent: *\nAllow: /\n" + (f"\nSitemap: {place}\n" if place else "")).encode()


@dataclass(frozen=True, slots=True)
class ReadMe:
    """llms.txt (llmstxt.org): what the site is and where its text and data lie. No counts, so that few entries change it."""

    address: str = "llms.txt"
    owner: str = "llms.txt"
    reads: tuple[str, ...] = ()

    def lines(self, site: Site) -> Iterator[str]:
        settings, words = site.settings, site.words
        way = settings.absolute("")
        yield f"# {clean(settings.title)}\n"
        about = settings.description or settings.subtitle
        if about:
            yield f"> {clean(' '.join(about.split()))}\n"
        yield f"## {words('llms.data')}\n"
        if settings.wants("data"):
            yield f"- [{ARCHIVE}]({way}{ARCHIVE}): {words('llms.archive')}"
            yield f"- [{TAGS}]({way}{TAGS}): {words('llms.tags')}"
            yield f"- [{CSV}]({way}{CSV}): {words('llms.csv')}"
        if settings.wants("feeds"):
            yield f"- [feed.json]({way}feed.json): {words('llms.feed')}"
        yield f"\n## {words('section.tags')}\n"
        yield from self.tags(site, way)

    def tags(self, site: Site, way: str) -> Iterator[str]:
        archive, settings = site.archive, site.settings
        least = max(settings.feeds.min, settings.tags.min)
        used = sorted(archive.by_tag.items(), key=lambda item: (-len(item[1]), item[0]))[:MOST_TAGS]
        # In the order of names: tags that overtake each other change nothing.
        for key, ids in sorted(used):
            term = archive.tags.terms[key]
            twin = len(ids) >= least and settings.wants("markdown")
            address = urls.encode(urls.feed("tags", term.slug, "md") if twin else site.tag_address(term))
            about = " ".join(plain(term.description_in(site.language)).split())
            name = clean(term.name_in(site.language)).replace("[", r"\[").replace("]", r"\]")
            yield f"- [{name}]({way}{address})" + (f": {clean(about)}" if about else "")

    def stamp(self, site: Site) -> bytes:
        return self.render(site)

    def render(self, site: Site) -> bytes:
        return ("\n".join(self.lines(site)) + "\n").encode()
