"""An archive inside somebody's existing MkDocs site: `plugins: [tagloom]` in its mkdocs.yml.

In: the site's own build, and beside its mkdocs.yml the entries (content/entries), vocabularies and a site.yml for what the archive
needs to know (kinds, categories, zone, …). Out: the archive's pages in the site's folder, in frames that the site's theme drew.
"""

from __future__ import annotations

import gzip
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from tagloom.build import build
from tagloom.frames import Drawing, Host, Section
from tagloom.frames.frame_pages import FramePages
from tagloom.frames.slots import NoPlace, cut_frame
from tagloom.problems import Problem, Stopped
from tagloom.settings import FILE, Settings, read_settings
from tagloom.text.languages import read_words
from tagloom.theme import own_theme, theme_files, theme_folders
from tagloom.urls import SECTIONS, encode

log = get_plugin_logger("tagloom")
SITEMAP = "sitemap.xml"
FIRST, LAST = 100, -100


class NoOptions(Config):
    """Everything is set in site.yml, as for a site that Tagloom builds itself."""


class TagloomPlugin(BasePlugin[NoOptions]):
    """Adds frame pages to the site's build, and writes the archive once the site is built."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Reads the settings, and offers the theme the template of frame pages."""
        self.root = Path(config.config_file_path).parent
        self.settings, problems = settings_for(self.root, config)
        tell(problems)
        words = read_words(theme_folders(self.root), self.settings.language)
        # A theme's static pages (404.html) are the site's own.
        mine = {name: address for name, address in SECTIONS.items() if address not in config.theme.static_templates}
        self.sections = [Section(name, words(f"section.{name}"), address) for name, address in mine.items()]
        self.pages = FramePages(self.sections)
        # At the end of the list: the site's theme goes before ours in everything that both have.
        config.theme.dirs.append(str(own_theme() / "mkdocs"))
        config.watch += [str(path) for path in (self.root / "content", self.root / FILE) if path.exists()]
        return config

    @event_priority(LAST)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        self.pages.added.clear()
        self.pages.add(files, config)
        return files

    @event_priority(LAST)
    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> Any:
        """Notes what the site writes itself, when every plugin has added its files."""
        own = {file.dest_uri for file in files if file.src_uri not in self.pages.added}
        self.taken = frozenset(own | set(config.theme.static_templates))
        return env

    def on_template_context(self, context: Any, *, template_name: str, **_: Any) -> Any:
        """Keeps frame pages out of the sitemap: the archive's pages are added to it once they are known."""
        if template_name == SITEMAP:
            context["pages"] = [file for file in context["pages"] if file.src_uri not in self.pages.added]
        return context

    def on_page_context(self, context: Any, *, page: Page, **_: Any) -> Any:
        self.pages.open(page)
        return context

    @event_priority(LAST)
    def on_post_page(self, output: str, *, page: Page, **_: Any) -> str:
        return self.pages.close(output, page)

    @event_priority(FIRST)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Writes the archive."""
        frames = {}
        for section in self.sections:
            if section.name in self.pages.drawn:
                try:
                    frames[section.name] = cut_frame(self.pages.drawn[section.name], section)
                except NoPlace as missing:
                    raise PluginError(f"the theme draws no place for the {missing} of '{section.name}' pages") from None
        files = {f"assets/{name}": file for name, file in theme_files(self.root, "assets").items()}
        host = Host(self.settings, Drawing(frames, files), self.taken)
        try:
            report = build(self.root, Path(config.site_dir), host=host)
        except Stopped as stopped:
            raise PluginError(str(stopped)) from None
        tell(report.problems)
        if report.output:
            extend_sitemap(Path(config.site_dir), [self.settings.absolute(encode(name)) for name in sorted(report.output.addresses)])
        log.info(report.closing_line)


def settings_for(root: Path, config: MkDocsConfig) -> tuple[Settings, list[Problem]]:
    """What site.yml says, or the defaults where there is none; the site's name, address and repository are MkDocs'."""
    settings, problems = read_settings(root)
    if not (root / FILE).is_file():
        problems = []
        language = config.theme.get("language") or str(config.theme.locale)
        settings = replace(settings, languages=(str(language),))
    repo = config.repo_url or settings.repo
    return replace(settings, title=config.site_name, url=config.site_url or settings.url, repo=repo), problems


def extend_sitemap(site: Path, addresses: list[str]) -> None:
    """Adds the archive's pages to the sitemap that MkDocs wrote, and to its packed copy."""
    file = site / SITEMAP
    if not file.is_file():
        return
    lines = "".join(f"  <url>\n    <loc>{escape(address)}</loc>\n  </url>\n" for address in addresses if address.endswith(".html"))
    text = file.read_text("utf-8").replace("</urlset>", f"{lines}</urlset>")
    file.write_text(text, "utf-8")
    (site / f"{SITEMAP}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def tell(problems: list[Problem]) -> None:
    """Says problems in MkDocs' own log, where `mkdocs build --strict` counts warnings and errors."""
    for problem in problems:
        say = {"error": log.error, "warning": log.warning}.get(problem.severity, log.info)
        say(str(problem))
