"""What is measured: one function a step, from a tool with its site to what the step cost.

Each begins with a site that is built and current, but `cold`, and leaves it so.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tests.benchmarks.corpus import EDIT, Corpus, Sample
from tests.benchmarks.measure import Cost, run, seconds_until, serving
from tests.benchmarks.tools import Tool, files, free_port


@dataclass(frozen=True, slots=True)
class Task:
    """One step of one round: `round` makes each edit and each new entry another one."""

    tool: Tool
    corpus: Corpus
    round: int
    limit: float  # seconds for one command


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step cost, and how many files of the site it wrote or removed (None where that is not counted)."""

    cost: Cost
    touched: int | None = None
    ready: float | None = None  # seconds until a server first answered
    sizes: tuple[int, ...] | None = None  # bytes of each file published, where they are weighed


def cold(task: Task) -> Outcome:
    """Everything from nothing: no output, no cache."""
    task.tool.clear()
    return Outcome(run(task.tool.command(), task.limit), sizes=sizes(task.tool, task.tool.site))


def nothing(task: Task) -> Outcome:
    """A build with nothing changed since the last."""
    return counted(task)


def edit(task: Task) -> Outcome:
    """A build after the title of an entry in the middle of the archive changed."""
    task.tool.write(retitled(task, task.corpus.size // 2 + task.round))
    return counted(task)


def add(task: Task) -> Outcome:
    """A build after a new entry, the newest, came."""
    task.tool.write(task.corpus.entry(task.corpus.size + task.round))
    return counted(task)


def clone(task: Task) -> Outcome:
    """A build in a fresh clone (every mtime new) to which cache and output were restored."""
    return cloned(task, (task.tool.output, *task.tool.caches))


def clone_cache(task: Task) -> Outcome:
    """A build in a fresh clone (every mtime new) to which the cache alone was restored: every page must be written."""
    return cloned(task, task.tool.caches)


def slim(task: Task) -> Outcome | None:
    """A cold build with the settings that keep a large site small; None for a tool that is not told of any."""
    tool = task.tool
    if not tool.slimmer:
        return None
    copy = tool.site.with_name(f"{tool.site.name}-slim")
    try:
        shutil.copytree(tool.site, copy, ignore=lambda folder, _: {tool.output, *tool.caches} if Path(folder) == tool.site else set())
        settings = copy / "site.yml"
        text = settings.read_text(encoding="utf-8")
        for usual, slimmer in tool.slimmer.items():
            text = text.replace(usual, slimmer)
        settings.write_text(text, encoding="utf-8")
        return Outcome(run(tool.command(copy), task.limit), sizes=sizes(tool, copy))
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def sizes(tool: Tool, site: Path) -> tuple[int, ...]:
    return tuple(file.stat().st_size for file in files(site / tool.output))


def serve(task: Task) -> Outcome:
    """Seconds from the change of an entry until the running server shows it."""
    number = task.corpus.size - 20 - task.round
    sample = retitled(task, number)
    port = free_port()
    with serving(task.tool.server(port), task.tool.addresses(sample, port), task.limit) as (address, ready):
        task.tool.write(sample)
        seconds = seconds_until(address, sample.title, task.limit)
    run(task.tool.command(), task.limit)
    return Outcome(Cost(seconds, 0, 0), ready=ready)


STEPS: Mapping[str, Callable[[Task], Outcome | None]] = {
    "cold": cold,
    "nothing": nothing,
    "edit": edit,
    "add": add,
    "clone": clone,
    "clone-cache": clone_cache,
    "serve": serve,
    "slim": slim,
}


def retitled(task: Task, number: int) -> Sample:
    """Entry `number` with a title that stands on no other page of any round."""
    sample = task.corpus.entry(number)
    return replace(sample, title=f"{EDIT} {task.round + 1}: {sample.title}")


def counted(task: Task, site: Path | None = None) -> Outcome:
    site = site or task.tool.site
    before = state(site / task.tool.output)
    cost = run(task.tool.command(site), task.limit)
    after = state(site / task.tool.output)
    return Outcome(cost, len(dict(before.items() ^ after.items())))


def state(folder: Path) -> dict[str, tuple[int, int]]:
    """What tells that a file was written again: its inode and its time, by path."""
    return {file.path: (file.inode(), file.stat().st_mtime_ns) for file in files(folder)} if folder.exists() else {}


def cloned(task: Task, restored: tuple[str, ...]) -> Outcome:
    tool = task.tool
    copy = tool.site.with_name(f"{tool.site.name}-clone")
    made = {tool.output, *tool.caches} - set(restored)

    def left_out(folder: str, names: list[str]) -> set[str]:
        return made & set(names) if Path(folder) == tool.site else set()

    try:
        shutil.copytree(tool.site, copy, copy_function=shutil.copyfile, ignore=left_out)
        return counted(task, copy)
    finally:
        shutil.rmtree(copy, ignore_errors=True)
