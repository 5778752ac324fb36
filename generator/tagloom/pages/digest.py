"""A page for each week that has entries, the most valued first; and the list of all weeks.

In: an archive. Out: a `WeekPage` for each ISO week and one `DigestPage`. Featured entries come first, then by score, heat and depth;
of equals the newer one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, ClassVar

from tagloom import urls
from tagloom.entry import Entry
from tagloom.pages.page import Choice, Page, Site, category_row, kind_row
from tagloom.text.dates import week_of


@dataclass(frozen=True, kw_only=True)
class WeekPage(Page):
    """One ISO week (`2026-W41`); `newer` and `older` are the weeks beside it that have entries."""

    section: ClassVar[str] = "digest"
    template: ClassVar[str] = "week"

    days: str  # first and last day
    newer: Choice | None
    older: Choice | None

    def context(self, site: Site) -> dict[str, Any]:
        return {"kinds": kind_row(site), "categories": category_row(site)}


@dataclass(frozen=True, kw_only=True)
class DigestPage(Page):
    """All weeks with their counts, year by year, newest first."""

    section: ClassVar[str] = "digest"
    template: ClassVar[str] = "digest"

    years: tuple[tuple[str, tuple[Choice, ...]], ...]


def value(entry: Entry) -> tuple[bool, float, float, bool]:
    """What sorts the most valued first."""
    return not entry.featured, -(entry.score or 0), -(entry.heat or 0), not entry.deep


def digest_pages(site: Site) -> Iterator[Page]:
    archive = site.archive
    weeks: dict[str, list[str]] = {}
    for day, ids in archive.by_day.items():
        weeks.setdefault(week_of(day), []).extend(ids)
    names = list(weeks)
    for place, name in enumerate(names):
        if not site.touches("weeks", name):
            continue
        first = date.fromisocalendar(int(name[:4]), int(name[6:]), 1)
        days = f"{site.words.long_day(first.isoformat())} – {site.words.day((first + timedelta(days=6)).isoformat())}"
        yield WeekPage(
            address=urls.week(name),
            title=week_name(site, name),
            description=days,
            ids=tuple(sorted(weeks[name], key=lambda entry_id: value(archive.entries[entry_id]))),
            owner=name,
            days=days,
            newer=Choice(week_name(site, names[place - 1]), urls.week(names[place - 1])) if place else None,
            older=Choice(week_name(site, names[place + 1]), urls.week(names[place + 1])) if place + 1 < len(names) else None,
        )
    if site.scope is None:
        yield digest_page(site, {name: len(ids) for name, ids in weeks.items()})


def week_name(site: Site, name: str) -> str:
    return site.words("digest.week", year=name[:4], week=int(name[6:]))


def digest_page(site: Site, weeks: dict[str, int]) -> DigestPage:
    years: dict[str, list[Choice]] = {}
    for name, count in weeks.items():
        years.setdefault(name[:4], []).append(Choice(week_name(site, name), urls.week(name), count=count))
    title = site.words("section.digest")
    return DigestPage(
        address=urls.folder_index("digest"),
        title=title,
        description=site.words("about.digest"),
        owner=title,
        years=tuple((year, tuple(choices)) for year, choices in years.items()),
    )
