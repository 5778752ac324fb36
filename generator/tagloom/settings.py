"""site.yml in; Settings out, with a problem for each key or value that is not understood.

Values stand in the file as text (see `tagloom.text.yaml`); `tagloom.site_keys` says of each key what its text means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from tagloom.problems import Place, Problem, Severity, did_you_mean
from tagloom.site_keys import KEYS, NAV, NO, OUTPUTS, SECTIONS, YES, Feeds, Lists, Refused, TagRules
from tagloom.text import yaml
from tagloom.text.controls import without_controls

__all__ = [
    "FILE",
    "KEYS",
    "NAV",
    "NO",
    "OUTPUTS",
    "SECTIONS",
    "YES",
    "Feeds",
    "Lists",
    "Names",
    "Settings",
    "TagRules",
    "names_of",
    "parse_settings",
    "read_settings",
    "unreadable",
]

FILE = "site.yml"
Names = Mapping[str, str]  # language -> name


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole of site.yml. `kinds` and `categories` map a key to its names by language, `words` a text of the site's own to its translations."""

    title: str = "Tagloom"
    subtitle: str = ""
    description: str = ""
    url: str = ""
    repo: str = ""
    branch: str = "main"
    languages: tuple[str, ...] = ("en",)
    words: Mapping[str, Names] = field(default_factory=dict)
    zone: str = "UTC"
    frame: str = "mkdocs"
    markdown: str = "gfm"
    kinds: Mapping[str, Names] = field(default_factory=dict)
    categories: Mapping[str, Names] = field(default_factory=dict)
    score_max: float = 10
    lists: Lists = Lists()
    tags: TagRules = TagRules()
    future: str = "show"
    feeds: Feeds = Feeds()
    outputs: Mapping[str, bool] = field(default_factory=dict)
    check: Mapping[str, Severity | Literal["off"]] = field(default_factory=dict)  # by rule
    nav: tuple[Any, ...] = NAV
    mkdocs: Mapping[str, Any] = field(default_factory=dict)

    @property
    def language(self) -> str:
        """The site's own language: the first of `languages`."""
        return self.languages[0]

    @property
    def reading(self) -> tuple[object, ...]:
        """What decides, besides its own bytes, how an entry is read: another zone moves its day, another name of a kind its kind."""
        chosen = (tuple((key, tuple(names.items())) for key, names in choices.items()) for choices in (self.kinds, self.categories))
        return (self.zone, self.score_max, *chosen)

    @property
    def base_path(self) -> str:
        """The path part of `url`, with its slashes: `/repo/`, or `/`."""
        path = self.url.split("://", 1)[-1].partition("/")[2].strip("/")
        return f"/{path}/" if path else "/"

    def absolute(self, address: str) -> str:
        """The full address of a page or file of the site; empty when the site has no `url`."""
        return f"{self.url.rstrip('/')}/{address}" if self.url else ""

    def wants(self, output: str) -> bool:
        """Whether an output (feeds, data, search, …) is to be published; all are, unless switched off. explore.html is the search's page."""
        return self.outputs.get("search" if output == "explore" else output, True)


def read_settings(root: Path) -> tuple[Settings, list[Problem]]:
    """The settings of the site at `root`. What cannot be read keeps its default and is told as a problem."""
    file = root / FILE
    try:
        source = file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return Settings(), [Problem("no-site", "error", f"there is no {FILE} here", Place(FILE), "run `tagloom init DIR` to begin a site")]
    except UnicodeDecodeError:
        return Settings(), [Problem("encoding", "error", f"{FILE} is not UTF-8", Place(FILE), "save it as UTF-8")]
    return parse_settings(source)


def unreadable(problems: Sequence[Problem]) -> bool:
    """Whether site.yml as a whole could not be read: then nothing is known of the site, and nothing of it may be published or judged."""
    return any(problem.place.path == FILE and problem.rule not in ("unknown-setting", "setting-value") for problem in problems)


def parse_settings(source: str) -> tuple[Settings, list[Problem]]:
    """Settings from the text of a site.yml, and its problems."""
    lines = source.split("\n")

    def problem(rule: str, fact: str, remedy: str, spot: yaml.Spot | None, severity: Severity = "error") -> Problem:
        spot = spot or yaml.Spot(1, 1)
        line = lines[spot.line - 1] if spot.line <= len(lines) else ""
        return Problem(rule, severity, fact, Place(FILE, spot.line, spot.column, spot.width), remedy, line)

    try:
        parts = yaml.compose(source)
        values = without_controls(parts[0].value()) if parts else None
    except yaml.YamlError as error:
        return Settings(), [problem(error.rule, error.fact, error.remedy, yaml.Spot(error.line, error.column))]
    if values is None:
        values = {}
    if not isinstance(values, dict):
        return Settings(), [problem("site-shape", f"{FILE} must be a mapping of keys", "write `title: …` and so on", None)]
    found: dict[str, Any] = {}
    problems = []
    if len(parts) > 1:
        told = problem("site-shape", "a second document begins here, which is not read", "delete the line --- above", parts[1].spot(()))
        problems.append(told)
    for key, value in values.items():
        if key not in KEYS:
            spot = yaml.spot(source, (key,), key=True)
            problems.append(problem("unknown-setting", f"'{key}' is not a key of {FILE}", did_you_mean(key, KEYS), spot))
            continue
        if value is None:
            continue
        try:
            found["score_max" if key == "score" else key] = KEYS[key].read(value)
        except Refused as refused:
            for one in refused.all:
                spot = yaml.spot(source, (key, *one.path), key=one.key)
                problems.append(problem("setting-value", f"{key}: {one.fact}", one.remedy, spot))
    return Settings(**in_own_language(found)), problems


def in_own_language(found: dict[str, Any]) -> dict[str, Any]:
    """The same settings with the title and the line below it as one text each; what they are in other languages goes to `words`."""
    words = dict(found.get("words", {}))
    for key in ("title", "subtitle"):
        if isinstance(names := found.get(key), dict):
            own = names_of(names, "", found.get("languages", ("en",))[0])
            words[own] = {**names, **words.get(own, {})}
            found[key] = own
    return {**found, "words": words}


def names_of(names: Names, key: str, language: str) -> str:
    """The name of a kind or category in `language`; else in any language; else its key."""
    return names.get(language) or names.get("") or next(iter(names.values()), "") or key


assert {item.name for item in fields(Settings)} == {"score_max" if key == "score" else key for key in KEYS}
