"""What a person at a terminal sees: problems with their place, a bar while a long build runs, and why a command stopped.

Quiet in a pipe: the bar needs a terminal, and so do colours.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from tagloom.problems import Problem, Stopped

COLOURS = {"error": "red", "warning": "yellow", "hint": "cyan"}
# A build of fewer files is over before a bar could be read.
LONG = 1000
INTERRUPTED = 130  # what shells give for a command ended with Ctrl-C

Tell = Callable[[str, int, int], None]  # step, done, total


class Commands(click.Group):
    """Commands in the order they are written in: the order people meet them in. What stops one is told in a line or two."""

    def list_commands(self, _: click.Context) -> list[str]:
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            click.echo("\nstopped; what was written stays, and the next build completes it", err=True)
            ctx.exit(INTERRUPTED)
        except Exception as error:
            if getattr(error, "errno", None) == errno.EPIPE or os.environ.get("TAGLOOM_TRACEBACK"):
                raise
            from tagloom.trouble import explain

            raise Refusal(explain(error)) from error


class Refusal(click.ClickException):
    """A command that could not run, with exit status 2."""

    exit_code = 2

    def __init__(self, reason: Stopped) -> None:
        super().__init__(str(reason))

    def show(self, file: Any = None) -> None:
        click.echo(f"{click.style('tagloom:', fg='red', bold=True)} {self.message}", file=file, err=file is None)


def tell_problems(problems: Iterable[Problem]) -> None:
    """Every problem, on standard error."""
    for problem in problems:
        told = str(problem)
        head = f"{problem.severity}[{problem.rule}]"
        click.echo(told.replace(head, click.style(head, fg=COLOURS[problem.severity], bold=True), 1), err=True)


def silent(*_: object) -> None:
    """Tells nobody."""


@contextmanager
def progress() -> Iterator[Tell]:
    """A function that shows how far a step is; it draws a bar only on a terminal and only for long work."""
    if not sys.stderr.isatty():
        yield silent
        return
    shown: list[Callable[..., Any]] = []  # what moves the bar, what ends it

    def tell(step: str, done: int, total: int) -> None:
        if total < LONG:
            return
        if not shown:
            shown[:] = bar(step, total)
        shown[0](completed=done, total=total)

    try:
        yield tell
    finally:
        if shown:
            shown[1]()


def bar(step: str, total: int) -> tuple[Callable[..., Any], Callable[[], None]]:
    """Draws a bar; what moves it, and what takes it away again."""
    from functools import partial

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    drawn = Progress(*columns, console=Console(stderr=True), transient=True)
    drawn.start()
    return partial(drawn.update, drawn.add_task(step, total=total)), drawn.stop
