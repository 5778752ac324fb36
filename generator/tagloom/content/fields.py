"""Every field of an entry in one table, and the readers that turn what an editor wrote into typed values.

In: a value as YAML gives it (text, list, mapping or None). Out: the value an Entry or Prose holds. What cannot be read is
told to the Item at hand with a path inside the value, and the reader gives the empty value of its kind.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from tagloom.entry import Link, Moment
from tagloom.problems import did_you_mean
from tagloom.settings import NO, YES, Settings
from tagloom.text.dates import DateError, iso_hint, parse_moment
from tagloom.text.slugs import fold
from tagloom.text.yaml import Key

Takes = Literal[
    "line", "markdown", "markdown-list", "names", "tags", "ids", "id", "date", "updated", "number", "score", "whole-number",
    "yes-no", "kind", "category", "address", "links", "language",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an entry: what its value is, and one line about it in English and Chinese."""

    name: str
    takes: Takes
    doc: str
    zh: str
    required: bool = False


FIELDS: tuple[Field, ...] = (
    Field("id", "id", "The entry's name in its address; the file's name when absent.", "条目的标识，用于网址；缺省为文件名。"),
    Field("title", "line", "The title.", "标题。", required=True),
    Field("language", "language", "The language of the title, such as en.", "标题的语言，如 en。"),
    Field(
        "date",
        "date",
        "The day, or the day and time: 2026-06-10, 2026-06-10 10:11.",
        "日期，或日期与时间：2026-06-10、2026-06-10 10:11。",
        required=True,
    ),
    Field("tags", "tags", "Tags, by name or alias, in the order they are shown.", "标签（名称或别名），按书写顺序显示。"),
    Field("institution", "names", "An institution, or a list of them.", "机构，一个或一列。"),
    Field("institutions", "names", "The same as institution.", "同 institution。"),
    Field("source", "line", "Where the editor met it: HF Daily, cs.IR.", "来源：HF Daily、cs.IR。"),
    Field("authors", "names", "The authors.", "作者。"),
    Field("handle", "line", "The author's account name, without @.", "作者的账号名，不含 @。"),
    Field("score", "score", "A number on the site's scale.", "评分，按本站的分制。"),
    Field("heat", "number", "A number: how much it is talked of.", "热度，一个数。"),
    Field("featured", "yes-no", "Whether it is an editor's choice.", "是否精选。"),
    Field("deep", "yes-no", "Whether it is read in depth.", "是否深度解读。"),
    Field("kind", "kind", "One of the kinds of site.yml.", "类型，site.yml 的 kinds 之一。"),
    Field("category", "category", "One of the categories of site.yml.", "分类，site.yml 的 categories 之一。"),
    Field("topic", "line", "The topic, its parts joined by ' · '.", "主题，各部分以“ · ”相连。"),
    Field("takeaway", "line", "One line under the title.", "标题下的一句话。"),
    Field("summary", "markdown", "A paragraph of Markdown.", "摘要，Markdown 段落。"),
    Field("points", "markdown-list", "What it is good for: a list of Markdown lines.", "参考价值，一列 Markdown 句子。"),
    Field("reason", "line", "Why it is recommended, in one line.", "推荐理由，一句话。"),
    Field("url", "address", "The address of the original.", "原文网址。"),
    Field(
        "links", "links", "More addresses by name: pdf, code, project, doi, arxiv, hf.", "更多网址：pdf、code、project、doi、arxiv、hf。"
    ),
    Field("updated", "updated", "When it last changed.", "最近更新的日期。"),
    Field("draft", "yes-no", "Whether it is kept off the site.", "是否为草稿（不发布）。"),
    Field("aliases", "ids", "Former ids, each of which leads here.", "曾用的标识，都会转到这里。"),
    Field("weight", "whole-number", "Of entries of one moment, the lower stands first.", "同一时刻的条目，数小者在前。"),
    Field("math", "yes-no", "Whether $…$ is mathematics.", "是否把 $…$ 当作公式。"),
)
TITLE_IN = re.compile(r"title_([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)")

# A name never holds one of these: commas, semicolons and list marks of every script, as far as NFC leaves them.
COMMAS = re.compile("[,;，、；،؛٫՝፣፤߸᠂᠈⸲⸴⸵⹁⹌⹎꓾꘍꛵︐︑︔﹐﹑﹔｡､]")
NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
GOOD_ADDRESS = re.compile(r"https?://[^\s/?#\\<>\"]+[^\s<>\"\\]*")
WITHOUT_SCHEME = re.compile(r"(?:www\.[^/]+|[a-z0-9\-.]+\.(?:com|org|net|io|ai|cn|dev|edu|gov|co))(?:[/?#:].*)?", re.IGNORECASE)
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
ARXIV = re.compile(r"(?:arxiv:)?([0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?|[a-z\-]+(?:\.[A-Z]{2})?/[0-9]{7}(?:v[0-9]+)?)", re.IGNORECASE)


class Remark(NamedTuple):
    """Something to mend in an item: its rule, and the path of the value meant (or of its key)."""

    rule: str
    fact: str
    remedy: str
    path: tuple[Key, ...]
    key: bool = False


class Item:
    """The entry being read: the settings that hold, and the remarks gathered so far."""

    __slots__ = ("remarks", "settings")

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.remarks: list[Remark] = []

    def tell(self, rule: str, fact: str, remedy: str, path: tuple[Key, ...], key: bool = False) -> None:
        self.remarks.append(Remark(rule, fact, remedy, path, key))


Path = tuple[Key, ...]
Reader = Callable[[Any, Item, Path], Any]


def line(value: Any, item: Item, path: Path) -> str:
    """One line of text: breaks become spaces."""
    written = markdown(value, item, path)
    return " ".join(written.split()) if "\n" in written else written


def markdown(value: Any, item: Item, path: Path) -> str:
    if type(value) is str:
        return value.strip()
    if value is not None:
        shape = "a list" if isinstance(value, list) else "a mapping"
        item.tell("not-text", f"{path[-1]} must be one text, not {shape}", quoting(value), path)
    return ""


def quoting(value: Any) -> str:
    """The remedy for a text that YAML took for a mapping, with the text it was."""
    if isinstance(value, dict) and len(value) == 1:
        name, inner = next(iter(value.items()))
        if not isinstance(inner, dict | list):
            return f'quote it: "{name}: {inner}"' if inner else f'quote it: "{name}:"'
    return "write it on one line, in quotes"


def name_of(text: str) -> str:
    """A name as it is kept: NFC, trimmed, its inner spaces single."""
    text = " ".join(text.split())
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def listed(value: Any, item: Item, path: Path) -> list[tuple[str, Path]]:
    """The texts of a list, each with its path; an empty item, a list or a mapping among them is told."""
    found: list[tuple[str, Path]] = []
    for index, inner in enumerate(value):
        place = (*path, index)
        if type(inner) is str:
            name = name_of(inner)
            if name:
                found.append((name, place))
                continue
        if inner is None or isinstance(inner, str):
            item.tell("empty-tag", f"an item of {path[-1]} is empty", "delete it, or quote it if it starts with #", place)
        else:
            shape = "a list" if isinstance(inner, list) else "a mapping"
            item.tell("not-text", f"an item of {path[-1]} is {shape}", quoting(inner), place)
    return found


def names(value: Any, item: Item, path: Path) -> tuple[str, ...]:
    """A list of names, or one name. A text is one name, commas and all ("Meta Platforms, Inc.")."""
    if value is None:
        return ()
    if type(value) is str:
        name = name_of(value)
        return (name,) if name else ()
    if not isinstance(value, list):
        item.tell("not-text", f"{path[-1]} must be a list of names", quoting(value), path)
        return ()
    return tuple(dict.fromkeys(name for name, _ in listed(value, item, path)))


def tags(value: Any, item: Item, path: Path) -> tuple[str, ...]:
    """A list of names; commas of every script part them too, with a hint to write a list."""
    if value is None:
        return ()
    if type(value) is str:
        return parted(value, item, path, "a text")
    if not isinstance(value, list):
        item.tell("not-text", f"{path[-1]} must be a list of names", quoting(value), path)
        return ()
    found: list[str] = []
    for name, place in listed(value, item, path):
        if COMMAS.search(name):
            found += parted(name, item, place, "an item")
        elif not fold(name):
            item.tell("empty-tag", f"'{name}' holds no letter, digit or sign", "delete it", place)
        else:
            found.append(name)
    return tuple(dict.fromkeys(found))


def parted(text: str, item: Item, path: Path, what: str) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(name for part in COMMAS.split(text) if fold(name := name_of(part))))
    if not found:
        if text.strip():
            item.tell("empty-tag", f"'{text.strip()}' holds no name", "delete it", path)
        return ()
    if len(found) > 1 or COMMAS.search(text):
        item.tell("tag-comma", f"{what} that holds commas is read as {len(found)} names", f"write a list: [{', '.join(found)}]", path)
    elif what == "a text":
        item.tell("tag-comma", "one text is read as a list of one name", f"write a list: [{found[0]}]", path)
    return found


def lines_of_markdown(value: Any, item: Item, path: Path) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, list):
        found = []
        for index, inner in enumerate(value):
            if type(inner) is str and inner.strip():
                found.append(inner.strip())
            elif inner is None or inner == "" or isinstance(inner, str):
                item.tell("empty-tag", f"an item of {path[-1]} is empty", "delete it", (*path, index))
            else:
                item.tell("not-text", f"an item of {path[-1]} is not one text", quoting(inner), (*path, index))
        return tuple(found)
    written = markdown(value, item, path)
    return tuple(part.lstrip("-*• ").strip() for part in written.split("\n") if part.strip("-*• \t"))


def entry_id(value: Any, item: Item, path: Path) -> str:
    """An id: a name whose spaces are hyphens, so that it may stand in an address and in markup."""
    written = line(value, item, path)
    return written and clean_id(written)


def clean_id(text: str) -> str:
    return "-".join(name_of(text).split())


def ids(value: Any, item: Item, path: Path) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clean_id(name) for name in names(value, item, path)))


def moment(value: Any, item: Item, path: Path) -> Moment | None:
    return dated(value, item, path, "bad-date")


def updated(value: Any, item: Item, path: Path) -> str:
    found = dated(value, item, path, "bad-updated")
    return found.iso if found else ""


def dated(value: Any, item: Item, path: Path, rule: str) -> Moment | None:
    written = line(value, item, path)
    if not written:
        return None
    try:
        found = parse_moment(written, item.settings.zone)
    except DateError as error:
        item.tell(rule, error.fact, error.remedy, path)
        return None
    better = iso_hint(written, found)
    if better:
        item.tell("lenient-date", f"'{written}' is read as {better}", f"write {better}", path)
    return found


def number(value: Any, item: Item, path: Path) -> float | None:
    written = line(value, item, path).removesuffix("°")
    if not written:
        return None
    found = float(written) if NUMBER.fullmatch(written) else float("inf")
    if abs(found) == float("inf"):
        item.tell("bad-number", f"'{written}' is not a number", "write a number, such as 8 or 8.5", path)
        return None
    return int(found) if found.is_integer() and abs(found) < 1e15 else found


def score(value: Any, item: Item, path: Path) -> float | None:
    """A number from 0 to the site's highest; `8/10` is read as 8 where 10 is the highest."""
    most = item.settings.score_max
    written, slash, scale = line(value, item, path).partition("/")
    if slash and NUMBER.fullmatch(scale.strip()) and float(scale) == most:
        value = written.strip()
    found = number(value, item, path)
    if found is not None and not 0 <= found <= most:
        item.tell("score-range", f"{found:g} is outside the scale of this site", f"write a number from 0 to {most:g}", path)
        return None
    return found


def whole_number(value: Any, item: Item, path: Path) -> int:
    found = number(value, item, path)
    if found is None or found == int(found):
        return int(found or 0)
    item.tell("bad-number", f"{found:g} is not a whole number", "write a number such as 1", path)
    return 0


def yes_no(value: Any, item: Item, path: Path) -> bool:
    word = line(value, item, path).lower()
    if word and word not in YES and word not in NO:
        item.tell("bad-yes-no", f"'{word}' is neither yes nor no", "write yes or no", path)
    return word in YES


def choice(rule: str, known: Callable[[Settings], Mapping[str, Mapping[str, str]]]) -> Reader:
    """A key of site.yml's kinds or categories; any of its names is understood as well."""

    def read(value: Any, item: Item, path: Path) -> str:
        word = line(value, item, path)
        choices = known(item.settings)
        if not word or word in choices:
            return word
        folded = word.casefold()
        for key, named in choices.items():
            if folded == key.casefold() or any(folded == name.casefold() for name in named.values()):
                return key
        remedy = did_you_mean(word, choices) if choices else f"list it under {path[-1]}: of site.yml"
        item.tell(rule, f"'{word}' is not a {path[-1]} of this site", remedy, path)
        return ""

    return read


def address(value: Any, item: Item, path: Path) -> str:
    """An address that is http, https, mailto or relative, so that no link can run a script."""
    written = line(value, item, path)
    if not written or (GOOD_ADDRESS.fullmatch(written) and written.isprintable()):
        return written
    fault = fault_of_address(written)
    if fault:
        item.tell("bad-link", *fault, path)
        return ""
    return written


def fault_of_address(written: str) -> tuple[str, str] | None:
    """What is wrong with an address, and the remedy. Browsers drop spaces and controls before they look for a scheme; so does this."""
    bare = "".join(letter for letter in written if letter.isprintable() and not letter.isspace())
    scheme = SCHEME.match(bare)
    if scheme and scheme[1].lower() not in ("http", "https", "mailto"):
        return f"an address may not begin with '{scheme[0]}'", "write one that begins with https://, or a path"
    if bare != written:
        return "an address holds a space or a control character", "write it without, or %20 for a space"
    if any(letter in written for letter in '<>"\\'):
        return 'an address holds < > " or \\', "copy it from the browser's address bar"
    if scheme and scheme[1].lower() != "mailto" and not GOOD_ADDRESS.fullmatch(scheme[1].lower() + written[len(scheme[1]) :]):
        return f"'{written}' names no host", "write it as https://host/path"
    if written.startswith("//") or (not scheme and WITHOUT_SCHEME.fullmatch(written)):
        return f"'{written}' does not say http or https", f"write https://{written.lstrip('/')}"
    return None


def links(value: Any, item: Item, path: Path) -> tuple[Link, ...]:
    """A mapping of names to addresses; a bare DOI or arXiv number becomes its address."""
    if value is None or value == "":
        return ()
    if not isinstance(value, dict):
        item.tell("not-text", "links must map names to addresses", "write {pdf: https://…, code: https://…}", path)
        return ()
    found = []
    for name, inner in value.items():
        if isinstance(inner, str) and name == "doi" and inner.strip().startswith("10."):
            inner = f"https://doi.org/{inner.strip()}"
        elif isinstance(inner, str) and name == "arxiv" and (number_of := ARXIV.fullmatch(inner.strip())):
            inner = f"https://arxiv.org/abs/{number_of[1]}"
        url = address(inner, item, (*path, name))
        if url:
            found.append(Link(name_of(name), url))
    return tuple(found)


def language(value: Any, item: Item, path: Path) -> str:
    word = line(value, item, path)
    if word and not LANGUAGE.fullmatch(word):
        item.tell("not-text", f"'{word}' is not a language", "write its code, such as zh or en", path)
        return ""
    return word


READERS: Mapping[Takes, Reader] = {
    "line": line,
    "markdown": markdown,
    "markdown-list": lines_of_markdown,
    "names": names,
    "tags": tags,
    "ids": ids,
    "id": entry_id,
    "date": moment,
    "updated": updated,
    "number": number,
    "score": score,
    "whole-number": whole_number,
    "yes-no": yes_no,
    "kind": choice("unknown-kind", lambda settings: settings.kinds),
    "category": choice("unknown-category", lambda settings: settings.categories),
    "address": address,
    "links": links,
    "language": language,
}
READER_OF: Mapping[str, Reader] = {field.name: READERS[field.takes] for field in FIELDS}


def read_fields(values: Mapping[str, Any], item: Item) -> tuple[dict[str, Any], dict[str, str], dict[str, Any]]:
    """The typed values by field, the titles by language, and the fields that are not known."""
    found: dict[str, Any] = {}
    titles: dict[str, str] = {}
    extra: dict[str, Any] = {}
    for name, value in values.items():
        reader = READER_OF.get(name)
        if reader is not None:
            found[name] = reader(value, item, (name,))
        elif name.startswith("title_") and (translated := TITLE_IN.fullmatch(name)):
            title = line(value, item, (name,))
            if title:
                titles[translated[1]] = title
        else:
            extra[name] = value
            item.tell("unknown-field", f"'{name}' is not a field of an entry", unknown_remedy(name, READER_OF), (name,), key=True)
    return found, titles, extra


def unknown_remedy(name: str, known: Iterable[str]) -> str:
    near = did_you_mean(name, known)
    return near if near.startswith("did") else "it is kept for templates as extra"
