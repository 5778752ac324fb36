"""Fingerprints of what a build depends on besides the entries: values in, 16 bytes that change with them out."""

from __future__ import annotations

import hashlib
from pathlib import Path

from tagloom.settings import Settings
from tagloom.theme import PACKAGE, files_below, theme_files


def digest(*parts: bytes | str) -> bytes:
    """16 bytes that change with any of `parts`."""
    made = hashlib.blake2b(digest_size=16)
    for part in parts:
        made.update(part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass"))
        made.update(b"\0")
    return made.digest()


def reading_base(settings: Settings, program: bytes) -> bytes:
    """What reading an entry depends on besides its own bytes."""
    return digest(program, repr((settings.reading, settings.tags.most)))


def program_stamp() -> bytes:
    """Changes with any line of Tagloom, and with the libraries that turn entries into HTML."""
    from importlib.metadata import version

    parts: list[bytes | str] = [version(name) for name in ("PyYAML", "cmarkgfm", "nh3", "Jinja2", "babel")]
    for name, file in files_below(PACKAGE):
        if name.endswith(".py"):
            parts += [name, file.read_bytes()]
    return digest(*parts)


def template_stamp(root: Path) -> bytes:
    """Changes with any template or interface word of the site at `root`."""
    parts: list[bytes | str] = []
    for folder in ("bodies", "locales"):
        for name, file in sorted(theme_files(root, folder).items()):
            parts += [name, file.read_bytes()]
    return digest(*parts)
