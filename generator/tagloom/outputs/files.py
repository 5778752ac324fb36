"""Files that are published as they are: the host's own pages and assets, and pictures that stand beside entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tagloom.pages.page import Site

# What may stand beside an entry and be linked from it. HTML and scripts may not: entries come from strangers.
MEDIA_ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".pdf", ".bib", ".csv", ".txt", ".mp4", ".webm", ".mp3"})
ENTRIES = Path("content", "entries")


@dataclass(frozen=True, slots=True)
class CopiedFile:
    """`file` at `address`; its size and mtime stand for its bytes."""

    address: str
    file: Path
    owner: str

    def stamp(self, site: Site) -> bytes:
        facts = self.file.stat()
        return f"{self.file}\0{facts.st_size}\0{facts.st_mtime_ns}".encode("utf-8", "surrogateescape")

    def render(self, site: Site) -> bytes:
        return self.file.read_bytes()


def host_files(files: Mapping[str, Path]) -> Iterator[CopiedFile]:
    for address, file in sorted(files.items()):
        yield CopiedFile(address, file, "content/pages" if address.endswith(".html") else str(file.name))


def media_files(root: Path) -> Iterator[CopiedFile]:
    """Pictures and documents below content/entries, at `entries/<their path>`. Links out of the folder are not followed."""
    home = (root / ENTRIES).resolve()
    for file in sorted((root / ENTRIES).rglob("*")):
        if file.suffix.lower() in MEDIA_ENDINGS and file.is_file() and file.resolve().is_relative_to(home):
            inner = file.relative_to(root / ENTRIES)
            if not any(part.startswith(".") for part in inner.parts):
                yield CopiedFile(f"entries/{inner.as_posix()}", file, file.relative_to(root).as_posix())
