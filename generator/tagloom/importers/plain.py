"""Texts of other formats in; what an entry says out: plain paragraphs, people's names, days. Strings only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

from tagloom.text.dates import DateError, parse_moment

MOST_SUMMARY = 1200  # characters
MATH = re.compile(r"\$[^$\n]+\$")
MIDNIGHT = re.compile(r"(?<=[0-9])[T ]00:00(?::00(?:\.0+)?)?(?: ?(?:Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}))?$")
TAG_LIKE = re.compile(r"<(?=[A-Za-z/!?])")
BLOCKS = frozenset({"p", "div", "br", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "table", "blockquote", "pre", "section", "article"})
UNSEEN = frozenset({"script", "style", "template", "head", "noscript"})
# What JATS abstracts open with, and no reader needs to be told.
HEADING = re.compile(r"^(?:abstract|summary)[:.]?\s+", re.IGNORECASE)


class Texts(HTMLParser):
    """Gathers what a reader would see, with a blank line where a block begins."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        # JATS writes `jats:p` for `p`.
        if tag.rpartition(":")[2] in BLOCKS:
            self.pieces.append("\n\n")
        if tag in UNSEEN:
            self.hidden += 1

    def handle_endtag(self, tag: str) -> None:
        if tag.rpartition(":")[2] in BLOCKS:
            self.pieces.append("\n\n")
        if tag in UNSEEN and self.hidden:
            self.hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.pieces.append(data)


def paragraph(text: str) -> str:
    """One paragraph of Markdown from lines broken anywhere."""
    return shortened(escaped(" ".join(text.split())))


def paragraphs_of_html(html: str) -> str:
    """The texts of HTML or XML as Markdown paragraphs."""
    reader = Texts()
    reader.feed(html)
    reader.close()
    parts = ("".join(reader.pieces)).split("\n\n")
    return HEADING.sub("", shortened("\n\n".join(escaped(line) for part in parts if (line := " ".join(part.split())))))


def escaped(text: str) -> str:
    """`text` with what Markdown would take for HTML told apart: `x<y` stays what it is."""
    return TAG_LIKE.sub(r"\\<", text)


def shortened(text: str) -> str:
    """`text`, cut at the end of a sentence or a word when it is longer than a card wants."""
    if len(text) <= MOST_SUMMARY:
        return text
    cut = text[:MOST_SUMMARY]
    end = max(cut.rfind(mark) + 1 for mark in (". ", "。", "！", "？", "! ", "? ", "\n"))
    return cut[:end].rstrip() if end > MOST_SUMMARY // 2 else f"{cut.rpartition(' ')[0] or cut}…"


def has_math(text: str) -> bool:
    return bool(MATH.search(text))


def named(name: str) -> str:
    """`Ada Lovelace` from `Lovelace, Ada`. `King, Jr., Martin` and names in one part stay as sensible as they can."""
    parts = [part for piece in name.split(",") if (part := " ".join(piece.split()))]
    if len(parts) == 2:
        return f"{parts[1]} {parts[0]}"
    return f"{parts[2]} {parts[0]} {parts[1]}" if len(parts) == 3 else " ".join(parts)


def day_of(year: object, month: object = None, day: object = None) -> str:
    """`2023-10-03` from numbers; the first of what is not known, "" without a year or for a day no calendar has."""
    try:
        text = f"{int(str(year)):04}-{int(str(month or 1)):02}-{int(str(day or 1)):02}"
        return parse_moment(text, "UTC").day
    except (DateError, ValueError):
        return ""


def moment_of(text: str, zone: str) -> str:
    """`2026-06-10 10:11` in `zone`, or the day alone, from a date in any form that is read; "" from others."""
    # A midnight is what programs write for a day without a time.
    text = MIDNIGHT.sub("", " ".join(text.split()))
    for candidate in (text, text.replace("/", "-"), text[:10].replace("/", "-")):
        try:
            moment = parse_moment(candidate, zone)
        except DateError:
            continue
        return f"{moment.day} {moment.minute}".strip()
    parts = re.match(r"([0-9]{4})(?:[-/.]([0-9]{1,2}))?$", text)
    return day_of(parts[1], parts[2]) if parts else ""
