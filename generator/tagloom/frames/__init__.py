"""What a host draws and Tagloom fills: one Frame for each section of generated pages.

In: settings, the hand-written pages, the theme. Out: a `Drawing`: frames by section, and the host's own files (hand-written
pages, styles, scripts) by address. A frame is drawn once and filled thousands of times, so filling is string joining
and nothing else. Which host drew it is unknown above this package.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tagloom.urls import ROOT

# What a frame leaves open. `title` and `description` are plain text, escaped on the way in; `head` and `body` are HTML;
# `canonical` is the full address of the page, or "" (then its <link> is left out by the frame's writer).
SLOTS = ("title", "description", "head", "body")


@dataclass(frozen=True)
class Frame:
    """`parts[0] slots[0] parts[1] slots[1] … parts[-1]`; links in the parts start with `ROOT`."""

    parts: tuple[str, ...]
    slots: tuple[str, ...]

    @cached_property
    def stamp(self) -> bytes:
        """Changes whenever anything the host drew changes."""
        told = "\0".join([*self.parts, *self.slots])
        return hashlib.blake2b(told.encode(), digest_size=16).digest()

    def fill(self, values: Mapping[str, str], root: str) -> str:
        """The page: every slot filled, every `ROOT` replaced by the way up (`../`, or "")."""
        pieces = [self.parts[0]]
        for slot, part in zip(self.slots, self.parts[1:], strict=True):
            pieces += values[slot], part
        return "".join(pieces).replace(ROOT, root)


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a host made: a frame for each section, and files to publish beside the pages (address -> file on disk)."""

    frames: Mapping[str, Frame]
    files: Mapping[str, Path]
