"""Small files that tell a host how to serve the site, and hold nothing for readers."""

from __future__ import annotations

from dataclasses import dataclass

from tagloom.pages.page import Site

# GitHub Pages runs Jekyll over a branch that lacks this file, and Jekyll leaves out names that begin with `_`.
NO_JEKYLL = ".nojekyll"


@dataclass(frozen=True, slots=True)
class EmptyFile:
    """A file that works by being there."""

    address: str
    reads: tuple[str, ...] = ()

    @property
    def owner(self) -> str:
        return self.address

    def stamp(self, site: Site) -> bytes:
        return b""

    def render(self, site: Site) -> bytes:
        return b""
