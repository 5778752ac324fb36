"""The frame pages' three events, for the MkDocs build that Tagloom runs."""

from __future__ import annotations

from typing import Any

from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from tagloom.bytecode import compiled, manner_of
from tagloom.frames.frame import Section
from tagloom.frames.frame_pages import FramePages

LAST = -100


class NoOptions(Config):
    """Nothing of it is set in a file."""


class FrameEvents(BasePlugin[NoOptions]):
    """`refused` lists the sections whose place a hand-written page has, and that page."""

    def __init__(self, pages: FramePages) -> None:
        self.pages = pages
        self.refused: list[tuple[Section, str]] = []

    def on_env(self, env: Any, **_: Any) -> Any:
        # To compile the theme's templates takes as long as to draw with them.
        if not callable(env.autoescape):
            env.bytecode_cache = compiled(f"host-{manner_of(env)}")
        return env

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        self.refused = self.pages.add(files, config)
        return files

    def on_page_context(self, context: Any, *, page: Page, **_: Any) -> Any:
        self.pages.open(page)
        return context

    @event_priority(LAST)
    def on_post_page(self, output: str, *, page: Page, **_: Any) -> str:
        return self.pages.close(output, page)
