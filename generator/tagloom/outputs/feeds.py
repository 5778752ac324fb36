"""Feeds: the newest entries of the whole site, of the featured ones, and of every list, as Atom (RFC 4287) and JSON Feed 1.1.

In: an archive. Out: `AtomFeed` and `JsonFeed` for each list of at least `feeds.min` entries, and `feeds.opml`, which names those of all tags.
Without a `url` in site.yml links are relative to the feed. A feed opened in a browser is styled by `assets/feed.css`; its
subtitle says what it is and leads to the page.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tagloom import urls
from tagloom.outputs.feed_items import Item, item, tag_uri
from tagloom.outputs.stamps import stamp_of
from tagloom.outputs.writing import clean, xml
from tagloom.pages.lists import FOLDERS, vocabulary_of
from tagloom.pages.page import Site
from tagloom.text.markdown import plain
from tagloom.vocabulary import Term

SITE_FEED = urls.FEED.removesuffix(".xml")
FEATURED_FEED = urls.FEATURED_FEED.removesuffix(".xml")
# What an empty feed says it was updated: no clock is read, and the format wants a time.
NEVER = "1970-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class Channel:
    """What a feed is about, in either format. `name` is its address without the ending; `page` shows the same to people."""

    name: str
    title: str
    about: str
    page: str
    reads: tuple[str, ...]  # ids of its entries, newest first
    owner: str

    def stamp(self, site: Site) -> bytes:
        # Both formats of a channel ask, one after the other.
        kept: dict[str, bytes] = site.kept.setdefault("channel-stamps", {})
        found = kept.get(self.name)
        if found is None:
            found = kept[self.name] = stamp_of(site, self.reads, f"{self.name}\0{self.title}\0{self.about}\0{self.page}", base_stamp(site))
        return found

    def way(self, site: Site) -> str:
        """The way from the feed to the site's root."""
        return site.settings.absolute("") or urls.root_from(self.name)


class _Feed:
    """What the two formats share: they stand beside each other and hold the same entries."""

    __slots__ = ()
    channel: Channel

    @property
    def owner(self) -> str:
        return self.channel.owner

    @property
    def reads(self) -> tuple[str, ...]:
        return self.channel.reads

    def stamp(self, site: Site) -> bytes:
        return self.channel.stamp(site)

    def items(self, site: Site) -> list[Item]:
        # Both formats of a channel ask, one after the other.
        last: tuple[Channel, list[Item]] | None = site.kept.get("channel-items")
        if last is None or last[0] is not self.channel:
            way = self.channel.way(site)
            last = site.kept["channel-items"] = self.channel, [item(site, entry_id, way) for entry_id in self.channel.reads]
        return last[1]


@dataclass(frozen=True, slots=True)
class AtomFeed(_Feed):
    channel: Channel

    @property
    def address(self) -> str:
        return f"{self.channel.name}.xml"

    def render(self, site: Site) -> bytes:
        channel, words = self.channel, site.words
        way, items = channel.way(site), self.items(site)
        page, own = (xml(way + urls.encode(address)) for address in (channel.page, self.address))
        head = (
            '<?xml version="1.0" encoding="utf-8"?>\n'
            f'<?xml-stylesheet type="text/css" href="{urls.root_from(self.address)}assets/feed.css"?>\n'
            f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{xml(site.language)}">\n'
            f"<id>{tag_uri(site.settings, f'feeds/{channel.name}')}</id>\n<title>{xml(channel.title)}</title>\n"
            f'<subtitle type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">{xml(channel.about)} '
            f'<small>{xml(words("feed.note"))} <a href="{page}">{xml(words("feed.page"))}</a></small></div></subtitle>\n'
            f"<updated>{newest(items)}</updated>\n"
            f'<link rel="self" type="application/atom+xml" href="{own}"/>\n'
            f'<link rel="alternate" type="text/html" href="{page}"/>\n'
            f"<author><name>{xml(site.settings.title)}</name></author>\n"
            '<generator uri="https://github.com/tagloom/tagloom">Tagloom</generator>\n'
        )
        return b"".join([head.encode(), *[one.atom for one in items], b"</feed>\n"])


@dataclass(frozen=True, slots=True)
class JsonFeed(_Feed):
    channel: Channel

    @property
    def address(self) -> str:
        return f"{self.channel.name}.json"

    def render(self, site: Site) -> bytes:
        channel, settings = self.channel, site.settings
        facts = {
            "version": "https://jsonfeed.org/version/1.1",
            "title": clean(channel.title),
            "home_page_url": settings.absolute(urls.encode(channel.page)),
            "feed_url": settings.absolute(urls.encode(self.address)),
            "description": clean(channel.about),
            "user_comment": site.words("feed.note"),
            "language": site.language,
            "authors": [{"name": clean(settings.title)}],
        }
        head = json.dumps({key: value for key, value in facts.items() if value}, ensure_ascii=False)
        items = b",\n".join([one.json for one in self.items(site)])
        return b"".join([f'{head[:-1]}, "items": [\n'.encode(), items, b"\n]}\n"])


def newest(items: Sequence[Item]) -> str:
    """When the newest of `items` changed: a feed is as new as what it holds."""
    return max(items, key=lambda one: one.seconds).changed if items else NEVER


@dataclass(frozen=True, slots=True)
class FeedList:
    """An OPML file of the site's own feed and those of all its tags."""

    channels: tuple[tuple[str, str, str], ...]  # title, name, page
    address: str = urls.FEED_LIST
    owner: str = "feeds"
    reads: tuple[str, ...] = ()

    def stamp(self, site: Site) -> bytes:
        return marshal.dumps((site.settings.title, site.settings.url, self.channels), 2)

    def render(self, site: Site) -> bytes:
        way = site.settings.absolute("")
        lines = [
            f'<outline type="rss" text="{xml(title)}" title="{xml(title)}" xmlUrl="{xml(way + urls.encode(f"{name}.xml"))}"'
            f' htmlUrl="{xml(way + urls.encode(page))}"/>'
            for title, name, page in self.channels
        ]
        title = xml(site.settings.title)
        return (
            f'<?xml version="1.0" encoding="utf-8"?>\n<opml version="2.0">\n<head><title>{title}</title></head>\n'
            f'<body>\n<outline text="{title}">\n' + "\n".join(lines) + "\n</outline>\n</body>\n</opml>\n"
        ).encode()


def channels(site: Site) -> Iterator[Channel]:
    """Everything there is a feed of: the site, the featured, and each list that is long enough."""
    settings, archive = site.settings, site.archive
    most, about = settings.feeds.items, settings.description or settings.subtitle
    yield Channel(SITE_FEED, settings.title, about, urls.HOME, archive.ids[:most], "feeds")
    if archive.featured:
        title = f"{site.words('card.featured')} · {settings.title}"
        yield Channel(FEATURED_FEED, title, about, urls.HOME, archive.featured[:most], "feeds")
    for folder in FOLDERS:
        if not settings.wants(folder):
            continue
        terms, index = vocabulary_of(site, folder)
        least = max(settings.feeds.min, settings.tags.min if folder == "tags" else 1)
        for key, ids in index.items():
            if len(ids) >= least and site.touches(folder, key):
                yield list_channel(site, folder, terms[key], ids[:most])


def fed(site: Site) -> frozenset[str]:
    """The entries that stand in any feed."""
    return frozenset(entry_id for channel in channels(site) for entry_id in channel.reads) if site.settings.wants("feeds") else frozenset()


def list_channel(site: Site, folder: str, term: Term, ids: tuple[str, ...]) -> Channel:
    mark = "#" if folder == "tags" else ""
    name = f"{mark}{term.name_in(site.language)}"
    owner = f"{site.words.texts.get(f'owner.{folder}', folder)} '{term.name}'"
    about = plain(term.description_in(site.language))
    return Channel(f"{folder}/{term.slug}", f"{name} · {site.settings.title}", about, urls.term(folder, term.slug), ids, owner)


def feeds(site: Site) -> Iterator[AtomFeed | JsonFeed | FeedList]:
    """Both formats of every channel, and the list of the tags' ones."""
    listed = []
    for channel in channels(site):
        yield AtomFeed(channel)
        yield JsonFeed(channel)
        if channel.name == SITE_FEED or channel.name.startswith("tags/"):
            listed.append((channel.title, channel.name, channel.page))
    # By address, so that the file changes when a tag comes or goes, not with every entry.
    if site.scope is None:
        yield FeedList(tuple(sorted(listed, key=lambda one: (one[1] != SITE_FEED, one[1]))))


def base_stamp(site: Site) -> bytes:
    """What every feed depends on besides its entries."""
    found: bytes | None = site.kept.get("feed-base")
    if found is None:
        settings = site.settings
        told = (settings.title, settings.url, settings.repo, settings.languages, settings.zone, settings.markdown)
        found = site.kept["feed-base"] = marshal.dumps(told, 2)
    return found
