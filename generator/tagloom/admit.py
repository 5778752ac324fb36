"""Which entries go on the site: all that are sound, finished and due.

In: the shelf, the vocabularies and the clock. Out: an Archive; in the report, every entry that stays out, counted and named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from tagloom.archive import Archive, build_archive
from tagloom.check.rules import Checked, check_entries
from tagloom.content.shelf import Shelf
from tagloom.entry import Entry
from tagloom.problems import Place, Problem
from tagloom.report import Report
from tagloom.settings import Settings
from tagloom.vocabulary import read_vocabulary

Clock = Callable[[], datetime]


def now() -> datetime:
    return datetime.now(UTC)


def admit(root: Path, settings: Settings, shelf: Shelf, report: Report, clock: Clock) -> Archive:
    """The archive of what may be published. Adds the problems and counts of the rest to `report`."""
    tags, tag_faults = read_vocabulary(root, "content/tags.yml")
    institutions, house_faults = read_vocabulary(root, "content/institutions.yml")
    told = [*shelf.problems, *tag_faults, *house_faults, *check_entries(Checked(settings, shelf.entries, tags, institutions))]
    problems = graded(told, settings)
    report.problems += problems
    refused = {(problem.place.path, problem.place.line) for problem in problems if problem.severity == "error" and problem.entry_id}
    kept: list[Entry] = []
    moment = clock().timestamp()
    for entry in shelf.entries:
        if (entry.path, entry.line) in refused:
            continue
        if entry.draft:
            report.drafts += 1
        elif settings.future == "hide" and begins(entry, settings.zone) > moment:
            report.held_back += 1
            due = begins(entry, settings.zone)
            report.next_due = min(report.next_due or due, due)
            report.problems.append(held_back(entry))
        else:
            kept.append(entry)
    report.found, report.published = shelf.found, len(kept)
    report.newest_day = max((entry.moment.day for entry in kept), default="")
    return build_archive(kept, tags, institutions, shelf.texts.prose)


def graded(problems: Iterable[Problem], settings: Settings) -> list[Problem]:
    """`problems` with the severities that site.yml sets for their rules; those set to `off` are left out."""
    kept = []
    for problem in problems:
        severity = settings.check.get(problem.rule, problem.severity)
        if severity != "off":
            kept.append(replace(problem, severity=severity))
    return kept


def begins(entry: Entry, zone: str) -> float:
    """When the entry comes due, in UTC seconds; a bare date does when its day begins in the site's zone."""
    if entry.moment.clock:
        return entry.moment.seconds
    return datetime.fromisoformat(entry.moment.day).replace(tzinfo=ZoneInfo(zone)).timestamp()


def held_back(entry: Entry) -> Problem:
    when = entry.moment.iso.replace("T", " ")
    return Problem("held-back", "hint", f"'{entry.title}' waits until {when}", Place(entry.path, entry.line), "it appears in the first build after that")
