"""The bytes of a file in; its text, cut into a head (fields) and a body (Markdown), out, with what is wrong told as Notes.

A head opens with `---` (YAML), `+++` (TOML) or `{` (JSON) on the first line that is not blank. Only the next line
that is the same mark, alone, closes it, so a body may hold `---` lines of its own.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tagloom.text import yaml
from tagloom.text.yaml import Spot, YamlError

# What may not stand in a page or a feed: C0 and C1 controls but for tab and line feed, marks of byte order, non-characters, lone surrogates.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")
# In UTF-8 every such character holds one of these; most files hold none, so that no pattern need run over them.
CONTROL_BYTES = bytes([*range(9), 11, 12, *range(14, 32), 127])
CONTROL_LEADS = (b"\xef\xb7", b"\xef\xbb\xbf", b"\xef\xbf", b"\xe2\x80\xa8", b"\xe2\x80\xa9")
C1 = re.compile(b"\xc2[\x80-\x9f]")
# Line ends of Unicode that editors never mean and YAML 1.1 would count as lines.
STRANGE_ENDS = str.maketrans({"\x85": " ", "\u2028": " ", "\u2029": " "})
NEAR_MARK = re.compile(r"[ \t]*[-–—+]{2,}[ \t]*")


@dataclass(frozen=True, slots=True)
class Note:
    """Something to mend in one file: the rule, the fact, the remedy and the spot (lines of the file)."""

    rule: str
    fact: str
    remedy: str = ""
    spot: Spot = field(default_factory=lambda: Spot(1, 1))


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
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(foreign(data, error.start)) from None
    if b"\r" in data:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(data.translate(None, CONTROL_BYTES)) == len(data) and not any(lead in data for lead in CONTROL_LEADS) and not C1.search(data):
        return text, []
    if b"\0" in data[:200] and data[:200].count(0) * 3 > len(data[:200]):
        raise Unreadable(foreign(data, 0))
    notes = [
        Note("control-character", f"the control character U+{ord(found[0]):04X} is dropped", "delete it", spot_at(text, found.start()))
        for found in CONTROL.finditer(text)
    ]
    return CONTROL.sub("", text).translate(STRANGE_ENDS), notes[:20]


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
        _, end = json.JSONDecoder(strict=False).raw_decode(text, start)
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


class Head:
    """The fields of a head as plain values, and where each stands in the file."""

    def __init__(self, values: dict[str, Any], text: str, line: int, part: yaml.Part | None) -> None:
        self.values, self.text, self.line, self.part = values, text, line, part

    def spot(self, path: Sequence[yaml.Key], key: bool = False) -> Spot:
        """Where the value at `path` stands (its key, with `key=True`); the nearest part that exists."""
        if self.part is None:
            found = toml_spot(self.text, path, key)
        else:
            found = self.part.spot(path, key=key)
        return Spot(found.line + self.line - 1, found.column, found.width)


def parse_head(found: Cut) -> Head:
    """The fields of a head. Raises Unreadable."""
    try:
        if found.form == "toml":
            return Head(parse_toml(found.head), found.head, found.head_line, None)
        parts = yaml.compose(found.head)
        if found.form == "json":
            return Head(parse_json(found.head), found.head, found.head_line, parts[0] if parts else None)
        if not parts:
            return Head({}, found.head, found.head_line, None)
        values = parts[0].value()
        if len(parts) > 1:
            raise YamlError("the front matter holds a second document", "delete the line ...", parts[1].line, 1, "front-matter")
    except YamlError as error:
        raise Unreadable(Note(error.rule, error.fact, error.remedy, Spot(error.line + found.head_line - 1, error.column))) from None
    if values is None:
        values = {}
    if not isinstance(values, dict):
        shape = "a list" if isinstance(values, list) else "one text"
        raise Unreadable(
            Note(
                "front-matter",
                f"the front matter is {shape}, not fields",
                "write `title: …`, `date: …` and so on",
                Spot(found.head_line, 1),
            )
        )
    return Head(values, found.head, found.head_line, parts[0])


def parse_json(text: str) -> dict[str, Any]:
    """A JSON object with its numbers and truths as the text that was written."""
    import json

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            again = next(name for index, (name, _) in enumerate(pairs) if name in dict(pairs[:index]))
            raise YamlError(f"'{again}' stands twice", "keep one of them", 1, 1, "twice-key")
        return {name: as_written(value) for name, value in pairs}

    made: dict[str, Any] = json.loads(text, strict=False, parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=once)
    return made


def parse_toml(text: str) -> dict[str, Any]:
    import tomllib

    try:
        values = tomllib.loads(text, parse_float=str)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (max(text.count("\n"), 1), 1)
        fact = str(error).split(" (at ")[0]
        rule = "twice-key" if "overwrite" in fact else "yaml-syntax"
        raise YamlError(
            f"the TOML front matter cannot be read: {fact}", "check quotes and brackets on this line", line, column, rule
        ) from None
    return {name: as_written(value) for name, value in values.items()}


def as_written(value: Any) -> Any:
    """A value of TOML or JSON as the text that YAML would give."""
    if isinstance(value, dict):
        return {name: as_written(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [as_written(inner) for inner in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if value is None or isinstance(value, str) else value.isoformat() if hasattr(value, "isoformat") else str(value)


def toml_spot(text: str, path: Sequence[yaml.Key], key: bool) -> Spot:
    """The line of a TOML text that sets the first name of `path`, and in it the rest of the path where it can be seen."""
    name = re.escape(str(path[0])) if path else ""
    for number, line in enumerate(text.split("\n"), 1):
        found = re.match(rf"""\s*\[*\s*(["']?{name}["']?)\s*(?:=\s*|\])""", line)
        if found and name:
            return (
                Spot(number, found.start(1) + 1, len(found[1]))
                if key
                else Spot(number, found.end() + 1, max(len(line.rstrip()) - found.end(), 1))
            )
    return Spot(1, 1)
