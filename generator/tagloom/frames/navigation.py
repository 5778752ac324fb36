"""`nav:` of site.yml in; what stands in a site's tabs out, whichever host draws them.

`[home, tags, guide/index.md, {About: about.md}, {Guide: [guide/a.md, guide/b.md]}, {Code: "https://…"}]`
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tagloom.frames.frame import Section
from tagloom.problems import Place, Problem, did_you_mean
from tagloom.settings import FILE, Settings
from tagloom.text import yaml


@dataclass(frozen=True, slots=True)
class Stop:
    """One item: a section, a hand-written page (`page`, below content/pages), a web address, or a titled group."""

    title: str = ""
    section: Section | None = None
    page: str = ""
    link: str = ""
    group: tuple[Stop, ...] = ()


def read_navigation(
    settings: Settings, root: Path, sections: Sequence[Section], pages: Collection[str]
) -> tuple[tuple[Stop, ...], list[Problem]]:
    """The stops of `settings.nav`; a problem of site.yml for each that leads nowhere."""
    reading = Reading({section.name: section for section in sections}, pages)
    stops = reading.stops(settings.nav, ("nav",))
    return stops, [site_problem(root, "nav", fact, remedy, path) for fact, remedy, path in reading.faults]


class Reading:
    """Gathers the faults met while turning values into stops."""

    def __init__(self, sections: Mapping[str, Section], pages: Collection[str]) -> None:
        self.sections, self.pages = sections, pages
        self.faults: list[tuple[str, str, tuple[yaml.Key, ...]]] = []

    def stops(self, values: Sequence[Any], path: tuple[yaml.Key, ...]) -> tuple[Stop, ...]:
        found = []
        for place, value in enumerate(values):
            titled = value if isinstance(value, dict) else {"": value}
            for title, target in titled.items():
                step: tuple[yaml.Key, ...] = (*path, place, title) if title else (*path, place)
                stop = self.stop(title, target, step)
                found += [stop] if stop else []
        return tuple(found)

    def stop(self, title: str, target: Any, path: tuple[yaml.Key, ...]) -> Stop | None:
        if isinstance(target, list) and title:
            return Stop(title, group=self.stops(target, path))
        if not isinstance(target, str):
            self.faults.append(("an item of nav is empty or has no title", "write `tags`, `about.md` or `{About: about.md}`", path))
            return None
        if target in self.sections:
            section = self.sections[target]
            return Stop(title or section.title, section=section)
        if target in self.pages:
            return Stop(title, page=target)
        if target.startswith(("https://", "http://", "mailto:")):
            return Stop(title or target, link=target)
        page = target.endswith(".md")
        what = "a page of content/pages" if page else "a section or a page"
        remedy = did_you_mean(target, [*self.sections, *self.pages])
        if page and not remedy.startswith("did"):
            remedy = "write that page, or delete its name here"
        self.faults.append((f"nav: '{target}' is not {what}", remedy or f"known: {', '.join(self.sections)}", path))
        return None


def site_problem(root: Path, rule: str, fact: str, remedy: str = "", path: Sequence[yaml.Key] = (), key: bool = False) -> Problem:
    """An error of site.yml, at the value that `path` leads to."""
    file = root / FILE
    source = file.read_bytes().decode("utf-8-sig", "replace") if file.is_file() else ""
    spot = yaml.spot(source, path, key=key) if path else None
    if spot is None:
        return Problem(rule, "error", fact, Place(FILE), remedy)
    lines = source.split("\n")
    line = lines[spot.line - 1] if spot.line <= len(lines) else ""
    return Problem(rule, "error", fact, Place(FILE, spot.line, spot.column, spot.width), remedy, line.rstrip("\r"))
