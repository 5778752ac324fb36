"""Whether anything at all has changed since the last build of an output folder.

In: the names, sizes and times of every file a build reads and of every file it wrote. Out: the report of that build when all are as they
were, so that a build with nothing to do parses nothing, imports nothing heavy and opens no store; else None.
Times only save work here: a file with another time and the same bytes goes through the store, where content decides.
"""

from __future__ import annotations

import hashlib
import json
import marshal
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from tagloom.places import WORK
from tagloom.problems import Place, Problem
from tagloom.publish import Published, files_on_disk
from tagloom.report import Report
from tagloom.theme import PACKAGE, own_theme

FORMAT = 2
ABSENT = (-1, -1)
# Folders and files of a site that a build reads.
READ = ("content", "theme", "site.yml")


class Seen(NamedTuple):
    """How the inputs and the output folder looked when a build began: a print of the one, size and mtime of each file of the other."""

    inputs: str
    on_disk: dict[str, tuple[int, int]]


def look(root: Path, output: Path) -> Seen:
    return Seen(print_of(inputs(root)), dict(files_on_disk(output)) if output.is_dir() else {})


def sealed_report(root: Path, output: Path, now: datetime, seen: Seen) -> Report | None:
    """The last report, when no input and no output has changed since and no entry has come due; else None."""
    try:
        kept = json.loads(seal_file(root, output).read_bytes())
        if kept["format"] != FORMAT or not kept["from"] <= now.timestamp() < kept["until"]:
            return None
        if kept["inputs"] != seen.inputs or kept["outputs"] != print_of(seen.on_disk.items()):
            return None
        found, published, drafts, held_back = kept["counts"]
        problems = [Problem(row[0], row[1], row[2], Place(*row[3]), *row[4:]) for row in kept["problems"]]
        done = Published((), (), kept["files"], kept["size"], tuple((name, size) for name, size in kept["largest"]))
        return Report(problems, found, published, drafts, held_back, output=done)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def seal(root: Path, output: Path, before: str, report: Report, now: datetime, on_disk: Mapping[str, tuple[int, int]]) -> None:
    """Keeps `report` for `sealed_report`. `before` is the print of the inputs as they were when the build began to read."""
    done = report.output
    if done is None or report.unusable:
        return
    kept = {
        "format": FORMAT,
        "inputs": before,
        "outputs": print_of(on_disk.items()),
        # Without entries that wait for their time, the clock does not matter.
        "from": now.timestamp() if report.held_back else 0,
        "until": report.next_due if report.held_back else sys.float_info.max,
        "counts": [report.found, report.published, report.drafts, report.held_back],
        "problems": [row_of(problem) for problem in report.problems],
        "files": done.files,
        "size": done.size,
        "largest": done.largest,
    }
    file = seal_file(root, output)
    beside = file.with_suffix(".new")
    beside.write_text(json.dumps(kept), encoding="utf-8")
    beside.replace(file)


def seal_file(root: Path, output: Path) -> Path:
    name = hashlib.blake2b(os.path.relpath(output, root).encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
    return root / WORK / f"seal-{name}.json"


def row_of(problem: Problem) -> list[object]:
    place = problem.place
    where = [place.path, place.line, place.column, place.width]
    return [problem.rule, problem.severity, problem.fact, where, problem.remedy, problem.source_line, problem.entry_id]


def print_of(facts: Iterable[tuple[str, tuple[int, int]]]) -> str:
    """Changes with any name, size or time."""
    return hashlib.blake2b(marshal.dumps(sorted(facts), 2), digest_size=16).hexdigest()


def inputs(root: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """Everything a build reads, with size and time: the site's files, Tagloom's own, and the folders packages are installed in."""
    for place in (*(str(root / name) for name in READ), str(PACKAGE), str(own_theme())):
        yield from facts_below(place)
    for folder in sys.path:
        # Changes when a package is installed, upgraded or removed.
        if folder.endswith("-packages"):
            yield folder, (0, Path(folder).stat().st_mtime_ns) if Path(folder).is_dir() else ABSENT


def facts_below(place: str) -> Iterator[tuple[str, tuple[int, int]]]:
    try:
        with os.scandir(place) as found:
            for one in found:
                if one.is_dir(follow_symlinks=False):
                    if one.name != "__pycache__":
                        yield from facts_below(one.path)
                else:
                    yield one.path, facts_of(one)
    except NotADirectoryError:
        status = Path(place).stat()
        yield place, (status.st_size, status.st_mtime_ns)
    except OSError:
        # What is not there, or cannot be looked at, is told by the build.
        yield place, ABSENT


def facts_of(file: os.DirEntry[str]) -> tuple[int, int]:
    """Size and time of a file, or of what a link leads to. A linked folder is not entered: it may hold itself."""
    try:
        status = file.stat()
    except OSError:
        return ABSENT
    return status.st_size, status.st_mtime_ns
