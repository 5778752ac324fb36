"""What is to be published: a site in; every page and output by its address, with its stamp, and the bytes of those that are asked for, out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tagloom.cache import Cache
from tagloom.content.shelf import Texts
from tagloom.frames import Drawing
from tagloom.outputs import outputs
from tagloom.outputs.output import Output
from tagloom.pages import shared_pages
from tagloom.pages.entries import EntryPages, EntryPlace
from tagloom.pages.page import Page, Site
from tagloom.places import WORK
from tagloom.problems import Place, Problem
from tagloom.publish import MANY, Change
from tagloom.render import Press
from tagloom.report import Report
from tagloom.revision import keep_snapshot
from tagloom.seal import Seen
from tagloom.settings import FILE
from tagloom.stamps import digest
from tagloom.stock import Stock

Sheet = Page | Output | EntryPlace


def plan_sheets(press: Press, drawing: Drawing, report: Report, taken: frozenset[str], offline: Path | None) -> dict[str, Sheet]:
    """Everything that is to be published, by address. When two want one address, the first has it and both are named.

    What is `taken` belongs to the site that the archive is added to, such as its home page. Within a scope, only what may have changed.
    """
    site = press.site
    found: dict[str, Sheet] = {}
    folded: dict[str, Sheet] = {}

    def place(sheets: Iterable[Sheet]) -> None:
        for sheet in sheets:
            address = sheet.address
            if address in taken or (isinstance(sheet, Page) and sheet.section not in drawing.frames):
                continue
            # Addresses that differ only in case are one file on many disks.
            owner = folded.setdefault(address.casefold(), sheet)
            if owner is sheet:
                found[address] = sheet
            else:
                fact = f"two want the address {address}: {owner.owner}, and {sheet.owner}"
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


def press_of(stock: Stock, root: Path) -> Press:
    return Press(stock.site, root, stock.drawing.frames, stock.stamps.program, stock.stamps.look)


def stamped(press: Press, sheets: Mapping[str, Sheet]) -> dict[str, tuple[Sheet, bytes]]:
    """Each sheet with what it is made from as a stamp, by address."""
    return {address: (sheet, stamp_of(press, sheet)) for address, sheet in sheets.items()}


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


def draw_cards(press: Press, texts: Texts, change: Change, cache: Cache, jobs: int) -> None:
    """Brings together the cards that stale pages show and the texts that other outputs ask for, in this process or another."""
    entries, many = press.site.archive.entries, len(change.stale) > MANY
    if many:
        texts.gather(entries.values())
    pages = [sheet for _, sheet, _ in change.stale if isinstance(sheet, Page | EntryPlace)]
    press.draw_cards(pages, texts, cache, jobs)
    if not many:
        outputs = (sheet for _, sheet, _ in change.stale if not isinstance(sheet, Page | EntryPlace))
        texts.gather(entries[entry_id] for sheet in outputs for entry_id in sheet.reads)


def keep_search(stock: Stock, root: Path, jobs: int) -> None:
    """Brings the parts of the search's index to hand, those of earlier builds where nothing in them has changed."""
    if stock.site.settings.wants("search"):
        from tagloom.outputs.search import FOLDER, index_parts, keep_chunks

        keep_chunks(stock.site, index_parts(stock.site), root / WORK / FOLDER, stock.stamps.program, stock.texts.gather, jobs)


def search_faults(site: Site, output: Path, written: Iterable[str]) -> Iterator[Problem]:
    """A problem for each of the texts just written that the search does not find."""
    if site.settings.wants("search"):
        from tagloom.outputs.search.self_test import unfound

        yield from unfound(site, output, written)


def keep_for_edits(cache: Cache, press: Press, stock: Stock, seen: Seen | None) -> None:
    """Lets go of cards and texts that no entry has any more, and after a look (`seen`) keeps what the next edit may begin from."""
    site = stock.site
    if site.scope is None:
        ids, stamps = site.archive.ids, site.entry_stamps
        cache.prune("card", "stamp", len(ids), lambda: {press.card_base + stamps[entry_id] for entry_id in ids})
        cache.prune("prose", "digest", len(stock.digests), lambda: stock.digests)
    if seen is not None:
        keep_snapshot(press.root, cache, stock)
        seen.pack()
