"""The YAML that most heads are written in: fields one below the other, each a text, a list or a few named texts.

In: text without control characters, as `front_matter.decode` gives it. Out: what `tagloom.text.yaml` would give, in a third of its time, or None for all that may mean
something else: escapes, comments, marks, blocks of lines, tabs, spaces at ends of lines, names that stand twice.
"""

from __future__ import annotations

import re
from typing import Any

from tagloom.text.yaml import NULLS

QUOTED = r"""(?:"[^"\\\n]*+"|'[^'\n]*+')"""
# A text without quotes begins with no sign of YAML's, and holds no `: ` and no `#`; between brackets no sign that parts or closes either.
FIRST = r"""[^\s\-?:,\[\]{}#&*!|>'"%@`\\]"""
BARE = rf"{FIRST}[^\n:#]*+(?::(?=\S)[^\n:#]*+)*+"
INNER = rf"""{FIRST}[^\n:#,\[\]{{}}?"']*+(?:://[^\n:#,\[\]{{}}?"']*+)?+"""
NAME = r"[A-Za-z_][A-Za-z0-9_-]{0,99}+"
VALUE = rf"(?:{QUOTED}|{BARE})"
PART = rf"(?:{QUOTED}|{INNER})"
LIST = rf"\[ *+(?:{PART} *+(?:, *+{PART} *+)*+)?+\]"
NAMED = rf"\{{ *+{NAME}: ++{PART} *+(?:, *+{NAME}: ++{PART} *+)*+\}}"
ITEMS = rf"(?P<dash> *+- ++){VALUE}\n(?:(?P=dash){VALUE}\n)*+"
BELOW = rf"(?P<indent> ++){NAME}: ++{VALUE}\n(?:(?P=indent){NAME}: ++{VALUE}\n)*+"
# A field: its name, a value beside it or lines below it. What is no field is the last group's, to the end.
FIELD = re.compile(rf"({NAME}):(?: ++({QUOTED}|{LIST}|{NAMED}|{BARE})\n|\n({ITEMS}|{BELOW})?)|((?s:.)++)")
PARTS = re.compile(rf"(?:({NAME}): ++)?({PART}) *+[,\]}}]")
LINES = re.compile(rf"^ *+(?:- ++|({NAME}): ++)({VALUE})$", re.MULTILINE)


def parse_plain(text: str) -> dict[str, Any] | None:
    """The fields of a mapping that is written plainly; None for every other text."""
    if not text or "\t" in text or " \n" in text:
        return None
    values: dict[str, Any] = {}
    for name, written, lines, _, _, other in FIELD.findall(text):
        if other or name in values:
            return None
        if written and written[0] not in "[{":
            values[name] = scalar(written)
            continue
        found = PARTS.findall(written) if written else LINES.findall(lines)
        if found and found[0][0]:
            values[name] = {inner: scalar(part) for inner, part in found}
            if len(values[name]) < len(found):
                return None
        else:
            values[name] = [scalar(part) for _, part in found] if written or lines else None
    return values


def scalar(written: str) -> str | None:
    if written[0] in "\"'":
        return written[1:-1]
    written = written.rstrip(" ")
    return None if written in NULLS else written
