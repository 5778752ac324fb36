"""What the cards of results show and what a phrase is looked for in: sixteen entries a file, `data/text/0.js` with the oldest."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any

from tagloom.archive import Archive
from tagloom.entry import Entry, Prose
from tagloom.outputs.search.numbering import numbering
from tagloom.outputs.search.script import address, script
from tagloom.pages.page import Site, entry_folder
from tagloom.text.markdown import relink
from tagloom.text.slugs import slug

SHELF = 16
ROOT = "\x02"
MARKS = re.compile(r"[\\`*_\[\]<>&~#|!\n\x00-\x1f\ud800-\udfff\ufffe\uffff]")
FENCE = re.compile(r"^\s*(?:`{3,}|~{3,}).*$", re.MULTILINE)
LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+[\"'(][^\n]*?[\"')])?\)|\[[^\]]*\])?")
TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^<>]*>", re.DOTALL)
ADDRESS = re.compile(r"<((?:https?://|mailto:)[^<>\s]+)>")
LINE_START = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|\|)|^[ \t]*\|?[-:| ]{3,}$", re.MULTILINE)
EMPHASIS = re.compile(r"(\*{1,3}|~~|`+)(?=\S)(.+?)(?<=\S)\1|(?<![^\W_])(_{1,3})(?=\S)(.+?)(?<=\S)\3(?![^\W_])", re.DOTALL)
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
AWAY = 0xF0000
PARKED = re.compile("[\U000f0021-\U000f007e]")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def bare(source: str) -> str:
    """The words of a Markdown text, in one line. Faster than drawing it, and near enough to read and to search in."""
    if not MARKS.search(source):
        return source
    # An escaped sign waits out of the way, in the private area, until the marks around it are gone.
    text = ESCAPED.sub(lambda found: chr(AWAY + ord(found[1])), CONTROL.sub("", source))
    text = FENCE.sub("", text)
    for _ in range(2):
        text = LINK.sub(r"\1", text)
    text = TAG.sub("", ADDRESS.sub(r"\1", text))
    text = LINE_START.sub("", text)
    for _ in range(2):
        text = EMPHASIS.sub(lambda found: found[2] or found[4], text)
    text = PARKED.sub(lambda found: chr(ord(found[0]) - AWAY), unescape(text))
    return " ".join(CONTROL.sub("", text).split())


def clean(text: str) -> str:
    """A plain text without what no page may hold."""
    return CONTROL.sub("", text) if MARKS.search(text) else text


@dataclass(frozen=True, slots=True)
class Told:
    """The texts of an entry's card as plain words."""

    topic: str
    takeaway: str
    summary: str
    points: tuple[str, ...]
    reason: str


def told(prose: Prose) -> Told:
    return Told(
        clean(prose.topic),
        bare(prose.takeaway),
        bare(prose.summary or prose.body),
        tuple(map(bare, prose.points)),
        bare(prose.reason),
    )


def searched(archive: Archive, entry_id: str) -> list[str]:
    """Every text that finds the entry: its card's, and each name of its tags, institutions and source."""
    entry, prose = archive.entries[entry_id], archive.prose(entry_id)
    card = told(prose)
    texts = [entry.title, *(title for _, title in entry.titles), *prose.authors, prose.handle]
    texts += [card.topic, card.takeaway, card.summary, *card.points, card.reason]
    for term in (*archive.tags_of(entry_id), *archive.institutions_of(entry)):
        texts += [term.name, *term.names.values(), *term.aliases, *term.formerly]
    texts.append(entry.source)
    return texts


def safe_link(target: str, entry: Entry) -> str:
    """A link for a card: http(s), mailto or relative to the site's root; anything else is dropped."""
    if re.match(r"(?:https?://|mailto:)", target, re.IGNORECASE):
        return target
    found = relink(target, entry_folder(entry))
    return found.removeprefix(ROOT) if found.startswith(ROOT) else ""


def row(entry: Entry, prose: Prose) -> list[Any]:
    """An entry as `theme/assets/archive.js` reads it; what is empty at the end is left out."""
    card = told(prose)
    made: list[Any] = [
        slug(entry.id),
        entry.moment.minute or "",
        clean(entry.title),
        {language: clean(title) for language, title in entry.titles if title != entry.title},
        entry.language,
        list(map(clean, prose.authors)),
        clean(prose.handle),
        card.topic,
        card.takeaway,
        card.summary,
        list(card.points),
        card.reason,
        safe_link(entry.url, entry) if entry.url else "",
        [[link.name, found] for link in prose.links if (found := safe_link(link.url, entry))],
        entry.heat or 0,
    ]
    while made and not made[-1]:
        made.pop()
    return made


@dataclass(frozen=True, slots=True)
class TextShard:
    """Shelf `number`: the texts of the entries `reads`, the oldest first."""

    number: int
    reads: tuple[str, ...]

    @property
    def address(self) -> str:
        return address(f"text/{self.number}")

    @property
    def owner(self) -> str:
        return "the search"

    def stamp(self, site: Site) -> bytes:
        entries = site.archive.entries
        made = hashlib.blake2b(site.reading_stamp + b"".join([entries[entry_id].digest for entry_id in self.reads]), digest_size=16)
        # A file that is renamed or moved keeps its bytes, while its address and what its links lead to change.
        made.update("\0".join([f"{entry_id}\0{entries[entry_id].path}" for entry_id in self.reads]).encode("utf-8", "surrogatepass"))
        return made.digest()

    def render(self, site: Site) -> bytes:
        archive = site.archive
        rows = [row(archive.entries[entry_id], archive.prose(entry_id)) for entry_id in self.reads]
        return script(f"text/{self.number}", rows)


def text_shards(archive: Archive) -> Iterator[TextShard]:
    ids = numbering(archive).ids
    for number, start in enumerate(range(0, len(ids), SHELF)):
        yield TextShard(number, ids[start : start + SHELF])
