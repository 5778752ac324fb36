"""Files that are published as they are: the host's own pages and assets, and pictures that stand beside entries."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tagloom.content.files import is_utf8
from tagloom.pages.page import Site

# What may stand beside an entry and be linked from it. HTML and scripts may not: entries come from strangers.
MEDIA_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".pdf", ".bib", ".csv", ".txt", ".mp4", ".webm", ".mp3")
ENTRIES = Path("content", "entries")


@dataclass(frozen=True, slots=True)
class CopiedFile:
    """`file` at `address`; its size and mtime stand for its bytes."""

    address: str
    file: Path
    owner: str
    reads: tuple[str, ...] = ()

    def stamp(self, site: Site) -> bytes:
        facts = self.file.stat()
        return f"{self.file}\0{facts.st_size}\0{facts.st_mtime_ns}".encode("utf-8", "surrogateescape")

    def render(self, site: Site) -> bytes:
        return self.file.read_bytes()


def host_files(files: Mapping[str, Path]) -> Iterator[CopiedFile]:
    for address, file in sorted(files.items()):
        page = address.endswith(".html")
        yield CopiedFile(address, file, f"content/pages/{address.removesuffix('.html')}.md" if page else str(file.name))


def media_files(root: Path) -> Iterator[CopiedFile]:
    """Pictures and documents below content/entries, at `entries/<their path>`. Links are not followed."""
    for folder, inner in folders_below(str(root / ENTRIES), ""):
        with os.scandir(folder) as items:
            names = sorted(item.name for item in items if item.name.lower().endswith(MEDIA_ENDINGS) and item.is_file(follow_symlinks=False))
        for name in names:
            if not name.startswith(".") and is_utf8(name):
                yield CopiedFile(f"entries/{inner}{name}", Path(folder, name), f"{ENTRIES.as_posix()}/{inner}{name}")


def folders_below(folder: str, inner: str) -> Iterator[tuple[str, str]]:
    """`folder` and all visible folders below it, each with its path from there (`2026/06/`)."""
    try:
        with os.scandir(folder) as items:
            found = sorted(item.name for item in items if item.is_dir(follow_symlinks=False) and not item.name.startswith(".") and is_utf8(item.name))
    except (FileNotFoundError, NotADirectoryError):
        return
    yield folder, inner
    for name in found:
        yield from folders_below(os.path.join(folder, name), f"{inner}{name}/")
