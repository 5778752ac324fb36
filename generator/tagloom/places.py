"""Where a build may write: an output folder in; nothing, or the reason why it must not be one, out. And how it keeps its own notes."""

from __future__ import annotations

from pathlib import Path

from tagloom.problems import Stopped

WORK = ".tagloom"
CACHE = "cache.sqlite"
FRAMES = "frames"
PREVIEW = f"{WORK}/preview"
# What a site's sources and Tagloom's own notes are kept in.
SOURCES = ("content", "theme", WORK, ".git", ".github")


def keep(file: Path, data: bytes) -> None:
    """Puts `data` into `file` at once: whoever reads it meanwhile, or after a build that was killed, finds the old or the new."""
    beside = file.with_name(f"{file.name}.new")
    beside.write_bytes(data)
    beside.replace(file)


def refuse_output(root: Path, output: Path) -> None:
    """Raises Stopped when pages in `output` would stand among, or above, what the site at `root` is made from."""
    real, home = output.resolve(), root.resolve()
    if home.is_relative_to(real):
        raise Stopped(f"{output} holds the site's sources, so pages cannot go there", "name a folder of its own, such as --output site")
    for name in SOURCES:
        source = (root / name).resolve()
        if real.is_relative_to(source) and real != (root / PREVIEW).resolve():
            raise Stopped(f"{output} is in {name}/, where the site's sources are", "name a folder of its own, such as --output site")
        if source.is_relative_to(real):
            raise Stopped(f"{output} holds the site's {name}/, so pages cannot go there", "name a folder of its own, such as --output site")
    if output.is_symlink() and not output.exists():
        raise Stopped(f"{output} is a symbolic link that leads nowhere", "remove it, or make the folder that it names")
    if output.exists() and not output.is_dir():
        raise Stopped(f"{output} is a file, and the pages need a folder", "move the file, or name another folder with --output")
