"""The costs of all rounds in; ratios, targets met or missed, and a Markdown table for the guide out."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import log
from pathlib import Path
from statistics import median

from tests.benchmarks.steps import Outcome

TITLES = {
    "cold": "cold build",
    "nothing": "nothing changed",
    "edit": "one entry edited",
    "add": "one entry added",
    "clone": "fresh clone, cache and output restored",
    "clone-cache": "fresh clone, cache restored",
    "serve": "`serve` shows an edit",
    "slim": "cold build, slim settings",
}
MEASURES = {"wall": "s", "cpu": "s CPU", "peak": "MB", "files": "files", "bytes": "MB", "touched": "files written", "ready": "s to start"}
# The most that is allowed. By (entries, step, measure): of Tagloom divided by Hugo in the same round…
RATIOS: Mapping[tuple[int, str, str], float] = {
    (10_000, "cold", "wall"): 0.5,
    (10_000, "cold", "peak"): 0.6,
    (10_000, "cold", "bytes"): 1,
    (10_000, "edit", "wall"): 0.05,
    (10_000, "nothing", "wall"): 0.03,
    (50_000, "cold", "wall"): 0.3,
}
# … and of Tagloom alone.
AMOUNTS: Mapping[tuple[int, str, str], float] = {
    (10_000, "serve", "wall"): 0.5,
    (10_000, "add", "touched"): 40,
    (10_000, "clone", "touched"): 0,
    (50_000, "slim", "bytes"): 1000,
    (100_000, "cold", "peak"): 2000,
    (100_000, "edit", "wall"): 2,
}
GROWTH = 1.1  # cold time may grow this much faster than the number of entries
NOISE = 1.3  # a step of the build may seem this much worse than n log n before it is told
# A line that `tagloom build --timings` prints.
TIMING = re.compile(r"^ +(\w+) +([\d.]+) ms$", re.MULTILINE)


@dataclass
class Results:
    """Amounts by entries, step and measure, then by tool: one for each round, in order."""

    amounts: dict[tuple[int, str, str], dict[str, list[float]]] = field(default_factory=dict)
    timings: dict[tuple[int, str], list[float]] = field(default_factory=dict)  # by entries and step of the cold build: ms
    failures: list[str] = field(default_factory=list)  # what could not be measured, and why

    def add(self, entries: int, step: str, tool: str, outcome: Outcome) -> None:
        self.note(entries, step, "wall", tool, outcome.cost.wall)
        if step == "cold":
            for name, milliseconds in TIMING.findall(outcome.cost.printed):
                self.timings.setdefault((entries, name), []).append(float(milliseconds))
        if outcome.cost.peak:
            self.note(entries, step, "cpu", tool, outcome.cost.cpu)
            self.note(entries, step, "peak", tool, outcome.cost.peak / 1e6)
        if outcome.sizes is not None:
            self.note(entries, step, "files", tool, len(outcome.sizes))
            self.note(entries, step, "bytes", tool, sum(outcome.sizes) / 1e6)
        if outcome.touched is not None:
            self.note(entries, step, "touched", tool, outcome.touched)
        if outcome.ready is not None:
            self.note(entries, step, "ready", tool, outcome.ready)

    def note(self, entries: int, step: str, measure: str, tool: str, amount: float) -> None:
        self.amounts.setdefault((entries, step, measure), {}).setdefault(tool, []).append(amount)

    def steps(self) -> Iterator[tuple[tuple[int, str, str], list[float], list[float]]]:
        """Each figure with the amounts of Tagloom and of Hugo."""
        for key, by_tool in self.amounts.items():
            yield key, by_tool.get("Tagloom", []), by_tool.get("Hugo", [])


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    """Ours divided by theirs, round by round, lowest first."""
    return sorted(one / other for one, other in zip(ours, theirs, strict=False) if other)


def verdict(key: tuple[int, str, str], ours: Sequence[float], theirs: Sequence[float]) -> str:
    """The target of a figure and whether its median keeps it; "" where there is none."""
    if key in AMOUNTS and ours:
        limit, amount = AMOUNTS[key], median(ours)
        return f"≤ {limit:g} {MEASURES[key[2]]}: {'kept' if amount <= limit else 'MISSED'}"
    found = ratios(ours, theirs)
    if key in RATIOS and found:
        return f"≤ {RATIOS[key]:g}: {'kept' if median(found) <= RATIOS[key] else 'MISSED'}"
    return f"≤ {RATIOS[key]:g}" if key in RATIOS else ""


def spread(amounts: Sequence[float]) -> str:
    """Lowest, median and highest; "" of nothing."""
    if not amounts:
        return ""
    return " / ".join(f"{amount:.3g}" for amount in (min(amounts), median(amounts), max(amounts)))


def middle(amounts: Sequence[float], measure: str) -> str:
    if not amounts:
        return ""
    amount = median(amounts)
    return f"{amount:,.2f}" if measure in ("wall", "cpu", "ready") else f"{amount:,.0f}"


def growth(results: Results) -> Iterator[str]:
    """How the cold build grows from the smallest size to each larger one, with its target."""
    sizes = sorted({entries for entries, step, _ in results.amounts if step == "cold"})
    for tool in ("Tagloom", "Hugo"):
        times = {size: median(found) for size in sizes if (found := results.amounts[size, "cold", "wall"].get(tool))}
        if len(times) < 2:
            continue
        least = min(times)
        for size in sorted(times)[1:]:
            grown, limit = times[size] / times[least], size / least * GROWTH
            told = f" (≤ {limit:g}: {'kept' if grown <= limit else 'MISSED'})" if tool == "Tagloom" else ""
            yield f"{tool}, cold: {size:,} entries take {grown:.1f} times as long as {least:,}{told}"


def steps_growth(results: Results) -> Iterator[str]:
    """How each step of the cold build grows from the smallest to the largest size, against n log n."""
    sizes = [entries for entries, _ in results.timings]
    if not sizes or min(sizes) == max(sizes):
        return
    least, most = min(sizes), max(sizes)
    allowed = most * log(most) / (least * log(least))
    yield f"each step of the cold build, {least:,} → {most:,} entries (n log n: {allowed:.1f} times)"
    for (entries, name), spent in results.timings.items():
        if entries != least or (most, name) not in results.timings:
            continue
        before, after = median(spent), median(results.timings[most, name])
        grown = after / max(before, 1)
        yield f"  {name:<10}{before:10.0f} ms{after:10.0f} ms{grown:8.1f} times{'  WORSE than n log n' if grown > allowed * NOISE else ''}"


def table(results: Results) -> str:
    """All figures as a Markdown table: medians, then the ratios' lowest / median / highest, then the target."""
    lines = ["| entries | what | of | Hugo | Tagloom | ratio: min / median / max | target |", "|---:|---|---|---:|---:|---|---|"]
    for key, ours, theirs in results.steps():
        entries, step, measure = key
        cells = (
            f"{entries:,}",
            TITLES[step],
            MEASURES[measure] if measure not in ("peak", "bytes") else f"MB {'at peak' if measure == 'peak' else 'published'}",
            middle(theirs, measure),
            middle(ours, measure),
            spread(ratios(ours, theirs)),
            verdict(key, ours, theirs),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def machine(versions: Sequence[str]) -> str:
    """Date, processor, memory, system and versions, in one line."""
    model = platform.processor() or platform.machine()
    told = Path("/proc/cpuinfo")
    if told.exists():
        model = next((line.partition(":")[2].strip() for line in told.read_text().splitlines() if line.startswith("model name")), model)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    parts = (
        f"{datetime.now(UTC):%Y-%m-%d}",
        f"{os.cpu_count()} × {model}",
        f"{memory:.0f} GB",
        f"{platform.system()} {platform.release()}",
        *versions,
    )
    return ", ".join(parts)
