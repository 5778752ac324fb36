"""A whole site in; a report of its problems out. Nothing is published."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tagloom import crew
from tagloom.admit import Sifted, sift
from tagloom.cache import Cache, on_sound_store
from tagloom.check.rules import check_rules
from tagloom.check.since import Since, changes_since
from tagloom.clock import Clock, now
from tagloom.content.shelf import Shelf, read_shelf
from tagloom.pages.page import Site
from tagloom.places import CACHE, WORK
from tagloom.problems import Stopped, order
from tagloom.report import Report
from tagloom.settings import Settings, read_settings, unreadable
from tagloom.stamps import program_stamp, reading_base
from tagloom.text.languages import read_words
from tagloom.theme import theme_folders


@dataclass(frozen=True, slots=True)
class Survey:
    """A site that was looked at: what a build would publish of it, and what a pull request brings, when one was asked for."""

    shelf: Shelf
    sifted: Sifted
    since: Since | None


@on_sound_store
def check_site(root: Path, *, jobs: int = 0, clock: Clock = now, since: str = "", summary: Path | None = None) -> Report:
    """Every problem of the settings, entries and vocabularies below `root`, and how many entries a build would publish.

    With a revision in `since`, only the problems that the working tree brings since it parted from there; a Markdown summary of
    what it brings is then added to the file `summary`.
    What it reads is kept for the next check or build where `root` can be written to.
    """
    report = Report()
    settings, report.problems = read_settings(root)
    if unreadable(report.problems):
        report.unusable = True
        return report
    with Cache.at_hand(root / WORK / CACHE) as cache:
        seen = survey(root, settings, cache, report, jobs=jobs, clock=clock, since=since)
        if summary and seen.since:
            add_summary(summary, root, settings, seen, report)
        cache.save()
    return report


def survey(root: Path, settings: Settings, cache: Cache, report: Report, *, jobs: int = 0, clock: Clock = now, since: str = "") -> Survey:
    """Reads and checks the site at `root`. Problems and counts are added to `report`."""
    shelf = read_shelf(root, settings, cache, reading_base(settings, program_stamp()), jobs or crew.cores())
    brought = changes_since(root, since, shelf.entries, settings) if since else None
    sifted = sift(root, settings, shelf, report, clock, check_rules(settings), brought.fresh if brought else None)
    if brought:
        report.problems = brought.concerns(report.problems, shelf.entries)
    report.problems.sort(key=order)
    return Survey(shelf, sifted, brought)


def read_site(root: Path) -> Site:
    """The site at `root` as a build would have it, for those who ask something of it. Raises Stopped where there is none."""
    settings, problems = read_settings(root)
    if unreadable(problems):
        raise Stopped(f"{problems[0].place}: {problems[0].fact}", problems[0].remedy)
    with Cache.at_hand(root / WORK / CACHE) as cache:
        shelf = read_shelf(root, settings, cache, reading_base(settings, program_stamp()), crew.cores())
        archive = sift(root, settings, shelf, Report(), now, ()).archive(shelf)
        cache.save()
    return Site(settings, archive, read_words(theme_folders(root), settings.language))


def add_summary(file: Path, root: Path, settings: Settings, seen: Survey, report: Report) -> None:
    """Adds to the end of `file`, as GitHub's step summary is written."""
    from tagloom.check.summary import review_of, summary

    with file.open("a", encoding="utf-8") as out:
        out.write(summary(review_of(root, settings, seen, report)))
