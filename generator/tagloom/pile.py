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
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

Key = TypeVar("Key", str, bytes)


class Spool:
    """A file without a name in `folder`, which goes when nobody holds it. One process appends to it; those it forked from read it, too."""

    def __init__(self, folder: Path) -> None:
        import tempfile

        with tempfile.TemporaryFile(dir=folder) as file:
            self.file = os.dup(file.fileno())
        self.end = 0
        self.map = memoryview(b"")
        weakref.finalize(self, os.close, self.file)

    def append(self, values: Sequence[bytes]) -> int:
        """Where the first of `values` begins now; the others lie behind it."""
        begin, view = self.end, memoryview(b"".join(values))
        while view:
            written = os.write(self.file, view)
            self.end, view = self.end + written, view[written:]
        return begin

    def read(self, begin: int, end: int) -> bytes:
        return os.pread(self.file, end - begin, begin)

    def look_up(self, begin: int, end: int) -> memoryview:
        """The same from memory, where the file is seen as a whole: quicker, for what is read again and again."""
        if end > len(self.map):
            self.map = memoryview(mmap(self.file, 0, access=ACCESS_READ))
        return self.map[begin:end]


class Filed(NamedTuple):
    """A block in a spool, and the bytes it takes there."""

    spool: Spool
    begin: int
    end: int


class Pile(Generic[Key]):
    """Values by key; those added together lie in one block."""

    def __init__(self) -> None:
        self.blocks: list[bytes | Filed] = []
        self.places: dict[Key, tuple[int, int, int]] = {}  # block, start, end

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"blocks": [block if isinstance(block, bytes) else block.spool.read(*block[1:]) for block in self.blocks]}

    def add(self, rows: Iterable[tuple[Key, bytes]]) -> None:
        values, end = [], 0
        for key, value in rows:
            start, end = end, end + len(value)
            self.places[key] = len(self.blocks), start, end
            values.append(value)
        self.blocks.append(b"".join(values))

    def add_filed(self, keys: Sequence[Key], sizes: Sequence[int], spool: Spool, begin: int) -> int:
        """Adds values that lie one behind the other in `spool`, from `begin` on; gives where they end."""
        ends = list(accumulate(sizes, initial=0))
        number = len(self.blocks)
        self.places.update((key, (number, start, end)) for key, (start, end) in zip(keys, pairwise(ends), strict=True))
        self.blocks.append(Filed(spool, begin, begin + ends[-1]))
        return begin + ends[-1]

    def newest(self, keys: Iterable[Key]) -> Iterator[bytes]:
        """The values of `keys`, all of the block that was added last."""
        block = self.blocks[-1]
        data = block if isinstance(block, bytes) else block.spool.read(*block[1:])
        for key in keys:
            _, start, end = self.places[key]
            yield data[start:end]

    def place_of(self, key: Key) -> tuple[bytes | Spool, int, int] | None:
        """The block or spool that holds the value, and the bytes it takes there."""
        place = self.places.get(key)
        if place is None:
            return None
        number, start, end = place
        block = self.blocks[number]
        return (block, start, end) if isinstance(block, bytes) else (block.spool, block.begin + start, block.begin + end)

    def get(self, key: Key) -> bytes | None:
        place = self.place_of(key)
        if place is None:
            return None
        where, start, end = place
        return where[start:end] if isinstance(where, bytes) else where.read(start, end)

    def view(self, key: Key) -> bytes | memoryview | None:
        """The same, without a copy where it is filed. What is seen so counts as memory taken."""
        place = self.place_of(key)
        if place is None:
            return None
        where, start, end = place
        return where[start:end] if isinstance(where, bytes) else where.look_up(start, end)

    def items(self) -> Iterator[tuple[Key, bytes]]:
        for key in self.places:
            value = self.get(key)
            assert value is not None
            yield key, value

    def __len__(self) -> int:
        return len(self.places)

    def __contains__(self, key: Key) -> bool:
        return key in self.places
