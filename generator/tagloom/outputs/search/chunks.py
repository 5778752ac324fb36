"""Where each key stands in a run of up to a thousand entries: worked out once, and kept beside the cache.

In: the texts of the entries. Out: `Chunk`: for each of 2,048 groups of keys, key -> numbers of entries within the chunk, rising, and a
digest of each group, so that a change of one entry shows which shards of the index it touches. A kept chunk that is not what its name and
check sum say is worked out again.
"""

from __future__ import annotations

import hashlib
import marshal
import zlib
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from tagloom import crew
from tagloom.archive import Archive
from tagloom.entry import Entry
from tagloom.outputs.search.texts import searched
from tagloom.outputs.search.tokens import keys_of, shard_of
from tagloom.pages.page import Site
from tagloom.places import keep

GROUPS = 2048
DIGEST = 8
FOLDER = "search"

Group = dict[str, bytes]  # key -> numbers as an array of unsigned shorts


@dataclass(frozen=True, slots=True)
class Chunk:
    """`digests` (8 bytes a group) change with what a group holds; groups are read when they are asked for."""

    digests: bytes
    file: Path | None = None
    made: tuple[Group, ...] = ()

    def group(self, number: int) -> Group:
        return load_group(self.file, number) if self.file else self.made[number]


def chunk_groups(archive: Archive, ids: Sequence[str]) -> tuple[Group, ...]:
    """Which entries (by their place in `ids`) each key leads to."""
    places: dict[str, array[int]] = {}
    for number, entry_id in enumerate(ids):
        for key in keys_of(searched(archive, entry_id)):
            found = places.get(key)
            if found is None:
                found = places[key] = array("H")
            found.append(number)
    groups: list[dict[str, bytes]] = [{} for _ in range(GROUPS)]
    for key in sorted(places):
        groups[shard_of(key, GROUPS)][key] = places[key].tobytes()
    return tuple(groups)


def digests_of(groups: Iterable[bytes]) -> bytes:
    return b"".join([hashlib.blake2b(group, digest_size=DIGEST).digest() for group in groups])


def packed_groups(groups: Iterable[Group]) -> list[bytes]:
    return [marshal.dumps(group, 2) for group in groups]


def write_chunk(state: tuple[Archive, str], piece: tuple[str, tuple[str, ...]]) -> bytes:
    """Works out one chunk and keeps it under `piece[0]`; gives its digests."""
    archive, folder = state
    name, ids = piece
    groups = packed_groups(chunk_groups(archive, ids))
    digests = digests_of(groups)
    ends = array("I", accumulate(map(len, groups)))
    body = b"".join([digests, ends.tobytes(), *groups])
    keep(Path(folder, name), zlib.crc32(body).to_bytes(4, "big") + body)
    return digests


def load_group(file: Path, number: int) -> Group:
    data, ends = load_chunk(file)
    start = ends[number - 1] if number else 0
    group: Group = marshal.loads(data[start : ends[number]])
    return group


@lru_cache(maxsize=64)
def load_chunk(file: Path) -> tuple[memoryview, array[int]]:
    """The groups of a kept chunk as they were written, and where each ends. Unpacked all at once they would fill the memory."""
    body = memoryview(file.read_bytes())[4 + GROUPS * DIGEST :]
    ends = array("I")
    size = GROUPS * ends.itemsize
    ends.frombytes(body[:size])
    return body[size:], ends


def kept_digests(file: Path) -> bytes | None:
    """The digests of a kept chunk; None when it is not there or damaged."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    return data[4 : 4 + GROUPS * DIGEST] if zlib.crc32(data[4:]).to_bytes(4, "big") == data[:4] else None


def keep_chunks(
    site: Site,
    parts: Mapping[tuple[int, int], tuple[str, ...]],
    folder: Path,
    program: bytes,
    gather: Callable[[Iterable[Entry]], None],
    jobs: int,
) -> None:
    """Brings every chunk of the archive to hand (`parts`: first unit and units -> ids), working out those that changed.

    `gather` fetches the texts of entries, which other processes cannot do for themselves.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stamps = site.entry_stamps
    kept: dict[str, list[Path]] = {}  # by the part they tell of
    for file in folder.iterdir():
        kept.setdefault(file.name.rpartition("-")[0], []).append(file)
    names = {}
    for part, ids in parts.items():
        as_it_was = kept.get(f"{part[0]}-{part[1]}", [])
        if not site.shows_changes(ids) and len(as_it_was) == 1:
            names[part] = as_it_was[0].name
            continue
        stamp = hashlib.blake2b(program + b"".join([stamps[entry_id] for entry_id in ids]), digest_size=12).hexdigest()
        names[part] = f"{part[0]}-{part[1]}-{stamp}"
    found = {part: digests for part, name in names.items() if (digests := kept_digests(folder / name)) is not None}
    missing = [(part, (names[part], parts[part])) for part in parts if part not in found]
    gather(site.archive.entries[entry_id] for _, (_, ids) in missing for entry_id in ids)
    made = crew.share_out(write_chunk, (site.archive, str(folder)), [piece for _, piece in missing], jobs)
    found.update(zip([part for part, _ in missing], made, strict=True))
    places = {f"{start}-{units}" for start, units in parts}
    for place, files in kept.items():
        for file in files if site.scope is None or place in places else ():
            if file.name not in names.values():
                file.unlink()
    site.kept[FOLDER] = {part: Chunk(found[part], folder / names[part]) for part in parts}


def chunk(site: Site, start: int, units: int, ids: Sequence[str]) -> Chunk:
    """A chunk that `keep_chunks` brought to hand; else one worked out for the occasion."""
    kept: dict[tuple[int, int], Chunk] = site.kept.setdefault(FOLDER, {})
    found = kept.get((start, units))
    if found is None:
        groups = chunk_groups(site.archive, ids)
        found = kept[start, units] = Chunk(digests_of(packed_groups(groups)), None, groups)
    return found
