"""Pages by time: home with the newest whole days, the timeline's months, and an overview of them all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from tagloom import urls
from tagloom.pages.page import Choice, Page, Site, category_row, days_of, kind_row


@dataclass(frozen=True, kw_only=True)
class HomePage(Page):
    """The newest whole days, at least `lists.home` entries when there are as many."""

    section: ClassVar[str] = "home"
    template: ClassVar[str] = "home"

    total: int
    stats: tuple[Choice, ...]  # what the site holds: entries, tags, institutions, sources
    tags: tuple[Choice, ...]  # the most used
    rows: tuple[tuple[Choice, ...], tuple[Choice, ...]]
    older: str
    featured: str  # address of the feed of featured entries, or ""
    offline: str  # address of a zip of the whole site, or ""

    def context(self, site: Site) -> dict[str, Any]:
        return {"days": days_of(site, self.ids), "kinds": self.rows[0], "categories": self.rows[1], "settings": site.settings}


@dataclass(frozen=True, kw_only=True)
class MonthPage(Page):
    """All days of one month, on a `compact` page a line an entry; `newer` and `older` are the months beside it that have entries."""

    section: ClassVar[str] = "timeline"
    template: ClassVar[str] = "month"

    month: str
    compact: bool
    newer: Choice | None
    older: Choice | None

    def context(self, site: Site) -> dict[str, Any]:
        return {"days": days_of(site, self.ids), "kinds": kind_row(site), "categories": category_row(site)}


@dataclass(frozen=True, kw_only=True)
class TimelinePage(Page):
    """Years and their months with counts, newest first."""

    section: ClassVar[str] = "timeline"
    template: ClassVar[str] = "timeline"

    years: tuple[tuple[str, int, tuple[Choice, ...]], ...]
    most: int  # entries of the fullest month


def time_pages(site: Site) -> Iterator[Page]:
    archive, settings = site.archive, site.settings
    yield home_page(site)
    months = list(archive.by_month)
    words = site.words
    for place, month in enumerate(months):
        if not site.touches("months", month):
            continue
        ids = archive.by_month[month]
        count = words("count.entries", n=len(ids))
        yield MonthPage(
            address=urls.month(month),
            title=words.month(month),
            description=f"{words.month(month)} · {count}",
            ids=ids,
            owner=month,
            month=month,
            # The newest month alone is told in full.
            compact=settings.lists.compact and place > 0,
            newer=month_choice(site, months[place - 1]) if place else None,
            older=month_choice(site, months[place + 1]) if place + 1 < len(months) else None,
        )
    if site.scope is None:
        yield timeline_page(site)


def month_choice(site: Site, month: str) -> Choice:
    """A link to a month. It carries no count: a new entry must not change the months beside its own."""
    return Choice(site.words.month(month), urls.month(month), key=month)


def home_page(site: Site) -> HomePage:
    archive, settings = site.archive, site.settings
    ids: list[str] = []
    older = ""
    for day, day_ids in archive.by_day.items():
        if ids and len(ids) + len(day_ids) > settings.lists.home:
            older = urls.anchor(day)
            break
        ids += day_ids
    return HomePage(
        address=urls.HOME,
        title=settings.title,
        description=settings.description or settings.subtitle,
        ids=tuple(ids),
        owner=site.words("section.home"),
        feed=urls.FEED if settings.wants("feeds") else "",
        total=len(archive.ids),
        stats=stats_of(site),
        tags=top_tags(site, 16),
        rows=(tuple(kind_row(site)), tuple(category_row(site))),
        older=older,
        featured=urls.FEATURED_FEED if settings.wants("feeds") and archive.featured else "",
        offline=site.offline,
    )


def stats_of(site: Site) -> tuple[Choice, ...]:
    """How many entries, tags, institutions and sources there are, each leading to its overview."""
    archive = site.archive
    counted = (
        ("entries", urls.TIMELINE, archive.ids),
        ("tags", urls.folder_index("tags"), archive.by_tag),
        ("institutions", urls.folder_index("institutions"), archive.by_institution),
        ("sources", urls.folder_index("sources"), archive.by_source),
    )
    wanted = [row for row in counted if row[2] and site.settings.wants(row[0])]
    return tuple(Choice(key, address, count=len(found), key=key) for key, address, found in wanted)


def top_tags(site: Site, most: int) -> tuple[Choice, ...]:
    """The `most` used tags, most used first."""
    archive, language = site.archive, site.language
    used = sorted(archive.by_tag.items(), key=lambda item: (-len(item[1]), item[0]))[:most]
    terms = [(archive.tags.terms[key], len(ids)) for key, ids in used]
    return tuple(Choice(term.name_in(language), site.tag_address(term), count=count, key=term.slug) for term, count in terms)


def timeline_page(site: Site) -> TimelinePage:
    years: dict[str, list[Choice]] = {}
    for month, ids in site.archive.by_month.items():
        years.setdefault(month[:4], []).append(Choice(site.words.month(month), urls.month(month), count=len(ids), key=month))
    return TimelinePage(
        address=urls.TIMELINE,
        title=site.words("section.timeline"),
        description=site.words("about.timeline", n=len(site.archive.ids)),
        owner=site.words("section.timeline"),
        years=tuple((year, sum(choice.count for choice in months), tuple(months)) for year, months in years.items()),
        most=max((len(ids) for ids in site.archive.by_month.values()), default=0),
    )
