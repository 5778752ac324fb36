"""Every address of the site, spelled once.

An address is a path below the output folder with `/` between its parts, as it stands on disk: `tags/分布式训练.html`.
`href` turns one into a relative link, percent-encoded once. Pages are cut from the oldest end (`cut`), so that they do not shift.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeVar
from urllib.parse import quote

Item = TypeVar("Item")

HOME = "index.html"
TIMELINE = "timeline/index.html"
NOT_FOUND = "404.html"
EXPLORE = "explore.html"
STATS = "stats.html"
COMPOSE = "compose.html"
LIST = "list.html"
FEED = "feed.xml"
FEATURED_FEED = "featured.xml"
FEED_LIST = "feeds.opml"
# Stands in rendered bodies where the way up to the site's root goes; pages of every depth share them.
ROOT = "\x02"
# What a path keeps as it is: RFC 3986 unreserved and the sub-delims that HTML attributes need no escape for.
SAFE = "/-._~!$()*+,;=:@"


def entry(slug: str) -> str:
    return f"entries/{slug}.html"


def folder_index(folder: str) -> str:
    return f"{folder}/index.html"


def term(folder: str, slug: str) -> str:
    """The newest page of a list: a tag, institution, source, kind or category."""
    return f"{folder}/{slug}.html"


def older(folder: str, slug: str, number: int) -> str:
    """Page `number` of a list's older pages; 1 holds the oldest entries and never changes."""
    return f"{folder}/{slug}/{number}.html"


def feed(folder: str, slug: str, ending: str) -> str:
    return f"{folder}/{slug}.{ending}"


def month(name: str) -> str:
    return f"timeline/{name}.html"


def week(name: str) -> str:
    return f"digest/{name}.html"


def offline(name: str) -> str:
    """A zip of the whole site."""
    return f"offline/{name}"


def anchor(day: str) -> str:
    return f"{month(day[:7])}#{day}"


def root_from(address: str) -> str:
    """The way from a page up to the root: "" for a page at the root, `../` for one folder down."""
    return "../" * address.count("/")


@lru_cache(maxsize=1 << 15)
def encode(address: str) -> str:
    """`address` as it stands in a link: UTF-8, percent-encoded once, its `#anchor` kept."""
    path, mark, fragment = address.partition("#")
    return quote(path, safe=SAFE) + (mark + quote(fragment, safe=SAFE) if mark else "")


def href(address: str, page: str) -> str:
    """The link from `page` to `address`."""
    return root_from(page) + encode(address)


def cut(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """`items` (newest first) as pages, the newest page first.

    Every page but the newest holds `size` items counted from the oldest; the newest holds between `size` and
    2 * size - 1 (fewer only when it is alone). A new item then changes one page.
    """
    full = max(len(items) // size - 1, 0)
    newest = len(items) - full * size
    return [items[:newest], *(items[newest + size * number : newest + size * (number + 1)] for number in range(full))]


def few(slug: str) -> str:
    """The page that tags of few entries share, one for each first letter; no slug starts with `_`."""
    return f"tags/_few-{slug[0]}.html"


# Section -> the address that stands for it in the navigation.
SECTIONS: Mapping[str, str] = {
    "home": HOME,
    "timeline": TIMELINE,
    "tags": folder_index("tags"),
    "institutions": folder_index("institutions"),
    "sources": folder_index("sources"),
    "kinds": folder_index("kinds"),
    "categories": folder_index("categories"),
    "entries": folder_index("entries"),
    "explore": EXPLORE,
    "digest": folder_index("digest"),
    "stats": STATS,
    "list": LIST,
    "compose": COMPOSE,
    "notfound": NOT_FOUND,
}
