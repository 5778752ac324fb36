"""Everything a site is made from, read anew where it has changed: content, vocabularies, words and frames in; `Stock` out.

A build after an edit that moved nothing does without this, and without the modules it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from tagloom import crew, urls
from tagloom.cache import Cache
from tagloom.clock import Clock
from tagloom.content.shelf import begin_shelf
from tagloom.frames import Drawing, Host, HostRefused, Section, draw_frames, host_stamp, load_drawing, save_drawing
from tagloom.places import FRAMES, WORK
from tagloom.report import Report
from tagloom.seal import Seen
from tagloom.settings import NAV, Settings
from tagloom.stamps import program_stamp, reading_base, template_stamp
from tagloom.stock import Stamps, Stock
from tagloom.text.languages import Words, read_words
from tagloom.theme import theme_folders


def gathered(
    root: Path,
    settings: Settings,
    cache: Cache,
    report: Report,
    clock: Clock,
    jobs: int,
    host: Host | None,
    offline: Path | None,
    seen: Seen | None,
) -> Stock:
    """Everything the site is made from, read anew where it has changed."""
    program = program_stamp()
    files = seen.entry_files(root) if seen else None
    # The host draws while the entries are read, and what comes after is loaded meanwhile.
    frames, frames_stamp = begin_frames(root, settings, host, jobs)
    with report.step("reading"):
        shelf_read = begin_shelf(root, settings, cache, reading_base(settings, program), jobs, files)
        import_module("tagloom.planning")
        from tagloom.admit import admit
        from tagloom.pages.page import Site

        stamps, words = Stamps(program, template_stamp(root), frames_stamp), words_of(root, settings)
        shelf = shelf_read()
    with report.step("archive"):
        archive = admit(root, settings, shelf, report, clock)
    with report.step("frames"):
        drawing = frames()
        report.problems += drawing.problems
    site = Site(settings, archive, *words, urls.offline(offline.name) if offline else "")
    return Stock(site, drawing, shelf.texts, stamps, frozenset(entry.digest for entry in shelf.entries), shelf.packed)


def begin_frames(root: Path, settings: Settings, host: Host | None, jobs: int) -> tuple[Callable[[], Drawing], bytes]:
    """A function that gives the frames: the host's own, those of an earlier build while nothing they came from has changed, or new ones.

    And the stamp under which they are kept.
    """
    if host:
        drawing = host.drawing
        return lambda: drawing, b""
    words = read_words(theme_folders(root), settings.language)
    sections = [Section(name, words(f"section.{name}"), address) for name, address in urls.SECTIONS.items() if settings.wants(name)]
    if settings.nav == NAV:
        # Nobody asked for what the site leaves out.
        settings = replace(settings, nav=tuple(name for name in NAV if settings.wants(name)))
    folder, stamp = root / WORK / FRAMES, host_stamp(settings, root, sections)
    kept = load_drawing(folder, stamp)
    if kept:
        return lambda: kept, stamp
    return crew.aside(new_frames, root, settings, folder, sections, stamp, jobs=jobs), stamp


def new_frames(root: Path, settings: Settings, folder: Path, sections: list[Section], stamp: bytes) -> Drawing:
    try:
        return save_drawing(draw_frames(settings, root, folder, sections), folder, stamp)
    except HostRefused as refused:
        # The entries are still worth reading without the host: the plain frame takes its place, and the problems say why.
        plain = replace(settings, frame="bare", mkdocs={}, nav=tuple(section.name for section in sections if section.name in NAV))
        work = root / WORK / "plain-frames"
        problems = refused.problems
        try:
            drawing = draw_frames(plain, root, work, sections)
        except HostRefused as again:
            # A hand-written page stands in the way of this one too.
            problems = [*problems, *again.problems]
            drawing = draw_frames(plain, root, work, sections, written=False)
        return replace(drawing, problems=tuple(dict.fromkeys((*problems, *drawing.problems))))


def words_of(root: Path, settings: Settings) -> tuple[Words, tuple[Words, ...]]:
    """The interface in the site's own language, and in each of its others."""
    own, *others = [read_words(theme_folders(root), language) for language in settings.languages]
    return own, tuple(others)
