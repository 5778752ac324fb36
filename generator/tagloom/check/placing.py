"""What rules met in; the exact spot of each in its file out. Only the files of what was met are read again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tagloom.check.rules import Found
from tagloom.content.front_matter import Unreadable, decode
from tagloom.problems import Place
from tagloom.settings import Settings
from tagloom.text.slugs import fold
from tagloom.text.yaml import Spot

if TYPE_CHECKING:
    from tagloom.content.reading import Written


def spots_of(root: Path, settings: Settings, found: Iterable[Found]) -> Mapping[Found, tuple[Place, str]]:
    """Place and source line of each thing found in an entry."""
    by_file: defaultdict[str, list[Found]] = defaultdict(list)
    for one in found:
        if one.entry is not None:
            by_file[one.entry.path].append(one)
    if not by_file:
        return {}
    from tagloom.content.reading import no_collection

    placed: dict[Found, tuple[Place, str]] = {}
    with no_collection():
        for path, group in by_file.items():
            placed.update(spots_in(root, path, group, settings))
    return placed


def spots_in(root: Path, path: str, group: Iterable[Found], settings: Settings) -> Mapping[Found, tuple[Place, str]]:
    try:
        data = (root / path).read_bytes()
        lines = decode(data)[0].split("\n")
    except (OSError, Unreadable):
        data, lines = b"", []
    from tagloom.content.reading import written_entries

    entries = {written.line: written for written in written_entries(path, data, settings)}
    placed = {}
    for found in group:
        assert found.entry is not None
        written = entries.get(found.entry.line)
        spot = spot_in(written, found, lines) if written else Spot(found.entry.line, 1)
        line = lines[spot.line - 1] if 0 < spot.line <= len(lines) else ""
        placed[found] = Place(path, spot.line, spot.column, spot.width), line
    return placed


def spot_in(written: Written, found: Found, lines: list[str]) -> Spot:
    """Where the field meant stands in an entry; of a field with several names, the name; in a body, the text itself."""
    path = found.path
    if path[:1] == ("body",) and found.word:
        return searched(lines, written.line, found.word) or Spot(written.line, 1)
    value = written.values.get(str(path[0])) if path else None
    if value is None:
        return Spot(written.line, 1)
    if found.word and isinstance(value, list):
        names = [fold(item) if isinstance(item, str) else "" for item in value]
        word = fold(found.word)
        at = value.index(found.word) if found.word in value else names.index(word) if word in names else None
        if at is not None:
            return written.spot((*path, at), False)
    spot = written.spot(path, False)
    if found.word and 0 < spot.line <= len(lines) and (column := lines[spot.line - 1].find(found.word, spot.column - 1)) >= 0:
        return Spot(spot.line, column + 1, len(found.word))
    return spot


def searched(lines: list[str], first: int, word: str) -> Spot | None:
    for number, line in enumerate(lines[first - 1 :], first):
        if (column := line.find(word)) >= 0:
            return Spot(number, column + 1, len(word))
    return None
