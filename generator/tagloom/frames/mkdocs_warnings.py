"""What MkDocs logs in; problems of the page concerned out. Nothing reaches the terminal on its own."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from types import TracebackType
from typing import Self

from tagloom.frames.frame import PAGES
from tagloom.problems import Place, Problem
from tagloom.settings import FILE

ABOUT_LINK = re.compile(
    r"Doc file '(?P<page>[^']+)' contains (?:a|an) [a-z ]*'(?P<link>[^']*)', but (?P<why>.*?)(?P<near> Did you mean .*)?$", re.DOTALL
)
# Pages of these kinds are made after the host has run; `tagloom verify` looks at the links to them.
MADE_LATER = (".html", ".xml", ".json")


class Warnings(logging.Handler):
    """Takes over MkDocs' log while it is entered."""

    def __init__(self, root: Path) -> None:
        super().__init__(logging.WARNING)
        self.root = root
        self.told: list[str] = []
        self.log = logging.getLogger("mkdocs")

    def __enter__(self) -> Self:
        self.before = self.log.handlers, self.log.propagate, self.log.level
        self.log.handlers, self.log.propagate = [self], False
        self.log.setLevel(logging.WARNING)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.log.handlers, self.log.propagate = self.before[:2]
        self.log.setLevel(self.before[2])

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())

    def problems(self) -> list[Problem]:
        """A warning for each thing logged, in the order it was; none twice."""
        found = [self.problem(message) for message in dict.fromkeys(self.told)]
        return [problem for problem in found if problem]

    def problem(self, message: str) -> Problem | None:
        about = ABOUT_LINK.match(message)
        if not about:
            return Problem("mkdocs", "warning", message.strip(), Place(FILE))
        link = about["link"]
        if link.partition("#")[0].endswith(MADE_LATER):
            return None
        page = f"{PAGES}/{about['page']}"
        fact = f"'{link}' leads nowhere: {about['why'].rstrip('.')}"
        return Problem("dead-link", "warning", fact, *self.spot(page, link, (about["near"] or "").strip()))

    def spot(self, page: str, link: str, remedy: str) -> tuple[Place, str, str]:
        """Where `link` stands in `page`, the remedy, and the line."""
        file = self.root / page
        lines = file.read_text("utf-8-sig", "replace").splitlines() if file.is_file() else []
        for number, line in enumerate(lines, 1):
            if link in line:
                return Place(page, number, line.index(link) + 1, len(link)), remedy, line
        return Place(page), remedy, ""
