"""Frame pages in a MkDocs build: one page a section goes in, its drawn HTML comes out, and no file of it is left in the site.

Used by `tagloom.frames.mkdocs`, where Tagloom runs MkDocs, and by `tagloom.mkdocs_plugin`, where MkDocs runs Tagloom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from tagloom.frames.frame import Section
from tagloom.frames.slots import MARKS, frame_source, source_address
from tagloom.settings import NAV


class FramePages:
    """The sections of one build, and what the host drew for each (`drawn`: section name -> HTML)."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self.sections: Mapping[str, Section] = {source_address(section.address): section for section in sections}
        self.drawn: dict[str, str] = {}
        self.added: dict[str, Section] = {}

    def add(self, files: Files, config: MkDocsConfig) -> list[tuple[Section, str]]:
        """Puts the frame pages among the build's files; returns the sections whose place a page of the site's has, and that page."""
        taken = {file.dest_uri: file.src_uri for file in files.documentation_pages()}
        refused = []
        for source, section in self.sections.items():
            if section.address in taken:
                refused.append((section, taken[section.address]))
                continue
            file = File(source, None, config.site_dir, use_directory_urls=False)
            file.generated_by = "tagloom"
            # In a navigation made from the folders, only what a reader looks for has a place.
            if config.nav is not None or section.name not in NAV:
                file.inclusion = InclusionLevel.NOT_IN_NAV
            file.content_string = frame_source(section.title)
            files.append(file)
            self.added[source] = section
        return refused

    def open(self, page: Page) -> None:
        """Before the page is drawn: its title becomes a mark, but in the tabs, where it keeps its name."""
        section = self.added.get(page.file.src_uri)
        if section:
            # MkDocs would read it from the mark from here on, where the navigation gives no title.
            page.title = str(page.title)
            page.meta["title"] = MARKS["title"]
            # The theme makes its skip link from the first heading; the slot for the body begins at this id.
            page.toc = TableOfContents([AnchorLink(section.title, "__main", 1)])

    def close(self, output: str, page: Page) -> str:
        """After the page is drawn: kept here, and not written by the host."""
        section = self.added.get(page.file.src_uri)
        if not section:
            return output
        page.meta["title"] = section.title
        self.drawn[section.name] = output
        return ""
