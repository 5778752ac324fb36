"""Frames drawn by MkDocs, with Material unless site.yml names another theme.

In: settings, `mkdocs:` of site.yml, the hand-written pages, the theme. Out: a Drawing. MkDocs runs once over the hand-written
pages and one small frame page a section.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tagloom.frames.finishing import collect, taken
from tagloom.frames.frame import PAGES, Drawing, HostRefused, Section
from tagloom.frames.mkdocs_options import options, refusals
from tagloom.frames.mkdocs_warnings import Warnings
from tagloom.frames.navigation import site_problem
from tagloom.problems import Place, Problem
from tagloom.settings import Settings
from tagloom.theme import theme_folders


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
    refuse_links(root, pages)
    wanted, problems = options(settings, root, pages, site, sections)
    drawn, warnings = run(wanted, root, sections)
    return collect(drawn, site, root, sections, [*problems, *warnings])


def refuse_links(root: Path, pages: Path) -> None:
    """Raises HostRefused for symbolic links below `pages`: MkDocs follows them, into loops and out of the site."""
    found = []
    for folder, folders, files in os.walk(pages):
        for name in sorted([*folders, *files]):
            link = Path(folder, name)
            if link.is_symlink():
                place = Place(link.relative_to(root).as_posix())
                found.append(Problem("linked-page", "error", "a symbolic link among the hand-written pages", place, "put the file itself here"))
    if found:
        raise HostRefused(found)


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
