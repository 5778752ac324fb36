"""An RSS, Atom or JSON feed in; its items as entries out."""

from __future__ import annotations

import calendar
import io
import json
from datetime import UTC, datetime
from typing import Any

from tagloom.content.writing import NewEntry, one_line
from tagloom.importers.found import Found
from tagloom.importers.plain import has_math, moment_of, paragraphs_of_html
from tagloom.problems import Stopped
from tagloom.settings import Settings


def read(data: bytes, name: str, settings: Settings) -> Found:
    """The items of a feed, in its order. Raises Stopped when the file is no feed."""
    zone = settings.zone
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return read_json(data, name, zone)
    import feedparser

    feed = feedparser.parse(io.BytesIO(data), resolve_relative_uris=True, sanitize_html=False)
    if not feed.get("version") and not feed.entries:
        raise Stopped(f"{name} is no feed", "name an RSS, Atom or JSON feed")
    source = plain_line(feed.feed.get("title", ""))
    entries, faults = [], []
    for place, item in enumerate(feed.entries, 1):
        new = item_of(item, source, zone, f"item {place}")
        if new.text("title"):
            entries.append(new)
        else:
            faults.append(f"item {place} has no title")
    return Found(tuple(entries), tuple(faults))


def plain_line(html: str) -> str:
    return one_line(paragraphs_of_html(html)).replace("\\<", "<")


def item_of(item: Any, source: str, zone: str, place: str) -> NewEntry:
    content = next((part.get("value", "") for part in item.get("content", ())), "")
    summary = paragraphs_of_html(item.get("summary", "") or content)
    title = plain_line(item.get("title", "")) or plain_line(summary)[:100]
    return NewEntry(
        {
            "title": title,
            "date": when(item, zone),
            "source": source,
            "authors": [plain_line(author.get("name", "")) for author in item.get("authors", ())],
            "tags": [tag.get("label") or tag.get("term") or "" for tag in item.get("tags", ())],
            "summary": summary,
            "url": web_address(item.get("link", "")),
            "math": "yes" if has_math(summary) else "",
        },
        place=place,
    )


def when(item: Any, zone: str) -> str:
    """When the item appeared, in the site's zone; "" when it does not say so in a form that is read."""
    # feedparser warns when it is asked for a date that an item does not have.
    for name in [name for name in ("published", "updated", "created") if name in item]:
        parsed = item[f"{name}_parsed"]
        if parsed:
            try:
                return moment_of(datetime.fromtimestamp(calendar.timegm(parsed), UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), zone)
            except (ValueError, OverflowError, OSError):
                continue
        if told := moment_of(str(item[name]), zone):
            return told
    return ""


def web_address(text: str) -> str:
    return text.strip() if text.strip().startswith(("https://", "http://")) else ""


def read_json(data: bytes, name: str, zone: str) -> Found:
    """https://www.jsonfeed.org/version/1.1/"""
    try:
        told = json.loads(data.decode("utf-8-sig"))
        items = told["items"]
    except (ValueError, KeyError, RecursionError, TypeError):
        raise Stopped(f"{name} is no JSON feed", "name an RSS, Atom or JSON feed") from None
    source = text(told.get("title"))
    entries, faults = [], []
    for place, item in enumerate(items if isinstance(items, list) else [], 1):
        if not isinstance(item, dict):
            faults.append(f"item {place} is no item of a feed")
            continue
        summary = paragraphs_of_html(text(item.get("summary")) or text(item.get("content_html"))) or text(item.get("content_text"))
        people = item.get("authors") if isinstance(item.get("authors"), list) else [item.get("author")]
        tags = item.get("tags")
        new = NewEntry(
            {
                "title": plain_line(text(item.get("title"))) or plain_line(summary)[:100],
                "date": moment_of(text(item.get("date_published")) or text(item.get("date_modified")), zone),
                "source": source,
                "authors": [text(person.get("name")) for person in people or () if isinstance(person, dict)],
                "tags": [text(tag) for tag in tags] if isinstance(tags, list) else [],
                "summary": summary,
                "url": web_address(text(item.get("external_url")) or text(item.get("url"))),
                "math": "yes" if has_math(summary) else "",
            },
            place=f"item {place}",
        )
        if new.text("title"):
            entries.append(new)
        else:
            faults.append(f"item {place} has no title")
    return Found(tuple(entries), tuple(faults))


def text(value: Any) -> str:
    return value if isinstance(value, str) else ""
