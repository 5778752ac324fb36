"""What every output that is not a page is: an address, an owner, a stamp of what it is made from, and its bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tagloom.pages.page import Site


class Output(Protocol):
    """A feed, a redirect, a data file. `stamp` changes whenever `render` would give other bytes."""

    @property
    def address(self) -> str: ...

    @property
    def owner(self) -> str:
        """What wants this address, named when two do."""
        ...

    @property
    def reads(self) -> Sequence[str]:
        """Ids of the entries whose texts `render` asks for."""
        ...

    def stamp(self, site: Site) -> bytes: ...

    def render(self, site: Site) -> bytes: ...
