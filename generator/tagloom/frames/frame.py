"""The values that a host's work ends in: Frame and Drawing, the Section asked for, and the host's refusal.

A frame is drawn once and filled thousands of times, so filling is string joining and nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tagloom.problems import Problem
from tagloom.urls import ROOT

if TYPE_CHECKING:
    from tagloom.settings import Settings

# What a frame leaves open. `title` and `description` are plain text, escaped on the way in; `head` and `body` are HTML.
# `title` is the page's own name: the frame adds the site's, but on the home page. The page's canonical address is a
# <link> in `head`, written by whoever fills the frame.
SLOTS = ("title", "description", "head", "body")
# Where the hand-written pages stand in a site.
PAGES = "content/pages"


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
class Section:
    """A folder of generated pages that share a frame: `tags`, its title in the site's language, `tags/index.html`."""

    name: str
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a host made: a frame for each section, and files to publish beside the pages (address -> file on disk).

    `problems` are the warnings met while drawing, such as a dead link in a hand-written page.
    """

    frames: Mapping[str, Frame]
    files: Mapping[str, Path]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Host:
    """A site that another program is building, and that an archive is added to.

    `taken` holds the addresses that the other program writes itself; `drawing` has no frame for a section that it needs no page of.
    """

    settings: Settings
    drawing: Drawing
    taken: frozenset[str]


class HostRefused(Exception):
    """The host could not draw: problems of site.yml or of a hand-written page that stand in its way."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.fact for problem in problems))
        self.problems = list(problems)

    def __reduce__(self) -> tuple[type[HostRefused], tuple[list[Problem]]]:
        # It may be raised in a process of its own, and must arrive with its problems.
        return HostRefused, (self.problems,)
