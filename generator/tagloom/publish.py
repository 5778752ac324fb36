"""Pages and other outputs in, files out: only what changed is written, what vanished is removed, nothing else is touched.

The manifest (the cache's table `made`) lists what this tool wrote, with the stamp of what it was made from. What takes the place of
another file is written beside it and renamed; an address is in the manifest before its file is on disk, so that a killed build leaves
nothing behind that the next one does not know.
"""

from __future__ import annotations

import contextlib
import errno
import os
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tagloom import crew
from tagloom.problems import Stopped

if TYPE_CHECKING:
    from tagloom.cache import Cache, MadeRow

PIECE = 100
MANY = 400
LARGEST = 5
# GitHub's limit for a published site, in bytes, and the part of it from which a keeper is told.
PAGES_LIMIT = 1_000_000_000
NEAR = 0.8

LINK = (-1, -1)
BESIDE = ".tagloom-new"
PLAIN = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
NEW, FRESH = PLAIN | os.O_EXCL, PLAIN | os.O_TRUNC
LONGEST_NAME = 240  # bytes; the name beside it must fit a disk as well


class Sheet(Protocol):
    """Anything with an address: a page, a feed, a data file."""

    @property
    def address(self) -> str: ...


class Look(Protocol):
    """How the output folder looked when the build began."""

    @property
    def on_disk(self) -> dict[str, tuple[int, int]]: ...

    @property
    def all_ours(self) -> bool: ...


Draw = Callable[[Any, Any], bytes]
DrawnRow = tuple[int, int, bytes, bool]  # size, mtime and digest of a file, and whether it was written


@dataclass(frozen=True, slots=True)
class Change:
    """What a build has to do: sheets to draw (address, sheet, stamp), addresses to remove, and what stays as it is."""

    stale: list[tuple[str, Any, bytes]]
    gone: list[str]
    sizes: dict[str, int]  # of the files that stay
    on_disk: dict[str, tuple[int, int]]  # size and mtime of every file in the folder


@dataclass(frozen=True, slots=True)
class Published:
    """What a build did to the output folder, and how large the whole site is now (bytes)."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    files: int
    size: int
    largest: tuple[tuple[str, int], ...]  # the largest files, with their bytes
    addresses: tuple[str, ...] = ()  # of the whole site; empty when nothing was looked at again

    @property
    def size_notice(self) -> list[str]:
        """What a keeper should hear before GitHub Pages refuses the site: its size, its largest files, and what makes it smaller."""
        if self.size < PAGES_LIMIT * NEAR:
            return []
        largest = ", ".join(f"{address} ({megabytes(size)})" for address, size in self.largest)
        return [
            f"The site is {megabytes(self.size)}; GitHub Pages publishes up to {megabytes(PAGES_LIMIT)}, in up to ten minutes.",
            f"  Its largest files: {largest}",
            "  Smaller: `lists: {compact: yes}` (older pages as lines), `tags: {min: 20}` (rare tags share pages),",
            "  `feeds: {items: 10}` (shorter feeds), `outputs:` (leave some out).",
        ]


def megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


def changes(
    output: Path,
    cache: Cache,
    sheets: Mapping[str, tuple[Any, bytes]],
    seen: Look | None = None,
    *,
    rest_stays: bool = False,
    jobs: int = 1,
) -> Change:
    """Compares `sheets` (address -> sheet, stamp) with the manifest and the disk.

    With a look taken already (`seen`), the disk is not looked over again. When the `rest_stays`, `sheets` are those that may have changed
    in a folder known to be as the last build left it.
    """
    if rest_stays and seen:
        stamps = cache.stamps_at(sheets)
        stale = [(address, sheet, stamp) for address, (sheet, stamp) in sheets.items() if stamps.get(address) != stamp]
        return Change(stale, [], dict(cache.sizes()), seen.on_disk)
    output.mkdir(parents=True, exist_ok=True)
    known = cache.made()
    on_disk = seen.on_disk if seen else dict(files_on_disk(output))
    if not known and seen and seen.all_ours:
        # The manifest is lost, but not what to tidy up.
        known = {address: (address, b"", *facts, b"") for address, facts in on_disk.items()}
    refuse_links(output, on_disk, [*sheets, *known])
    stale = []
    sizes = {}
    doubtful: list[MadeRow] = []
    for address, (sheet, stamp) in sheets.items():
        row, facts = known.get(address), on_disk.get(address)
        if row is None or row[1] != stamp or facts is None or facts[0] != row[2]:
            stale.append((address, sheet, stamp))
        elif facts == row[2:4]:
            sizes[address] = row[2]
        else:
            doubtful.append(row)
    for row, same in zip(doubtful, same_bytes(output, doubtful, jobs), strict=True):
        if same:
            sizes[row[0]] = row[2]
            cache.put_made([(*row[:3], on_disk[row[0]][1], row[4])])
        else:
            stale.append((row[0], *sheets[row[0]]))
    return Change(stale, [address for address in known if address not in sheets], sizes, on_disk)


def same_bytes(output: Path, rows: Sequence[MadeRow], jobs: int) -> Iterator[bool]:
    """For each file whose time alone has changed (a copy, a checkout), whether it is still what was written."""
    pieces = crew.split(rows, PIECE)
    for found in crew.share_out(compare_piece, str(output), pieces, jobs if len(rows) > MANY else 1):
        yield from found


def compare_piece(output: str, piece: Sequence[MadeRow]) -> list[bool]:
    return [digest_of(Path(output, *row[0].split("/")).read_bytes()) == row[4] for row in piece]


def digest_of(data: bytes) -> bytes:
    """Tells a file that was copied or checked out from one that was changed; it guards against no one, so a check sum will do."""
    return zlib.crc32(data).to_bytes(4, "big")


def announced(cache: Cache, change: Change) -> Change:
    """Puts what will be written, and what is to go, into the manifest. Told apart from `publish`, as it may be done while others still draw cards."""
    if change.stale:
        # What is gone, too: a build that was killed may have announced it, and nothing else tells of it.
        cache.announce([*(address for address, _, _ in change.stale), *change.gone])
    return change


def publish(
    output: Path,
    cache: Cache,
    change: Change,
    draw: Draw,
    state: Any,
    jobs: int,
    tick: Callable[[int, int], None],
    meanwhile: Callable[[], None],
) -> Published:
    """Writes what is stale and removes what is gone. `draw(state, sheet)` gives a sheet's bytes; `tick` hears of files done, and of how many.

    `meanwhile` is called once, while others draw where there are any.
    """
    # Where a disk takes names that differ only in case for one, what is gone must go before its like comes.
    coming = {address.casefold() for address, _, _ in change.stale}
    removed = remove(output, [address for address in change.gone if address.casefold() in coming], change.on_disk)
    written = []
    sizes = dict(change.sizes)
    done = 0
    pieces = crew.split(change.stale, PIECE)
    there = taken_places(change)
    share = crew.share_out(draw_piece, (str(output), there, draw, state), pieces, jobs if len(change.stale) > MANY else 1)
    meanwhile()
    for piece, rows in zip(pieces, share, strict=True):
        made: list[MadeRow] = []
        for (address, _, stamp), (size, mtime, digest, wrote) in zip(piece, rows, strict=True):
            made.append((address, stamp, size, mtime, digest))
            sizes[address] = size
            change.on_disk[address] = size, mtime
            if wrote:
                written.append(address)
        cache.put_made(made)
        done += len(rows)
        tick(done, len(change.stale))
    removed += remove(output, [address for address in change.gone if address.casefold() not in coming], change.on_disk)
    cache.drop_made(change.gone)
    cache.put_announced()
    largest = nsmallest(LARGEST, sizes.items(), key=lambda item: (-item[1], item[0]))
    return Published(tuple(written), tuple(removed), len(sizes), sum(sizes.values()), tuple(largest), tuple(sizes))


def taken_places(change: Change) -> set[str]:
    """The stale addresses at which, or beside which, something is already: of an earlier build, or left by one that was killed."""
    stale = {address for address, _, _ in change.stale}
    left = {name for name in change.on_disk if name.endswith(BESIDE)}
    return (change.on_disk.keys() & stale) | ({address for address in stale if name_beside(address) in left} if left else set())


def draw_piece(state: tuple[str, Collection[str], Draw, Any], piece: Sequence[tuple[str, Any, bytes]]) -> list[DrawnRow]:
    output, there, draw, inner = state
    rows = []
    for address, sheet, _ in piece:
        data = draw(inner, sheet)
        size, mtime, wrote = write_file(os.path.join(output, address.replace("/", os.sep)), data, address in there)
        rows.append((size, mtime, digest_of(data), wrote))
    return rows


def write_file(path: str, data: bytes, there: bool) -> tuple[int, int, bool]:
    """Puts `data` at `path`, unless something is `there` and it is the same. Returns its size, its mtime, and whether it was written."""
    if there:
        with contextlib.suppress(FileNotFoundError, IsADirectoryError), open(path, "rb") as file:
            if file.read() == data:
                return len(data), os.fstat(file.fileno()).st_mtime_ns, False
    else:
        try:
            # Half a file is no worse than none, and the manifest knows that it is not finished.
            return len(data), write_all(open_new(path, NEW), data), True
        except FileExistsError:
            pass
    beside = beside_of(path)
    mtime = write_all(open_new(beside, FRESH), data)
    try:
        os.replace(beside, path)
    except OSError:
        if not os.path.isdir(path):
            raise
        os.unlink(beside)
        raise Stopped(f"{path} is a folder, and a file of the site must stand there", "remove or rename that folder") from None
    return len(data), mtime, True


def beside_of(path: str) -> str:
    """Where a file is written before it takes its place at `path`."""
    # No character is longer than four bytes.
    if len(path) - path.rfind(os.sep) > LONGEST_NAME // 4:
        folder, name = os.path.split(path)
        if len(os.fsencode(name)) > LONGEST_NAME:
            path = os.path.join(folder, digest_of(os.fsencode(name)).hex())
    return path + BESIDE


def name_beside(address: str) -> str:
    """The same for an address: its name among the files of the folder."""
    return beside_of(address).replace(os.sep, "/")


def write_all(handle: int, data: bytes) -> int:
    """Writes `data` to the open file and closes it; gives its mtime."""
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(handle, view) :]
        return os.fstat(handle).st_mtime_ns
    finally:
        os.close(handle)


def open_new(path: str, flags: int) -> int:
    """A new or, with `FRESH`, emptied file at `path`, its folders made as needed. A symbolic link there is removed, never followed."""
    for _ in range(3):
        try:
            return os.open(path, flags, 0o666)
        except FileNotFoundError:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        except OSError as error:
            if error.errno != errno.ELOOP:
                raise
            os.unlink(path)
    return os.open(path, flags, 0o666)


def files_on_disk(output: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """Each file below `output`: its address, and its size and mtime. A symbolic link has the facts of no file."""
    folders = [(str(output), "")]
    while folders:
        folder, prefix = folders.pop()
        with os.scandir(folder) as items:
            for item in items:
                if item.is_dir(follow_symlinks=False):
                    folders.append((item.path, f"{prefix}{item.name}/"))
                elif item.is_symlink():
                    yield prefix + item.name, LINK
                else:
                    facts = item.stat(follow_symlinks=False)
                    yield prefix + item.name, (facts.st_size, facts.st_mtime_ns)


def refuse_links(output: Path, on_disk: Mapping[str, tuple[int, int]], addresses: Iterable[str]) -> None:
    """Raises Stopped when a folder of the site is a symbolic link: what is written below it would land elsewhere."""
    links = [address for address, facts in on_disk.items() if facts == LINK]
    for link in links:
        if any(address.startswith(f"{link}/") for address in addresses):
            raise Stopped(f"{output / link} is a symbolic link, and pages go below it", "remove the link: a folder takes its place")


def remove(output: Path, gone: Iterable[str], on_disk: dict[str, tuple[int, int]]) -> list[str]:
    """Removes the files at `gone`, half-written ones beside them, and folders left empty."""
    removed = []
    folders = set()
    for address in gone:
        path = output.joinpath(*address.split("/"))
        folders.add(path.parent)
        for name in (address, name_beside(address)):
            if on_disk.pop(name, None):
                output.joinpath(*name.split("/")).unlink(missing_ok=True)
        removed.append(address)
    for folder in sorted(folders, key=lambda one: -len(one.parts)):
        while folder != output and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
            folder = folder.parent
    return removed
