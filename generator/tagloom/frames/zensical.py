"""Frames drawn by Zensical, which reads the same options and templates as MkDocs with Material does, and runs no plugin.

In: settings, `mkdocs:` of site.yml, the hand-written pages, the theme. Out: a Drawing. Zensical takes its pages from one folder, so
they are laid out in `work` with a frame page a section beside them; it runs as a command of its own.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tagloom.frames.bare import address_of
from tagloom.frames.finishing import collect, taken
from tagloom.frames.frame import PAGES, Drawing, HostRefused, Section
from tagloom.frames.mkdocs_options import options
from tagloom.frames.mkdocs_warnings import MADE_LATER
from tagloom.frames.navigation import site_problem
from tagloom.frames.slots import MARKS, frame_source, source_address
from tagloom.problems import Place, Problem
from tagloom.settings import Settings
from tagloom.theme import theme_files

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
WARNING = re.compile(r"^Warning: (?P<fact>.+)\n.*\[ (?P<page>.+?):(?P<line>\d+):(?P<column>\d+) \]$", re.MULTILINE)
LINK = re.compile(r"[^()\s<>\"]+")


def draw(settings: Settings, root: Path, work: Path, sections: Sequence[Section]) -> Drawing:
    """Frames and pages drawn by Zensical, its files in `work`. Raises HostRefused."""
    if not find_spec("zensical"):
        path = ("frame",)
        raise HostRefused([site_problem(root, "no-host", "Zensical is not installed", "run `pip install zensical`, or write mkdocs", path)])
    place = work / "zensical"
    shutil.rmtree(place, ignore_errors=True)
    site = place / "site"
    lay_pages(root, place / "pages", sections)
    wanted, problems = options(settings, root, root / PAGES, site, sections)
    if wanted["plugins"]:
        fact = "Zensical runs no plugin of MkDocs: they are left out"
        told = site_problem(root, "mkdocs-value", fact, "delete them, or write `frame: mkdocs`", ("mkdocs", "plugins"))
        problems.append(told.at("warning"))
    warnings = list(complaints(run(wanted, root, place), root))
    drawn = {}
    for section in sections:
        page = site / section.address
        drawn[section.name] = page.read_text("utf-8")
        page.unlink()
    for look in (site / "assets" / "stylesheets").iterdir():
        # It brings the styles of all its looks, and a page uses those of one.
        if look.is_dir() and not any(f"stylesheets/{look.name}/" in html for html in drawn.values()):
            shutil.rmtree(look)
    return collect(drawn, site, root, sections, [*problems, *warnings])


def lay_pages(root: Path, folder: Path, sections: Sequence[Section]) -> None:
    """The hand-written pages and the frame pages, in `folder`. Raises HostRefused when two want one place."""
    pages = root / PAGES
    if pages.is_dir():
        shutil.copytree(pages, folder)
    by_address = {section.address: section for section in sections}
    sources = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*.md"))
    problems = [taken(by_address[address_of(source)], source) for source in sources if address_of(source) in by_address]
    if problems:
        raise HostRefused(problems)
    for section in sections:
        file = folder / source_address(section.address)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(frame_source(MARKS["title"]), "utf-8")


def run(wanted: Mapping[str, Any], root: Path, place: Path) -> str:
    """What Zensical said. Raises HostRefused."""
    import yaml

    templates = place / "templates"
    for name, file in theme_files(root, "mkdocs").items():
        (templates / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, templates / name)
    told = dict(wanted, docs_dir="pages", site_dir="site", plugins=[], theme={**wanted["theme"], "custom_dir": "templates"})
    told["theme"].pop("name", None)
    told = {key: value for key, value in told.items() if value is not None and key != "validation"}
    config = place / "mkdocs.yml"
    # The slug function of headings is written as a name, which this dumper knows how to do.
    config.write_text(yaml.dump(told, allow_unicode=True, sort_keys=False), "utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--config-file", str(config)]
    done = subprocess.run(command, cwd=place, capture_output=True, encoding="utf-8", errors="replace", check=False)
    said = COLOUR.sub("", done.stdout + done.stderr)
    if done.returncode:
        last = said.strip().splitlines()[-1:] or ["it gave no reason"]
        raise HostRefused([site_problem(root, "mkdocs-refused", f"Zensical could not draw the site: {last[0]}", path=("mkdocs",))])
    return said


def complaints(said: str, root: Path) -> Iterator[Problem]:
    """A warning for each dead link that Zensical told of, but those to pages that are made later."""
    for found in WARNING.finditer(said):
        page, number, column = f"{PAGES}/{found['page']}", int(found["line"]), int(found["column"])
        file = root / page
        lines = file.read_text("utf-8-sig", "replace").splitlines() if file.is_file() else []
        line = lines[number - 1] if number <= len(lines) else ""
        link = LINK.match(line, column - 1)
        address = link[0].partition("#")[0] if link else ""
        if not address.endswith(MADE_LATER) and not address.endswith("/"):
            place = Place(page, number, column, len(link[0]) if link else 1)
            yield Problem("dead-link", "warning", f"'{link[0] if link else ''}' leads nowhere: {found['fact']}", place, "", line)
