"""A DOI in; the work as an entry out, from the CSL-JSON that registries give when they are asked for it.

https://citation.crosscite.org/docs.html, https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from tagloom.content.writing import NewEntry, one_line
from tagloom.importers.fetching import BY_HAND, Web
from tagloom.importers.plain import day_of, has_math, paragraphs_of_html
from tagloom.problems import Stopped

CSL = "application/vnd.citationstyles.csl+json, application/citeproc+json;q=0.9"
# Types of CSL and of Crossref that are no paper.
KINDS = {"post-weblog": "blog", "post": "blog", "webpage": "blog", "article-newspaper": "news", "article-magazine": "news", "dataset": "", "software": ""}


def fetch_doi(doi: str, web: Web) -> NewEntry:
    """The work that `doi` names. Raises Stopped when nobody knows it, or nobody can be reached."""
    answer = web.get(web.doi + quote(doi, safe="/:;()._-"), CSL)
    try:
        told = json.loads(answer.data)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise Stopped(f"the registry of {doi} gives no CSL-JSON", f"name the work's page instead, or {BY_HAND}")
    return parse_csl(told, doi)


def parse_csl(told: Mapping[str, Any], doi: str) -> NewEntry:
    """The entry that one CSL-JSON object describes."""
    summary = paragraphs_of_html(text_of(told.get("abstract")))
    journal = text_of(told.get("container-title"))
    return NewEntry(
        {
            "title": one_line(paragraphs_of_html(text_of(told.get("title")))),
            "date": next((day for key in ("issued", "published-online", "published-print", "created") if (day := day_in(told.get(key)))), ""),
            "source": journal or text_of(told.get("publisher")),
            "authors": [name for author in listed(told.get("author")) if (name := name_in(author))],
            "institutions": institutions_of(told),
            "kind": KINDS.get(text_of(told.get("type")), "paper"),
            "summary": summary,
            "url": f"https://doi.org/{doi}",
            "math": "yes" if has_math(summary) else "",
        }
    )


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def text_of(value: Any) -> str:
    """A text, or the first of a list of texts, as registries give one or the other."""
    if isinstance(value, list):
        value = next((item for item in value if isinstance(item, str) and item.strip()), "")
    return value.strip() if isinstance(value, str) else ""


def name_in(author: Any) -> str:
    if not isinstance(author, dict):
        return ""
    parts = [text_of(author.get(key)) for key in ("given", "non-dropping-particle", "family", "suffix")]
    return " ".join(part for part in parts if part) or text_of(author.get("literal")) or text_of(author.get("name"))


def institutions_of(told: Mapping[str, Any]) -> list[str]:
    """Where the authors work, each once, when the registry says so."""
    houses = [text_of(place.get("name")) for author in listed(told.get("author")) if isinstance(author, dict) for place in listed(author.get("affiliation")) if isinstance(place, dict)]
    # A whole postal address is no name.
    return list(dict.fromkeys(house for house in houses if house and house.count(",") < 2))


def day_in(value: Any) -> str:
    """`2023-10-03` from `{"date-parts": [[2023, 10, 3]]}`; what is not told is the first."""
    parts = value.get("date-parts") if isinstance(value, dict) else None
    first = parts[0] if isinstance(parts, list) and parts and isinstance(parts[0], list) else []
    return day_of(*first[:3]) if first and first[0] else ""
