"""Many small values as bytes, held in a few large blocks.

In: rows of keys and values. Out: the value under a key. To look at a Python value is to count it, and to count it is to write to its
page of memory, which a process that forked would then have to copy: of a hundred thousand cards each worker would come to hold its own.
A block is counted as one, however many values are in it. What workers make for each other they put into files without a name, and only
tell where it lies: it neither fills the memory nor passes through the process that leads them.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

Key = TypeVar("Key", str, bytes)


class Filed(NamedTuple):
    """A block in a spool: the spool's file, and the bytes it takes there."""

    file: int
    begin: int
    end: int


class Spool:
    """A file without a name in `folder`, which goes when nobody holds it. One process appends to it; those it forked from read it, too."""

    def __init__(self, folder: Path) -> None:
        import tempfile

        with tempfile.TemporaryFile(dir=folder) as file:
            self.file = os.dup(file.fileno())
        self.end = 0
        weakref.finalize(self, os.close, self.file)

    def append(self, values: Sequence[bytes]) -> int:
        """Where the first of `values` begins now; the others lie behind it."""
        begin, view = self.end, memoryview(b"".join(values))
        while view:
            written = os.write(self.file, view)
            self.end, view = self.end + written, view[written:]
        return begin


class Pile(Generic[Key]):
    """Values by key; those added together lie in one block."""

    def __init__(self) -> None:
        self.blocks: list[bytes | Filed] = []
        self.places: dict[Key, tuple[int, int, int]] = {}  # block, start, end
        self.spools: list[Spool] = []  # held for the blocks that lie in them

    def __getstate__(self) -> dict[str, Any]:
        blocks = [self.read(number, 0, None) for number in range(len(self.blocks))]
        return self.__dict__ | {"blocks": blocks, "spools": []}

    def add(self, rows: Iterable[tuple[Key, bytes]]) -> None:
        values, end = [], 0
        for key, value in rows:
            start, end = end, end + len(value)
            self.places[key] = len(self.blocks), start, end
            values.append(value)
        self.blocks.append(b"".join(values))

    def add_filed(self, keys: Sequence[Key], sizes: Sequence[int], spool: Spool, begin: int) -> int:
        """Adds values that lie one behind the other in `spool`, from `begin` on; gives where they end."""
        if spool not in self.spools:
            self.spools.append(spool)
        ends = list(accumulate(sizes, initial=0))
        number = len(self.blocks)
        self.places.update((key, (number, start, end)) for key, (start, end) in zip(keys, pairwise(ends), strict=True))
        self.blocks.append(Filed(spool.file, begin, begin + ends[-1]))
        return begin + ends[-1]

    def read(self, number: int, start: int, end: int | None) -> bytes:
        """A part of a block, to its end where none is named."""
        block = self.blocks[number]
        if isinstance(block, bytes):
            return block[start:end]
        file, begin, close = block
        return os.pread(file, (close - begin if end is None else end) - start, begin + start)

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
