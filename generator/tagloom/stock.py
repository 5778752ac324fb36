"""All that pages are drawn from, as it goes from those who read to those who draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tagloom.content.shelf import Texts
    from tagloom.frames import Drawing
    from tagloom.pages.page import Site


class Stamps(NamedTuple):
    """What changes with Tagloom itself, with templates and words, and with what the frames are drawn from."""

    program: bytes
    look: bytes
    frames: bytes


@dataclass(frozen=True, slots=True)
class Stock:
    """The site, its frames, and the texts of entries. `digests` are those of every entry read, if all were; `packed` is the shelf's."""

    site: Site
    drawing: Drawing
    texts: Texts
    stamps: Stamps
    digests: frozenset[bytes] = frozenset()
    packed: Mapping[str, bytes] = field(default_factory=dict)
