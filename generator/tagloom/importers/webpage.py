"""A web page in; an entry of what it says about itself out: `citation_*` (Google Scholar), Open Graph, JSON-LD, Dublin Core, title.

https://scholar.google.com/intl/en/scholar/inclusion.html, https://ogp.me, https://schema.org/Article
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from tagloom.content.writing import NewEntry, one_line
from tagloom.importers.fetching import BY_HAND, Answer, Web
from tagloom.importers.plain import has_math, moment_of, named, paragraph
from tagloom.problems import Stopped
from tagloom.text.identity import arxiv_number, doi_of

HTML = ("text/html", "application/xhtml+xml", "application/xml", "text/xml")
DECLARED = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,40})""", re.IGNORECASE)
TITLES = ("citation_title", "og:title", "dc.title", "twitter:title")
DATES = ("citation_publication_date", "citation_online_date", "citation_date", "article:published_time", "og:article:published_time", "dc.date", "dc.date.issued", "date", "pubdate", "publish_date")
ABOUT = ("citation_abstract", "og:description", "description", "twitter:description", "dc.description")
SOURCES = ("citation_conference_title", "citation_journal_title", "og:site_name", "application-name")
TWEETS = frozenset({"twitter.com", "x.com", "mobile.twitter.com", "weibo.com", "bsky.app"})
ARTICLES = frozenset({"Article", "BlogPosting", "NewsArticle", "ScholarlyArticle", "TechArticle", "Report", "WebPage"})


class Head(HTMLParser):
    """What a page says about itself: its meta tags by name, its title, its canonical address, its JSON-LD."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.metas: dict[str, list[str]] = {}
        self.title: list[str] = []
        self.canonical = ""
        self.language = ""
        self.scripts: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "meta" and (content := one_line(told.get("content", ""))):
            name = told.get("name") or told.get("property") or told.get("itemprop") or ""
            self.metas.setdefault(name.strip().lower(), []).append(content)
        elif tag == "link" and told.get("rel", "").lower() == "canonical":
            self.canonical = self.canonical or told.get("href", "").strip()
        elif tag == "html":
            self.language = told.get("lang", "")
        elif tag == "title" and not self.title:
            self.inside = "title"
        elif tag == "script" and told.get("type", "").lower() == "application/ld+json":
            self.inside = "ld"
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside == "title":
            self.title.append(data)
        elif self.inside == "ld":
            self.scripts[-1] += data

    def first(self, names: Sequence[str]) -> str:
        return next((self.metas[name][0] for name in names if name in self.metas), "")

    def articles(self) -> Iterator[dict[str, Any]]:
        """The JSON-LD objects that describe an article."""
        for script in self.scripts:
            try:
                told = json.loads(script, strict=False)
            except (ValueError, RecursionError):
                continue
            graph = told.get("@graph", [told]) if isinstance(told, dict) else told
            for item in graph if isinstance(graph, list) else []:
                kinds = item.get("@type") if isinstance(item, dict) else None
                if ARTICLES.intersection([kinds] if isinstance(kinds, str) else [kind for kind in kinds or () if isinstance(kind, str)]):
                    yield item


def fetch_page(address: str, web: Web, zone: str) -> NewEntry:
    """The page at `address`. Raises Stopped when it cannot be had, is no page, or does not even say its title."""
    answer = web.get(address, "text/html, application/xhtml+xml;q=0.9, */*;q=0.1")
    if answer.kind not in HTML:
        raise Stopped(f"{address} is no web page but {answer.kind}", f"name the page about it; or {BY_HAND} --url {address}")
    new = parse_page(html_of(answer), address if same_place(address, answer.address) else answer.address, zone)
    if not new.text("title"):
        raise Stopped(f"{address} does not say its title", f"{BY_HAND} --url {address}")
    return new


def same_place(asked: str, given: str) -> bool:
    return asked.partition("#")[0].rstrip("/") == given.partition("#")[0].rstrip("/")


def html_of(answer: Answer) -> str:
    """The page's text, in the charset that the server, the page itself or its bytes tell."""
    declared = DECLARED.search(answer.data[:4096])
    for charset in (answer.charset, declared[1].decode("ascii") if declared else "", "utf-8"):
        try:
            return answer.data.decode(charset) if charset else answer.data.decode("utf-8-sig")
        except (LookupError, UnicodeDecodeError):
            continue
    from charset_normalizer import from_bytes

    best = from_bytes(answer.data[:200_000]).best()
    return answer.data.decode(best.encoding if best else "utf-8", "replace")


def parse_page(html: str, address: str, zone: str) -> NewEntry:
    """The entry that a page describes. `address` is where it was found."""
    head = Head()
    head.feed(html)
    head.close()
    article = next(head.articles(), {})
    summary = paragraph(head.first(ABOUT) or text_in(article.get("description")))
    return NewEntry(
        {
            "title": title_of(head, article),
            "date": moment_of(head.first(DATES) or text_in(article.get("datePublished")), zone),
            "source": head.first(SOURCES) or text_in(article.get("publisher")),
            "authors": authors_of(head, article),
            "institutions": list(dict.fromkeys(head.metas.get("citation_author_institution", ()))),
            "kind": kind_of(head, article, address),
            "summary": summary,
            "url": address_of(head, address),
            "links": links_of(head, address),
            "math": "yes" if has_math(summary) else "",
        }
    )


def title_of(head: Head, article: dict[str, Any]) -> str:
    given = head.first(TITLES) or text_in(article.get("headline"))
    if given:
        return given
    title = one_line("".join(head.title))
    # `The post | The blog`: the name of the site is no part of the title.
    site = head.first(("og:site_name",))
    for mark in (" | ", " - ", " – ", " — ", " · "):
        if site and title.endswith(mark + site):
            return title.removesuffix(mark + site)
    return title


def text_in(value: Any) -> str:
    """The text of a JSON-LD value: a text, the `name` of an object, or the first of a list."""
    if isinstance(value, list):
        return next((text for item in value if (text := text_in(item))), "")
    if isinstance(value, dict):
        return text_in(value.get("name"))
    return one_line(value) if isinstance(value, str) else ""


def authors_of(head: Head, article: dict[str, Any]) -> list[str]:
    cited = head.metas.get("citation_author") or [name for names in head.metas.get("citation_authors", ()) for name in names.split(";")]
    if cited:
        return [named(name) for name in cited]
    told = article.get("author")
    names = [text_in(author) for author in (told if isinstance(told, list) else [told])]
    names = [name for name in names if name] or head.metas.get("author") or head.metas.get("dc.creator") or head.metas.get("article:author") or []
    # Open Graph wants a profile's address where people write a name.
    return [name for name in names if "://" not in name]


def kind_of(head: Head, article: dict[str, Any], address: str) -> str:
    if any(name.startswith("citation_") for name in head.metas):
        return "paper"
    if (urlsplit(address).hostname or "").removeprefix("www.") in TWEETS:
        return "tweet"
    kinds = str(article.get("@type", ""))
    if "NewsArticle" in kinds:
        return "news"
    return "blog" if "BlogPosting" in kinds or head.first(("og:type",)) == "article" else ""


def address_of(head: Head, address: str) -> str:
    """The page's own word for its address, when it names one on the same host; else where it was found."""
    host = urlsplit(address).hostname
    for told in (head.canonical, head.first(("og:url",))):
        try:
            full = urljoin(address, told) if told else ""
            parts = urlsplit(full)
        except ValueError:
            continue
        # A page of a site that calls itself the home page is set up wrongly.
        if parts.scheme in ("http", "https") and parts.hostname == host and (parts.path.strip("/") or not urlsplit(address).path.strip("/")):
            return full
    return address


def links_of(head: Head, address: str) -> dict[str, str]:
    found = {}
    if (pdf := urljoin(address, head.first(("citation_pdf_url",)))) != address and pdf.startswith(("https://", "http://")):
        found["pdf"] = pdf
    if doi := doi_of(head.first(("citation_doi", "dc.identifier", "prism.doi")).removeprefix("doi:")):
        found["doi"] = f"https://doi.org/{doi}"
    if number := arxiv_number(head.first(("citation_arxiv_id",))):
        found["arxiv"] = f"https://arxiv.org/abs/{number}"
    return found
