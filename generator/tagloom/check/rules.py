"""Rules over all entries at once. Each is a generator whose docstring is its documentation; `@rule` puts it into the book.

In: Checked, what there is to look at. Out: Found, the entry meant, the part of it, a fact and a remedy. Where the part stands
in its file is looked up later, for those that are told (`tagloom.check.placing`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tagloom.check.mentions import Mentions
from tagloom.content.rules import Rule
from tagloom.entry import Entry
from tagloom.problems import Place, Problem, Severity
from tagloom.settings import Settings
from tagloom.text.yaml import Key
from tagloom.vocabulary import Vocabulary


def no_mentions() -> Mapping[bytes, Mentions]:
    return {}


@dataclass(frozen=True, slots=True)
class Checked:
    """What the rules look at: every entry that could be read, drafts among them, and what is known of names.

    `fresh` holds (path, line) of the entries that a pull request changes (1) or adds (2), which then take the blame for a likeness.
    """

    settings: Settings
    entries: list[Entry]
    tags: Vocabulary
    institutions: Vocabulary
    root: Path = Path()
    mentions: Callable[[], Mapping[bytes, Mentions]] = no_mentions  # digest -> addresses and pictures in an entry's texts
    now: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    fresh: Mapping[tuple[str, int], int] = field(default_factory=dict)

    def elders_first(self) -> list[Entry]:
        """The entries, those that a pull request brings last."""
        return sorted(self.entries, key=lambda entry: self.fresh.get((entry.path, entry.line), 0)) if self.fresh else self.entries


class Found(NamedTuple):
    """What a rule met: in an `entry` at the field `path`, or else at a `place` of its own."""

    fact: str
    remedy: str
    entry: Entry | None = None
    path: tuple[Key, ...] = ()
    word: str = ""  # the name meant, of a field that holds several
    place: Place = Place("")


Seek = Callable[[Checked], Iterator[Found]]


class ArchiveRule(NamedTuple):
    """A rule of the book and the generator that seeks what breaks it.

    One that is `cheap` is part of every build, and looks at nothing but ids and names of files.
    """

    rule: Rule
    seek: Seek
    cheap: bool


BOOK: dict[str, ArchiveRule] = {}


def rule(severity: Severity, zh: str, *, cheap: bool = False, mends: bool = False) -> Callable[[Seek], Seek]:
    """Enters a generator into the book: its name with hyphens is the rule's, its docstring the rule's documentation, `zh` the same in Chinese."""

    def enter(seek: Seek) -> Seek:
        name = seek.__name__.replace("_", "-")
        doc = " ".join((seek.__doc__ or "").split())
        BOOK[name] = ArchiveRule(Rule(name, severity, doc, zh, mends), seek, cheap)
        return seek

    return enter


def severity_of(name: str, settings: Settings) -> str:
    """`error`, `warning`, `hint` or `off`, as site.yml sets it."""
    return settings.check.get(name, BOOK[name].rule.severity)


def build_rules(settings: Settings) -> list[str]:
    """The rules that a build must ask: those that keep an entry off the site, and those that cost next to nothing."""
    return [
        name for name, one in BOOK.items() if severity_of(name, settings) == "error" or (one.cheap and severity_of(name, settings) != "off")
    ]


def check_rules(settings: Settings) -> list[str]:
    """Every rule that site.yml does not switch off."""
    return [name for name in BOOK if severity_of(name, settings) != "off"]


def seek_all(checked: Checked, names: Iterable[str]) -> Iterator[tuple[str, Found]]:
    """What the rules called `names` find, each with the rule's name."""
    for name in names:
        for found in BOOK[name].seek(checked):
            yield name, found


def problem_of(name: str, found: Found, spots: Mapping[Found, tuple[Place, str]]) -> Problem:
    """The problem that `found` is, at its spot when that is known."""
    place, source_line = spots.get(found, (found.place, ""))
    return Problem(name, BOOK[name].rule.severity, found.fact, place, found.remedy, source_line, found.entry.id if found.entry else "")
