"""The archive as data for other programs: entries month by month and the list of months as JSON, all tags as JSON, all entries as CSV.

The keys are written down in `theme/assets/entries.schema.json`, which is published with the site, and in the keepers' guide. A key
without a value is left out. A new entry changes its own month, and the three small or flat files.
"""

from __future__ import annotations

import csv
import io
import json
import marshal
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tagloom import urls
from tagloom.outputs.feed_items import rfc3339, times
from tagloom.outputs.stamps import stamp_of
from tagloom.outputs.writing import clean, json_text
from tagloom.pages.page import Site, entry_folder, original_of
from tagloom.text.markdown import relink

ARCHIVE = "archive.json"
TAGS = "tags.json"
CSV = "archive.csv"
COLUMNS = (
    "id", "date", "title", "titles", "language", "kind", "category", "tags", "institutions", "source", "score", "heat", "featured", "deep",
    "updated", "url", "page",
)  # fmt: skip
# A spreadsheet takes a cell that begins so for a formula, and entries come from strangers.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def month_address(month: str) -> str:
    return f"data/entries-{month}.json"


def record(site: Site, entry_id: str) -> dict[str, Any]:
    """All that is known of an entry, under the names editors write."""
    archive = site.archive
    entry, prose = archive.entries[entry_id], archive.prose(entry_id)
    published, _ = times(entry, site.settings.zone)
    page = urls.encode(site.entry_address(entry_id))
    told = {
        "id": entry.id,
        "page": site.settings.absolute(page) or page,
        "title": entry.title,
        "titles": dict(entry.titles),
        "language": entry.language,
        "date": entry.moment.iso,
        "published": rfc3339(published),
        "updated": entry.updated,
        "tags": [term.name for term in archive.tags_of(entry_id)],
        "institutions": [term.name for term in archive.institutions_of(entry)],
        "source": entry.source,
        "kind": entry.kind,
        "category": entry.category,
        "score": entry.score,
        "heat": entry.heat,
        "featured": entry.featured,
        "deep": entry.deep,
        "authors": list(prose.authors),
        "handle": prose.handle,
        "topic": prose.topic,
        "takeaway": prose.takeaway,
        "summary": prose.summary,
        "points": list(prose.points),
        "reason": prose.reason,
        "url": original_of(site, entry),
        "links": {link.name: relink(link.url, entry_folder(entry)).replace(urls.ROOT, site.settings.absolute("")) for link in prose.links},
        "body": prose.body,
        "extra": dict(prose.extra),
    }
    return {name: value for name, value in told.items() if value not in ("", None, False, [], {})}


@dataclass(frozen=True, slots=True)
class MonthRecords:
    """The entries of one month, newest first."""

    month: str
    reads: tuple[str, ...]

    @property
    def address(self) -> str:
        return month_address(self.month)

    @property
    def owner(self) -> str:
        return self.month

    def stamp(self, site: Site) -> bytes:
        return stamp_of(site, self.reads, marshal.dumps((site.settings.url, site.settings.zone), 2))

    def render(self, site: Site) -> bytes:
        lines = ",\n".join([json_text(record(site, entry_id)) for entry_id in self.reads])
        return f'{{"$schema":"../assets/entries.schema.json","month":"{self.month}","entries":[\n{lines}\n]}}\n'.encode()


@dataclass(frozen=True, slots=True)
class Manifest:
    """What data there is: the months with their counts, and a mark of each that changes when its file does."""

    address: str = ARCHIVE
    owner: str = ARCHIVE
    reads: tuple[str, ...] = ()

    def stamp(self, site: Site) -> bytes:
        settings = site.settings
        told = (settings.title, settings.description, settings.url, settings.languages, settings.zone, settings.wants("feeds"))
        return stamp_of(site, site.archive.ids, marshal.dumps(told, 2))

    def render(self, site: Site) -> bytes:
        settings, archive = site.settings, site.archive
        told = {
            "$schema": "assets/entries.schema.json",
            "title": settings.title,
            "description": settings.description,
            "url": settings.url,
            "languages": list(settings.languages),
            "zone": settings.zone,
            "entries": len(archive.ids),
            "tags": len(archive.by_tag),
            "newest": archive.entries[archive.ids[0]].moment.day if archive.ids else "",
            "oldest": archive.entries[archive.ids[-1]].moment.day if archive.ids else "",
            "files": {"tags": TAGS, "csv": CSV, **({"feeds": "feeds.opml"} if settings.wants("feeds") else {})},
            "months": [
                {"month": month, "entries": len(ids), "address": month_address(month), "mark": stamp_of(site, ids).hex()}
                for month, ids in archive.by_month.items()
            ],
        }
        return (clean(json.dumps(told, ensure_ascii=False, indent=1)) + "\n").encode()


@dataclass(frozen=True, slots=True)
class TagRecords:
    """All tags with their names, counts and addresses, most used first."""

    address: str = TAGS
    owner: str = TAGS
    reads: tuple[str, ...] = ()

    def rows(self, site: Site) -> list[dict[str, Any]]:
        archive, settings = site.archive, site.settings
        rows = []
        for key, ids in archive.by_tag.items():
            term = archive.tags.terms[key]
            parent = archive.tags.terms.get(term.broader)
            has_feed = settings.wants("feeds") and len(ids) >= max(settings.feeds.min, settings.tags.min)
            told = {
                "name": term.name,
                "names": dict(term.names),
                "aliases": list(term.aliases),
                "broader": parent.name if parent else "",
                "description": term.description_in(site.language),
                "entries": len(ids),
                "newest": archive.entries[ids[0]].moment.day,
                "page": urls.encode(site.tag_address(term)),
                "feed": urls.encode(urls.feed("tags", term.slug, "json")) if has_feed else "",
            }
            rows.append({name: value for name, value in told.items() if value not in ("", [], {})})
        return sorted(rows, key=lambda row: (-row["entries"], row["name"]))

    def stamp(self, site: Site) -> bytes:
        archive = site.archive
        counts = [(key, len(ids), archive.entries[ids[0]].moment.day) for key, ids in archive.by_tag.items()]
        language = site.language
        terms = [(term.stamp, term.broader, term.description_in(language)) for term in archive.tags.terms.values()]
        settings = site.settings
        return marshal.dumps((counts, terms, settings.languages, settings.feeds.min, settings.tags.min, settings.wants("feeds")), 2)

    def render(self, site: Site) -> bytes:
        return ('{"tags":[\n' + ",\n".join(map(json_text, self.rows(site))) + "\n]}\n").encode()


@dataclass(frozen=True, slots=True)
class Table:
    """All entries as CSV (RFC 4180): a line each, lists joined by `; `. Texts are left to the monthly files."""

    address: str = CSV
    owner: str = CSV
    reads: tuple[str, ...] = ()

    def stamp(self, site: Site) -> bytes:
        return stamp_of(site, site.archive.ids, site.settings.url)

    def render(self, site: Site) -> bytes:
        text = io.StringIO(newline="")
        table = csv.writer(text)
        table.writerow(COLUMNS)
        table.writerows(self.rows(site))
        return clean(text.getvalue()).encode()

    def rows(self, site: Site) -> Iterator[list[object]]:
        archive, base = site.archive, site.settings.absolute("")
        tags = {key: archive.tags.terms[key].name for key in archive.by_tag}
        houses: dict[tuple[str, ...], str] = {}
        for entry_id, entry in archive.entries.items():
            names = "; ".join([tags[key] for key in archive.tag_keys[entry_id]])
            if entry.institutions not in houses:
                houses[entry.institutions] = "; ".join([term.name for term in archive.institutions_of(entry)])
            titles = "; ".join([title for _, title in entry.titles])
            texts = [
                entry.id,
                entry.moment.iso,
                entry.title,
                titles,
                entry.language,
                entry.kind,
                entry.category,
                names,
                houses[entry.institutions],
                entry.source,
            ]
            yield [
                *[f"'{text}" if text.startswith(FORMULA) else text for text in texts],
                "" if entry.score is None else f"{entry.score:g}",
                "" if entry.heat is None else f"{entry.heat:g}",
                int(entry.featured),
                int(entry.deep),
                entry.updated,
                original_of(site, entry),
                base + urls.encode(site.entry_address(entry_id)),
            ]


def records(site: Site) -> Iterator[MonthRecords | Manifest | TagRecords | Table]:
    for month, ids in site.archive.by_month.items():
        if site.touches("months", month):
            yield MonthRecords(month, ids)
    yield Manifest()
    if site.scope is None:
        yield TagRecords()
    yield Table()
