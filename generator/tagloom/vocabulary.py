"""tags.yml and institutions.yml in; `resolve(name)` over names, aliases and translations out.

A name outside the vocabulary is a term too: the archive tells `Vocabulary.complete` how often each spelling is
used, and the most used one becomes the name shown. Two names are the same when `fold` makes them equal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from tagloom.problems import Place, Problem, Severity, did_you_mean
from tagloom.text import yaml
from tagloom.text.controls import without_controls
from tagloom.text.slugs import fold, slug


class TermField(NamedTuple):
    """What a term of a vocabulary may hold: what its value is, and one line about it in English and Chinese."""

    name: str
    takes: Literal["name", "names", "text-by-language"]
    doc: str
    zh: str


TERM_FIELDS = (
    TermField("aliases", "names", "Other spellings of the same.", "同义的其他写法。"),
    TermField("broader", "name", "The broader tag this one belongs to.", "上位标签。"),
    TermField("description", "text-by-language", "A paragraph for its page, or one for each language.", "标签页上的说明，可按语言分写。"),
    TermField("slug", "name", "Its part of the address, when it shall not be made of the name.", "网址中的写法；缺省由名称得出。"),
    TermField("formerly", "names", "Names it had before; their addresses lead here.", "用过的旧名，旧网址会转到这里。"),
)
FIELDS = tuple(field.name for field in TERM_FIELDS)


@dataclass(frozen=True, slots=True)
class Term:
    """A tag, an institution or a source: a name, its names by language, and its address.

    `stamp` (8 bytes) changes with anything an entry is shown or found by: name, translations, slug, other names.
    """

    key: str  # fold(name)
    name: str  # as shown
    slug: str
    names: Mapping[str, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    formerly: tuple[str, ...] = ()
    broader: str = ""  # key of the broader term
    description: Mapping[str, str] = field(default_factory=dict)  # language (or "") -> Markdown
    known: bool = True  # stands in the vocabulary
    line: int = 0
    stamp: bytes = b""

    def name_in(self, language: str) -> str:
        return self.names.get(language, self.name)

    def description_in(self, language: str) -> str:
        texts = self.description
        return texts.get(language) or texts.get("") or next(iter(texts.values()), "")


def stamped(term: Term) -> Term:
    told = "\0".join([term.name, term.slug, *(f"{key}={name}" for key, name in term.names.items()), "", *term.aliases, "", *term.formerly])
    return replace(term, stamp=hashlib.blake2b(told.encode("utf-8", "replace"), digest_size=8).digest())


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Terms by key, and the key that each folded name, alias or translation leads to."""

    terms: Mapping[str, Term] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)

    def resolve(self, name: str) -> Term | None:
        """The term that a name, alias, former name or translation means; None when nobody has used or declared it."""
        folded = fold(name)
        return self.terms.get(self.keys.get(folded, folded))

    def complete(self, spellings: Mapping[str, int]) -> Vocabulary:
        """This vocabulary with a term for each used name that is not in it (`spellings`: name as written -> uses)."""
        fresh: dict[str, list[tuple[int, str]]] = {}
        for name, uses in spellings.items():
            folded = fold(name)
            if folded not in self.keys:
                fresh.setdefault(folded, []).append((uses, name))
        if not fresh:
            return self
        terms, keys = dict(self.terms), dict(self.keys)
        slugs = {term.slug for term in terms.values()}
        for folded, found in sorted(fresh.items(), key=lambda item: (len(item[0]) != len(slug(item[0])), item[0])):
            # The most used spelling; of equals the first by code point, so that every machine agrees.
            name = min(found, key=lambda use: (-use[0], use[1]))[1]
            terms[folded] = stamped(Term(folded, name, free_slug(folded, slugs), known=False))
            keys[folded] = folded
        return Vocabulary(terms, keys)


def pack_vocabulary(vocabulary: Vocabulary) -> tuple[Any, ...]:
    """`vocabulary` as plain values, for `marshal`."""
    rows = [
        (one.key, one.name, one.slug, dict(one.names), one.aliases, one.formerly, one.broader, dict(one.description), one.known, one.line, one.stamp)
        for one in vocabulary.terms.values()
    ]
    return rows, dict(vocabulary.keys)


def unpack_vocabulary(packed: tuple[Any, ...]) -> Vocabulary:
    rows, keys = packed
    return Vocabulary({row[0]: Term(*row) for row in rows}, keys)


def free_slug(key: str, taken: set[str]) -> str:
    """A slug for `key` that no other term has: `a/b` and `a b` are two names that spell alike in an address."""
    made = slug(key)
    if made in taken:
        mark = hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
        made = slug(f"{key}-{mark}")
    taken.add(made)
    return made


def read_vocabulary(root: Path, relative: str) -> tuple[Vocabulary, list[Problem]]:
    """The vocabulary in the file `relative` below `root`; an empty one when there is no such file."""
    try:
        source = (root / relative).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return Vocabulary(), []
    except UnicodeDecodeError:
        return Vocabulary(), [Problem("encoding", "error", f"{relative} is not UTF-8", Place(relative), "save it as UTF-8")]
    return parse_vocabulary(source, relative)


def parse_vocabulary(source: str, path: str) -> tuple[Vocabulary, list[Problem]]:
    """A vocabulary from YAML text, with a problem for each name that two terms claim and each unknown key."""
    reader = Reader(source, path)
    try:
        values = without_controls(reader.parts[0].value()) if reader.parts else None
    except yaml.YamlError as error:
        return Vocabulary(), [reader.problem(error.rule, error.fact, error.remedy, yaml.Spot(error.line, error.column))]
    if values is None:
        return Vocabulary(), []
    if not isinstance(values, dict):
        return Vocabulary(), [reader.problem("vocabulary-shape", "this must map names to what is known of them", "write `Name: {aliases: []}`", None)]
    if len(reader.parts) > 1:
        fact = "a second document begins here, which is not read"
        reader.problems.append(reader.problem("vocabulary-shape", fact, "delete the line --- above", reader.parts[1].spot(())))
    terms: dict[str, Term] = {}
    for name, facts in values.items():
        term = reader.term(name, facts)
        if term.key in terms:
            reader.refuse("vocabulary-name", f"'{name}' is the same name as '{terms[term.key].name}'", "keep one of them", (name,))
        else:
            terms[term.key] = term
    keys = reader.claims(terms)
    return Vocabulary(reader.linked(terms, keys), keys), reader.problems


class Reader:
    """Reads one vocabulary file and gathers what is wrong with it."""

    def __init__(self, source: str, path: str) -> None:
        self.source, self.path = source, path
        self.lines = source.split("\n")
        self.problems: list[Problem] = []

    def problem(self, rule: str, fact: str, remedy: str, spot: yaml.Spot | None, severity: Severity = "error") -> Problem:
        spot = spot or yaml.Spot(1, 1)
        line = self.lines[spot.line - 1] if spot.line <= len(self.lines) else ""
        return Problem(rule, severity, fact, Place(self.path, spot.line, spot.column, spot.width), remedy, line)

    def refuse(self, rule: str, fact: str, remedy: str, path: tuple[yaml.Key, ...], severity: Severity = "error", key: bool = True) -> None:
        spot = self.parts[0].spot(path, key=key) if self.parts else None
        self.problems.append(self.problem(rule, fact, remedy, spot, severity))

    @cached_property
    def parts(self) -> list[yaml.Part]:
        return yaml.compose(self.source)

    def term(self, name: str, facts: Any) -> Term:
        if facts is None:
            facts = {}
        if isinstance(facts, list):
            facts = {"aliases": facts}
        if not isinstance(facts, dict):
            self.refuse("vocabulary-shape", f"'{name}' must hold keys such as aliases", f"write `{name}: {{aliases: []}}`", (name,))
            facts = {}
        names: dict[str, str] = {}
        for key, value in facts.items():
            if key in FIELDS:
                continue
            if is_language(key):
                if isinstance(value, str) and value.strip():
                    names[key] = value.strip()
                elif value is not None:
                    self.refuse("vocabulary-shape", f"the name of '{name}' in '{key}' must be one text", "put other names in aliases", (name, key), key=False)
            else:
                self.refuse("unknown-key", f"'{key}' is not a key of a vocabulary", did_you_mean(key, FIELDS), (name, key))
        return stamped(
            Term(
                fold(name),
                name,
                slug(self.word(name, facts, "slug") or name),
                names,
                self.words(name, facts, "aliases"),
                self.words(name, facts, "formerly"),
                fold(self.word(name, facts, "broader")),
                self.description(name, facts.get("description")),
            )
        )

    def word(self, name: str, facts: Mapping[str, Any], key: str) -> str:
        value = facts.get(key)
        if value is None or isinstance(value, str):
            return (value or "").strip()
        self.refuse("vocabulary-shape", f"{key} of '{name}' must be one name", "write one name", (name, key), key=False)
        return ""

    def words(self, name: str, facts: Mapping[str, Any], key: str) -> tuple[str, ...]:
        value = facts.get(key)
        if value is None:
            return ()
        items = value if isinstance(value, list) else [value]
        good = tuple(item.strip() for item in items if isinstance(item, str) and item.strip())
        if len(good) != len(items):
            self.refuse("vocabulary-shape", f"{key} of '{name}' must be a list of names", "write [one, two]", (name, key), key=False)
        return good

    def description(self, name: str, value: Any) -> Mapping[str, str]:
        if value is None:
            return {}
        if isinstance(value, str):
            return {"": value.strip()}
        if isinstance(value, dict) and all(isinstance(text, str) for text in value.values()):
            return {language: text.strip() for language, text in value.items()}
        self.refuse("vocabulary-shape", f"the description of '{name}' must be text, or text by language", "write {zh: …, en: …}", (name, "description"), key=False)
        return {}

    def claims(self, terms: Mapping[str, Term]) -> dict[str, str]:
        """Folded name -> key; a name that two terms claim is told and goes to the first."""
        keys = {key: key for key in terms}
        for term in terms.values():
            for where, names, path in (
                ("translation", tuple(term.names.values()), ()),
                ("alias", term.aliases, ("aliases",)),
                ("former name", term.formerly, ("formerly",)),
            ):
                for index, name in enumerate(names):
                    owner = keys.setdefault(fold(name), term.key)
                    if owner != term.key:
                        self.refuse(
                            "vocabulary-name",
                            f"the {where} '{name}' of '{term.name}' also means '{terms[owner].name}'",
                            "keep it at one of them",
                            (term.name, *path, index) if path else (term.name, list(term.names)[index]),
                            key=False,
                        )
        return keys

    def linked(self, terms: Mapping[str, Term], keys: Mapping[str, str]) -> dict[str, Term]:
        """The terms with `broader` resolved; an unknown or circular one is told and dropped."""
        broader = {term.key: keys.get(term.broader, "") for term in terms.values()}
        result = {}
        for term in terms.values():
            parent = broader[term.key]
            if term.broader and not parent:
                self.refuse("vocabulary-broader", f"'{term.name}' names a broader tag that is not here", did_you_mean(term.broader, keys), (term.name, "broader"), key=False)
            elif parent and circular(term.key, broader):
                self.refuse("vocabulary-broader", f"'{term.name}' is broader than itself by way of its broader tags", "remove one `broader:`", (term.name, "broader"), key=False)
                parent = ""
            result[term.key] = replace(term, broader=parent)
        return result


def circular(start: str, broader: Mapping[str, str]) -> bool:
    seen = set()
    key = broader.get(start, "")
    while key and key not in seen:
        if key == start:
            return True
        seen.add(key)
        key = broader.get(key, "")
    return False


def is_language(key: str) -> bool:
    """`zh`, `en`, `zh-Hant`: a key that names a language."""
    first, *rest = key.split("-")
    return first.isascii() and first.isalpha() and first.islower() and 2 <= len(first) <= 3 and all(part.isalnum() for part in rest)
