"""The spine: content and site.yml in, a published site and a report out.

`build` reads like the table of contents of the program; each line leads to the module that does the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from tagloom import crew
from tagloom.cache import Cache, on_sound_store
from tagloom.clock import Clock, now
from tagloom.content.shelf import Texts
from tagloom.frames import Drawing, Host
from tagloom.outputs import outputs
from tagloom.outputs.output import Output
from tagloom.pages import shared_pages
from tagloom.pages.entries import EntryPages, EntryPlace
from tagloom.pages.page import Page
from tagloom.places import CACHE, WORK, refuse_output
from tagloom.problems import Place, Problem, order
from tagloom.publish import MANY, Change, announced, changes, publish
from tagloom.render import Press
from tagloom.report import Report
from tagloom.revision import Stock, keep_snapshot, revised
from tagloom.seal import Seen, look, seal
from tagloom.settings import FILE, read_settings, unreadable
from tagloom.stamps import digest

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
    seen = seen or (look(root, output, began) if host is None else None)
    with report.step("settings"):
        settings, report.problems = (host.settings, []) if host else read_settings(root)
    if unreadable(report.problems):
        report.unusable = True
        return report
    refuse_output(root, output)
    with Cache(root / WORK / CACHE, output) as cache:
        with report.step("edit"):
            stock = revised(root, settings, cache, None if offline else seen, report)
        if stock is None:
            from tagloom.gathering import gathered  # with all that reads, checks and draws frames: an edit does without

            stock = gathered(root, settings, cache, report, clock, jobs, host, offline)
        site, texts = stock.site, stock.texts
        with report.step("search"):  # before cards are begun: while one crew is at work, another cannot fork
            if settings.wants("search"):
                from tagloom.outputs.search import FOLDER, index_parts, keep_chunks

                keep_chunks(site, index_parts(site), root / WORK / FOLDER, stock.stamps.program, texts.gather, jobs)
        with report.step("plan"):
            press = Press(site, root, stock.drawing.frames, stock.stamps.program, stock.stamps.look)
            press.begin_cards(cache, jobs)
            sheets = plan_sheets(press, stock.drawing, report, host.taken if host else frozenset(), offline)
        with report.step("stamps"):
            stamped = {address: (sheet, stamp_of(press, sheet)) for address, sheet in sheets.items()}
            change = announced(cache, changes(output, cache, stamped, seen, rest_stays=site.scope is not None))
            del sheets, stamped  # what is to be drawn is in `change`; the rest of a large site's plan need not stay in memory
        with report.step("cards"):
            draw_cards(press, texts, change, cache, jobs)
        with report.step("pages"):
            report.output = publish(output, cache, change, draw, press, jobs, lambda done: tell("pages", done, len(change.stale)))
            if settings.wants("search"):
                from tagloom.outputs.search.self_test import unfound

                report.problems += unfound(site, output, report.output.written)
        with report.step("save"):
            report.problems.sort(key=order)
            save(cache, press, stock, seen if offline is None else None, report)
    if seen:
        seal(root, output, seen, report, began, change.on_disk)
    return report


def draw_cards(press: Press, texts: Texts, change: Change, cache: Cache, jobs: int) -> None:
    """Brings together the cards that stale pages show and the texts that other outputs ask for, in this process or another."""
    entries = press.site.archive.entries
    if len(change.stale) > MANY:
        texts.gather(entries.values())
    pages = [sheet for _, sheet, _ in change.stale if isinstance(sheet, Page | EntryPlace)]
    press.draw_cards(pages, texts, cache, jobs)
    texts.gather(entries[entry_id] for _, sheet, _ in change.stale if not isinstance(sheet, Page | EntryPlace) for entry_id in sheet.reads)


def save(cache: Cache, press: Press, stock: Stock, seen: Seen | None, report: Report) -> None:
    """Keeps what was learnt, but for cards and texts that no entry has any more, and what the next edit may begin from."""
    site = stock.site
    if site.scope is None:
        cache.prune("card", "stamp", {press.card_base + site.entry_stamps[entry_id] for entry_id in site.archive.ids})
        cache.prune("prose", "digest", stock.digests)
    keep_snapshot(press.root, cache, stock, seen, report)
    cache.save()


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
    from tagloom.outputs.files import CopiedFile, host_files, media_files
    from tagloom.outputs.redirects import redirects
    from tagloom.outputs.sitemap import sitemaps

    place(media_files(press.root))
    place(host_files(drawing.files))
    place([CopiedFile(site.offline, offline, "bundle")] if offline else [])
    if site.settings.wants("sitemap"):
        place(sitemaps(site, found))
    place(redirects(site, frozenset(found)))
    return found


def stamp_of(press: Press, sheet: Sheet) -> bytes:
    if isinstance(sheet, EntryPlace):
        return sheet.stamp
    if isinstance(sheet, Page):
        return press.stamp(sheet)
    return digest(press.program, press.look, type(sheet).__name__, sheet.stamp(press.site))


def draw(press: Press, sheet: Sheet) -> bytes:
    """The bytes of a page or another output."""
    if isinstance(sheet, EntryPlace):
        sheet = sheet.page()
    return press.render(sheet) if isinstance(sheet, Page) else sheet.render(press.site)
