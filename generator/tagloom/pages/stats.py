"""The archive in figures: when entries came, which tags and institutions, what rises and falls, what goes together, and how it scores.

In: an archive. Out: a StatsPage whose charts are drawn while building, each with its table and the same table as CSV.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, ClassVar
from urllib.parse import quote

from tagloom import urls
from tagloom.archive import Archive, Index
from tagloom.pages.kin import together
from tagloom.pages.page import Page, Site
from tagloom.pages.plot import MOST_MONTHS, by_time, calendar, levels, lines, matrix, shifts
from tagloom.vocabulary import Term

YEARS = 3
LINES = 6
PAIRED = 12
MOVERS = 10
WINDOW = 90  # days compared with as many before them

Row = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture (SVG, may be empty) with its table; `csv` is the whole table as a data: address."""

    key: str
    title: str
    pictures: tuple[str, ...]
    head: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def csv(self) -> str:
        lines_of = (",".join(map(cell, row)) for row in (self.head, *self.rows))
        return "data:text/csv;charset=utf-8," + quote("\ufeff" + "\r\n".join(lines_of) + "\r\n", safe="")


def cell(value: str | int) -> str:
    """A CSV cell. A text that a spreadsheet would take for a formula is told apart by an apostrophe."""
    text = str(value)
    if text[:1] in ("=", "+", "-", "@", "\t") and not isinstance(value, int):
        text = f"'{text}"
    return '"' + text.replace('"', '""') + '"' if any(letter in text for letter in ',"\r\n') else text


@dataclass(frozen=True, kw_only=True)
class StatsPage(Page):
    section: ClassVar[str] = "stats"
    template: ClassVar[str] = "stats"

    of: bytes  # changes with what its figures count, and with any name

    def context(self, site: Site) -> dict[str, Any]:
        return {"charts": charts(site)}


def stats_page(site: Site) -> StatsPage:
    archive = site.archive
    made = hashlib.blake2b(b"".join([site.figure_stamps[entry_id] for entry_id in archive.ids]), digest_size=16)
    for vocabulary in (archive.tags, archive.institutions, archive.sources):
        made.update(b"".join([term.stamp for term in vocabulary.terms.values()]))
    title = site.words("section.stats")
    return StatsPage(address=urls.STATS, title=title, description=site.words("about.stats"), owner=title, of=made.digest())


def charts(site: Site) -> list[Chart]:
    if not site.archive.ids:
        return []
    archive = site.archive
    made = [
        days_chart(site),
        over_time(site, "tags", archive.by_tag, archive.tags.terms),
        over_time(site, "institutions", archive.by_institution, archive.institutions.terms),
        movers_chart(site),
        pairs_chart(site),
        scores_chart(site),
        sources_chart(site),
    ]
    return [chart for chart in made if chart.rows]


def days_chart(site: Site) -> Chart:
    t = site.words
    counts = Counter({day: len(ids) for day, ids in site.archive.by_day.items()})
    years = list(dict.fromkeys(day[:4] for day in counts))[:YEARS]
    pictures = tuple(calendar(counts, int(year), f"{year}: {t('count.entries', n=sum_of(counts, year))}") for year in years)
    return Chart("days", t("stats.days"), pictures, (t("stats.day"), t("stats.count")), tuple(sorted(counts.items(), reverse=True)))


def sum_of(counts: Counter[str], year: str) -> int:
    return sum(count for day, count in counts.items() if day.startswith(year))


def over_time(site: Site, folder: str, index: Index, terms: Mapping[str, Term]) -> Chart:
    """The most used terms, by month or year."""
    t, entries = site.words, site.archive.entries
    keys = sorted(index, key=lambda key: (-len(index[key]), key))[:LINES]
    whole = by_time(entry.moment.day for entry in entries.values())
    if not whole or not keys:
        return Chart(folder, "", (), (), ())
    length = len(whole.labels[0])
    series = []
    for key in keys:
        counts = Counter(entries[entry_id].moment.day[:length] for entry_id in index[key])
        series.append((terms[key].name_in(site.language), [counts[label] for label in whole.labels]))
    rows: list[Row] = [(label, *(values[place] for _, values in series)) for place, label in enumerate(whole.labels)]
    rows = [row for row in rows if any(row[1:])][::-1]
    title = t(f"stats.{folder}")
    head = (t("stats.year" if length == len("2026") else "stats.month"), *(name for name, _ in series))
    return Chart(folder, title, (lines(series, whole.labels, title),), head, tuple(rows[:MOST_MONTHS]))


def movers_chart(site: Site) -> Chart:
    """Tags whose share of the entries rose or fell most, the newest stretch of days against the one before it."""
    t, archive = site.words, site.archive
    last = date.fromisoformat(next(iter(archive.by_day)))
    now, before = (stretch(archive, last, number) for number in (0, 1))
    whole = max(len(now), 1), max(len(before), 1)
    used = [Counter(key for entry_id in ids for key in archive.tag_keys[entry_id]) for ids in (now, before)]
    change = {key: used[0][key] / whole[0] - used[1][key] / whole[1] for key in used[0] | used[1]}
    ranked = sorted(change, key=lambda key: (-change[key], key))
    chosen = [key for key in dict.fromkeys([*ranked[:MOVERS], *ranked[-MOVERS:]]) if abs(change[key]) >= 0.005]
    told = {key: ("↑" if change[key] > 0 else "↓") + f" {abs(change[key]):.0%}" for key in chosen}
    names = {key: archive.tags.terms[key].name_in(site.language) for key in chosen}
    rows = [(names[key], used[0][key], used[1][key], told[key]) for key in chosen]
    head = (t("stats.tag"), t("stats.now", n=WINDOW), t("stats.before", n=WINDOW), t("stats.change"))
    if not before or not rows:
        return Chart("movers", "", (), (), ())
    title = f"{t('stats.movers')} ({t('stats.now', n=WINDOW)} / {t('stats.before', n=WINDOW)})"
    drawn = shifts([(names[key], change[key], told[key]) for key in chosen], title)
    return Chart("movers", t("stats.movers"), (drawn,), head, tuple(rows))


def stretch(archive: Archive, last: date, number: int) -> list[str]:
    """The entries of WINDOW days, `number` stretches before the one that ends with `last`."""
    end = last - timedelta(days=WINDOW * number)
    first, final = (end - timedelta(days=WINDOW - 1)).isoformat(), end.isoformat()
    return [entry_id for day, ids in archive.by_day.items() if first <= day <= final for entry_id in ids]


def pairs_chart(site: Site) -> Chart:
    t, archive = site.words, site.archive
    keys = sorted(archive.by_tag, key=lambda key: (-len(archive.by_tag[key]), key))[:PAIRED]
    counts = {key: together(archive, key) for key in keys}
    names = [archive.tags.terms[key].name_in(site.language) for key in keys]
    grid = [[counts[one][other] if one != other else 0 for other in keys] for one in keys]
    rows = sorted(
        ((names[row], names[column], grid[row][column]) for row in range(len(keys)) for column in range(row) if grid[row][column]),
        key=lambda row: (-row[2], row[0], row[1]),
    )
    head = (t("stats.tag"), t("stats.tag"), t("stats.count"))
    return Chart("together", t("stats.together"), (matrix(names, grid, t("stats.together")),), head, tuple(rows))


def scores_chart(site: Site) -> Chart:
    t = site.words
    counts = Counter(int(entry.score) for entry in site.archive.entries.values() if entry.score is not None)
    rows = [(f"{score}", counts[score]) for score in range(max(counts, default=0), min(counts, default=1) - 1, -1)]
    return plain_chart("scores", t("stats.scores"), (t("card.score"), t("stats.count")), rows)


def sources_chart(site: Site) -> Chart:
    t, archive = site.words, site.archive
    rows = sorted(
        ((archive.sources.terms[key].name, len(ids)) for key, ids in archive.by_source.items()), key=lambda row: (-row[1], row[0])
    )
    return plain_chart("sources", t("stats.sources"), (t("stats.source"), t("stats.count")), rows)


def plain_chart(key: str, title: str, head: tuple[str, ...], rows: Sequence[tuple[str, int]]) -> Chart:
    return Chart(key, title, (levels(rows[:20], title),) if rows else (), head, tuple(rows))
