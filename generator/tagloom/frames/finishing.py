"""What MkDocs or Zensical wrote in; frames and files fit to publish out.

Their own pages are made to work from a folder on disk, and what a published site has no use for (their search, their
sitemap, source maps, scripts repeated in every page) is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tagloom.frames.frame import PAGES, Drawing, Frame, HostRefused, Section
from tagloom.frames.links import add_to_head, finish
from tagloom.frames.slots import THEME_FILES, NoPlace, cut_frame
from tagloom.problems import Place, Problem
from tagloom.theme import theme_files
from tagloom.urls import root_from

BASE = re.compile(r"<script>(__md_scope=new URL\([^)]*\)),(.*?)</script>")
PALETTE = re.compile(r"<script>(var palette=[^<]*)</script>")
# Opens the content tab that an address names; entries have no such tabs.
TARGET = re.compile(r"<script>var target=document\.getElementById\(location\.hash[^<]*</script>")
PALETTE_FILE = "assets/javascripts/palette.js"
# What MkDocs and Material publish that nothing here loads.
UNUSED = ("sitemap.xml", "search/", "assets/javascripts/lunr/", "assets/javascripts/workers/", "search.json")
SOURCE_MAP = re.compile(rb"(?m)^//# sourceMappingURL=\S+$|/\*# sourceMappingURL=\S+ ?\*/")


def collect(drawn: Mapping[str, str], site: Path, root: Path, sections: Sequence[Section], problems: Iterable[Problem]) -> Drawing:
    """The drawing: `drawn` holds the host's HTML of each section's frame page, `site` all else that it wrote. Raises HostRefused."""
    lifted = {section.name: lift_script(drawn.get(section.name, ""), section, site) for section in sections}
    frames = {section.name: frame(lifted, section) for section in sections}
    own = (root / PAGES / "404.md").is_file()
    files = {file.relative_to(site).as_posix(): file for file in sorted(site.rglob("*")) if file.is_file()}
    files = published(files, keep_404=own)
    for address, file in theme_files(root, "assets").items():
        files[f"assets/{address}"] = file
    return Drawing(frames, files, tuple(problems))


def taken(section: Section, page: str) -> Problem:
    """A hand-written page stands where the section would."""
    fact = f"{section.address} would be made from this page and from the section '{section.name}'"
    return Problem("address-taken", "error", fact, Place(f"{PAGES}/{page}"), "rename the page")


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


def published(files: Mapping[str, Path], *, keep_404: bool) -> dict[str, Path]:
    """`files` without what a site has no use for, the hand-written pages finished on disk."""
    kept = {}
    for address, file in files.items():
        if address.startswith(UNUSED) or address.endswith(".map"):
            continue
        if address == "404.html" and not keep_404:
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
