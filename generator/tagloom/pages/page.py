"""What every page is: an address, the section whose frame it hangs in, a title, a body template, and what it shows.

A page holds no HTML and reads no disk. `told` is everything it shows besides the entries' cards; together with the stamps of
those cards it decides whether the page must be drawn again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar, NamedTuple

from tagloom import urls
from tagloom.archive import Archive, days
from tagloom.entry import Entry
from tagloom.pages.scope import Scope
from tagloom.settings import Settings, names_of
from tagloom.text.languages import Words
from tagloom.text.markdown import relink
from tagloom.text.slugs import slug
from tagloom.vocabulary import Term, Vocabulary


@dataclass(frozen=True, eq=False)
class Site:
    """All that a page may show: the settings, the archive, and the interface words of the site's language and of its others."""

    settings: Settings
    archive: Archive
    words: Words
    translations: tuple[Words, ...] = ()
    offline: str = ""  # address of a zip of the whole site, when there is one
    scope: Scope | None = None  # when only what some entries say has changed since the last build: where they stand
    kept: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # what outputs share while they are made, by name

    @cached_property
    def reading_stamp(self) -> bytes:
        """16 bytes that change with the settings that entries are read by."""
        return hashlib.blake2b(repr(self.settings.reading).encode("utf-8", "surrogatepass"), digest_size=16).digest()

    def touches(self, folder: str, key: str) -> bool:
        """Whether a changed entry stands in the list `key` of `folder`; anything may have changed when there is no scope."""
        return self.scope is None or (folder, key) in self.scope.keys

    def shows_changes(self, ids: Iterable[str]) -> bool:
        """Whether any of `ids` may have changed."""
        return self.scope is None or self.scope.shows(ids)

    @cached_property
    def entry_stamps(self) -> Mapping[str, bytes]:
        """16 bytes an entry, which change with anything in it and with the names and addresses of what it is tagged with."""
        return EntryStamps(self)

    @cached_property
    def figure_stamps(self) -> Mapping[str, bytes]:
        """Bytes for each entry, which change with what figures are drawn from: its day, names and score, and how much used its tags are.

        Uses count by powers of two, so that an entry somewhere else hardly ever changes them.
        """
        return FigureStamps(self.archive, self.settings.tags.min)

    @property
    def language(self) -> str:
        return self.settings.language

    def kind_name(self, key: str) -> str:
        return names_of(self.settings.kinds.get(key, {}), key, self.language)

    def category_name(self, key: str) -> str:
        return names_of(self.settings.categories.get(key, {}), key, self.language)

    def entry_address(self, entry_id: str) -> str:
        return urls.entry(slug(entry_id))

    def list_address(self, folder: str, slug: str) -> str:
        """The newest page of a list; "" when the site publishes no lists of that folder."""
        return urls.term(folder, slug) if self.settings.wants(folder) else ""

    def tag_address(self, term: Term) -> str:
        """The tag's own page, or its place on the page that tags of few entries share."""
        if len(self.archive.by_tag.get(term.key, ())) < self.settings.tags.min:
            return f"{urls.few(term.slug)}#{term.slug}"
        return urls.term("tags", term.slug)


class EntryStamps(dict[str, bytes]):
    """An entry's id -> its stamp, made when it is first asked for: after an edit few are."""

    def __init__(self, site: Site) -> None:
        super().__init__()
        archive, least = site.archive, site.settings.tags.min
        self.archive, self.reading = archive, site.reading_stamp
        # A tag that moves to or from the page that tags of few entries share changes its address.
        self.tags = {key: archive.tags.terms[key].stamp + (b"f" if len(ids) < least else b"") for key, ids in archive.by_tag.items()}
        self.houses, self.sources = StampsOf(archive.institutions), StampsOf(archive.sources)

    def __missing__(self, entry_id: str) -> bytes:
        entry, tags, houses = self.archive.entries[entry_id], self.tags, self.houses
        # The path as well: relative links begin there.
        place = f"{entry_id}\0{entry.path}".encode("utf-8", "surrogatepass")
        parts = [self.reading, place, entry.digest]
        parts += [tags[key] for key in self.archive.tag_keys[entry_id]]
        parts += [houses[name] for name in entry.institutions]
        if entry.source:
            parts.append(self.sources[entry.source])
        found = self[entry_id] = hashlib.blake2b(b"\0".join(parts), digest_size=16).digest()
        return found


class FigureStamps(dict[str, bytes]):
    """An entry's id -> what figures are drawn from, made when it is first asked for."""

    def __init__(self, archive: Archive, least: int) -> None:
        super().__init__()
        self.archive = archive
        self.tags = {
            key: archive.tags.terms[key].stamp + bytes([(len(ids) - 1).bit_length(), len(ids) < least]) for key, ids in archive.by_tag.items()
        }

    def __missing__(self, entry_id: str) -> bytes:
        entry, tags = self.archive.entries[entry_id], self.tags
        told = f"{entry.moment[0]}{entry.institutions}{entry.source}{entry.score}".encode("utf-8", "surrogatepass")
        found = self[entry_id] = b"".join([*[tags[key] for key in self.archive.tag_keys[entry_id]], told])
        return found


class StampsOf(dict[str, bytes]):
    """Name as written -> stamp of its term, found once for each spelling."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.vocabulary = vocabulary

    def __missing__(self, name: str) -> bytes:
        term = self.vocabulary.resolve(name)
        stamp = self[name] = term.stamp if term else b""
        return stamp


@dataclass(frozen=True, slots=True)
class Choice:
    """One link of a row of choices, or one removable chip."""

    name: str
    address: str
    chosen: bool = False
    count: int = 0
    key: str = ""


class Day(NamedTuple):
    """The entries of one day on a page. `title` is in the site's language, with the year where it changes."""

    day: str
    title: str
    ids: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Page:
    """The common part. `ids` are the entries whose cards stand on the page, newest first."""

    section: ClassVar[str]
    template: ClassVar[str]

    address: str
    title: str
    description: str = ""
    ids: tuple[str, ...] = ()
    owner: str = ""  # what wants this address, named when two do
    feed: str = ""  # address of its Atom feed, when it has one

    def told(self) -> tuple[Any, ...]:
        """What the page shows besides its entries' cards, which have stamps of their own: plain values, for its stamp."""
        values = [getattr(self, name) for name in names_in(type(self)) if name != "ids"]
        return tuple([value if type(value) is str else plain(value) for value in values])

    def context(self, site: Site) -> dict[str, Any]:
        """What the body template gets besides the page itself."""
        return {}


def plain(value: Any) -> Any:
    """`value` as strings, numbers and tuples only."""
    if isinstance(value, (str, int, float, bytes, type(None))):
        return value
    if isinstance(value, (tuple, list)):
        return tuple([plain(item) for item in value])
    if hasattr(value, "stamp"):
        return value.stamp
    return tuple([plain(getattr(value, name)) for name in names_in(type(value))])


NAMES: dict[type, tuple[str, ...]] = {}


def names_in(kind: type[Any]) -> tuple[str, ...]:
    """The names of a dataclass's fields; asked for many times in a build."""
    found = NAMES.get(kind)
    if found is None:
        found = NAMES[kind] = tuple(item.name for item in fields(kind))
    return found


def days_of(site: Site, ids: Iterable[str]) -> list[Day]:
    """`ids` (newest first) by day; the first day of the page and each first of another year name theirs."""
    words = site.words
    found: list[Day] = []
    year = ""
    for day, group in groupby(ids, days(site.archive).__getitem__):
        title = words.day(day) if year == day[:4] else words.long_day(day)
        year = day[:4]
        found.append(Day(day, title, tuple(group)))
    return found


def kind_row(site: Site, chosen: str = "") -> list[Choice]:
    """全部 博客 资讯 推文 论文: a link for each kind of the site."""
    return row_of(site, "kinds", chosen)


def category_row(site: Site, chosen: str = "") -> list[Choice]:
    """全部 模型 产品 行业 论文 技巧: a link for each category of the site."""
    return row_of(site, "categories", chosen)


def row_of(site: Site, folder: str, chosen: str) -> list[Choice]:
    """A link for all, and one for each list of `folder`; the same on many pages. Kept with the site: `serve` makes one after another."""
    kept: dict[tuple[str, str], list[Choice]] = site.kept.setdefault("rows", {})
    found = kept.get((folder, chosen))
    if found is None:
        found = kept[folder, chosen] = []
        if site.settings.wants(folder):
            keys, name = (site.settings.kinds, site.kind_name) if folder == "kinds" else (site.settings.categories, site.category_name)
            found.append(Choice(site.words("filter.all"), urls.HOME, not chosen))
            found += [Choice(name(key), urls.term(folder, slug(key)), key == chosen, key=key) for key in keys]
    return found


def names_entry(entry: Entry) -> str:
    """How a problem names an entry."""
    return f"{entry.path}:{entry.line}" if entry.line > 1 else entry.path


def original_of(site: Site, entry: Entry, way: str = "") -> str:
    """The entry's `url`: whole, where the site knows its own address; else a relative one by `way`, from the reader's place to the root."""
    return relink(entry.url, entry_folder(entry)).replace(urls.ROOT, site.settings.absolute("") or way) if entry.url else ""


def entry_folder(entry: Entry) -> str:
    """Where the entry's file lies below content/entries: what its relative links start from."""
    return entry.path.removeprefix("content/entries/").rpartition("/")[0]
