"""A tag's page of fifty cards stays light on the wire."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import Site, own_sources

CARDS = 50
PROSE = ("title", "title_zh", "title_en", "takeaway", "summary", "reason", "topic")


def other_words(entry: dict[str, Any]) -> dict[str, Any]:
    """`entry` with all that it says spelled backwards: texts as rich as the first, of which a compressor has seen nothing."""
    told = {name: str(entry[name])[::-1] for name in PROSE if entry.get(name)}
    links = {name: f"{target}?again" for name, target in entry.get("links", {}).items()}
    return {
        **entry,
        **told,
        "authors": [name[::-1] for name in entry.get("authors", ())],
        "points": [point[::-1] for point in entry.get("points", ())],
        "url": f"{entry.get('url', 'https://example.org/')}?again",
        "links": links,
    }


def fifty_cards(root: Path) -> None:
    """This repository's own entries, and more of the kind up to fifty, those that say most first."""
    own_sources(root)
    found = []
    for file in sorted((root / "content/entries").rglob("*.md")):
        head, body = file.read_text(encoding="utf-8").removeprefix("---\n").split("\n---\n", 1)
        found.append((len(head) + len(body), file.stem, {"summary": body.strip(), **yaml.load(head, yaml.BaseLoader)}))
    for file in sorted((root / "content/entries").rglob("*.yml")):
        listed = yaml.load(file.read_text(encoding="utf-8"), yaml.BaseLoader)
        found += [(len(str(entry)), entry["id"], {**listed.get("defaults", {}), **entry}) for entry in listed["entries"]]
    found.sort(key=lambda each: each[:2], reverse=True)
    more = [{**other_words(entry), "id": f"again-{name}"} for _, name, entry in found[: CARDS - len(found)]]
    (root / "content/entries/more.yml").write_text(yaml.safe_dump({"entries": more}, allow_unicode=True), encoding="utf-8")


def test_a_page_of_fifty_cards_weighs_no_more_than_sixty_kilobytes(built: Callable[[str, Callable[[Path], None]], Site]) -> None:
    page = (built("fifty", fifty_cards).out / "tags/distributed-training.html").read_bytes()
    assert page.count(b'<article class="tl-entry"') == CARDS
    assert 30 * 1024 < len(gzip.compress(page, 6, mtime=0)) <= 60 * 1024
