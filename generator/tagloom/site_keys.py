"""A value of site.yml in; what it means, or why it cannot be that, out. `KEYS` says of each key what it takes, to the reader and to JSON Schema alike.

Values stand in the file as text (see `tagloom.text.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit
from zoneinfo import ZoneInfo

from tagloom.problems import SEVERITIES, did_you_mean
from tagloom.text.patterns import words_pattern
from tagloom.text.yaml import Key

FRAMES = ("mkdocs", "bare", "zensical")
MARKDOWNS = ("gfm", "python-markdown")
SECTIONS = ("home", "timeline", "tags", "institutions", "sources", "kinds", "categories", "explore", "digest", "stats", "list", "compose")
NAV = ("home", "timeline", "tags", "institutions")
# What a site can do without, all of it published unless `outputs:` says no. Names on cards stay, as plain words, where their lists are off.
OUTPUTS = (
    "feeds",
    "search",
    "data",
    "citations",
    "markdown",
    "sitemap",
    "digest",
    "stats",
    "related",
    "compose",
    "institutions",
    "sources",
    "kinds",
    "categories",
    "bundle",
)
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+|https?://\S+")
IN_PATHS = "/%:@!$&'()*+,;=~"  # what a path may hold beside letters and digits
MOST_DIGITS = 9  # of a count: more is nothing a site holds
YES = frozenset({"yes", "true", "on", "y", "1"})
NO = frozenset({"no", "false", "off", "n", "0"})


Reader = Callable[[Any], Any]
Shape = Mapping[str, Any]  # a JSON Schema


class Setting(NamedTuple):
    """A key of site.yml: its reader, what the reader takes as JSON Schema, and a line about it in English and Chinese."""

    read: Reader
    shape: Shape
    doc: str
    zh: str


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


class Refused(Exception):
    """A value that a key cannot take: the fact, the remedy, and the path to the part at fault."""

    def __init__(
        self, fact: str, remedy: str = "", path: tuple[Key, ...] = (), key: bool = False, others: tuple[Refused, ...] = ()
    ) -> None:
        super().__init__(fact)
        self.fact, self.remedy, self.path, self.key = fact, remedy, path, key
        self.all: tuple[Refused, ...] = (self, *others)  # of a value with several faults, each

    def below(self, name: str) -> list[Refused]:
        """The same faults, seen from the value that holds this one under `name`."""
        return [Refused(one.fact, one.remedy, (name, *one.path), one.key) for one in self.all]


def refuse_all(faults: Sequence[Refused]) -> None:
    """Raises the first of `faults` with the others behind it, when there are any."""
    if faults:
        first, *others = faults
        raise Refused(first.fact, first.remedy, first.path, first.key, tuple(others))


def text(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Refused("this must be one text", "write it on one line")
    return value.strip()


def text_or_names(value: Any) -> str | dict[str, str]:
    """One text, or one for each language: `{zh: 读库, en: Library}`."""
    return in_languages(value) if isinstance(value, dict) else text(value)


def in_languages(value: dict[str, Any]) -> dict[str, str]:
    for code in value:
        if not LANGUAGE.fullmatch(code):
            raise Refused(f"'{code}' is not the code of a language", 'write one such as zh; quote a text with a comma: {en: "a, b"}', (code,), True)
    return {language: text(name) for language, name in value.items()}


def translations(value: Any) -> dict[str, dict[str, str]]:
    """`{指南: {en: Guide}}`: a text as it stands on the site, and what it is in other languages."""
    if not isinstance(value, dict) or not all(isinstance(names, dict) for names in value.values()):
        raise Refused("this must map texts to their translations", "write {指南: {en: Guide}}")
    return each(value, lambda _: in_languages)


def truth(value: Any) -> bool:
    word = text(value).lower()
    if word in YES or word in NO:
        return word in YES
    raise Refused(f"'{word}' is neither yes nor no", "write yes or no")


def count(value: Any, least: int = 1) -> int:
    word = text(value)
    if not word.isascii() or not word.isdigit() or len(word) > MOST_DIGITS or int(word) < least:
        raise Refused(f"'{word}' is not a whole number from {least} up", f"write a number, such as {max(least, 50)}")
    return int(word)


def highest(value: Any) -> float:
    word = text(value)
    try:
        found = float(word)
    except ValueError:
        found = 0
    if not 0 < found < float("inf"):
        raise Refused(f"'{word}' is not a number above 0", "write a number, such as 10")
    return found


def one_of(*choices: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        word = text(value)
        if word not in choices:
            raise Refused(f"'{word}' is not one of {', '.join(choices)}", did_you_mean(word, choices))
        return word

    return read


def web_address(value: Any) -> str:
    word = text(value)
    if not word:
        return ""
    if not word.startswith(("https://", "http://")):
        raise Refused(f"'{word}' is not a web address", "start it with https://")
    try:
        parts = urlsplit(word)
        # Letters beyond ASCII in a host are sent in the form of IDNA, and so are they told to feeds.
        host = (parts.hostname or "").encode("ascii" if parts.netloc.isascii() else "idna").decode()
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        host = port = ""
    if not host or re.search(r"""[\s<>"\\^`{|}]""", word):
        raise Refused(f"'{word}' is not a web address", "copy it from the browser's address bar")
    if parts.query or parts.fragment:
        raise Refused(f"'{word}' goes on after its path", "leave out what begins with ? or #")
    # What is ASCII stays as it was written.
    return word if word.isascii() else f"{parts.scheme}://{host}{port}{quote(parts.path, safe=IN_PATHS)}"


def repository(value: Any) -> str:
    word = text(value)
    if word and not REPOSITORY.fullmatch(word):
        raise Refused(f"'{word}' is not a repository", "write owner/name, as GitHub does")
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
    for place, word in enumerate(words):
        path: tuple[Key, ...] = (place,) if isinstance(value, list) else ()
        if not LANGUAGE.fullmatch(word):
            raise Refused(f"'{word}' is not the code of a language", "write one such as zh or en", path)
        if word in words[:place]:
            raise Refused(f"'{word}' stands twice", "delete one of them", path)
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


def each(value: dict[str, Any], reader_of: Callable[[str], Reader]) -> dict[str, Any]:
    """The values of a mapping, each read by its own reader; all that is wrong with them is told at once."""
    found, faults = {}, []
    for name, inner in value.items():
        try:
            found[name] = reader_of(name)(inner)
        except Refused as refused:
            faults += refused.below(name)
    refuse_all(faults)
    return found


def group(kind: type[Any], keys: Mapping[str, Setting]) -> Reader:
    """A reader for a key that holds a few keys of its own, such as `lists: {page: 50}`."""

    def reader_of(name: str) -> Reader:
        if name not in keys:
            raise Refused(f"'{name}' is not a key here", did_you_mean(name, keys), key=True)
        return keys[name].read

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise Refused("this must hold keys of its own", f"known: {', '.join(keys)}")
        return kind(**each(value, reader_of))

    return read


def score(value: Any) -> float:
    scale: dict[str, float] = group(dict, SCORE)(value)
    return scale.get("max", 10)


def severities(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise Refused("this must map rules to severities", "write {near-duplicate-tag: warning}")
    return each(value, lambda _: one_of(*SEVERITIES, "off"))


def switches(value: Any) -> dict[str, bool]:
    if not isinstance(value, dict):
        raise Refused("this must map outputs to yes or no", "write {feeds: no}")

    def reader_of(name: str) -> Reader:
        if name not in OUTPUTS:
            raise Refused(f"'{name}' is not an output", did_you_mean(name, OUTPUTS), key=True)
        return truth

    return each(value, reader_of)


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


# What each reader takes, as JSON Schema says it. YAML gives numbers and truths for what is unquoted; they are read as the text they were.
TEXT: Shape = {"type": ["string", "number", "boolean", "null"]}
TRUTH: Shape = {
    "anyOf": [{"type": "boolean"}, {"enum": ["yes", "no"]}, {"enum": [0, 1]}, {"type": "string", "pattern": words_pattern(YES | NO)}]
}
COUNT: Shape = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": 10**MOST_DIGITS - 1},
        {"type": "string", "pattern": rf"^\s*(?=[0-9]{{1,{MOST_DIGITS}}}\s*$)0*[1-9][0-9]*\s*$"},
    ]
}
NUMBER: Shape = {
    "anyOf": [
        {"type": "number", "exclusiveMinimum": 0},
        {"type": "string", "pattern": r"^\s*\+?(?=[0.]*[1-9])([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?\s*$"},
    ]
}
ADDRESS: Shape = {"anyOf": [{"type": "string", "pattern": r"^\s*$|^\s*https?://[^\s/?#][^\s?#]*\s*$"}, {"type": "null"}]}
REPO: Shape = {"anyOf": [{"type": "string", "pattern": rf"^\s*({REPOSITORY.pattern})?\s*$"}, {"type": "null"}]}
ZONE: Shape = {"type": "string", "pattern": r"^\s*[A-Za-z][A-Za-z0-9_+/-]*\s*$", "examples": ["Asia/Shanghai", "Europe/Berlin", "UTC"]}
CODE: Shape = {"type": "string", "pattern": rf"^\s*{LANGUAGE.pattern}\s*$"}
LANGUAGES: Shape = {"anyOf": [{"type": "array", "minItems": 1, "uniqueItems": True, "items": CODE}, CODE]}
TEXTS: Shape = {"type": "object", "additionalProperties": TEXT}
TRANSLATIONS: Shape = {"anyOf": [{"type": "null"}, {"type": "object", "additionalProperties": TEXTS}]}
TEXT_OR_NAMES: Shape = {"anyOf": [TEXT, TEXTS]}
NAMES: Shape = {"anyOf": [{"type": ["null", "string", "number", "boolean"]}, TEXTS]}
CHOICES: Shape = {"anyOf": [{"type": "null"}, {"type": "array", "items": TEXT}, {"type": "object", "additionalProperties": NAMES}]}


def words(*choices: str) -> Shape:
    return {"enum": list(choices)}


def keys_of(keys: Mapping[str, Setting]) -> Shape:
    return {"type": "object", "properties": {name: key.shape for name, key in keys.items()}, "additionalProperties": False}


SCORE = {"max": Setting(highest, NUMBER, "The highest score.", "满分。")}
LISTS = {
    "page": Setting(count, COUNT, "Entries on a page of a list.", "列表每页的条数。"),
    "home": Setting(count, COUNT, "Entries on the home page, filled up to whole days.", "首页的条数，补足整天。"),
    "compact": Setting(truth, TRUTH, "Whether older pages and past months show one line an entry.", "旧页与过去的月份是否一条只列一行。"),
}
TAGS = {
    "strict": Setting(truth, TRUTH, "Whether a tag outside content/tags.yml is a warning.", "词表之外的标签是否报警。"),
    "min": Setting(count, COUNT, "Tags with fewer entries share one page.", "条目更少的标签合用一页。"),
    "most": Setting(count, COUNT, "More tags than this on one entry are a warning.", "一条的标签多于此数时报警。"),
}
FEEDS = {
    "items": Setting(count, COUNT, "The newest entries that a feed holds.", "每个订阅里最新的条数。"),
    "min": Setting(count, COUNT, "A list of fewer entries has no feed.", "条目更少的列表不出订阅。"),
}
# Each key of site.yml; `score` is kept as Settings.score_max.
KEYS: Mapping[str, Setting] = {
    "title": Setting(text_or_names, TEXT_OR_NAMES, "The site's name; in several languages `{zh: …, en: …}`.", "站名；几种语言写成 {zh: …, en: …}。"),
    "subtitle": Setting(text_or_names, TEXT_OR_NAMES, "A line below the name, likewise.", "副题，同样可以有几种语言。"),
    "description": Setting(text, TEXT, "What the site is, for search engines and feeds.", "站点的描述，用于搜索引擎与订阅。"),
    "url": Setting(web_address, ADDRESS, "The site's address, with its sub-path when it has one.", "站点的网址，有子路径就带上。"),
    "repo": Setting(repository, REPO, "owner/repo on GitHub, for edit links.", "GitHub 上的 owner/repo，用来生成编辑链接。"),
    "branch": Setting(text, TEXT, "The branch that edits go to.", "编辑所用的分支。"),
    "languages": Setting(languages, LANGUAGES, "The languages; the first is the site's own.", "语言，第一个是本站自己的。"),
    "words": Setting(translations, TRANSLATIONS, "Texts of the site's own, such as names in nav, translated.", "站点自己的文字（如 nav 里的名字）和译文。"),
    "zone": Setting(zone, ZONE, "The time zone that days are counted in.", "时区，日期按它分天。"),
    "frame": Setting(one_of(*FRAMES), words(*FRAMES), "Who draws the head and foot of a page.", "页面框架由谁画。"),
    "markdown": Setting(one_of(*MARKDOWNS), words(*MARKDOWNS), "The Markdown of entries.", "条目的 Markdown。"),
    "kinds": Setting(vocabulary, CHOICES, "The kinds of entries: keys, and names by language.", "类型：键，以及各语言的名字。"),
    "categories": Setting(vocabulary, CHOICES, "The categories: keys, and names by language.", "分类：键，以及各语言的名字。"),
    "score": Setting(score, keys_of(SCORE), "The scale of scores.", "评分的分制。"),
    "lists": Setting(group(Lists, LISTS), keys_of(LISTS), "How many entries stand on a page.", "每页多少条。"),
    "tags": Setting(group(TagRules, TAGS), keys_of(TAGS), "How tags are treated.", "怎样对待标签。"),
    "future": Setting(one_of("show", "hide"), words("show", "hide"), "Entries dated in the future.", "日期在将来的条目。"),
    "feeds": Setting(group(Feeds, FEEDS), keys_of(FEEDS), "Atom and JSON feeds.", "订阅。"),
    "outputs": Setting(
        switches,
        {"type": "object", "properties": dict.fromkeys(OUTPUTS, TRUTH), "additionalProperties": False},
        "What to leave out: `no` switches an output off.",
        "写 no 关掉一种输出。",
    ),
    "check": Setting(
        severities,
        {"type": "object", "additionalProperties": words(*SEVERITIES, "off")},
        "The severity of each rule of `tagloom check`.",
        "检查规则的级别。",
    ),
    "nav": Setting(
        navigation, {"type": "array"}, "Tabs: sections, pages, addresses, or groups of them.", "顶部的标签页：栏目、页面、网址，或一组。"
    ),
    "mkdocs": Setting(mapping, {"type": ["object", "null"]}, "Handed to MkDocs as it is.", "原样交给 MkDocs。"),
}
