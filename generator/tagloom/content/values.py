"""A value as YAML gives it (text, list, mapping or None) in; the value an Entry or Prose holds out.

What cannot be read is told to the Item at hand with a path inside the value, and the reader gives the empty value of its kind.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from tagloom.content.item import Item, Path, Reader
from tagloom.entry import Moment
from tagloom.problems import did_you_mean
from tagloom.settings import NO, YES, Settings
from tagloom.text.dates import DateError, iso_hint, parse_moment
from tagloom.text.slugs import fold

# A name never holds one of these: commas, semicolons and list marks of every script, as far as NFC leaves them.
COMMAS = re.compile("[,;，、；،؛٫՝፣፤߸᠂᠈⸲⸴⸵⹁⹌⹎꓾꘍꛵︐︑︔﹐﹑﹔｡､]")
NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


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


@lru_cache(maxsize=1 << 14)
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


def language(value: Any, item: Item, path: Path) -> str:
    word = line(value, item, path)
    if word and not LANGUAGE.fullmatch(word):
        item.tell("unknown-language", f"'{word}' is not the code of a language", "write one such as zh or en", path)
        return ""
    return word
