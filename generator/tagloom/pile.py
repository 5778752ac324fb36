"""Many small values as bytes, held in a few large blocks.

In: rows of keys and values. Out: the value under a key. To look at a Python value is to count it, and to count it is to write to its
page of memory, which a process that forked would then have to copy: of a hundred thousand cards each worker would come to hold its own.
A block is counted as one, however many values are in it; and blocks that would fill the memory wait in a file without a name.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar

from tagloom import crew

Key = TypeVar("Key", str, bytes)


class Pile(Generic[Key]):
    """Values by key; those added together lie in one block. Beyond `most` bytes blocks go to a file in `folder`, where one is named."""

    def __init__(self, folder: Path | None = None, most: int = 0) -> None:
        self.blocks: list[bytes | int] = []  # in memory, or where it begins in the file
        self.places: dict[Key, tuple[int, int, int]] = {}  # block, start, end
        # Only processes that fork share an open file.
        self.folder, self.most = folder if crew.may_fork() else None, most
        self.held = self.filed = 0
        self.file = -1  # its descriptor, once there is one

    def __getstate__(self) -> dict[str, Any]:
        blocks = [self.read(number, 0, None) for number in range(len(self.blocks))]
        return self.__dict__ | {"blocks": blocks, "file": -1, "folder": None, "filed": 0}

    def add(self, rows: Iterable[tuple[Key, bytes]]) -> None:
        values, end = [], 0
        for key, value in rows:
            start, end = end, end + len(value)
            self.places[key] = len(self.blocks), start, end
            values.append(value)
        block = b"".join(values)
        if self.folder is None or self.held + len(block) <= self.most:
            self.blocks.append(block)
            self.held += len(block)
            return
        if self.file < 0:
            self.open(self.folder)
        self.blocks.append(self.filed)
        view = memoryview(block)
        while view:
            written = os.write(self.file, view)
            self.filed, view = self.filed + written, view[written:]

    def open(self, folder: Path) -> None:
        """A file without a name in `folder`, which goes when the pile does."""
        import tempfile

        with tempfile.TemporaryFile(dir=folder) as file:
            self.file = os.dup(file.fileno())
        weakref.finalize(self, os.close, self.file)

    def read(self, number: int, start: int, end: int | None) -> bytes:
        """A part of a block, to its end where none is named."""
        block = self.blocks[number]
        if isinstance(block, bytes):
            return block[start:end]
        if end is None:
            end = next((later for later in self.blocks[number + 1 :] if isinstance(later, int)), self.filed) - block
        return os.pread(self.file, end - start, block + start)

    def get(self, key: Key) -> bytes | None:
        place = self.places.get(key)
        return self.read(*place) if place else None

    def items(self) -> Iterator[tuple[Key, bytes]]:
        for key, place in self.places.items():
            yield key, self.read(*place)

    def __len__(self) -> int:
        return len(self.places)

    def __contains__(self, key: Key) -> bool:
        return key in self.places
