"""What stands in a page's head for other programs: canonical address, feeds, and what other sites show when they link here."""

from __future__ import annotations

from html import escape

from tagloom import urls
from tagloom.pages.entries import EntryPage
from tagloom.pages.page import Page, Site


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
