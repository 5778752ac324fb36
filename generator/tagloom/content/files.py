"""A site's folder in; the files of entries below it out, in one order on every machine. Reads no file."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

FOLDER = "content/entries"
MARKDOWN = (".md", ".markdown")
LISTS = (".yml", ".yaml", ".json")


class EntryFile(NamedTuple):
    """A file of entries on disk: its path below the site's root with `/` between its parts, bytes, and time of change."""

    path: str
    size: int
    mtime_ns: int


def entry_files(root: Path) -> Iterator[EntryFile]:
    """The files of entries below `root`, in order of path. Hidden files, unknown endings and symbolic links are passed over."""
    yield from files_in(str(root / FOLDER), FOLDER)


def entry_files_among(root: Path, facts: Mapping[str, tuple[int, int]], links: Collection[str]) -> Iterator[EntryFile]:
    """The same from a look at the site taken before: of each file its size and time, by its whole path, and which of them are `links`."""
    folder = f"{root / FOLDER}{os.sep}"
    hidden, before = f"{os.sep}.", len(folder)
    for path, (size, mtime) in facts.items():
        if path.startswith(folder) and path.lower().endswith(MARKDOWN + LISTS) and path not in links:
            inside = path[before:]
            if hidden not in inside and not inside.startswith(".") and is_utf8(inside):
                yield EntryFile(f"{FOLDER}/{inside.replace(os.sep, '/')}", size, mtime)


def files_in(folder: str, relative: str) -> Iterator[EntryFile]:
    try:
        with os.scandir(folder) as found:
            inside = sorted(found, key=lambda one: one.name)
    except (FileNotFoundError, NotADirectoryError):
        return
    for one in inside:
        if one.name.startswith(".") or one.is_symlink() or not is_utf8(one.name):
            continue
        if one.is_dir(follow_symlinks=False):
            yield from files_in(one.path, f"{relative}/{one.name}")
        elif one.name.lower().endswith(MARKDOWN + LISTS) and one.is_file(follow_symlinks=False):
            status = one.stat(follow_symlinks=False)
            yield EntryFile(f"{relative}/{one.name}", status.st_size, status.st_mtime_ns)


def is_utf8(name: str) -> bool:
    return name.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in name)
