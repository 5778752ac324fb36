"""Whether a built site is whole: a folder in; a problem for each thing that a reader, a program or a search engine would trip over out.

Looked for: dead links and anchors, links that leave the site's base, two elements of one id, XML and JSON that do not parse, pages
missing in the sitemap, and what needs a network or a server. Pages are read in several processes; what one page says of another
(anchors) is looked up afterwards. A fault that stands on many pages is told once, with their number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tagloom import crew
from tagloom.problems import Place, Problem, Severity, Stopped, order
from tagloom.publish import files_on_disk
from tagloom.verify.links import Ground
from tagloom.verify.pages import Fault, read_piece
from tagloom.verify.texts import in_sitemap, read_texts

PIECE = 100
MANY = 400
HOME = "index.html"
CANONICAL = re.compile(r'<link rel="?canonical"? href="([^"]+)"')
REMEDIES = {
    "dead-link": "mend the link, or add what it leads to",
    "dead-anchor": "mend the part after #, or give the element that id",
    "outside-base": "make the link relative",
    "duplicate-id": "give each element an id of its own",
    "not-well-formed": "tell it to the maintainers of what made the file",
    "not-in-sitemap": "build the site again; when that does not help, it is a fault of Tagloom's",
    "needs-network": "put a copy into the site's theme/assets or beside the entry",
    "needs-server": "use a classic script, which works from disk too",
}


def verify(folder: Path, url: str = "", *, jobs: int = 0) -> list[Problem]:
    """The problems of the site in `folder`, published at `url` (when not given, what its home page says). Raises Stopped without a site."""
    if not (folder / HOME).is_file():
        raise Stopped(f"there is no {HOME} in {folder}", "run `tagloom build`, or name the folder of a built site")
    files = frozenset(address for address, _ in files_on_disk(folder))
    ground = Ground(str(folder), files, url or own_url((folder / HOME).read_text(encoding="utf-8", errors="replace")))
    pages = sorted(address for address in files if address.endswith(".html"))
    faults: list[Fault] = []
    listed: list[str] = []
    anchors: dict[tuple[str, str], Fault] = {}
    jobs = (jobs or crew.cores()) if len(pages) > MANY else 1
    for read in crew.share_out(read_piece, ground, crew.split(pages, PIECE), jobs):
        faults += read.faults
        listed += read.listed
        for wanted, fault in read.anchors.items():
            anchors.setdefault(wanted, fault)
    faults += dead_anchors(ground, anchors)
    faults += read_texts(ground)
    faults += in_sitemap(ground, listed)
    return sorted(told(folder, faults), key=order)


def own_url(home: str) -> str:
    """Where the site is published, as its home page says; ends in a slash."""
    found = CANONICAL.search(home)
    return found[1].removesuffix(HOME) if found else ""


def dead_anchors(ground: Ground, wanted: dict[tuple[str, str], Fault]) -> list[Fault]:
    """The faults of those links in `wanted` (page, id) that no element of their page answers to."""
    from tagloom.verify.pages import ids_of

    known: dict[str, frozenset[str]] = {}
    faults = []
    for (address, anchor), fault in wanted.items():
        if address not in known:
            known[address] = ids_of(ground, address)
        if anchor not in known[address]:
            faults.append(fault)
    return faults


def told(folder: Path, faults: Iterable[Fault]) -> list[Problem]:
    """One problem for all faults of one kind and cause: at the first place, with the number of the others."""
    groups: dict[tuple[str, Severity, str], list[Fault]] = {}
    for fault in faults:
        groups.setdefault((fault.rule, fault.severity, fault.fact), []).append(fault)
    problems = []
    for (rule, severity, fact), group in groups.items():
        first = min(group, key=lambda fault: (fault.address, fault.line))
        more = f" (and in {len(group) - 1} more places)" if len(group) > 2 else " (and in one more place)" if len(group) == 2 else ""
        problems.append(Problem(rule, severity, fact + more, Place((folder / first.address).as_posix(), first.line), REMEDIES[rule]))
    return problems
