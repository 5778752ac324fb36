"""The search asked for what was just published: each title must find its entry.

In: the site and the addresses that a build wrote. Out: a problem for each title that the files on disk do not lead to. Looks at the
texts that were written, and at most at LOOKS of them, spread over all: an index that fails, fails everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from tagloom.outputs.search.index import SHARDS_A_UNIT, UNIT, volumes
from tagloom.outputs.search.numbering import numbering
from tagloom.outputs.search.script import address
from tagloom.outputs.search.texts import SHELF
from tagloom.outputs.search.tokens import plain_form, query_keys, runs_of, shard_of, unpacked_rising
from tagloom.pages.page import Site
from tagloom.problems import Place, Problem

LOOKS = 400
TEXTS = "data/text/"


def unfound(site: Site, output: Path, written: Iterable[str]) -> Iterator[Problem]:
    """A problem for each entry whose title the search does not find."""
    shelves = sorted(int(name.removeprefix(TEXTS).removesuffix(".js")) for name in written if name.startswith(TEXTS))
    ids = numbering(site.archive).ids
    numbers = [number for shelf in shelves for number in range(shelf * SHELF, min((shelf + 1) * SHELF, len(ids)))]
    look = Look(output, len(ids))
    for number in numbers[:: max(len(numbers) // LOOKS, 1)]:
        entry = site.archive.entries[ids[number]]
        for title in (entry.title, *(text for _, text in entry.titles)):
            if not look.finds(number, title):
                place = Place(entry.path, entry.line)
                yield Problem(
                    "search-self-test", "error", f"the search does not find '{title}'", place, "please report this as a fault of Tagloom's"
                )


class Look:
    """Reads the published files as a browser would."""

    def __init__(self, output: Path, size: int) -> None:
        self.output = output
        self.volumes = list(volumes(size))
        self.value = lru_cache(maxsize=512)(self.read)

    def read(self, key: str) -> Any:
        text = self.output.joinpath(*address(key).split("/")).read_text(encoding="utf-8")
        return json.loads(text[text.index(",") + 1 : text.rindex(")")])

    def finds(self, number: int, title: str) -> bool:
        runs = runs_of(plain_form(title))
        for start, units in self.volumes:
            if start * UNIT <= number < (start + units) * UNIT:
                return all(self.holds(start, units, key, number - start * UNIT) for run in runs for key in query_keys(run))
        row = self.value(f"text/{number // SHELF}")[number % SHELF]
        texts = [plain_form(text) for text in (row[2], *row[3].values())] if len(row) > 3 else [plain_form(row[2] if len(row) > 2 else "")]
        return all(any(run in text for text in texts) for run in runs)

    def holds(self, start: int, units: int, key: str, place: int) -> bool:
        shard = self.value(f"index/{start}-{units}/{shard_of(key, units * SHARDS_A_UNIT)}")
        return key in shard and place in unpacked_rising(shard[key])
