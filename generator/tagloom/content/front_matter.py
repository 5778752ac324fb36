"""The bytes of a file in; its text, cut into a head (fields) and a body (Markdown), out, with what is wrong told as Notes.

A head opens with `---` (YAML), `+++` (TOML) or `{` (JSON) on the first line that is not blank. Only the next line
that is the same mark, alone, closes it, so a body may hold `---` lines of its own.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from tagloom.text.controls import CONTROL, any_in
from tagloom.text.yaml import Spot

# In UTF-8 every control character holds one of these; most files hold none, so that no pattern need run over them.
CONTROL_BYTES = bytes([*range(9), 11, 12, *range(14, 32), 127])
C1 = re.compile(b"\xc2[\x80-\x9f]")
NONCHARACTER = re.compile(b"\xef\xb7")  # the first bytes of U+FDD0 to U+FDEF
# Line ends of Unicode that editors never mean and YAML 1.1 would count as lines.
STRANGE_ENDS = str.maketrans({"\x85": " ", "\u2028": " ", "\u2029": " "})
LINE_END = re.compile(rb"\r\n|\n|\r")
MOST_CONTROLS = 20  # of one file are told
NEAR_MARK = re.compile(r"[ \t]*[-–—+]{2,}[ \t]*")


@dataclass(frozen=True, slots=True)
class Note:
    """Something to mend in one file: the rule, the fact, the remedy and the spot (lines of the file)."""

    rule: str
    fact: str
    remedy: str = ""
    spot: Spot = field(default_factory=lambda: Spot(1, 1))


BYTE_ORDER_MARK = Note("byte-order-mark", "the file begins with a byte order mark", "save it as UTF-8 without one")


class Unreadable(Exception):
    """A file, or a head, that gives nothing; `note` says why."""

    def __init__(self, note: Note) -> None:
        super().__init__(note.fact)
        self.note = note


@dataclass(frozen=True, slots=True)
class Cut:
    """A file in two: `head` as it stands between its marks, `body` below. Lines count from 1 in the file."""

    form: Literal["yaml", "toml", "json"]
    head: str
    head_line: int
    body: str


def decode(data: bytes) -> tuple[str, list[Note]]:
    """The text of a UTF-8 file, its lines ended by line feeds, without control characters. Raises Unreadable."""
    try:
        text = data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise Unreadable(foreign(data, error.start)) from None
    notes = [BYTE_ORDER_MARK] if data.startswith(codecs.BOM_UTF8) else []
    if b"\r" in data:
        notes += mixed_ends(data)
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not may_hold_controls(data, text):
        return text, notes
    if b"\0" in data[:200] and data[:200].count(0) * 3 > len(data[:200]):
        raise Unreadable(foreign(data, 0))
    notes += [
        Note("control-character", f"the control character U+{ord(found[0]):04X} is dropped", "delete it", spot_at(text, found.start()))
        for found in islice(CONTROL.finditer(text), MOST_CONTROLS)
    ]
    return CONTROL.sub("", text).translate(STRANGE_ENDS), notes


def may_hold_controls(data: bytes, text: str) -> bool:
    """Whether a pattern should look for control characters in `text`, whose bytes are `data`: each is sought where it is found fastest."""
    return (
        len(data.translate(None, CONTROL_BYTES)) < len(data)
        or any_in(text, "\ufeff\ufffe\uffff\u2028\u2029")
        or NONCHARACTER.search(data) is not None
        or (b"\xc2" in data and C1.search(data) is not None)
    )


def mixed_ends(data: bytes) -> list[Note]:
    """A note when the lines of a file do not all end in the same way, at the first that ends as the fewer do."""
    pairs, all_feeds, returns = data.count(b"\r\n"), data.count(b"\n"), data.count(b"\r")
    feeds, lone = all_feeds - pairs, returns - pairs
    if [pairs, feeds, lone].count(0) == 2:
        return []
    names = {b"\r\n": "CR LF", b"\n": "LF", b"\r": "CR"}
    usual = usual_end(data)
    other = next(found for found in LINE_END.finditer(data) if found[0] != usual)
    fact = f"this line ends in {names[other[0]]}, and most end in {names[usual]}"
    line = len(LINE_END.findall(data, 0, other.start())) + 1
    return [Note("mixed-line-ends", fact, "let all lines of a file end alike", Spot(line, 1))]


def usual_end(data: bytes) -> bytes:
    """How most lines of a file end; of equals LF."""
    pairs = data.count(b"\r\n")
    counts = {b"\n": data.count(b"\n") - pairs, b"\r\n": pairs, b"\r": data.count(b"\r") - pairs}
    return max(counts, key=lambda end: counts[end])


def spot_at(text: str, index: int) -> Spot:
    start = text.rfind("\n", 0, index) + 1
    return Spot(text.count("\n", 0, index) + 1, index - start + 1)


def foreign(data: bytes, start: int) -> Note:
    """That a file is not UTF-8, and which encoding it looks like."""
    line = data.count(b"\n", 0, start) + 1
    looks = encoding_of(data)
    fact = f"this file is not UTF-8; it looks like {looks}" if looks else "this file is not UTF-8"
    return Note("encoding", fact, "save it as UTF-8", Spot(line, 1))


def encoding_of(data: bytes) -> str:
    """The name of the encoding that bytes look like, or ""."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "UTF-32"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or data[:200].count(0) * 3 > len(data[:200]):
        return "UTF-16"
    if looks_chinese(data[:20_000]):
        return "GB18030"
    from charset_normalizer import from_bytes

    best = from_bytes(data[:20_000], cp_isolation=["gb18030", "big5", "shift_jis", "euc_kr", "cp1252", "cp1251"]).best()
    names = {
        "gb18030": "GB18030",
        "big5": "Big5",
        "shift_jis": "Shift_JIS",
        "euc_kr": "EUC-KR",
        "cp1252": "Windows-1252",
        "cp1251": "Windows-1251",
    }
    return names.get(best.encoding, "") if best else ""


def looks_chinese(data: bytes) -> bool:
    """Whether nearly all pairs of bytes are the common characters of GB 2312, and not only those that Korean has in their place.

    A title of two characters is too little for statistics, and GB18030 is what most foreign files here are.
    """
    pairs = re.findall(rb"[\x81-\xfe][\x40-\xfe]", data)
    common = [pair for pair in pairs if 0xB0 <= pair[0] <= 0xD7 and pair[1] >= 0xA1]
    marks = sum(1 for pair in pairs if pair[0] in (0xA1, 0xA3) and pair[1] >= 0xA1)
    return len(common) + marks >= 0.9 * len(pairs) and any(pair[0] > 0xC8 for pair in common)


def cut(text: str) -> Cut:
    """The head and the body of a Markdown file. Raises Unreadable when there is no head, or it is never closed."""
    start, line = 0, 1
    while (end := text.find("\n", start)) >= 0 and not text[start:end].strip():
        start, line = end + 1, line + 1
    first = text[start : end if end >= 0 else len(text)]
    mark = first.rstrip()
    if mark in ("---", "+++"):
        return cut_at(text, mark, start + len(first) + 1, line)
    if mark.startswith("{"):
        return cut_json(text, start, line)
    if mark.startswith(("---", "+++")) and len(mark) <= 12:
        raise Unreadable(
            Note("front-matter", f"'{mark}' does not open a front matter", f"write {mark[:3]} alone on the line", Spot(line, 1, len(mark)))
        )
    raise Unreadable(
        Note(
            "front-matter",
            "the file does not begin with a front matter",
            "begin with a line ---, then title: and date:, then a line ---",
            Spot(line, 1),
        )
    )


def cut_at(text: str, mark: str, start: int, line: int) -> Cut:
    at = start - 1
    while at >= 0 and at < len(text):
        end = text.find("\n", at + 1)
        if text.startswith(mark, at + 1):
            closing = text[at + 1 : end if end >= 0 else len(text)]
            if closing.rstrip() == mark:
                body = text[end + 1 :] if end >= 0 else ""
                return Cut("yaml" if mark == "---" else "toml", text[start : at + 1], line + 1, body.strip("\n").rstrip())
        at = text.find(f"\n{mark}", at + 1)
    rest = text[start:].split("\n")
    near = next((number for number, written in enumerate(rest) if NEAR_MARK.fullmatch(written)), None)
    remedy = f"write {mark} alone on a line below the fields"
    if near is not None:
        remedy = f"line {line + 1 + near} is '{rest[near].strip()}'; write {mark} there"
    raise Unreadable(Note("front-matter", "the front matter that opens here is never closed", remedy, Spot(line, 1, 3)))


def cut_json(text: str, start: int, line: int) -> Cut:
    import json

    try:
        _, end = json.JSONDecoder(strict=False, parse_int=str, parse_float=str).raw_decode(text, start)
    except json.JSONDecodeError as error:
        spot = spot_at(text, error.pos)
        raise Unreadable(
            Note("front-matter", f"the JSON front matter cannot be read: {error.msg}", "check commas and quotes", spot)
        ) from None
    except (RecursionError, ValueError):
        raise Unreadable(
            Note("front-matter", "the JSON front matter is nested too deeply", "write flatter values", Spot(line, 1))
        ) from None
    return Cut("json", text[start:end], line, text[end:].strip("\n").rstrip())
