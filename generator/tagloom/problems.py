"""What is wrong, told so that a person can mend it.

In: a place, a fact and a remedy. Out: the same as text for a terminal, and the nearest known
word to a misspelt one. The other written forms (GitHub, JSON, SARIF) live in `tagloom.check.report`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

Severity = Literal["error", "warning", "hint"]
FEW = 24  # known words that a remedy may list
# A line of an excerpt is cut to so many letters; some of them stand before the place meant.
WIDEST, BEFORE = 200, 60
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "hint")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A spot in a file. `line` and `column` count from 1; 0 stands for the file (or line) as a whole."""

    path: str
    line: int = 0
    column: int = 0
    width: int = 1

    def __str__(self) -> str:
        return ":".join([self.path, *(str(number) for number in (self.line, self.column) if number)])


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend: `fact` says what is, `remedy` what to do about it ("did you mean 'paper'?")."""

    rule: str
    severity: Severity
    fact: str
    place: Place
    remedy: str = ""
    source_line: str = ""
    entry_id: str = ""

    def at(self, severity: Severity) -> Problem:
        """The same problem with another severity (what `check:` in site.yml sets)."""
        return replace(self, severity=severity)

    def __str__(self) -> str:
        lines = [f"{self.place}: {self.severity}[{self.rule}]: {self.fact}"]
        if self.place.line and self.source_line:
            lines += excerpt(self.place, self.source_line, self.remedy)
        elif self.remedy:
            lines.append(f"  {self.remedy}")
        return "\n".join(lines)


class Stopped(Exception):
    """Tagloom cannot go on: a fact and a remedy for the person who started it. The exit status is 2."""

    def __init__(self, fact: str, remedy: str = "") -> None:
        super().__init__(fact, remedy)
        self.fact, self.remedy = fact, remedy

    def __str__(self) -> str:
        return f"{self.fact}\n  {self.remedy}" if self.remedy else self.fact


def excerpt(place: Place, source_line: str, remedy: str) -> list[str]:
    """The source line under its number, and carets under the words meant, followed by the remedy."""
    number, column = str(place.line), place.column
    if len(source_line) > WIDEST:
        begin = max(column - BEFORE, 0)
        source_line = ("…" if begin else "") + source_line[begin : begin + WIDEST] + ("…" if begin + WIDEST < len(source_line) else "")
        column -= begin - 1 if begin else 0
    gutter = " " * (len(number) + 2)
    lines = [f"  {number} | {source_line}"]
    if column:
        before = source_line[: column - 1]
        pad = "".join("\t" if letter == "\t" else " " * columns(letter) for letter in before)
        room = max(len(source_line) - len(before), 1)
        carets = "^" * sum(columns(letter) for letter in source_line[len(before) :][: min(max(place.width, 1), room)])
        lines.append(f"  {gutter[2:]} | {pad}{carets or '^'} {remedy}".rstrip())
    elif remedy:
        lines.append(f"  {gutter[2:]} | {remedy}")
    return lines


def columns(letter: str) -> int:
    """How many terminal cells a letter takes: two for the wide scripts, so that carets stand right."""
    import unicodedata

    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def nearest(word: str, known: Iterable[str], cutoff: float = 0.7) -> str | None:
    """The known word most like `word`, or None when nothing is near."""
    words = list(known)
    folded = {candidate.casefold(): candidate for candidate in words}
    found = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=cutoff)
    return folded[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A remedy that names the nearest known word; else the words there are, when they are few."""
    words = list(known)
    near = nearest(word, words)
    if near:
        return f"did you mean '{near}'?"
    return f"known: {', '.join(words)}" if 0 < len(words) <= FEW else ""


def order(problem: Problem) -> tuple[Place, int, str, str]:
    """The order problems are told in: by file and line, errors before warnings before hints."""
    return problem.place, SEVERITIES.index(problem.severity), problem.rule, problem.fact
