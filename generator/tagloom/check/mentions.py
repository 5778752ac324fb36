"""The texts of all entries in; the addresses and pictures that each mentions out. One pass over the store, with little kept in memory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tagloom.content.shelf import Texts
from tagloom.entry import Link, unpack_prose

IMAGE = re.compile(r"!\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|<img\b[^>]*?\bsrc\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.\-]*:|//|/|#", re.IGNORECASE)
# A packed text without any of these mentions nothing.
SIGNS = re.compile(rb"arxiv|doi|\]\(|<img", re.IGNORECASE)


class Mentions(NamedTuple):
    """What one entry mentions: the addresses of `links`, and the relative addresses of pictures in its Markdown."""

    links: tuple[Link, ...] = ()
    pictures: tuple[str, ...] = ()


def mentions_in(texts: Texts) -> Mapping[bytes, Mentions]:
    """Digest of an entry -> what it mentions; entries that mention nothing are left out."""
    return {digest: found for digest, blob in texts.every() if SIGNS.search(blob) and (found := mentions_of(blob)) != Mentions()}


def mentions_of(blob: bytes) -> Mentions:
    prose = unpack_prose(blob)
    pictures = tuple(dict.fromkeys(source for text in (prose.body, prose.summary, *prose.points) for source in pictures_in(text)))
    return Mentions(prose.links, pictures)


def pictures_in(text: str) -> Iterator[str]:
    if "](" not in text and "<" not in text:
        return
    for found in IMAGE.finditer(text):
        source = found[1] or found[2]
        if not ELSEWHERE.match(source):
            yield source
