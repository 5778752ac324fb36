"""A host's page in; the same page with every link relative to the site's root and ending in a file name out.

Hosts write links to bare folders (`../`, `.`), which open nothing from a folder on disk. Here each relative link is resolved to
an address of the site, and written anew with the given way up: `ROOT` for a frame, `../` for a finished page.
"""

from __future__ import annotations

import posixpath
import re

from tagloom.urls import ROOT, root_from

TAG = re.compile(r"""<[a-zA-Z](?:[^>"']|"[^"]*"|'[^']*')*>""")
LINK = re.compile(r"""(?<=\s)(href|src|action|poster|data-src)=("[^"]*"|'[^']*'|[^\s"'>]+)""")
ELSEWHERE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
# Material's own two places that hold the way up outside of an attribute.
SCOPE = re.compile(r'__md_scope=new URL\("[^"]*"')
BASE = re.compile(r'(<script id="__config"[^>]*>\{"[^<]*?"?base": ?)"[^"]*"')
CANONICAL = re.compile(r"""<link rel=["']?(?:canonical|prev|next)["']?[^>]*>\s*""")
TOGGLE = re.compile(r'(<input class="md-toggle[^>]*?) autocomplete="off"')
EMPTY_TABINDEX = re.compile(r'(<label [^>]*?) tabindex(?:="")?(?=[\s>])')
# Spaces beside these elements are never shown; beside links, labels and other inline elements they are.
AROUND_BLOCK = re.compile(r"\n?(</?(?:li|ul|div|nav|article|section|svg|path|form|header|aside)\b[^>]*>)\n?")
KEPT = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL | re.IGNORECASE)


def relink(html: str, page: str, root: str) -> str:
    """`html` of the page at address `page`, its links written from `root` (the way up to the site's root)."""

    def link(found: re.Match[str]) -> str:
        name, value = found[1], found[2].strip("\"'")
        if ELSEWHERE.match(value):
            return found[0]
        written = new_link(value, page, root)
        quote = found[2][0] if found[2][0] in "\"'" else '"'
        return f"{name}={quote}{written}{quote}"

    html = TAG.sub(lambda tag: LINK.sub(link, tag[0]), html)
    html = SCOPE.sub(lambda _: f'__md_scope=new URL("{root}."', html)
    return BASE.sub(lambda found: f'{found[1]}"{root}."', html)


def new_link(value: str, page: str, root: str) -> str:
    """A relative link of `page`, from `root`. What leads within the page, or to a path of the server's, stays as it is."""
    if value.startswith(("#", "/", "?")) or ROOT in value:
        return value
    path, tail = split(value)
    address = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    while address.startswith("../"):
        address = address[3:]
    if address in (".", ".."):
        address = "index.html"
    elif not path or path.endswith("/") or posixpath.basename(path) in (".", ".."):
        address += "/index.html"
    return root + address + tail


def split(value: str) -> tuple[str, str]:
    """A link's path, and its `?query#fragment` as it stands."""
    cuts = [place for place in (value.find("?"), value.find("#")) if place >= 0]
    end = min(cuts, default=len(value))
    return value[:end], value[end:]


def finish(html: str, page: str) -> str:
    """A host's hand-written page, ready to publish: valid, and each of its links works from a folder on disk."""
    return relink(mend(html), page, root_from(page))


def mend(html: str) -> str:
    """`html` without what Material writes and HTML does not allow: an attribute of text fields on a check box, one without a value, a
    label of nothing."""
    html = EMPTY_TABINDEX.sub(r"\1", TOGGLE.sub(r"\1", html))
    return html if 'id="__toc"' in html else html.replace(' for="__toc"', "")


def shrink(html: str) -> str:
    """`html` without the spaces that templates leave around blocks; preformatted text and scripts stay as they are."""
    pieces = KEPT.split(html)
    for place in range(0, len(pieces), 3):
        pieces[place] = AROUND_BLOCK.sub(r"\1", re.sub(r"\s*\n\s*", "\n", pieces[place]))
    # A split on two groups gives text, whole, name, text, …: the names go.
    return "".join(piece for place, piece in enumerate(pieces) if place % 3 != 2).strip() + "\n"


def add_to_head(html: str, address: str, root: str) -> str:
    """`html` with the theme's style or script at `address` in its head, unless it is there already."""
    written = root + address
    if f'"{written}"' in html:
        return html
    if address.endswith(".css"):
        element = f'<link rel="stylesheet" href="{written}">'
    else:
        element = f'<script src="{written}" defer></script>'
    return html.replace("</head>", element + "\n</head>", 1)
