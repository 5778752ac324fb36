"""One entry as an item of feeds: its Atom element and its JSON Feed object, made once and shared by every feed that holds it.

Ids are `tag:` URIs (RFC 4151) made of the site's host and the entry's id alone, so that they outlive a change from http to https, of
the base path, and of a tag's name.
"""

from __future__ import annotations

import marshal
import re
from datetime import datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from tagloom import urls
from tagloom.entry import Entry, Prose
from tagloom.outputs.writing import clean, cleaned, in_json, legal_bytes
from tagloom.pages.card import LINK_NAMES, Card, titles_of
from tagloom.pages.page import Site, entry_folder
from tagloom.pile import Pile
from tagloom.settings import Settings
from tagloom.text.dates import Moment, zone_of
from tagloom.text.markdown import block, excerpt, inline, plain, relink
from tagloom.text.markup import escape

# A tag URI names a day on which its authority was its owner's. One for all, because an entry's own date may be corrected.
TAG_YEAR = "2026"
SUMMARY = 200
KEPT = 3000  # items held at once in a process
READY = "ready-feed-items"  # in Site.kept: a Pile of items made beforehand for feeds with full addresses, packed


class Item(NamedTuple):
    """An entry in both formats, in UTF-8; `changed` is its `updated` as text, `seconds` the same to compare."""

    atom: bytes
    json: bytes
    changed: str
    seconds: float


@lru_cache(maxsize=16)
def authority(url: str, repo: str) -> str:
    """The host that ids are made of: the site's own, else where GitHub would serve its repository."""
    owner = repo.partition("/")[0].lower()
    host = urlsplit(url).hostname or (f"{owner}.github.io" if owner else "localhost")
    return re.sub(r"[^a-z0-9.-]", "-", host if host.isascii() else host.encode("idna", "replace").decode())


def tag_uri(settings: Settings, path: str) -> str:
    """The id of what stands at `path` in this site, whatever its address is."""
    return f"tag:{authority(settings.url, settings.repo)},{TAG_YEAR}:{quote(clean(path), safe='/-._~')}"


def entry_uri(settings: Settings, entry_id: str) -> str:
    return tag_uri(settings, f"entries/{entry_id}")


def instant(moment: Moment, zone: str) -> datetime:
    """The point in time of `moment`; a bare date begins its day in the site's zone."""
    if moment.clock:
        return datetime.fromtimestamp(moment.seconds, zone_of(zone))
    return day_start(moment.day, zone)


@lru_cache(maxsize=4096)
def day_start(day: str, zone: str) -> datetime:
    return datetime.fromisoformat(day).replace(tzinfo=zone_of(zone))


def rfc3339(when: datetime) -> str:
    offset = when.utcoffset() or timedelta()
    if offset.seconds % 60:
        # Before standard time zones differ by seconds, which RFC 3339 cannot say.
        whole: tzinfo = timezone(timedelta(minutes=offset // timedelta(minutes=1)))
        when = when.replace(tzinfo=whole)
    return when.isoformat()


def times(entry: Entry, zone: str) -> tuple[datetime, datetime]:
    """When the entry was published and when it last changed."""
    published = instant(entry.moment, zone)
    if not entry.updated:
        return published, published
    return published, max(published, datetime.fromisoformat(entry.updated).replace(tzinfo=zone_of(zone)))


def item(site: Site, entry_id: str, way: str) -> Item:
    """The entry as an item; `way` leads from the feed to the site's root: its full address, or `../`."""
    made: Pile[str] | None = site.kept.get(READY)
    ready = made.get(entry_id) if made is not None else None
    if ready:
        return unpack_item(ready)
    kept: dict[tuple[str, str], Item] = site.kept.setdefault("feed-items", {})
    found = kept.pop((entry_id, way), None) or make_item(site, entry_id, way)
    # The one asked for least lately stands first and goes first.
    kept[entry_id, way] = found
    if len(kept) > KEPT:
        del kept[next(iter(kept))]
    return found


def pack_item(item: Item) -> bytes:
    return marshal.dumps(tuple(item), 2)


def unpack_item(packed: bytes) -> Item:
    return Item._make(marshal.loads(packed))


class Facts(NamedTuple):
    """What both formats say of an entry, as plain text but for `html`. Empty texts are left out."""

    uri: str
    link: str
    original: str
    title: str
    language: str  # of the title, when it is not the site's
    html: str
    summary: str
    published: str
    updated: str
    authors: list[str]
    tags: list[str]


def make_item(site: Site, entry_id: str, way: str, card: Card | None = None) -> Item:
    """The entry as an item; what its `card` says as HTML already need not be made again."""
    settings, archive = site.settings, site.archive
    entry, prose = archive.entries[entry_id], archive.prose(entry_id)
    published, updated = times(entry, settings.zone)
    printed = rfc3339(published)
    title, language, *_ = titles_of(site, entry)
    facts = Facts(
        entry_uri(settings, entry_id),
        way + urls.encode(site.entry_address(entry_id)),
        relink(entry.url, entry_folder(entry)).replace(urls.ROOT, way) if entry.url else "",
        " ".join(title.split()),
        language if language != site.language else "",
        content(site, entry, prose, card or said_by(site, entry, prose)).replace(urls.ROOT, way),
        excerpt(plain(prose.takeaway), SUMMARY),
        printed,
        printed if updated is published else rfc3339(updated),
        list(prose.authors or ((prose.handle,) if prose.handle else ())),
        [term.name_in(site.language) for term in archive.tags_of(entry_id)],
    )
    told = legal_bytes(json_feed(facts, bool(settings.url)))
    if told is None:
        # A text of an entry holds no control character, but `&#2;` in its Markdown is one.
        facts = Facts(*map(cleaned, facts))
        told = json_feed(facts, bool(settings.url)).encode()
    return Item(atom(facts).encode(), told, facts.updated, updated.timestamp())


def atom(facts: Facts) -> str:
    language = f' xml:lang="{escape(facts.language)}"' if facts.language else ""
    related = f'<link rel="related" href="{escape(facts.original)}"/>' if facts.original else ""
    summary = f"<summary>{escape(facts.summary, quote=False)}</summary>\n" if facts.summary else ""
    return (
        f"<entry>\n<id>{facts.uri}</id>\n<title{language}>{escape(facts.title, quote=False)}</title>\n"
        f'<link href="{escape(facts.link)}"/>{related}\n'
        f"<published>{facts.published}</published><updated>{facts.updated}</updated>\n"
        + "".join([author(name) for name in facts.authors])
        + "".join([category(tag) for tag in facts.tags])
        + f'\n{summary}<content type="html">{literal(facts.html)}</content>\n</entry>\n'
    )


def literal(text: str) -> str:
    """`text` as it is, where XML takes it so: HTML with every sign escaped is a sixth longer."""
    return f"<![CDATA[{text}]]>" if "]]>" not in text else escape(text, quote=False)


@lru_cache(maxsize=1 << 14)
def author(name: str) -> str:
    return f"<author><name>{escape(name, quote=False)}</name></author>"


@lru_cache(maxsize=1 << 14)
def category(tag: str) -> str:
    return f'<category term="{escape(tag)}"/>'


def json_feed(facts: Facts, absolute: bool) -> str:
    """The object of JSON Feed; without an absolute address it has no `url`."""
    told = [
        f'"{name}":{in_json(text)}'
        for name, text in (
            ("id", facts.uri),
            ("url", facts.link if absolute else ""),
            ("external_url", facts.original),
            ("title", facts.title),
            ("content_html", facts.html),
            ("summary", facts.summary),
            ("date_published", facts.published),
            ("date_modified", facts.updated if facts.updated != facts.published else ""),
            ("language", facts.language),
        )
        if text
    ]
    if facts.authors:
        told.append(f'"authors":[{",".join(map(json_author, facts.authors))}]')
    if facts.tags:
        told.append(f'"tags":[{",".join(map(json_tag, facts.tags))}]')
    return "{" + ",".join(told) + "}"


@lru_cache(maxsize=1 << 14)
def json_author(name: str) -> str:
    return f'{{"name":{in_json(name)}}}'


json_tag = lru_cache(maxsize=1 << 14)(in_json)


class Said(NamedTuple):
    """Those texts of an entry as HTML that its card shows as well."""

    takeaway: str
    summary: str
    points: tuple[str, ...]
    reason: str


def said_by(site: Site, entry: Entry, prose: Prose) -> Said:
    flavour, folder = site.settings.markdown, entry_folder(entry)
    return Said(
        inline(prose.takeaway, folder, flavour),
        block(prose.summary or prose.body, folder, flavour),
        tuple([inline(point, folder, flavour) for point in prose.points]),
        inline(prose.reason, folder, flavour),
    )


def content(site: Site, entry: Entry, prose: Prose, said: Said | Card) -> str:
    """All that the entry says, as HTML whose own links start with `urls.ROOT`."""
    flavour, folder, words = site.settings.markdown, entry_folder(entry), site.words
    _, _, other, other_language = titles_of(site, entry)
    houses = " · ".join(term.name_in(site.language) for term in site.archive.institutions_of(entry))
    parts = [f'<p lang="{escape(other_language)}"><b>{escape(other)}</b></p>' if other else ""]
    parts.append(f"<p>🧭 {escape(prose.topic)}</p>" if prose.topic else "")
    parts.append(f"<p>{escape(houses)}</p>" if houses else "")
    parts.append(f"<p><strong>{said.takeaway}</strong></p>" if said.takeaway else "")
    parts.append(said.summary)
    if said.points:
        parts.append("<ol>" + "".join([f"<li>{point}</li>" for point in said.points]) + "</ol>")
    parts.append(f"<p><b>{escape(words('card.reason'))}</b>{said.reason}</p>" if said.reason else "")
    parts.append(block(prose.body, folder, flavour) if prose.summary else "")
    links = [(words("card.original"), relink(entry.url, folder))] if entry.url else []
    links += [(link_name(site, link.name), relink(link.url, folder)) for link in prose.links]
    if links:
        parts.append("<p>" + " · ".join(f'<a href="{escape(url)}">{escape(name)}</a>' for name, url in links) + "</p>")
    # JSON Feed wants some content of every item.
    return "\n".join(filter(None, parts)) or f"<p>{escape(entry.title)}</p>"


def link_name(site: Site, key: str) -> str:
    """What the link row calls the link `key`."""
    return site.words.texts.get(f"link.{key}") or LINK_NAMES.get(key, key)
