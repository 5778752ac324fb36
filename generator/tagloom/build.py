"""The spine: content and site.yml in, a published site and a report out.

`build` reads like the table of contents of the program; each line leads to the module that does the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from tagloom import crew, urls
from tagloom.admit import Clock, admit, now
from tagloom.cache import Cache, on_sound_store
from tagloom.content.shelf import Texts, read_shelf
from tagloom.frames import Drawing, Host, HostRefused, Section, draw_frames, host_stamp, load_drawing, save_drawing
from tagloom.outputs import outputs
from tagloom.outputs.files import CopiedFile, host_files, media_files
from tagloom.outputs.output import Output
from tagloom.outputs.redirects import redirects
from tagloom.outputs.search import FOLDER, index_parts, keep_chunks
from tagloom.outputs.search.self_test import unfound
from tagloom.outputs.sitemap import sitemaps
from tagloom.pages import SECTIONS, shared_pages
from tagloom.pages.entries import EntryPages, EntryPlace
from tagloom.pages.page import Page, Site
from tagloom.places import CACHE, FRAMES, WORK, refuse_output
from tagloom.problems import Place, Problem, order
from tagloom.publish import MANY, Change, changes, publish
from tagloom.render import Press, template_stamp
from tagloom.report import Report
from tagloom.revision import Stamps, Stock, keep_snapshot, revised
from tagloom.seal import Seen, look, seal
from tagloom.settings import FILE, NAV, Settings, read_settings, unreadable
from tagloom.stamps import digest, program_stamp, reading_base
from tagloom.text.languages import Words, read_words
from tagloom.theme import theme_folders

Sheet = Page | Output | EntryPlace
Tell = Callable[[str, int, int], None]  # step, done, total


def silent(step: str, done: int, total: int) -> None:
    """Tells nobody."""


@on_sound_store
def build(
    root: Path,
    output: Path,
    *,
    jobs: int = 0,
    clock: Clock = now,
    tell: Tell = silent,
    host: Host | None = None,
    offline: Path | None = None,
    seen: Seen | None = None,
) -> Report:
    """Builds the site at `root` into `output`; keeps what it learns in `root/.tagloom`.

    Never raises for what an editor wrote: that is in the report's problems. Raises Stopped for an output folder that must not be one.
    `jobs`: processes, 0 for all cores. `host`: a site that another program builds; it gives settings and frames, and keeps its addresses.
    `offline` is a zip of the site, to be published with it and linked from home. `seen` is a look taken already.
    """
    report, jobs, began = Report(), jobs or crew.cores(), clock()
    if host is None:
        seen = seen or look(root, output, began)
    with report.step("settings"):
        settings, report.problems = (host.settings, []) if host else read_settings(root)
    if unreadable(report.problems):
        report.unusable = True
        return report
    refuse_output(root, output)
    with Cache(root / WORK / CACHE, output) as cache:
        with report.step("edit"):
            stock = revised(root, settings, cache, seen, report) if seen and not offline else None
        stock = stock or gathered(root, settings, cache, report, clock, jobs, host, offline)
        site, texts = stock.site, stock.texts
        with report.step("search"):  # before cards are begun: while one crew is at work, another cannot fork
            if settings.wants("search"):
                keep_chunks(site, index_parts(site), root / WORK / FOLDER, stock.stamps.program, texts.gather, jobs)
        with report.step("plan"):
            press = Press(site, root, stock.drawing.frames, stock.stamps.program, stock.stamps.look)
            press.begin_cards(cache, jobs)
            sheets = plan_sheets(press, stock.drawing, report, host.taken if host else frozenset(), offline)
        with report.step("stamps"):
            stamped = {address: (sheet, stamp_of(press, sheet)) for address, sheet in sheets.items()}
            change = changes(output, cache, stamped, made_now, seen, rest_stays=site.scope is not None)
        with report.step("cards"):
            draw_cards(press, texts, change, cache, jobs)
        with report.step("pages"):
            report.output = publish(output, cache, change, draw, press, jobs, lambda done: tell("pages", done, len(change.stale)))
            report.problems += unfound(site, output, report.output.written)
        with report.step("save"):
            report.problems.sort(key=order)
            save(cache, press, stock, seen if offline is None else None, report)
    if seen:
        seal(root, output, seen, report, began, change.on_disk)
    return report


def gathered(
    root: Path, settings: Settings, cache: Cache, report: Report, clock: Clock, jobs: int, host: Host | None, offline: Path | None
) -> Stock:
    """Everything the site is made from, read anew where it has changed."""
    program = program_stamp()
    # The host draws while the entries are read.
    frames, frames_stamp = begin_frames(root, settings, host, jobs)
    with report.step("reading"):
        shelf = read_shelf(root, settings, cache, reading_base(settings, program), jobs)
    with report.step("archive"):
        archive = admit(root, settings, shelf, report, clock)
    with report.step("frames"):
        drawing = frames()
        report.problems += drawing.problems
    site = Site(settings, archive, *words_of(root, settings), urls.offline(offline.name) if offline else "")
    stamps = Stamps(program, template_stamp(root), frames_stamp)
    return Stock(site, drawing, shelf.texts, stamps, frozenset(entry.digest for entry in shelf.entries))
def draw_cards(press: Press, texts: Texts, change: Change, cache: Cache, jobs: int) -> None:
    """Brings together the cards that stale pages show and the texts that other outputs ask for, in this process or another."""
    entries = press.site.archive.entries
    if len(change.stale) > MANY:
        texts.gather(entries.values())
    press.draw_cards([sheet for _, sheet, _ in change.stale if isinstance(sheet, Page)], texts, cache, jobs)
    texts.gather(entries[entry_id] for _, sheet, _ in change.stale if not isinstance(sheet, Page) for entry_id in sheet.reads)


def save(cache: Cache, press: Press, stock: Stock, seen: Seen | None, report: Report) -> None:
    """Keeps what was learnt, but for cards and texts that no entry has any more, and what the next edit may begin from."""
    site = stock.site
    if site.scope is None:
        cache.prune("card", "stamp", {press.card_base + site.entry_stamps[entry_id] for entry_id in site.archive.ids})
        cache.prune("prose", "digest", stock.digests)
    keep_snapshot(cache, stock, seen, report)
    cache.save()


def begin_frames(root: Path, settings: Settings, host: Host | None, jobs: int) -> tuple[Callable[[], Drawing], bytes]:
    """A function that gives the frames: the host's own, those of an earlier build while nothing they came from has changed, or new ones.

    And the stamp under which they are kept.
    """
    if host:
        drawing = host.drawing
        return lambda: drawing, b""
    words = read_words(theme_folders(root), settings.language)
    sections = [Section(name, words(f"section.{name}"), address) for name, address in SECTIONS.items() if settings.wants(name)]
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


def plan_sheets(press: Press, drawing: Drawing, report: Report, taken: frozenset[str], offline: Path | None) -> dict[str, Sheet]:
    """Everything that is to be published, by address. When two want one address, the first has it and both are named.

    What is `taken` belongs to the site that the archive is added to, such as its home page. Within a scope, only what may have changed.
    """
    site = press.site
    found: dict[str, Sheet] = {}
    folded: dict[str, Sheet] = {}

    def place(sheets: Iterable[Sheet]) -> None:
        for sheet in sheets:
            if sheet.address in taken or (isinstance(sheet, Page) and sheet.section not in drawing.frames):
                continue
            # Addresses that differ only in case are one file on many disks.
            owner = folded.setdefault(sheet.address.casefold(), sheet)
            if owner is sheet:
                found[sheet.address] = sheet
            else:
                fact = f"two want the address {sheet.address}: {owner.owner}, and {sheet.owner}"
                report.problems.append(Problem("same-address", "error", fact, Place(FILE), "rename one of them, or give a tag a `slug:`"))

    place(shared_pages(site))
    if "entries" in drawing.frames:
        place(press.entry_places(EntryPages(site)))
    place(outputs(site))
    if site.scope is not None:
        return found  # what follows tells of names and places of files, which are as they were
    place(media_files(press.root))
    place(host_files(drawing.files))
    place([CopiedFile(site.offline, offline, "bundle")] if offline else [])
    if site.settings.wants("sitemap"):
        place(sitemaps(site, found))
    place(redirects(site, frozenset(found)))
    return found


def made_now(sheet: Sheet) -> Page | Output:
    return sheet.page() if isinstance(sheet, EntryPlace) else sheet


def stamp_of(press: Press, sheet: Sheet) -> bytes:
    if isinstance(sheet, EntryPlace):
        return sheet.stamp
    if isinstance(sheet, Page):
        return press.stamp(sheet)
    return digest(press.program, press.look, type(sheet).__name__, sheet.stamp(press.site))


def draw(press: Press, sheet: Page | Output) -> bytes:
    """The bytes of a page or another output."""
    return press.render(sheet) if isinstance(sheet, Page) else sheet.render(press.site)
