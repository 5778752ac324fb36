"""Where templates, assets and words are found: a site's own `theme/` first, then the one that ships with Tagloom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent


def own_theme() -> Path:
    """The theme that ships: inside the wheel, or beside `generator/` in a checkout."""
    shipped = PACKAGE / "theme"
    return shipped if shipped.is_dir() else PACKAGE.parents[1] / "theme"


def theme_folders(root: Path) -> tuple[Path, ...]:
    """The folders to look in for the site at `root`, the site's own first."""
    site, shipped = root / "theme", own_theme()
    return (site, shipped) if site.is_dir() and site.resolve() != shipped.resolve() else (shipped,)


def theme_files(root: Path, part: str) -> dict[str, Path]:
    """The files below `part` (assets, bodies, locales) by their path in it; a site's own replace those that ship."""
    return {name: file for folder in reversed(theme_folders(root)) for name, file in files_below(folder / part)}


def files_below(folder: Path) -> Iterator[tuple[str, Path]]:
    """Each file below `folder` with its path from there, in order; hidden files are passed over."""
    if folder.is_dir():
        for file in sorted(folder.rglob("*")):
            if file.is_file() and not file.name.startswith("."):
                yield file.relative_to(folder).as_posix(), file
