"""An arXiv number in; the paper as an entry out, from arXiv's Atom API.

https://info.arxiv.org/help/api/user-manual.html
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from tagloom.content.writing import NewEntry, one_line
from tagloom.importers.fetching import BY_HAND, Web
from tagloom.importers.plain import has_math, named, paragraph
from tagloom.problems import Stopped

NO_SUCH = "the number may be mistyped; it looks like 2310.01889"


def fetch_arxiv(number: str, web: Web) -> NewEntry:
    """The paper `number` (without its version). Raises Stopped when arXiv has none, or cannot be reached."""
    answer = web.get(f"{web.arxiv}?{urlencode({'id_list': number, 'max_results': 1})}", "application/atom+xml")
    return parse_arxiv(answer.data, number)


def parse_arxiv(data: bytes, number: str) -> NewEntry:
    """The entry that arXiv's answer `data` holds. Raises Stopped when it holds none."""
    import io

    import feedparser

    feed = feedparser.parse(io.BytesIO(data), sanitize_html=False)
    if not feed.entries and not feed.feed:
        raise Stopped("arXiv's answer cannot be read", f"try again later, or {BY_HAND}")
    # An error is an entry too, without authors; a number that nobody has gives an entry without a title, or none.
    found = feed.entries[0] if feed.entries else {}
    title = one_line(found.get("title", ""))
    if not title or "/api/errors" in found.get("id", ""):
        raise Stopped(f"arXiv has no paper {number}", NO_SUCH)
    summary = paragraph(found.get("summary", ""))
    return NewEntry(
        {
            "title": title,
            "date": found.get("published", "")[:10],
            "source": f"arXiv {category}" if (category := category_of(found)) else "arXiv",
            "authors": [named(author.get("name", "")) for author in found.get("authors", ())],
            "kind": "paper",
            "summary": summary,
            "url": f"https://arxiv.org/abs/{number}",
            "links": links_of(found, number),
            "math": "yes" if has_math(summary) else "",
        }
    )


def category_of(found: Any) -> str:
    primary = found.get("arxiv_primary_category", {}).get("term", "")
    return str(primary or next((tag.get("term", "") for tag in found.get("tags", ())), ""))


def links_of(found: Any, number: str) -> dict[str, str]:
    links = {"pdf": f"https://arxiv.org/pdf/{number}"}
    if doi := found.get("arxiv_doi", ""):
        links["doi"] = f"https://doi.org/{doi}"
    return links
