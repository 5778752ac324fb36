"""What a person at a terminal sees: problems with their place, and a bar while a long build runs. Quiet in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from tagloom.report import Report

COLOURS = {"error": "red", "warning": "yellow", "hint": "cyan"}
# A build of fewer files is over before a bar could be read.
LONG = 1000


def tell_problems(report: Report) -> None:
    """Every problem, on standard error."""
    for problem in report.problems:
        told = str(problem)
        head = f"{problem.severity}[{problem.rule}]"
        click.echo(told.replace(head, click.style(head, fg=COLOURS[problem.severity], bold=True), 1), err=True)


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """A function that shows how far a step is; it draws a bar only on a terminal and only for long work."""
    if not sys.stderr.isatty():
        yield lambda step, done, total: None
        return
    bars: dict[str, tuple[object, object]] = {}

    def tell(step: str, done: int, total: int) -> None:
        if total < LONG:
            return
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        if "bar" not in bars:
            bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), transient=True)
            bar.start()
            bars["bar"] = (bar, bar.add_task(step, total=total))
        shown, task = bars["bar"]
        shown.update(task, completed=done, total=total)  # type: ignore[attr-defined]  # rich is imported only here

    try:
        yield tell
    finally:
        if "bar" in bars:
            bars["bar"][0].stop()  # type: ignore[attr-defined]  # as above
