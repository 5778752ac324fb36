"""A whole site in; a report of its problems out. Nothing is published."""

from __future__ import annotations

from pathlib import Path

from tagloom import crew
from tagloom.admit import Clock, admit, now
from tagloom.cache import Cache
from tagloom.content.shelf import read_shelf
from tagloom.places import CACHE, WORK
from tagloom.problems import order
from tagloom.report import Report
from tagloom.settings import read_settings
from tagloom.stamps import program_stamp, reading_base


def check_site(root: Path, *, jobs: int = 0, clock: Clock = now) -> Report:
    """Every problem of the settings, entries and vocabularies below `root`, and how many entries a build would publish.

    What it reads is kept for the next check or build where `root` can be written to.
    """
    report = Report()
    settings, report.problems = read_settings(root)
    if any(problem.rule == "no-site" for problem in report.problems):
        report.unusable = True
        return report
    with Cache.at_hand(root / WORK / CACHE) as cache:
        shelf = read_shelf(root, settings, cache, reading_base(settings, program_stamp()), jobs or crew.cores())
        admit(root, settings, shelf, report, clock)
        cache.save()
    report.problems.sort(key=order)
    return report
