"""Which entries go on the site: all that are sound, finished and due.

In: the shelf, the vocabularies and the clock. Out: an Archive; in the report, every entry that stays out, counted and named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tagloom.archive import Archive, build_archive
from tagloom.check.grading import graded, rule_faults
from tagloom.check.mentions import mentions_in
from tagloom.check.placing import spots_of
from tagloom.check.rules import Checked, Found, build_rules, problem_of, seek_all
from tagloom.clock import Clock
from tagloom.content.shelf import Shelf
from tagloom.entry import Entry
from tagloom.problems import Place, Problem
from tagloom.report import Report
from tagloom.settings import Settings
from tagloom.vocabulary import Vocabulary, read_vocabulary

WAIT = "it appears in the first build after that"

def admit(root: Path, settings: Settings, shelf: Shelf, report: Report, clock: Clock) -> Archive:
    """The archive of what may be published. Adds the problems and counts of the rest to `report`."""
    return sift(root, settings, shelf, report, clock).archive(shelf)


class Sifted(NamedTuple):
    """The entries that may be published, and the vocabularies that hold for them."""

    entries: list[Entry]
    tags: Vocabulary
    institutions: Vocabulary

    def archive(self, shelf: Shelf) -> Archive:
        return build_archive(self.entries, self.tags, self.institutions, shelf.texts.prose)


def sift(
    root: Path,
    settings: Settings,
    shelf: Shelf,
    report: Report,
    clock: Clock,
    rules: Sequence[str] | None = None,
    fresh: Mapping[tuple[str, int], int] | None = None,
) -> Sifted:
    """What may be published of the shelf. Adds the problems and counts of the rest to `report`.

    `rules` are those of the archive to ask; a build asks those that can keep an entry off the site. For `fresh` see Checked.
    """
    tags, tag_faults = read_vocabulary(root, "content/tags.yml")
    institutions, house_faults = read_vocabulary(root, "content/institutions.yml")
    mentions = cache(lambda: mentions_in(shelf.texts))
    checked = Checked(settings, shelf.entries, tags, institutions, root, mentions, clock(), fresh or {})
    found = list(seek_all(checked, build_rules(settings) if rules is None else rules))
    spots = spots_of(root, settings, [one for _, one in found])
    told = [(problem, None) for problem in (*shelf.problems, *tag_faults, *house_faults, *rule_faults(root, settings))]
    refused = Refused()
    for problem, entry in (*told, *((problem_of(name, one, spots), one.entry) for name, one in found)):
        for graded_problem in graded([problem], settings):
            report.problems.append(graded_problem)
            refused.note(graded_problem, entry)
    kept: list[Entry] = []
    waiting: list[Entry] = []
    moment = clock().timestamp()
    for entry in shelf.entries:
        if entry in refused:
            continue
        if entry.draft:
            report.drafts += 1
        elif settings.future == "hide" and (due := begins(entry, settings.zone)) > moment:
            report.held_back += 1
            report.next_due = min(report.next_due or due, due)
            waiting.append(entry)
        else:
            kept.append(entry)
    # A build that holds hundreds back need not open each of their files again: the entry's first line will do.
    report.problems += graded(held_back(waiting, root, settings, exact=rules is not None), settings)
    report.found, report.published = shelf.found, len(kept)
    report.newest_day = max((entry.moment.day for entry in kept), default="")
    return Sifted(kept, tags, institutions)


class Refused:
    """The entries that an error keeps off the site: by their line when a rule names the entry itself, else by id within their file."""

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()
        self.ids: set[tuple[str, str]] = set()

    def note(self, problem: Problem, entry: Entry | None) -> None:
        if problem.severity != "error":
            return
        if entry is not None:
            self.lines.add((entry.path, entry.line))
        elif problem.entry_id:
            self.ids.add((problem.place.path, problem.entry_id))

    def __contains__(self, entry: Entry) -> bool:
        return (entry.path, entry.line) in self.lines or (entry.path, entry.id) in self.ids


def begins(entry: Entry, zone: str) -> float:
    """When the entry comes due, in UTC seconds; a bare date does when its day begins in the site's zone."""
    if entry.moment.clock:
        return entry.moment.seconds
    return datetime.fromisoformat(entry.moment.day).replace(tzinfo=ZoneInfo(zone)).timestamp()


def held_back(entries: Sequence[Entry], root: Path, settings: Settings, *, exact: bool) -> Iterator[Problem]:
    """A problem for each entry that waits, at its date when `exact`."""
    waits = [Found(f"'{entry.title}' waits until {entry.moment.iso.replace('T', ' ')}", WAIT, entry, ("date",)) for entry in entries]
    spots = spots_of(root, settings, waits) if exact else {}
    for entry, found in zip(entries, waits, strict=True):
        place, line = spots.get(found, (Place(entry.path, entry.line), ""))
        yield Problem("held-back", "hint", found.fact, place, found.remedy, line)
