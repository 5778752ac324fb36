"""Hand-written pages that say the same in another language know of each other.

In: the finished pages on disk. Out: the same pages, each marked with the language it is in and with where the others stand. A folder
named after a language tells: `guide/en/start.html` and `en/guide/start.html` are `guide/start.html` in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from tagloom.urls import encode

HTML = re.compile(r"<html lang=(\"[^\"]*\"|[^\s>]+)")


def mark_twins(files: Mapping[str, Path], languages: Sequence[str]) -> None:
    """Marks the pages among `files` (address -> file); the first of `languages` is that of pages in no language's folder.

    `data-tl-page` is the language of what the host wrote around a page, when it is not the page's own; `data-tl-twins` is read by
    theme/assets/tagloom.js. Not `<link rel="alternate" hreflang>`: Material's script asks for a sitemap below each of these.
    """
    for pages in twins(files, languages).values():
        told = " ".join(f"{language} {encode(address)}" for language, address in pages.items())
        for language, address in pages.items():
            marks = f' data-tl-page="{escape(languages[0])}"' if language != languages[0] else ""
            marks += f' data-tl-twins="{escape(told)}"' if len(pages) > 1 else ""
            if marks:
                html = HTML.sub(f'<html lang="{escape(language)}"{marks}', files[address].read_text("utf-8"), count=1)
                files[address].write_text(html, "utf-8", newline="\n")


def twins(addresses: Iterable[str], languages: Sequence[str]) -> dict[str, dict[str, str]]:
    """The pages among `addresses` by what they say: address in no language's folder -> language -> address."""
    found: dict[str, dict[str, str]] = {}
    for address in addresses:
        *folders, name = address.split("/")
        if not name.endswith(".html"):
            continue
        language = next((folder for folder in folders if folder in languages), languages[0])
        if language in folders:
            folders.remove(language)
        found.setdefault("/".join([*folders, name]), {}).setdefault(language, address)
    return found
