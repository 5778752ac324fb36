"""Whether anything at all has changed since the last build of an output folder.

In: the names, sizes and times of every file a build reads and of every file it wrote. Out: the report of that build when all are as they
were, so that a build with nothing to do parses nothing, imports nothing heavy and opens no store; else None. When only some of its
inputs have changed, `Seal.changed` names them.
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

FORMAT = 3
ABSENT = (-1, -1)
# Folders and files of a site that a build reads.
READ = ("content", "theme", "site.yml")


Facts = tuple[int, int]  # size and mtime of a file


class Seal(NamedTuple):
    """What the last build of an output folder left there: its report, and the print of the inputs it was made from."""

    report: Report
    print: str
    files: Path  # the facts of those inputs, packed

    def changed(self, seen: Seen) -> list[str] | None:
        """Paths of the inputs that are not as they were; None when one came or went, or when it is not known how they were."""
        try:
            packed = self.files.read_bytes()
        except OSError:
            return None
        if print_of(packed) != self.print:
            return None
        before, now = dict(marshal.loads(packed)), seen.facts()  # noqa: S302  (its print is the kept one)
        return [path for path, facts in now.items() if before[path] != facts] if before.keys() == now.keys() else None


class Seen(NamedTuple):
    """How the inputs and the output folder looked when a build began: the facts of each input, packed, and of each file of the site."""

    inputs: bytes
    on_disk: dict[str, Facts]

    last: Seal | None  # what the last build left, when the folder is as it left it

    @property
    def print(self) -> str:
        """Changes with any input's name, size or time."""
        return print_of(self.inputs)

    @property
    def unchanged(self) -> bool:
        """Whether a build now would do nothing."""
        return self.last is not None and self.last.print == self.print

    def facts(self) -> dict[str, Facts]:
        """Size and time of each input."""
        return dict(marshal.loads(self.inputs))  # noqa: S302  (packed in this process)


def look(root: Path, output: Path, now: datetime) -> Seen:
    """A look at everything a build reads and at all it may have written. `now` decides whether entries have come due since."""
    on_disk = dict(files_on_disk(output)) if output.is_dir() else {}
    return Seen(packed(inputs(root)), on_disk, read_seal(root, output, now, on_disk))


def read_seal(root: Path, output: Path, now: datetime, on_disk: Mapping[str, Facts]) -> Seal | None:
    """What the last build left in `output`, when no file there has changed since and no entry has come due; else None."""
    file = seal_file(root, output)
    try:
        kept = json.loads(file.read_bytes())
        if kept["format"] != FORMAT or not kept["from"] <= now.timestamp() < kept["until"]:
            return None
        if kept["outputs"] != print_of(packed(on_disk.items())):
            return None
        found, published, drafts, held_back = kept["counts"]
        problems = [Problem(row[0], row[1], row[2], Place(*row[3]), *row[4:]) for row in kept["problems"]]
        done = Published((), (), kept["files"], kept["size"], tuple((name, size) for name, size in kept["largest"]))
        report = Report(problems, found, published, drafts, held_back, next_due=kept["until"] if held_back else 0, output=done)
        return Seal(report, kept["inputs"], file.with_suffix(".files"))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def seal(root: Path, output: Path, before: Seen, report: Report, now: datetime, on_disk: Mapping[str, Facts]) -> None:
    """Keeps `report` for `read_seal`. `before` is how the inputs looked when the build began to read."""
    done = report.output
    if done is None or report.unusable:
        return
    kept = {
        "format": FORMAT,
        "inputs": before.print,
        "outputs": print_of(packed(on_disk.items())),
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
    for name, data in ((file.with_suffix(".files"), before.inputs), (file, json.dumps(kept).encode())):
        beside = name.with_name(f"{name.name}.new")
        beside.write_bytes(data)
        beside.replace(name)


def seal_file(root: Path, output: Path) -> Path:
    name = hashlib.blake2b(os.path.relpath(output, root).encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
    return root / WORK / f"seal-{name}.json"


def row_of(problem: Problem) -> list[object]:
    place = problem.place
    where = [place.path, place.line, place.column, place.width]
    return [problem.rule, problem.severity, problem.fact, where, problem.remedy, problem.source_line, problem.entry_id]


def packed(facts: Iterable[tuple[str, Facts]]) -> bytes:
    """Names and facts of files as bytes, whatever order they are met in."""
    return marshal.dumps(sorted(facts), 2)


def print_of(packed: bytes) -> str:
    return hashlib.blake2b(packed, digest_size=16).hexdigest()


def inputs(root: Path) -> Iterator[tuple[str, Facts]]:
    """Everything a build reads, with size and time: the site's files, Tagloom's own, and the folders packages are installed in."""
    for place in (*(str(root / name) for name in READ), str(PACKAGE), str(own_theme())):
        yield from facts_below(place)
    for folder in sys.path:
        # Changes when a package is installed, upgraded or removed.
        if folder.endswith("-packages"):
            yield folder, (0, Path(folder).stat().st_mtime_ns) if Path(folder).is_dir() else ABSENT


def facts_below(place: str) -> Iterator[tuple[str, Facts]]:
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


def facts_of(file: os.DirEntry[str]) -> Facts:
    """Size and time of a file, or of what a link leads to. A linked folder is not entered: it may hold itself."""
    try:
        status = file.stat()
    except OSError:
        return ABSENT
    return status.st_size, status.st_mtime_ns
