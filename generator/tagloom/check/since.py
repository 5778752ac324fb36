"""What a pull request brings: the site as it is and the commit it parted from in; entries added, changed and removed, and whose problems they are, out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tagloom.check.git import changed_files, files_at, merge_base
from tagloom.content.files import FOLDER, LISTS, MARKDOWN
from tagloom.content.reading import read_file
from tagloom.entry import Entry, Prose
from tagloom.problems import Problem
from tagloom.settings import FILE, Settings, parse_settings

Told = tuple[str, str, str, str]  # path, rule, fact, id


@dataclass(frozen=True, slots=True)
class Since:
    """What differs from `base`. `before` holds the changed files as they were, `old` the entries they held."""

    base: str
    files: frozenset[str]
    before: dict[str, bytes]
    old: tuple[tuple[Entry, Prose], ...] = ()
    added: tuple[Entry, ...] = ()
    changed: tuple[tuple[Entry, Entry], ...] = ()  # as it was, as it is
    removed: tuple[Entry, ...] = ()
    told: frozenset[Told] = field(default_factory=frozenset)  # problems there were before

    @property
    def fresh(self) -> Mapping[tuple[str, int], int]:
        """Path and line of each entry that is changed (1) or added (2)."""
        changed = {(entry.path, entry.line): 1 for _, entry in self.changed}
        return changed | {(entry.path, entry.line): 2 for entry in self.added}

    def concerns(self, problems: Iterable[Problem], entries: Sequence[Entry]) -> list[Problem]:
        """Those of `problems` that the pull request answers for: all of a changed file, and of a list those of its items that changed.

        A change of site.yml can break any entry, so that with it all are told.
        """
        if FILE in self.files:
            return list(problems)
        fresh = self.fresh
        touched = {(entry.path, entry.id): (entry.path, entry.line) in fresh for entry in entries if entry.path in self.files}
        return [problem for problem in problems if problem.place.path in self.files and not self.is_old(problem, touched)]

    def is_old(self, problem: Problem, touched: Mapping[tuple[str, str], bool]) -> bool:
        """Whether a problem is that of an item of a list which has not changed; of an item that cannot be read, whether it was told before."""
        path = problem.place.path
        if not path.lower().endswith(LISTS) or not path.startswith(f"{FOLDER}/"):
            return False
        known = touched.get((path, problem.entry_id))
        return key_of(problem) in self.told if known is None else not known


def key_of(problem: Problem) -> Told:
    return problem.place.path, problem.rule, problem.fact, problem.entry_id


def changes_since(root: Path, revision: str, entries: Sequence[Entry], settings: Settings) -> Since:
    """What changed since HEAD parted from `revision`; what is not committed yet counts too. Raises Stopped."""
    base = merge_base(root, revision)
    files = changed_files(root, base)
    before = files_at(root, base, sorted(files))
    if FILE in files:
        settings = parse_settings(before[FILE].decode("utf-8", "replace"))[0] if FILE in before else settings
    readings = [read_file(path, data, settings) for path, data in before.items() if is_entry_file(path)]
    old_pairs = tuple(pair for reading in readings for pair in reading.entries)
    old = {entry.id: entry for entry, _ in old_pairs}
    new = {entry.id: entry for entry in entries if entry.path in files}
    return Since(
        base,
        files,
        before,
        old_pairs,
        tuple(entry for entry in new.values() if entry.id not in old),
        tuple((old[entry.id], entry) for entry in new.values() if entry.id in old and old[entry.id].digest != entry.digest),
        tuple(entry for entry in old.values() if entry.id not in new),
        frozenset(key_of(problem) for reading in readings for problem in reading.problems),
    )


def is_entry_file(path: str) -> bool:
    inner = path.removeprefix(f"{FOLDER}/")
    return inner != path and path.lower().endswith(MARKDOWN + LISTS) and not any(part.startswith(".") for part in inner.split("/"))
