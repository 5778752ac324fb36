"""Addresses and titles in; keys under which two spellings of one work meet out.

An arXiv paper is one work whatever the version and whoever shows it; a DOI is one whatever resolves it; an address is one with or
without `www.`, a fragment, a last slash, and what senders add to it. `theme/assets/compose.js` makes the same keys.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

from tagloom.text.slugs import fold

ARXIV_NUMBER = r"([0-9]{4}\.[0-9]{4,5}|[a-z][a-z-]+(?:\.[a-z]{2})?/[0-9]{7})(?:v[0-9]+)?"
# arXiv, those that show its papers under its numbers, and the DOIs it gives.
ARXIV_ADDRESS = re.compile(
    r"(?:(?:[a-z-]+\.)?arxiv\.org/(?:abs|pdf|html|format|ps|e-print|src)/|ar5iv\.(?:labs\.arxiv\.)?org/(?:abs|html)/|alphaxiv\.org/(?:abs|overview)/"
    r"|huggingface\.co/papers/|(?:dx\.)?doi\.org/10\.48550/arxiv\.)" + ARXIV_NUMBER + r"(?:\.pdf)?/?$"
)
ARXIV_NAME = re.compile(r"(?:arxiv:\s*)?" + ARXIV_NUMBER + "$")
DOI_ADDRESS = re.compile(r"(?:(?:dx\.)?doi\.org/|[^/]+/doi/(?:abs/|full/|pdf/|epdf/)?)(10\.[0-9]{4,9}/.+)$")
DOI_NAME = re.compile(r"(?:doi:\s*)?(10\.[0-9]{4,9}/\S+)$")
HOST = re.compile(r"^(?:www|m)\.|:(?:443|80)$")
# What senders add to an address to see who came; it leads nowhere else.
ADDED = re.compile(r"^(?:utm_[^=]*|fbclid|gclid|mc_[ce]id|igshid|spm|from|ref|ref_src|ref_url|source|share|si)=")
INDEX = re.compile(r"/+(?:index\.html?)?$")
STRAY = re.compile(r"%(?![0-9A-Fa-f]{2})")
LETTERS = re.compile(r"[\W_]+")


def address_key(address: str) -> str:
    """`arxiv:2310.01889`, `doi:10.1145/3458817.3476209`, else the address without what does not matter; "" for no web address."""
    scheme, parted, rest = address.strip().partition("://")
    if not parted or scheme.lower() not in ("http", "https"):
        return ""
    rest, _, fragment = rest.partition("#")
    path, _, query = rest.partition("?")
    host, slash, path = path.partition("/")
    whole = HOST.sub("", host.lower()) + unquoted(slash + path)
    if number := arxiv_at(whole.lower()):
        return f"arxiv:{number}"
    if found := DOI_ADDRESS.match(whole.lower()):
        return f"doi:{found[1].rstrip('/.')}"
    kept = "&".join(sorted(part for part in query.split("&") if part and not ADDED.match(part.lower())))
    # A fragment names another page only where a script reads it.
    inner = f"#{fragment}" if fragment.startswith(("/", "!")) else ""
    return INDEX.sub("", whole) + (f"?{kept}" if kept else "") + inner


def unquoted(path: str) -> str:
    """`path` with its percent codes read; as it is when one of them is no code, as browsers' scripts have it."""
    try:
        return path if STRAY.search(path) else unquote(path, errors="strict")
    except UnicodeDecodeError:
        return path


def arxiv_at(place: str) -> str:
    found = ARXIV_ADDRESS.match(place)
    return found[1] if found else ""


def arxiv_number(text: str) -> str:
    """`2310.01889` or `hep-th/9901001` from a number, `arXiv:…` or an address, without its version; else ""."""
    text = text.strip().lower()
    if "://" in text:
        return address_key(text).partition("arxiv:")[2]
    found = ARXIV_NAME.match(text)
    return found[1] if found else arxiv_at(text.removeprefix("www."))


def doi_of(text: str) -> str:
    """`10.1145/3458817.3476209` from a DOI, `doi:…` or an address of doi.org; else ""."""
    text = text.strip().lower()
    if "://" in text:
        return address_key(text).partition("doi:")[2]
    found = DOI_NAME.match(text)
    if found:
        return found[1]
    at = DOI_ADDRESS.match(text)
    return at[1] if at else ""


def title_key(title: str) -> str:
    """The letters and digits of a title, folded: punctuation, case, width and accents on paper differ from place to place."""
    plain = fold(title)
    if not plain.isascii():
        plain = "".join(letter for letter in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(letter))
    return LETTERS.sub("", plain)
