"""Other formats in, entries that are not written yet out: one module a format.

What is asked for over the network is in `fetch` (arXiv, DOI, web page); what is read from a file is in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from tagloom.content.writing import NewEntry
from tagloom.importers.fetching import Web
from tagloom.importers.found import Found
from tagloom.settings import Settings
from tagloom.text.identity import arxiv_number, doi_of

Read = Callable[[bytes, str, Settings], Found]  # the file's bytes, its name, the site's settings

# Format of `tagloom import` -> the module that reads it, imported when it is wanted.
FORMATS: Mapping[str, str] = {"bibtex": "bibtex", "csl": "csl", "feed": "feed", "issue-form": "issue_form"}


def reader_of(name: str) -> Read:
    """The function that reads files of a format of `FORMATS`."""
    read: Read = import_module(f"tagloom.importers.{FORMATS[name]}").read
    return read


def fetch(address: str, web: Web, zone: str) -> NewEntry:
    """What an arXiv number, a DOI or an address names, as an entry. Raises Stopped when it cannot be had."""
    if number := arxiv_number(address):
        from tagloom.importers.arxiv import fetch_arxiv

        return fetch_arxiv(number, web)
    if doi := doi_of(address):
        from tagloom.importers.doi import fetch_doi

        return fetch_doi(doi, web)
    from tagloom.importers.webpage import fetch_page

    return fetch_page(address, web, zone)
