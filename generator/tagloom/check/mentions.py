"""The texts of all entries in; the addresses and pictures that each mentions out. One pass over the store, with little kept in memory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tagloom.content.shelf import Texts
from tagloom.entry import Link, unpack_prose

IMAGE = re.compile(r"!\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|<img\b[^>]*?\bsrc\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(\s*<?([^)\s>]+)")
CODE = re.compile(r"^(`{3,}|~{3,}).*?^\1|(`+)(?!`).+?(?<!`)\2(?!`)", re.DOTALL | re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.\-]*:|//|/|#", re.IGNORECASE)
# A packed text without any of these mentions nothing.
SIGNS = re.compile(rb"arxiv|doi|\]\(|<img", re.IGNORECASE)


class Mentions(NamedTuple):
    """What one entry mentions: the addresses of `links`, and the relative addresses of pictures and links in its Markdown."""

    links: tuple[Link, ...] = ()
    pictures: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()


def mentions_in(texts: Texts) -> Mapping[bytes, Mentions]:
    """Digest of an entry -> what it mentions; entries that mention nothing are left out."""
    return {digest: found for digest, blob in texts.every() if SIGNS.search(blob) and (found := mentions_of(blob)) != Mentions()}


def mentions_of(blob: bytes) -> Mentions:
    prose = unpack_prose(blob)
    texts = (prose.body, prose.summary, *prose.points, prose.takeaway, prose.reason)
    pictures, ways = (tuple(dict.fromkeys(one for text in texts for one in seek(text))) for seek in (pictures_in, ways_in))
    return Mentions(prose.links, pictures, ways)


def ways_in(text: str) -> Iterator[str]:
    """Relative links, but for those to a heading of the same page."""
    if "](" in text:
        yield from (target for target in LINK.findall(CODE.sub("", text)) if not ELSEWHERE.match(target))


def pictures_in(text: str) -> Iterator[str]:
    if "](" not in text and "<" not in text:
        return
    for found in IMAGE.finditer(text):
        source = found[1] or found[2]
        if not ELSEWHERE.match(source):
            yield source
