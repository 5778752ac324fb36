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
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tagloom import crew
from tagloom.content.files import EntryFile, entry_files, entry_files_among
from tagloom.places import WORK, keep
from tagloom.problems import Place, Problem
from tagloom.publish import Published, files_on_disk
from tagloom.report import Report
from tagloom.theme import PACKAGE, own_theme

FORMAT = 4
ABSENT = (-1, -1)
# Folders and files of a site that a build reads.
READ = ("content", "theme", "site.yml")
# Those of their folders that a build enters where they are links; any other linked folder it passes over.
ENTERED = ("content/entries", "content/pages", "theme/assets", "theme/bare", "theme/bodies", "theme/locales", "theme/mkdocs")
# What Python writes beside its modules. Where entries lie, a folder may be called so, too.
BYTECODE = "__pycache__"
# Before the path of a file that only site.yml makes one of the inputs.
NAMED = "named: "

Facts = tuple[int, int]  # size and mtime of a file


class Seal(NamedTuple):
    """What the last build of an output folder left there: its report, and the print of the inputs it was made from."""

    report: Report
    print: str
    files: Path  # the facts of those inputs, packed

    def changed(self, now: Mapping[str, Facts]) -> list[str] | None:
        """Paths of the inputs that are not as they were; None when one came or went, or when it is not known how they were."""
        try:
            packed = self.files.read_bytes()
        except OSError:
            return None
        if print_of(packed) != self.print:
            return None
        before = unpacked(packed)
        return [path for path, facts in now.items() if before[path] != facts] if before.keys() == now.keys() else None


@dataclass(frozen=True)
class Seen:
    """How the inputs and the output folder looked when a build began.

    `inputs` has the facts of each input, and `links` names those that are symbolic links or no files; `outputs` waits for those of the files of the site, packed, which are looked at meanwhile.
    `kept` is what `seal` wrote, unchecked; nothing when that cannot be read. `named` are the places that site.yml named then.
    """

    file: Path  # the seal
    now: datetime
    inputs: Mapping[str, Facts]
    links: frozenset[str]
    outputs: Callable[[], bytes]
    kept: Mapping[str, Any]
    named: tuple[str, ...]

    @cached_property
    def packed(self) -> bytes:
        return packed(self.inputs)

    @cached_property
    def print(self) -> str:
        """Changes with any input's name, size or time."""
        return print_of(self.packed)

    def pack(self) -> None:
        """Works out what is asked for in the end, while there is time."""
        assert self.print

    def entry_files(self, root: Path) -> Iterator[EntryFile]:
        """The files of entries, by this look. Raises OSError for a folder that cannot be looked into."""
        content = str(root / "content")
        if any(one == ABSENT and path.startswith(content) for path, one in self.inputs.items()):
            return entry_files(root)
        return entry_files_among(root, self.inputs, self.links)

    @cached_property
    def packed_outputs(self) -> bytes:
        return self.outputs()

    @cached_property
    def on_disk(self) -> dict[str, Facts]:
        """The facts of each file of the site."""
        return unpacked(self.packed_outputs)

    def naming(self, root: Path, options: Mapping[str, Any]) -> Seen:
        """This look, now that site.yml has been read: with the files that its `options` for the host name."""
        if not self.named and not options:
            return self
        from tagloom.frames.keeping import places_in_options

        places = tuple(places_in_options(options))
        if places == self.named:
            return self
        facts = {path: one for path, one in self.inputs.items() if not path.startswith(NAMED)}
        return replace(self, inputs=facts | named_inputs(root, places), outputs=lambda: self.packed_outputs, named=places)

    @cached_property
    def last(self) -> Seal | None:
        """What the last build left, when the folder is as it left it and no entry has come due since; else None."""
        kept = self.kept
        try:
            if not kept or not kept["from"] <= self.now.timestamp() < kept["until"] or kept["outputs"] != print_of(self.packed_outputs):
                return None
            found, published, drafts, held_back = kept["counts"]
            problems = [Problem(row[0], row[1], row[2], Place(*row[3]), *row[4:]) for row in kept["problems"]]
            done = Published((), (), kept["files"], kept["size"], tuple((name, size) for name, size in kept["largest"]))
            report = Report(problems, found, published, drafts, held_back, next_due=kept["until"] if held_back else 0, output=done)
            return Seal(report, kept["inputs"], self.file.with_suffix(".files"))
        except (KeyError, TypeError, ValueError):
            return None

    @property
    def all_ours(self) -> bool:
        """Whether every file in the folder is known to be one that a build wrote."""
        done = self.last.report.output if self.last else None
        return done is not None and done.files == len(self.on_disk)

    @property
    def sealed_report(self) -> Report | None:
        """The last report, when a build now would do nothing. Whether inputs have changed is known before all outputs have been looked at."""
        return self.last.report if self.kept and self.kept.get("inputs") == self.print and self.last else None


def look(root: Path, output: Path, now: datetime) -> Seen:
    """A look at everything a build reads and at all it may have written. `now` decides whether entries have come due since."""
    outputs = crew.meanwhile(packed_outputs, output)
    file = seal_file(root, output)
    kept = kept_in(file)
    places = kept.get("named")
    named = tuple(map(str, places)) if isinstance(places, list) else ()
    links: set[str] = set()
    return Seen(file, now, inputs(root, links) | named_inputs(root, named), frozenset(links), outputs, kept, named)


def kept_in(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and found.get("format") == FORMAT else {}


def packed_outputs(output: Path) -> bytes:
    return packed(dict(files_on_disk(output)) if output.is_dir() else {})


def seal(root: Path, output: Path, before: Seen, report: Report, now: datetime, on_disk: Mapping[str, Facts]) -> None:
    """Keeps `report` for the next look. `before` is how the inputs looked when the build began to read."""
    done = report.output
    if done is None or report.unusable:
        return
    kept = {
        "format": FORMAT,
        "inputs": before.print,
        "named": before.named,
        "outputs": print_of(packed(on_disk)),
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
    keep(file.with_suffix(".files"), before.packed)
    keep(file, json.dumps(kept).encode())


def seal_file(root: Path, output: Path) -> Path:
    name = hashlib.blake2b(os.path.relpath(output, root).encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
    return root / WORK / f"seal-{name}.json"


def row_of(problem: Problem) -> list[object]:
    place = problem.place
    where = [place.path, place.line, place.column, place.width]
    return [problem.rule, problem.severity, problem.fact, where, problem.remedy, problem.source_line, problem.entry_id]


def packed(facts: Mapping[str, Facts]) -> bytes:
    """Names and facts of files as bytes, whatever order they are met in."""
    return marshal.dumps(sorted(facts.items()), 2)


def unpacked(packed: bytes) -> dict[str, Facts]:
    return dict(marshal.loads(packed))


def print_of(packed: bytes) -> str:
    return hashlib.blake2b(packed, digest_size=16).hexdigest()


def inputs(root: Path, links: set[str]) -> dict[str, Facts]:
    """Everything a build reads, with size and time: the site's files, Tagloom's own, and the folders packages are installed in.

    Adds to `links` the paths of what is no ordinary file: symbolic links, and pipes that nobody may ever write to.
    """
    found: dict[str, Facts] = {}
    entered, content = [name for name in ENTERED if (root / name).is_symlink()], str(root / "content")
    for place in (*(str(root / name) for name in (*READ, *entered)), str(PACKAGE), str(own_theme())):
        add_facts_below(place, found, links, passed_over="" if place.startswith(content) else BYTECODE)
    for folder in sys.path:
        # Changes when a package is installed, upgraded or removed.
        if folder.endswith("-packages"):
            found[folder] = (0, Path(folder).stat().st_mtime_ns) if Path(folder).is_dir() else ABSENT
    return found


def named_inputs(root: Path, named: Iterable[str]) -> dict[str, Facts]:
    """The facts of the files that site.yml names beside them, and of what is in a folder, named with a `/` behind."""
    found: dict[str, Facts] = {}
    for name in named:
        place = str(root / name)
        if name.endswith("/") or not Path(place).is_dir():
            add_facts_below(place, found, set())
    return {NAMED + path: facts for path, facts in found.items()}


def add_facts_below(place: str, found: dict[str, Facts], links: set[str], passed_over: str = BYTECODE) -> None:
    """Adds the facts of each file at or below `place`; of a link, named in `links` as pipes are, those of what it leads to.

    A linked folder is not entered: it may hold itself.
    """
    try:
        with os.scandir(place) as inside:
            for one in inside:
                if one.is_dir(follow_symlinks=False):
                    if one.name != passed_over:
                        add_facts_below(one.path, found, links, passed_over)
                    continue
                if not one.is_file(follow_symlinks=False):
                    links.add(one.path)
                try:
                    status = one.stat()
                except OSError:
                    found[one.path] = ABSENT
                else:
                    found[one.path] = status.st_size, status.st_mtime_ns
    except NotADirectoryError:
        status = Path(place).stat()
        found[place] = status.st_size, status.st_mtime_ns
    except OSError:
        # What is not there, or cannot be looked at, is told by the build.
        found[place] = ABSENT
