"""What an importer gives: the entries it found, and a line about each piece it could not use."""

from __future__ import annotations

from dataclasses import dataclass

from tagloom.content.writing import NewEntry


@dataclass(frozen=True, slots=True)
class Found:
    """`faults` are told to the person at the terminal: `line 12: an entry without a title`."""

    entries: tuple[NewEntry, ...] = ()
    faults: tuple[str, ...] = ()
