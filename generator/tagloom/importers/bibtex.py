"""A BibTeX or BibLaTeX file in; its works as entries out.

The citation key becomes the id. A work that names a year or a month only is dated with the first day of it, as entries need a day.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tagloom.content.front_matter import Unreadable, decode
from tagloom.content.writing import NewEntry, one_line
from tagloom.importers.found import Found
from tagloom.importers.plain import day_of, has_math, named, paragraphs_of_html
from tagloom.problems import Stopped
from tagloom.settings import Settings
from tagloom.text.identity import arxiv_number, doi_of

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DATE = re.compile(r"([0-9]{4})(?:-([0-9]{1,2}))?(?:-([0-9]{1,2}))?")
SEPARATE = re.compile(r"\s+and\s+", re.IGNORECASE)
# Where a work stood, by which field names it best.
HOUSES = ("journaltitle", "journal", "booktitle", "eventtitle", "howpublished")
NO_PAPER = frozenset({"online", "www", "electronic", "misc"})
KEEP_AS_IS = frozenset({"url", "doi", "eprint", "pdf", "date", "year", "month", "day"})


def read(data: bytes, name: str, _: Settings) -> Found:
    """The works of a file, and a line for each block that is no entry. Raises Stopped when the file is not text."""
    from bibtexparser.entrypoint import parse_string

    try:
        text = decode(data)[0]
    except Unreadable as unreadable:
        raise Stopped(f"{name}: {unreadable.note.fact}", unreadable.note.remedy) from None
    library = parse_string(text)
    entries, faults = [], []
    for block in library.entries:
        fields = {field.key.lower(): str(field.value) for field in block.fields}
        entries.append(entry_of(block.entry_type.lower(), block.key, fields, f"line {(block.start_line or 0) + 1}"))
    for failed in library.failed_blocks:
        faults.append(f"line {(failed.start_line or 0) + 1}: {one_line(str(failed.error) or type(failed).__name__)[:200]}")
    return Found(tuple(entries), tuple(faults))


def entry_of(kind: str, key: str, fields: Mapping[str, str], place: str) -> NewEntry:
    plain = {name: one_line(value) if name in KEEP_AS_IS else plain_text(value) for name, value in fields.items()}
    title = ": ".join(part for name in ("title", "subtitle") if (part := plain.get(name, "")))
    number, doi = arxiv_of(plain), doi_of(plain.get("doi", ""))
    url = plain.get("url", "")
    summary = paragraphs_of_html(plain.get("abstract", ""))
    return NewEntry(
        {
            "id": key,
            "title": title,
            "date": date_of(plain),
            "tags": re.split(r"[,;]", plain.get("keywords", "")),
            "institutions": [plain.get("institution", "") or plain.get("school", "")],
            "source": next((plain[name] for name in HOUSES if plain.get(name) and "\\url" not in fields.get(name, "")), ""),
            "authors": [named(plain_text(name)) for name in people(fields.get("author", "") or fields.get("editor", ""))],
            "kind": "" if kind in NO_PAPER and not (number or doi) else "paper",
            "summary": summary,
            "url": f"https://arxiv.org/abs/{number}" if number and not url else url or (f"https://doi.org/{doi}" if doi else ""),
            "links": {"doi": f"https://doi.org/{doi}" if doi and url else "", "pdf": plain.get("pdf", "")},
            "math": "yes" if has_math(summary) else "",
        },
        place=place,
    )


def plain_text(latex: str) -> str:
    """The text of LaTeX: accents as letters, braces and commands gone, `$…$` as it is."""
    if not any(sign in latex for sign in "\\{}~$%"):
        return one_line(latex.replace("--", "–"))
    from pylatexenc.latex2text import LatexNodes2Text
    from pylatexenc.latexwalker import LatexWalkerError

    try:
        return one_line(LatexNodes2Text(math_mode="verbatim").latex_to_text(latex, tolerant_parsing=True).replace("\u00a0", " "))
    except (LatexWalkerError, RecursionError, ValueError, IndexError):
        return one_line(re.sub(r"[{}]", "", latex))


def people(names: str) -> list[str]:
    """The names of an `author` field; an `and` within braces parts none, and `others` is nobody."""
    depth, start, found = 0, 0, []
    for place, letter in enumerate(names):
        depth += (letter == "{") - (letter == "}")
        if depth == 0 and letter.isspace() and place >= start and (joint := SEPARATE.match(names, place)):
            found.append(names[start:place])
            start = joint.end()
    found.append(names[start:])
    # A name in braces is a whole: "{Barnes and Noble, Inc.}" has no family name.
    return [name.strip() for name in found if name.strip() and name.strip().lower() != "others"]


def date_of(plain: Mapping[str, str]) -> str:
    whole = DATE.match(plain.get("date", ""))
    if whole:
        return day_of(*whole.groups())
    year = DATE.search(plain.get("year", ""))
    month = plain.get("month", "").lower()
    number = next((place for place, name in enumerate(MONTHS, 1) if name in month), None) or (month if month.isdigit() else None)
    return day_of(year[1], number, plain.get("day") if number else None) if year else ""


def arxiv_of(plain: Mapping[str, str]) -> str:
    kind = (plain.get("archiveprefix", "") or plain.get("eprinttype", "")).lower()
    number = arxiv_number(plain.get("eprint", "")) if kind in ("arxiv", "") else ""
    return number or arxiv_number(plain.get("url", ""))
