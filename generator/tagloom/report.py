"""What a build or a check found and did, and how long each step took."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tagloom.problems import Problem
from tagloom.publish import Published


@dataclass
class Report:
    """Filled step by step. An entry on disk is published, a draft, held back by its date, or named in an error."""

    problems: list[Problem] = field(default_factory=list)
    found: int = 0
    published: int = 0
    drafts: int = 0
    held_back: int = 0
    next_due: float = 0  # when the first entry held back comes due, in UTC seconds
    newest_day: str = ""  # of the entries published; empty when nothing was looked at again
    output: Published | None = None
    timings: dict[str, float] = field(default_factory=dict)  # step -> seconds
    unusable: bool = False  # there is no site here, or no output could be made

    @property
    def broken(self) -> int:
        return self.found - self.published - self.drafts - self.held_back

    @property
    def exit_status(self) -> int:
        """0 fine, 1 the content has errors, 2 the site could not be built."""
        if self.unusable:
            return 2
        return int(any(problem.severity == "error" for problem in self.problems))

    @property
    def closing_line(self) -> str:
        """`40 entries, 38 published, 1 draft, 1 with errors`."""
        parts = [counted(self.found, "entry", "entries"), f"{self.published} published"]
        if self.drafts:
            parts.append(counted(self.drafts, "draft", "drafts"))
        if self.held_back:
            parts.append(f"{self.held_back} held back by date")
        if self.broken:
            parts.append(f"{self.broken} with errors")
        return ", ".join(parts)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Times one step; steps of one name add up."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.timings[name] = self.timings.get(name, 0.0) + time.perf_counter() - begun


def counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
