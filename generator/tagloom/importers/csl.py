"""A CSL-JSON file in, as Zotero and other reference managers export it; its works as entries out."""

from __future__ import annotations

import json

from tagloom.importers.doi import parse_csl, text_of
from tagloom.importers.found import Found
from tagloom.problems import Stopped
from tagloom.settings import Settings
from tagloom.text.identity import doi_of


def read(data: bytes, name: str, _: Settings) -> Found:
    try:
        told = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Stopped(f"{name} is no JSON: {error}", "export it again as CSL JSON") from None
    works = told if isinstance(told, list) else [told]
    entries, faults = [], []
    for place, work in enumerate(works, 1):
        if not isinstance(work, dict):
            faults.append(f"item {place} is no work")
            continue
        doi, url = doi_of(text_of(work.get("DOI"))), text_of(work.get("URL"))
        new = parse_csl(work, doi)
        entries.append(new.having(id=text_of(work.get("citation-key")), url=f"https://doi.org/{doi}" if doi else url))
    return Found(tuple(entries), tuple(faults))
