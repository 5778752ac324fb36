"""A page that a host drew around four marks in; a Frame with slots where the marks stood out."""

from __future__ import annotations

import json
import re

from tagloom.frames.frame import SLOTS, Frame, Section
from tagloom.frames.links import CANONICAL, add_to_head, mend, relink, shrink
from tagloom.urls import HOME, ROOT

# What stands in a frame page for each slot: words that no host, slug or minifier changes.
MARKS = {slot: f"TAGLOOMx{slot.upper()}xSLOT" for slot in SLOTS}
MARK = re.compile("|".join(MARKS.values()))
SLOT_OF = {mark: slot for slot, mark in MARKS.items()}
SVG_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
# What every page loads, hand-written ones too.
THEME_FILES = ("assets/frame.css", "assets/tagloom.css", "assets/reader.css", "assets/tagloom.js")

BODY = re.compile(rf"<p>\s*{MARKS['body']}\s*</p>")
TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
DESCRIPTION = re.compile(r"""<meta name=["']?description["']?[^>]*>""")


# A frame page's own words: a plugin that reads pages (search, tags, a blog) must find nothing to show in them.
SOURCE = f"""---
title: %s
description: {MARKS["description"]}
template: tagloom-frame.html
hide: [navigation, toc, footer, tags, feedback]
search: {{exclude: true}}
comments: false
---
{MARKS["body"]}
"""


def source_address(address: str) -> str:
    """The Markdown file that the host makes the page at `address` from: `tags/index.md`."""
    return address.removesuffix(".html") + ".md"


def frame_source(title: str) -> str:
    """A frame page's Markdown."""
    return SOURCE % json.dumps(title, ensure_ascii=False)


class NoPlace(Exception):
    """The drawn page has no place for a slot."""


def cut_frame(html: str, section: Section) -> Frame:
    """The frame in a host's page for `section`. Raises NoPlace when the host dropped a mark."""
    # Zensical's skip link leads to an id that only its own content has.
    html = html.replace('href="#__skip"', 'href="#__main"')
    html = BODY.sub(MARKS["body"], CANONICAL.sub("", html))
    if section.address == HOME:
        html = TITLE.sub(f"<title>{MARKS['title']}</title>", html, count=1)
    described = f'<meta name="description" content="{MARKS["description"]}">'
    html = DESCRIPTION.sub("", html, count=1).replace("</title>", f"</title>\n{described}", 1)
    html = relink(shrink(mend(html).replace(SVG_NAMESPACE, "")), section.address, ROOT)
    for address in THEME_FILES:
        html = add_to_head(html, address, ROOT)
    html = html.replace("</head>", MARKS["head"] + "</head>", 1)
    slots = tuple(SLOT_OF[mark] for mark in MARK.findall(html))
    missing = [slot for slot in SLOTS if slot not in slots]
    if missing or slots.count("body") != 1:
        raise NoPlace(missing[0] if missing else "body")
    return Frame(tuple(MARK.split(html)), slots)
