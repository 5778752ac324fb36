"""Many small values as bytes, held in a few large blocks.

In: rows of keys and values. Out: the value under a key. To look at a Python value is to count it, and to count it is to write to its
page of memory, which a process that forked would then have to copy: of a hundred thousand cards each worker would come to hold its own.
A block is counted as one, however many values are in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

Key = TypeVar("Key", str, bytes)


class Pile(Generic[Key]):
    """Values by key; those added together lie in one block."""

    def __init__(self) -> None:
        self.blocks: list[bytes] = []
        self.places: dict[Key, tuple[int, int, int]] = {}  # block, start, end

    def add(self, rows: Iterable[tuple[Key, bytes]]) -> None:
        values, end = [], 0
        for key, value in rows:
            start, end = end, end + len(value)
            self.places[key] = len(self.blocks), start, end
            values.append(value)
        self.blocks.append(b"".join(values))

    def get(self, key: Key) -> bytes | None:
        place = self.places.get(key)
        return self.blocks[place[0]][place[1] : place[2]] if place else None

    def items(self) -> Iterator[tuple[Key, bytes]]:
        for key, (block, start, end) in self.places.items():
            yield key, self.blocks[block][start:end]

    def __len__(self) -> int:
        return len(self.places)

    def __contains__(self, key: Key) -> bool:
        return key in self.places
