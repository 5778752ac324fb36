"""Frames drawn by Tagloom itself, from `theme/bare/frame.html`: no host, nothing to install.

In: settings, the hand-written pages, the theme. Out: a Drawing with the addresses that MkDocs would have given its pages.
"""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tagloom.frames.frame import PAGES, Drawing, HostRefused, Section
from tagloom.frames.links import finish
from tagloom.frames.navigation import Stop, read_navigation
from tagloom.frames.slots import MARKS, cut_frame, source_address
from tagloom.problems import Place, Problem
from tagloom.settings import Settings
from tagloom.text import yaml
from tagloom.theme import theme_files
from tagloom.urls import EXPLORE, HOME, encode, root_from

if TYPE_CHECKING:
    from jinja2 import Template

EXTENSIONS = ["extra", "admonition", "sane_lists"]
FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#[ \t]+(.+?)(?:[ \t]+#*)?(?:[ \t]+\{[^}]*\})?[ \t]*$", re.MULTILINE)
LINK = re.compile(r'(\s(?:href|src)=")([^":?#]*)([?#][^"]*)?"')
# The words of the frame's own parts that no page's words give.
WORDS = {
    "zh": {"skip": "跳到正文", "search": "搜索", "site": "本站"},
    "en": {"skip": "Skip to content", "search": "Search", "site": "Site"},
}


@dataclass(frozen=True, slots=True)
class Written:
    """A hand-written page: where it comes from (below content/pages), its address, title and description, its Markdown, and all of its text."""

    source: str
    address: str
    title: str
    description: str
    markdown: str
    text: str


@dataclass(frozen=True, slots=True)
class Tab:
    """One item of the navigation, as the template shows it."""

    title: str
    href: str
    active: bool
    group: tuple[Tab, ...] = ()


def draw(settings: Settings, root: Path, work: Path, sections: Sequence[Section], *, written: bool = True) -> Drawing:
    """Frames and, when `written`, the hand-written pages, which go to `work`. Raises HostRefused."""
    folder = root / PAGES
    sources = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()) if written else []
    pages = {source: read_page(folder / source, source) for source in sources if source.endswith(".md")}
    stops, problems = read_navigation(settings, root, sections, pages)
    problems += [taken(page, section) for page in pages.values() for section in sections if page.address == section.address]
    if problems:
        raise HostRefused(problems)
    look = Look(settings, root, stops, pages)
    frames = {}
    for section in sections:
        html = look.draw(section.address, MARKS["title"], MARKS["description"], MARKS["body"])
        frames[section.name] = cut_frame(html, section)
    site = work / "bare"
    shutil.rmtree(site, ignore_errors=True)
    files = {f"assets/{name}": file for name, file in theme_files(root, "bare").items() if not name.endswith(".html")}
    files |= {f"assets/{name}": file for name, file in theme_files(root, "assets").items()}
    files |= {source: folder / source for source in sources if source not in pages}
    # As with MkDocs, a page may link to the Markdown of a section, such as `tags/index.md`.
    known = frozenset([*sources, *(source_address(section.address) for section in sections)])
    warnings: list[Problem] = []
    for page in pages.values():
        file = site / page.address
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(look.page(page, known, warnings), "utf-8", newline="\n")
        files[page.address] = file
    return Drawing(frames, files, tuple(warnings))


def read_page(file: Path, source: str) -> Written:
    text = whole = file.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n")
    meta: Any = {}
    found = FRONT_MATTER.match(text)
    if found:
        try:
            meta = yaml.parse(found[1])
        except yaml.YamlError as error:
            place = Place(f"{PAGES}/{source}", error.line + 1, error.column)
            raise HostRefused([Problem(error.rule, "error", error.fact, place, error.remedy)]) from None
        text = text[found.end() :]
    meta = meta if isinstance(meta, dict) else {}
    heading = HEADING.search(text)
    stem = posixpath.basename(source).removesuffix(".md")
    title = str(meta.get("title") or (heading[1] if heading else stem.replace("-", " ")))
    return Written(source, address_of(source), title, str(meta.get("description") or ""), text, whole)


def address_of(source: str) -> str:
    """`guide/README.md` is published as `guide/index.html`, as MkDocs does."""
    folder, name = posixpath.split(source.removesuffix(".md"))
    return posixpath.join(folder, ("index" if name == "README" else name) + ".html")


def taken(page: Written, section: Section) -> Problem:
    fact = f"{page.address} would be made from this page and from the section '{section.name}'"
    return Problem("address-taken", "error", fact, Place(f"{PAGES}/{page.source}"), "rename the page")


class Look:
    """The template and all that every page shows."""

    def __init__(self, settings: Settings, root: Path, stops: Sequence[Stop], pages: dict[str, Written]) -> None:
        self.settings, self.stops, self.pages = settings, stops, pages
        self.words = WORDS["zh" if settings.language.startswith("zh") else "en"]
        self.template = template(root)

    def draw(self, address: str, title: str, description: str, body: str) -> str:
        """A whole page at `address`; its links start with the way up from there."""
        up = root_from(address)
        repo = self.settings.repo
        return self.template.render(
            site=self.settings,
            words=self.words,
            title=title,
            description=description,
            body=body,
            root=up,
            home=up + HOME,
            is_home=address == HOME,
            explore=up + EXPLORE if self.settings.wants("explore") else "",
            tabs=[self.tab(stop, address) for stop in self.stops],
            repo=repo if "://" in repo or not repo else f"https://github.com/{repo}",
        )

    def tab(self, stop: Stop, address: str) -> Tab:
        """`stop` as seen from the page at `address`; a group leads to its first page."""
        group = tuple(self.tab(inner, address) for inner in stop.group)
        if group:
            return Tab(stop.title, group[0].href, any(inner.active for inner in group), group)
        if stop.link:
            return Tab(stop.title, stop.link, active=False)
        target = stop.section.address if stop.section else self.pages[stop.page].address
        title = stop.title or self.pages[stop.page].title
        return Tab(title, root_from(address) + encode(target), target == address)

    def page(self, page: Written, known: frozenset[str], warnings: list[Problem]) -> str:
        """The finished hand-written page; dead links to other pages are added to `warnings`."""
        import markdown
        from markdown.extensions.toc import TocExtension, slugify_unicode

        body = markdown.markdown(page.markdown, extensions=[*EXTENSIONS, TocExtension(slugify=slugify_unicode)], output_format="html")
        if "<h1" not in body:
            body = f"<h1>{escape(page.title)}</h1>\n{body}"

        def link(found: re.Match[str]) -> str:
            path = found[2]
            if not path.endswith(".md"):
                return found[0]
            from urllib.parse import unquote

            base = "" if path.startswith("/") else posixpath.dirname(page.source)
            source = posixpath.normpath(posixpath.join(base, unquote(path).lstrip("/")))
            if source not in known:
                warnings.append(dead_link(page, path))
                return found[0]
            return f'{found[1]}{root_from(page.address)}{encode(address_of(source))}{found[3] or ""}"'

        html = self.draw(page.address, page.title, page.description or self.settings.description, LINK.sub(link, body))
        canonical = self.settings.absolute(encode(page.address))
        if canonical:
            html = html.replace("</head>", f'<link rel="canonical" href="{escape(canonical)}">\n</head>', 1)
        return finish(html, page.address)


def dead_link(page: Written, path: str) -> Problem:
    fact = f"'{path}' leads nowhere: no page of {PAGES} has this name"
    for number, line in enumerate(page.text.splitlines(), 1):
        if path in line:
            place = Place(f"{PAGES}/{page.source}", number, line.index(path) + 1, len(path))
            return Problem("dead-link", "warning", fact, place, source_line=line)
    return Problem("dead-link", "warning", fact, Place(f"{PAGES}/{page.source}"))


def escape(text: str) -> str:
    import html

    return html.escape(text)


def template(root: Path) -> Template:
    from jinja2 import Environment, FileSystemLoader

    folders = [file.parent for name, file in theme_files(root, "bare").items() if name == "frame.html"]
    return Environment(loader=FileSystemLoader(folders), autoescape=True, trim_blocks=True, lstrip_blocks=True).get_template("frame.html")
