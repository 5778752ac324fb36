"""Frames drawn by MkDocs, with Material unless site.yml names another theme.

In: settings, `mkdocs:` of site.yml, the hand-written pages, the theme. Out: a Drawing. MkDocs runs once over the hand-written
pages and one small frame page a section; its own pages are made to work from a folder on disk, and what a
published site has no use for (its search, its sitemap, source maps) is dropped.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tagloom.frames.frame import PAGES, Drawing, Frame, HostRefused, Section
from tagloom.frames.links import add_to_head, finish
from tagloom.frames.mkdocs_options import options, refusals
from tagloom.frames.mkdocs_warnings import Warnings
from tagloom.frames.navigation import site_problem
from tagloom.frames.slots import THEME_FILES, NoPlace, cut_frame
from tagloom.problems import Place, Problem
from tagloom.settings import Settings
from tagloom.theme import theme_files, theme_folders
from tagloom.urls import root_from

BASE = re.compile(r"<script>(__md_scope=new URL\([^)]*\)),(__md_hash=.*?)</script>")
PALETTE = re.compile(r"<script>(var palette=[^<]*)</script>")
# Opens the content tab that an address names; entries have no such tabs.
TARGET = re.compile(r"<script>var target=document\.getElementById\(location\.hash[^<]*</script>")
PALETTE_FILE = "assets/javascripts/palette.js"
# What MkDocs and Material publish that nothing here loads.
UNUSED = ("sitemap.xml", "search/", "assets/javascripts/lunr/", "assets/javascripts/workers/")
SOURCE_MAP = re.compile(rb"(?m)^//# sourceMappingURL=\S+$|/\*# sourceMappingURL=\S+ ?\*/")


def draw(settings: Settings, root: Path, work: Path, sections: Sequence[Section]) -> Drawing:
    """Frames and pages drawn by MkDocs, its files in `work`. Raises HostRefused."""
    # Each of the two projects prints a notice about the other; an editor can act on neither.
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    os.environ.setdefault("DISABLE_MKDOCS_2_WARNING", "true")
    site = work / "mkdocs"
    pages = root / PAGES
    if not pages.is_dir():
        pages = work / "no-pages"
        pages.mkdir(parents=True, exist_ok=True)
    wanted, problems = options(settings, root, pages, site, sections)
    drawn, warnings = run(wanted, root, sections)
    lifted = {section.name: lift_script(drawn.get(section.name, ""), section, site) for section in sections}
    frames = {section.name: frame(lifted, section) for section in sections}
    files = {file.relative_to(site).as_posix(): file for file in sorted(site.rglob("*")) if file.is_file()}
    files = published(files, [file.with_suffix(".html").as_posix() for file in pages_of(pages)])
    for address, file in theme_files(root, "assets").items():
        files[f"assets/{address}"] = file
    return Drawing(frames, files, (*problems, *warnings))


def pages_of(folder: Path) -> list[Path]:
    return [file.relative_to(folder) for file in sorted(folder.rglob("*.md"))]


def run(wanted: Mapping[str, Any], root: Path, sections: Sequence[Section]) -> tuple[dict[str, str], list[Problem]]:
    """One MkDocs build: the drawn frame pages by section, and the warnings met. Raises HostRefused."""
    from mkdocs.commands.build import build
    from mkdocs.config.defaults import MkDocsConfig

    from tagloom.frames.frame_pages import FramePages
    from tagloom.frames.mkdocs_events import FrameEvents

    with Warnings(root) as warnings:
        config = MkDocsConfig(config_file_path=str(root / "site.yml"))
        config.load_dict(dict(wanted))
        try:
            errors, notices = config.validate()
        except Exception as error:
            raise HostRefused([site_problem(root, "mkdocs-refused", told(error), path=("mkdocs",))]) from error
        if errors:
            raise HostRefused(refusals(root, errors))
        config.theme.dirs[:0] = [str(folder / "mkdocs") for folder in theme_folders(root)]
        pages = FramePages(sections)
        events = FrameEvents(pages)
        config.plugins["tagloom-frames"] = events
        try:
            build(config)
        except (Exception, SystemExit) as error:
            # Plugins, hooks and templates of a site raise what they like.
            raise HostRefused([*warnings.problems(), site_problem(root, "mkdocs-refused", told(error), path=("mkdocs",))]) from error
        if events.refused:
            raise HostRefused([taken(section, page) for section, page in events.refused])
        return pages.drawn, [*refusals(root, notices, "warning"), *warnings.problems()]


def told(error: BaseException) -> str:
    return f"MkDocs could not draw the site: {str(error) or type(error).__name__}"


def taken(section: Section, page: str) -> Problem:
    return Problem(
        "address-taken",
        "error",
        f"{section.address} would be made from this page and from the section '{section.name}'",
        Place(f"{PAGES}/{page}"),
        "rename the page",
    )


def lift_script(html: str, section: Section, site: Path) -> str:
    """`html` with Material's inline scripts in a file of their own: no need to repeat them in every page of an archive."""
    base, palette = BASE.search(html), PALETTE.search(html)
    if not base or not palette or "__md_" in html[base.end() : palette.start()]:
        return html
    file = site / PALETTE_FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{base[2]};{palette[1]}\n", "utf-8", newline="\n")
    html = html.replace(base[0], f"<script>{base[1]}</script>")
    return TARGET.sub("", html).replace(palette[0], f'<script src="{root_from(section.address)}{PALETTE_FILE}"></script>')


def frame(drawn: Mapping[str, str], section: Section) -> Frame:
    """The frame of `section`. Raises HostRefused when a theme of the site's own left a slot out."""
    try:
        return cut_frame(drawn[section.name], section)
    except (NoPlace, KeyError) as error:
        fact = f"the theme draws no place for the {error} of '{section.name}' pages"
        remedy = "templates in theme/mkdocs must keep Material's blocks"
        raise HostRefused([Problem("no-slot", "error", fact, Place("theme/mkdocs"), remedy)]) from None


def published(files: Mapping[str, Path], pages: Iterable[str]) -> dict[str, Path]:
    """`files` without what a site has no use for, the hand-written pages finished on disk."""
    kept = {}
    own = set(pages)
    for address, file in files.items():
        if address.startswith(UNUSED) or address.endswith(".map"):
            continue
        if address == "404.html" and address not in own:
            continue
        if address.endswith(".html"):
            finish_page(file, address)
        elif address.endswith((".js", ".css")):
            drop_source_map(file)
        kept[address] = file
    return kept


def finish_page(file: Path, address: str) -> None:
    html = finish(file.read_text("utf-8"), address)
    for asset in THEME_FILES:
        html = add_to_head(html, asset, root_from(address))
    file.write_text(html, "utf-8", newline="\n")


def drop_source_map(file: Path) -> None:
    """Takes out the line that names a source map: the map is not published, and a console would warn of it."""
    content = file.read_bytes()
    if SOURCE_MAP.search(content):
        file.write_bytes(SOURCE_MAP.sub(b"", content))
