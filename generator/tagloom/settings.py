"""site.yml in; Settings out, with a problem for each key or value that is not understood.

Values stand in the file as text (see `tagloom.text.yaml`); each key below says what its text means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from tagloom.problems import SEVERITIES, Place, Problem, Severity, did_you_mean
from tagloom.text import yaml

FILE = "site.yml"
FRAMES = ("mkdocs", "bare", "zensical")
MARKDOWNS = ("gfm", "python-markdown")
SECTIONS = ("home", "timeline", "tags", "institutions", "sources", "kinds", "categories", "explore", "digest", "stats", "list", "compose")
NAV = ("home", "timeline", "tags", "institutions")
# What a site can do without, all of it published unless `outputs:` says no. Names on cards stay, as plain words, where their lists are off.
OUTPUTS = ("feeds", "search", "data", "citations", "markdown", "sitemap", "stats", "compose", "institutions", "sources", "kinds", "categories", "bundle")
YES = frozenset({"yes", "true", "on", "y", "1"})
NO = frozenset({"no", "false", "off", "n", "0"})

Names = Mapping[str, str]  # language -> name


@dataclass(frozen=True, slots=True)
class Lists:
    """How many entries stand on a page of a list, and on the home page (filled up to whole days)."""

    page: int = 50
    home: int = 100
    compact: bool = False  # older pages of a list show one line an entry


@dataclass(frozen=True, slots=True)
class TagRules:
    """`strict`: a tag outside tags.yml is a warning. `min`: tags with fewer entries share one page."""

    strict: bool = False
    min: int = 1
    most: int = 12  # more tags than this on one entry are a warning


@dataclass(frozen=True, slots=True)
class Feeds:
    """`items` newest entries in a feed; a list of fewer than `min` entries has none."""

    items: int = 30
    min: int = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole of site.yml. `kinds` and `categories` map a key to its names by language."""

    title: str = "Tagloom"
    subtitle: str = ""
    description: str = ""
    url: str = ""
    repo: str = ""
    branch: str = "main"
    languages: tuple[str, ...] = ("en",)
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
    def base_path(self) -> str:
        """The path part of `url`, with its slashes: `/repo/`, or `/`."""
        path = self.url.split("://", 1)[-1].partition("/")[2].strip("/")
        return f"/{path}/" if path else "/"

    def absolute(self, address: str) -> str:
        """The full address of a page or file of the site; empty when the site has no `url`."""
        return f"{self.url.rstrip('/')}/{address}" if self.url else ""

    def wants(self, output: str) -> bool:
        """Whether an output (feeds, data, search, …) is to be published; all are, unless switched off."""
        return self.outputs.get(output, True)


class Refused(Exception):
    """A value that a key cannot take: the fact, the remedy, and the path to the part at fault."""

    def __init__(self, fact: str, remedy: str = "", path: tuple[yaml.Key, ...] = (), key: bool = False) -> None:
        super().__init__(fact)
        self.fact, self.remedy, self.path, self.key = fact, remedy, path, key


def text(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Refused("this must be one text", "write it on one line")
    return value.strip()


def truth(value: Any) -> bool:
    word = text(value).lower()
    if word in YES or word in NO:
        return word in YES
    raise Refused(f"'{word}' is neither yes nor no", "write yes or no")


def count(value: Any, least: int = 1) -> int:
    word = text(value)
    if not word.isascii() or not word.isdigit() or int(word) < least:
        raise Refused(f"'{word}' is not a whole number from {least} up", f"write a number, such as {max(least, 50)}")
    return int(word)


def number(value: Any) -> float:
    word = text(value)
    try:
        return float(word)
    except ValueError:
        raise Refused(f"'{word}' is not a number", "write a number, such as 10") from None


def one_of(*choices: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        word = text(value)
        if word not in choices:
            raise Refused(f"'{word}' is not one of {', '.join(choices)}", did_you_mean(word, choices))
        return word

    return read


def web_address(value: Any) -> str:
    word = text(value)
    if word and not word.startswith(("https://", "http://")):
        raise Refused(f"'{word}' is not a web address", "start it with https://")
    return word


def zone(value: Any) -> str:
    word = text(value)
    try:
        ZoneInfo(word)
    except (ValueError, OSError, KeyError):
        raise Refused(f"'{word}' is not a time zone", "write one such as Asia/Shanghai, Europe/Berlin or UTC") from None
    return word


def languages(value: Any) -> tuple[str, ...]:
    words = tuple(text(item) for item in (value if isinstance(value, list) else [value]))
    if not words or not all(words):
        raise Refused("no language is given", "write a list such as [zh, en]")
    return words


def vocabulary(value: Any) -> dict[str, dict[str, str]]:
    """`{blog: {zh: 博客, en: Blogs}}`, or a plain list of keys, or `{blog: Blogs}`."""
    if value is None:
        return {}
    if isinstance(value, list):
        return {text(item): {} for item in value}
    if not isinstance(value, dict):
        raise Refused("this must be a mapping of keys to names", "write {blog: {zh: 博客, en: Blogs}}")
    found: dict[str, dict[str, str]] = {}
    for key, names in value.items():
        if isinstance(names, dict):
            found[key] = {language: text(name) for language, name in names.items()}
        else:
            found[key] = {"": text(names)} if text(names) else {}
    return found


def group(kind: type[Any], readers: Mapping[str, Callable[[Any], Any]]) -> Callable[[Any], Any]:
    """A reader for a key that holds a few keys of its own, such as `lists: {page: 50}`."""

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise Refused("this must hold keys of its own", f"known: {', '.join(readers)}")
        found = {}
        for key, inner in value.items():
            if key not in readers:
                raise Refused(f"'{key}' is not a key here", did_you_mean(key, readers), (key,), key=True)
            try:
                found[key] = readers[key](inner)
            except Refused as refused:
                raise Refused(refused.fact, refused.remedy, (key, *refused.path)) from None
        return kind(**found)

    return read


def score(value: Any) -> float:
    scale: dict[str, float] = group(dict, {"max": number})(value)
    return scale.get("max", 10)


def severities(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise Refused("this must map rules to severities", "write {near-duplicate-tag: warning}")
    found = {}
    for rule, word in value.items():
        try:
            found[rule] = one_of(*SEVERITIES, "off")(word)
        except Refused as refused:
            raise Refused(refused.fact, refused.remedy, (rule,)) from None
    return found


def switches(value: Any) -> dict[str, bool]:
    if not isinstance(value, dict):
        raise Refused("this must map outputs to yes or no", "write {feeds: no}")
    found = {}
    for name, word in value.items():
        if name not in OUTPUTS:
            raise Refused(f"'{name}' is not an output", did_you_mean(name, OUTPUTS), (name,), key=True)
        try:
            found[name] = truth(word)
        except Refused as refused:
            raise Refused(refused.fact, refused.remedy, (name,)) from None
    return found


def navigation(value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise Refused("nav must be a list", "write [home, timeline, tags, about.md]")
    return tuple(value)


def mapping(value: Any) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise Refused("this must be a mapping", "write keys of MkDocs below it")
    return value


# Each key of site.yml and the reader of its value; `score` is kept as Settings.score_max.
KEYS: Mapping[str, Callable[[Any], Any]] = {
    "title": text,
    "subtitle": text,
    "description": text,
    "url": web_address,
    "repo": text,
    "branch": text,
    "languages": languages,
    "zone": zone,
    "frame": one_of(*FRAMES),
    "markdown": one_of(*MARKDOWNS),
    "kinds": vocabulary,
    "categories": vocabulary,
    "score": score,
    "lists": group(Lists, {"page": count, "home": count, "compact": truth}),
    "tags": group(TagRules, {"strict": truth, "min": count, "most": count}),
    "future": one_of("show", "hide"),
    "feeds": group(Feeds, {"items": count, "min": count}),
    "outputs": switches,
    "check": severities,
    "nav": navigation,
    "mkdocs": mapping,
}


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
        values = yaml.parse(source)
    except yaml.YamlError as error:
        return Settings(), [problem(error.rule, error.fact, error.remedy, yaml.Spot(error.line, error.column))]
    if values is None:
        values = {}
    if not isinstance(values, dict):
        return Settings(), [problem("site-shape", f"{FILE} must be a mapping of keys", "write `title: …` and so on", None)]
    found: dict[str, Any] = {}
    problems = []
    for key, value in values.items():
        if key not in KEYS:
            spot = yaml.spot(source, (key,), key=True)
            problems.append(problem("unknown-setting", f"'{key}' is not a key of {FILE}", did_you_mean(key, KEYS), spot))
            continue
        if value is None:
            continue
        try:
            found["score_max" if key == "score" else key] = KEYS[key](value)
        except Refused as refused:
            spot = yaml.spot(source, (key, *refused.path), key=refused.key)
            problems.append(problem("setting-value", f"{key}: {refused.fact}", refused.remedy, spot))
    return Settings(**found), problems


def names_of(names: Names, key: str, language: str) -> str:
    """The name of a kind or category in `language`; else in any language; else its key."""
    return names.get(language) or names.get("") or next(iter(names.values()), "") or key


assert {item.name for item in fields(Settings)} == {"score_max" if key == "score" else key for key in KEYS}
