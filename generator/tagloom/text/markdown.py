"""An entry's Markdown in; HTML that is safe to hang in any page out.

GitHub-flavoured by cmarkgfm (or by the `markdown` package when site.yml says so), then sanitised by nh3. Links are
http(s), mailto or relative; relative ones come out starting with `urls.ROOT`, so that one text serves every folder.
Headings rank below the entry's own title.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from html import unescape
from typing import Any

from tagloom.text.cmark import to_html

ROOT = "\x02"  # the same mark as in tagloom.urls, which stands above this module
# What means something in Markdown or HTML wherever it stands, and what does at the start of a text.
MARK = re.compile(r"[\\`*_\[\]<>&~|@#!$\x00-\x1f\"']")
OPENING = re.compile(r"[-+=:\s]|\d+[.)]")
ELEMENT = re.compile(r"<[^>]*>")
BREAK = re.compile(r"</(?:p|li|h\d|td|th|pre|dd|dt)>|<br(?: /)?>")
SPACES = re.compile(r"\s+")
POINTING = ("<a", "<img", "<input", "class=")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
HEADING = re.compile(r"<(/?)h([1-6])>")
TAGS = frozenset(
    "a abbr b blockquote br caption cite code dd del details dfn dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark"
    " ol p pre q s samp small strong sub summary sup table tbody td tfoot th thead tr u ul var".split()
)
ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height"},
    "code": {"class"},
    "td": {"align", "colspan", "rowspan"},
    "th": {"align", "colspan", "rowspan"},
    "ol": {"start"},
    "abbr": {"title"},
    "details": {"open"},
}
PYTHON_MARKDOWN = ("extra", "sane_lists", "nl2br")


def marked(source: str) -> bool:
    """Whether `source` may look otherwise in HTML than as it is written: most lines of an archive need no parser at all."""
    return bool(
        MARK.search(source) or OPENING.match(source) or "http" in source or "www." in source or "  " in source or source[-1:].isspace()
    )


def block(source: str, folder: str = "", flavour: str = "gfm") -> str:
    """Paragraphs, lists, tables. `folder` is where the entry's file lies below content/entries."""
    if not marked(source):
        return f"<p>{source}</p>" if source else ""
    return made_of(source, folder, flavour)


# An entry's card and its item in feeds are made one after the other, from the same texts.
@lru_cache(maxsize=32)
def made_of(source: str, folder: str, flavour: str) -> str:
    """HTML of a text that a parser must see."""
    made = convert(source, flavour)
    # Without HTML of the editor's own, cmark gives only elements we allow; what can point somewhere is looked at all the same.
    if "<" in source or flavour != "gfm" or any(map(made.__contains__, POINTING)):
        made = cleaner(folder).clean(made)
    made = made.strip()
    return HEADING.sub(lower_heading, made) if "<h" in made else made


def inline(source: str, folder: str = "", flavour: str = "gfm") -> str:
    """One line of Markdown, without the paragraph around it."""
    if not marked(source):
        return source
    made = made_of(source, folder, flavour)
    if made.startswith("<p>") and made.endswith("</p>") and made.count("<p>") == 1:
        return made[3:-4]
    return made


# A feed and a page ask for the same, one after the other.
@lru_cache(maxsize=8)
def plain(source: str, flavour: str = "gfm") -> str:
    """The words alone, in one line: for descriptions, feeds' summaries, search and citations."""
    if not marked(source):
        return source
    made = BREAK.sub(" ", convert(source, flavour))
    # Without HTML of the editor's own, every < is an element's.
    bare = ELEMENT.sub("", made) if "<" not in source and flavour == "gfm" else bare_cleaner().clean(made)
    return SPACES.sub(" ", unescape(bare)).strip()


def excerpt(text: str, most: int) -> str:
    """The first `most` characters a reader would count, and … when there were more; never half of one."""
    if len(text) <= most:
        return text
    import regex

    clusters = regex.findall(r"\X", text[: most * 8])
    return text if len(clusters) <= most else "".join(clusters[: most - 1]).rstrip() + "…"


def convert(source: str, flavour: str) -> str:
    if flavour == "python-markdown":
        import markdown

        return str(markdown.markdown(source, extensions=list(PYTHON_MARKDOWN)))
    return to_html(source)


def lower_heading(match: re.Match[str]) -> str:
    return f"<{match[1]}h{min(int(match[2]) + 2, 6)}>"


@lru_cache(maxsize=1)
def bare_cleaner() -> Any:
    import nh3

    return nh3.Cleaner(tags=set())


@lru_cache(maxsize=256)
def cleaner(folder: str) -> Any:
    import nh3

    def attribute(_tag: str, name: str, value: str) -> str | None:
        if name in ("href", "src"):
            return relink(value, folder)
        if name == "class":
            return value if re.fullmatch(r"language-[\w+#.-]+", value) else None
        return value

    return nh3.Cleaner(
        tags=set(TAGS),
        attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener",
        attribute_filter=attribute,
        strip_comments=True,
    )


def relink(target: str, folder: str) -> str:
    """A link of an entry as it must stand on any page: absolute ones as they are, relative ones from the root.

    A page (`../tags/index.html`) is meant from the entry's own page, a file (`plot.png`) or another entry (`other.md`) from
    the folder the entry is written in, as on GitHub.
    """
    if SCHEME.match(target):
        return target
    if target.startswith("//"):
        return "https:" + target
    path, mark, rest = split_target(target)
    if not path:
        return target if mark == "#" else ""
    if path.startswith("/"):
        settled = path.lstrip("/") or "index.html"
    elif path.endswith((".html", ".htm", ".xml", ".json", "/")):
        settled = posixpath.join("entries", path)
    elif path.endswith(".md"):
        settled = f"entries/{posixpath.basename(path)[:-3]}.html"
    else:
        settled = posixpath.join("entries", folder, path)
    settled = posixpath.normpath(settled + ("index.html" if settled.endswith("/") else ""))
    while settled.startswith("../"):
        settled = settled[3:]
    return ROOT + (settled if settled not in (".", "..") else "index.html") + mark + rest


def split_target(target: str) -> tuple[str, str, str]:
    """The path of a link, then `?` or `#`, then what follows it."""
    match = re.match(r"([^?#]*)([?#]?)(.*)", target, re.DOTALL)
    return (match[1], match[2], match[3]) if match else (target, "", "")
