"""The spine: content and site.yml in, a published site and a report out.

`build` reads like the table of contents of the program; each line leads to the module that does the work.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tagloom import crew
from tagloom.cache import Cache, on_sound_store
from tagloom.clock import Clock, now
from tagloom.places import CACHE, WORK, refuse_output
from tagloom.problems import order
from tagloom.publish import announced, changes, publish
from tagloom.report import Report
from tagloom.revision import end_build, revised
from tagloom.seal import Seen, look, seal
from tagloom.settings import read_settings, unreadable

if TYPE_CHECKING:
    from tagloom.frames import Host

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
    seen = seen and seen.naming(root, settings.mkdocs)
    with Cache(root / WORK / CACHE, output) as cache:
        made_from, stock = cache.begun(), None
        if seen and seen.last and not offline:
            with report.step("edit"):
                stock = revised(root, settings, cache, seen, made_from, report)
        if stock is None:
            from tagloom.gathering import gathered  # with all that reads, checks and draws frames: an edit does without

            stock = gathered(root, settings, cache, report, clock, jobs, host, offline, seen)
        # Loaded by now, while others were reading.
        from tagloom.planning import draw, draw_cards, keep_for_edits, keep_search, plan_sheets, press_of, search_faults, stamped

        with report.step("search"):  # before cards are begun: two crews would share the cores
            keep_search(stock, root, jobs)
        with report.step("plan"):
            press = press_of(stock, root)
            press.begin_cards(cache, jobs)
            sheets = plan_sheets(press, stock.drawing, report, host.taken if host else frozenset(), offline)
        with report.step("stamps"):
            edit = stock.site.scope is not None
            change = announced(cache, changes(output, cache, stamped(press, sheets), seen, rest_stays=edit, jobs=jobs))
            del sheets  # what is to be drawn is in `change`; the rest of a large site's plan need not stay in memory
        with report.step("cards"):
            draw_cards(press, stock.texts, change, cache, jobs)
        with report.step("pages"):
            keep = partial(keep_for_edits, cache, press, stock, None if offline else seen)
            report.output = publish(output, cache, change, draw, press, jobs, partial(tell, "pages"), keep)
            report.problems += search_faults(stock.site, output, report.output.written)
        with report.step("save"):
            report.problems.sort(key=order)
            end_build(cache, None if offline else seen, report)
    if seen:
        seal(root, output, seen, report, began, change.on_disk)
    return report
