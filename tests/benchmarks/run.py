"""`python -m tests.benchmarks`: builds the same entries with Tagloom and with Hugo, in turn, and prints how they compare.

Sizes, rounds and steps come in as options; a line for each measurement, then a Markdown table come out. See `--help`.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks.corpus import Corpus
from tests.benchmarks.measure import Failed, run
from tests.benchmarks.report import Results, growth, machine, steps_growth, table
from tests.benchmarks.steps import STEPS, Outcome, Task
from tests.benchmarks.tools import Tool, hugo, hugo_program, tagloom

TOOLS = {"tagloom": tagloom, "hugo": hugo}
MEMORY_DISK = Path("/dev/shm")


def main(words: Sequence[str] | None = None) -> int:
    options = parse(words)
    results = Results()
    with workshop(options.folder, options.keep) as folder:
        print(f"in {folder}", flush=True)
        for entries in options.entries:
            bench(entries, folder, options, results)
    print(f"\n{machine((f'Python {platform.python_version()}', hugo_version()))}; {options.rounds} rounds\n\n{table(results)}\n")
    for line in (*growth(results), *steps_growth(results)):
        print(line)
    for failure in results.failures:
        print(f"\n{failure}", file=sys.stderr)
    return 1 if results.failures else 0


def parse(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Time Tagloom and Hugo at the same job, in turn.")
    parser.add_argument("--entries", type=int, nargs="+", default=[10_000], help="sizes to measure (default: 10000)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each step is measured (default: 3)")
    parser.add_argument(
        "--only", nargs="+", choices=STEPS, default=list(STEPS), metavar="STEP", help=f"of {', '.join(STEPS)} (default: all)"
    )
    parser.add_argument("--tools", nargs="+", choices=TOOLS, default=list(TOOLS), help="default: both")
    parser.add_argument("--limit", type=float, default=1800, help="seconds after which a command is stopped (default: 1800)")
    parser.add_argument("--folder", type=Path, help="where to work (default: a new folder in /dev/shm, else where temporary files go)")
    parser.add_argument("--keep", action="store_true", help="leave the sites there for a look")
    return parser.parse_args(words)


@contextmanager
def workshop(wanted: Path | None, keep: bool) -> Iterator[Path]:
    """A new folder in memory where the machine has such a place: many disks would be measured instead of the tools."""
    parent = wanted or (MEMORY_DISK if MEMORY_DISK.is_dir() else Path(tempfile.gettempdir()))
    parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="tagloom-bench-", dir=parent))
    try:
        yield folder
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


def bench(entries: int, folder: Path, options: argparse.Namespace, results: Results) -> None:
    """All rounds of one size. The tools take turns at going first, so that neither always meets the warmer machine."""
    corpus = Corpus(entries)
    tools = [TOOLS[name](folder / str(entries)) for name in options.tools]
    for tool in tools:
        tool.write_site(corpus, tool.site)
        # Not measured: the first build meets memory that the machine has never given out, and caches that are empty.
        run(tool.command(), options.limit)
    for number in range(options.rounds):
        for step in (step for step in STEPS if step in options.only):
            for tool in tools if number % 2 == 0 else reversed(tools):
                try:
                    outcome = STEPS[step](Task(tool, corpus, number, options.limit))
                except Failed as failed:
                    results.failures.append(f"{step}: {failed}")
                    continue
                if outcome is None:
                    continue
                results.add(entries, step, tool.name, outcome)
                print(told(entries, number, step, tool, outcome), flush=True)
    if not options.keep:
        shutil.rmtree(folder / str(entries))


def told(entries: int, number: int, step: str, tool: Tool, outcome: Outcome) -> str:
    cost = outcome.cost
    parts = [f"{entries:>7,} round {number + 1} {step:<12}{tool.name:<8}{cost.wall:8.2f} s"]
    if cost.peak:
        parts.append(f"{cost.cpu:8.2f} s CPU{cost.peak / 1e6:8.0f} MB")
    if outcome.touched is not None:
        parts.append(f"{outcome.touched:7} files written")
    if outcome.ready is not None:
        parts.append(f"  (first answer after {outcome.ready:.2f} s)")
    return "".join(parts)


def hugo_version() -> str:
    """`Hugo 0.168.0`, as the program tells it."""
    words = subprocess.run([hugo_program(), "version"], capture_output=True, text=True, check=False).stdout.split()
    return f"Hugo {words[1].lstrip('v').partition('-')[0]}" if len(words) > 1 else "Hugo"
