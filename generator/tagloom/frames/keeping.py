"""A drawing on disk, so that a host is imported only when something it drew from has changed.

In: a site, and a folder of the caller's. Out: a fingerprint of all that a drawing depends on, and the drawing
kept there under that fingerprint. What is damaged or foreign is no drawing, and is drawn again.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tagloom.frames.frame import PAGES, Drawing, Frame, Section
from tagloom.places import keep
from tagloom.problems import Place, Problem
from tagloom.settings import FILE, Settings
from tagloom.theme import theme_files

KEPT = "drawing.json"
FORMAT = 1
# The folders of the theme that frames are drawn from.
DRAWN_FROM = ("mkdocs", "bare", "assets")
RELEVANT = ("title", "subtitle", "description", "url", "repo", "branch", "languages", "frame", "nav", "mkdocs")
OPTIONS = re.compile(r"^mkdocs:.*?(?=^[^\s#}\]-]|\Z)", re.DOTALL | re.MULTILINE)


def host_stamp(settings: Settings, root: Path, sections: Sequence[Section]) -> bytes:
    """Changes whenever a drawing of this site could. No host is imported to find out."""
    told = hashlib.blake2b(digest_size=16)
    for part in parts(settings, root, sections):
        piece = part if isinstance(part, bytes) else part.encode()
        told.update(len(piece).to_bytes(8, "big") + piece)
    return told.digest()


def parts(settings: Settings, root: Path, sections: Sequence[Section]) -> Iterator[str | bytes]:
    """Everything a drawing depends on, one after another."""
    yield str(FORMAT)
    for name in RELEVANT:
        yield repr(getattr(settings, name))
    yield own_options(root)
    yield repr(sections)
    yield repr(installed())
    for name in DRAWN_FROM:
        for address, file in theme_files(root, name).items():
            yield f"{name}/{address}"
            # Assets are published as they are, and nothing is drawn from them; but a drawing knows where each one is.
            yield str(file.is_relative_to(root)) if name == "assets" else file.read_bytes()
    for file in [*below(root / PAGES), *named_in_options(settings.mkdocs, root), *sorted(Path(__file__).parent.glob("*.py"))]:
        yield file.name if file.is_relative_to(Path(__file__).parent) else file.relative_to(root).as_posix()
        yield file.read_bytes()


def own_options(root: Path) -> str:
    """`mkdocs:` of site.yml as it is written: quotes and tags count, and Settings does not keep them."""
    file = root / FILE
    found = OPTIONS.search(file.read_text("utf-8-sig", "replace")) if file.is_file() else None
    return found[0] if found else ""


def installed() -> list[str]:
    """Names and versions of the packages beside the host: it, its theme, and any plugin that a site may use."""
    for name in ("mkdocs", "markdown"):
        spec = importlib.util.find_spec(name)
        if spec and spec.origin:
            packages = Path(spec.origin).parent.parent
            return sorted(entry.name for entry in packages.iterdir() if entry.suffix in (".dist-info", ".egg-info"))
    return []


def below(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())


def named_in_options(value: Any, root: Path) -> list[Path]:
    """Files of the site that `mkdocs:` names: hooks, snippets, and what is in a custom_dir."""
    found: list[Path] = []
    for name in places_in_options(value):
        place = root / name
        if name.endswith("/"):
            found += below(place)
        elif place.is_file():
            found.append(place)
    return found


def places_in_options(value: Any) -> Iterator[str]:
    """Every text of `mkdocs:` that may name a file of the site, be it there or not; a custom_dir with a `/` behind."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "custom_dir" and may_be_place(inner):
                yield f"{inner.rstrip('/')}/"
            else:
                yield from places_in_options(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from places_in_options(inner)
    elif may_be_place(value) and ".." not in Path(value).parts:
        yield value


def may_be_place(value: Any) -> bool:
    """Whether `value` may be a path seen from the site's folder."""
    return isinstance(value, str) and 0 < len(value) < 200 and not set("\n\0") & set(value) and not Path(value).is_absolute()


def save_drawing(drawing: Drawing, folder: Path, stamp: bytes = b"") -> Drawing:
    """Notes `drawing` in `folder` under `stamp`, and returns it. Its files stay where the host put them."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {
        "stamp": stamp.hex(),
        "frames": {name: [frame.parts, frame.slots] for name, frame in drawing.frames.items()},
        # A file of the theme may change while the drawing stands; one that the host wrote may not.
        "files": {
            address: [place(file, folder), print_of(file) if file.is_relative_to(folder.parent) else ""]
            for address, file in drawing.files.items()
        },
        "problems": [asdict(problem) for problem in drawing.problems],
    }
    keep(folder / KEPT, json.dumps(kept, ensure_ascii=False).encode())
    return drawing


def place(file: Path, folder: Path) -> str:
    """`file` as seen from `folder`, so that a checkout may move; its full path when they share no disk."""
    try:
        return os.path.relpath(file, folder)
    except ValueError:
        return str(file)


def print_of(file: Path) -> str:
    return hashlib.blake2b(file.read_bytes(), digest_size=16).hexdigest()


def load_drawing(folder: Path, stamp: bytes = b"") -> Drawing | None:
    """The drawing kept in `folder` under `stamp`, its files as the host left them; else None."""
    try:
        kept = json.loads((folder / KEPT).read_text("utf-8"))
        if kept["stamp"] != stamp.hex():
            return None
        files = {}
        for address, (where, digest) in kept["files"].items():
            file = (folder / where).resolve()
            if (digest and print_of(file) != digest) or not file.is_file():
                return None
            files[address] = file
        frames = {name: Frame(tuple(parts), tuple(slots)) for name, (parts, slots) in kept["frames"].items()}
        problems = tuple(Problem(**{**told, "place": Place(**told["place"])}) for told in kept["problems"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return Drawing(frames, files, problems)
