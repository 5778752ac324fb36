"""What stands in a page's head for other programs: canonical address, feeds, and what other sites show when they link here."""

from __future__ import annotations

from tagloom import urls
from tagloom.entry import Entry, Prose
from tagloom.outputs.citations import Csl, item_of
from tagloom.outputs.feed_items import rfc3339, times
from tagloom.outputs.writing import script_json
from tagloom.pages.entries import EntryPage
from tagloom.pages.page import Page, Site, original_of
from tagloom.text.markup import escape

# Kinds are a site's own words; these are the usual ones.
SCHEMA_TYPES = {
    "paper": "ScholarlyArticle",
    "preprint": "ScholarlyArticle",
    "news": "NewsArticle",
    "blog": "BlogPosting",
    "tweet": "SocialMediaPosting",
    "post": "SocialMediaPosting",
}


def head(site: Site, page: Page, description: str) -> str:
    """Lines of HTML whose own links start with `urls.ROOT`."""
    settings = site.settings
    lines = [
        f'<meta property="og:title" content="{escape(page.title)}">',
        f'<meta property="og:description" content="{escape(description)}">',
        f'<meta property="og:type" content="{"article" if isinstance(page, EntryPage) else "website"}">',
    ]
    if settings.url and page.address != urls.NOT_FOUND:
        full = escape(settings.absolute(urls.encode(page.address)))
        lines += [f'<link rel="canonical" href="{full}">', f'<meta property="og:url" content="{full}">']
    if isinstance(page, EntryPage):
        lines += entry_lines(site, page.entry_id, description)
    if page.feed:
        lines += feed_links(page.feed)
    return "\n".join(lines)


def feed_links(feed: str) -> list[str]:
    """Where programs find the feeds of the page: `feed` is the Atom one's address."""
    atom = urls.ROOT + urls.encode(feed)
    # The space keeps Material's script from taking a feed for a translation and asking for its sitemap, which fails on disk.
    return [
        f'<link rel="alternate " type="application/atom+xml" title="Atom" href="{atom}">',
        f'<link rel="alternate " type="application/feed+json" title="JSON Feed" href="{atom.removesuffix(".xml")}.json">',
    ]


def entry_lines(site: Site, entry_id: str, description: str) -> list[str]:
    """What reference managers, search engines and other sites take from an entry's page."""
    entry = site.archive.entries[entry_id]
    published, updated = (rfc3339(when) for when in times(entry, site.settings.zone))
    lines = [meta("property", "og:site_name", site.settings.title), meta("property", "article:published_time", published)]
    if updated != published:
        lines.append(meta("property", "article:modified_time", updated))
    if not site.settings.wants("citations"):
        return lines
    item = item_of(site, entry_id)
    lines += [meta("name", name, value) for name, value in citation_tags(item, entry, original_of(site, entry), site.archive.prose(entry_id))]
    lines.append(f'<script type="application/ld+json">{json_ld(site, item, entry, published, updated, description)}</script>')
    return lines


def meta(kind: str, name: str, value: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(value)}">'


def citation_tags(item: Csl, entry: Entry, original: str, prose: Prose) -> list[tuple[str, str]]:
    """The names Google Scholar and Zotero read."""
    authors = [name.get("literal") or ", ".join(filter(None, (name["family"], name.get("given")))) for name in item.get("author", ())]
    pdf = next((link.url for link in prose.links if link.name == "pdf" and link.url.startswith("http")), "")
    tags = [("citation_title", item["title"]), *(("citation_author", author) for author in authors)]
    tags += [
        ("citation_publication_date", entry.moment.day.replace("-", "/")),
        ("citation_doi", item.get("DOI", "")),
        ("citation_arxiv_id", item.get("archive_location", "")),
        ("citation_pdf_url", pdf),
        ("citation_public_url", original),
        ("citation_keywords", item.get("keyword", "").replace(", ", "; ")),
        ("citation_language", item.get("language", "")),
    ]
    return [(name, value) for name, value in tags if value]


def json_ld(site: Site, item: Csl, entry: Entry, published: str, updated: str, description: str) -> str:
    people = [{"@type": "Person", "name": name} for name in site.archive.prose(entry.id).authors]
    houses = [{"@type": "Organization", "name": term.name} for term in site.archive.institutions_of(entry)]
    told = {
        "@context": "https://schema.org",
        "@type": SCHEMA_TYPES.get(entry.kind, "Article"),
        "headline": item["title"],
        "description": description,
        "datePublished": published,
        "dateModified": updated,
        "author": people or houses,
        "sourceOrganization": houses if people else [],
        "inLanguage": item.get("language", ""),
        "keywords": item.get("keyword", ""),
        "url": site.settings.absolute(urls.encode(site.entry_address(entry.id))),
        "sameAs": original_of(site, entry),
    }
    return script_json({name: value for name, value in told.items() if value})
