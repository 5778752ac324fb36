"""A host is imported only when something it drew from has changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tagloom.frames import host_stamp, load_drawing, save_drawing
from tagloom.settings import read_settings

from .sites import SECTIONS, drawing_of, lay

REPO = Path(__file__).parents[2]
LOAD = """
import sys
from pathlib import Path
from tagloom.frames import host_stamp, load_drawing
from tagloom.settings import read_settings
from tests.frames.sites import SECTIONS
root = Path(sys.argv[1])
stamp = host_stamp(read_settings(root)[0], root, SECTIONS)
assert load_drawing(root / ".tagloom" / "frames", stamp) is not None
print([name for name in ("mkdocs", "material", "markdown", "jinja2", "zensical") if name in sys.modules])
"""
BARE = """
import sys
for name in ("mkdocs", "material", "zensical"):
    sys.modules[name] = None
from pathlib import Path
from tests.frames.sites import drawing_of
print(len(drawing_of(Path(sys.argv[1])).frames))
"""


def run(program: str, root: Path) -> str:
    path = {"PYTHONPATH": f"{REPO / 'generator'}:{REPO}"}
    return subprocess.run([sys.executable, "-c", program, str(root)], env=path, capture_output=True, text=True, check=True).stdout.strip()


def stamp_of(root: Path) -> bytes:
    return host_stamp(read_settings(root)[0], root, SECTIONS)


def keep(root: Path) -> Path:
    folder = root / ".tagloom" / "frames"
    save_drawing(drawing_of(root), folder, stamp_of(root))
    return folder


def test_while_nothing_has_changed_the_host_is_not_imported(tmp_path: Path) -> None:
    keep(lay(tmp_path))
    assert run(LOAD, tmp_path) == "[]"


def test_bare_needs_no_host(tmp_path: Path) -> None:
    assert run(BARE, lay(tmp_path, frame="bare")) == str(len(SECTIONS))


def test_a_kept_drawing_is_the_drawing(tmp_path: Path) -> None:
    root = lay(tmp_path, site="title: T\n", pages={"a.md": "[x](no.md)\n"})
    drawing = drawing_of(root)
    folder = root / ".tagloom" / "frames"
    save_drawing(drawing, folder, b"1")
    kept = load_drawing(folder, b"1")
    assert kept is not None
    assert kept.frames == drawing.frames
    assert kept.problems == drawing.problems != ()
    assert {name: file.resolve() for name, file in kept.files.items()} == {name: file.resolve() for name, file in drawing.files.items()}
    assert load_drawing(folder, b"2") is None


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("content/pages/about.md", "# other\n"),
        ("content/pages/new.md", "# new\n"),
        ("theme/mkdocs/main.html", '{% extends "base.html" %}'),
        ("site.yml", "title: other\n"),
        ("site.yml", "title: T\nmkdocs:\n  extra: {a: 1.0}\n"),
        ("hook.py", "x = 1\n"),
    ],
)
def test_what_a_drawing_depends_on_changes_its_stamp(tmp_path: Path, file: str, text: str) -> None:
    lay(tmp_path, site='title: T\nmkdocs:\n  extra: {a: "1.0"}\n  hooks: [hook.py]\n')
    (tmp_path / "hook.py").write_text("", "utf-8")
    before = stamp_of(tmp_path)
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(text, "utf-8")
    assert stamp_of(tmp_path) != before


def test_entries_and_the_settings_of_lists_do_not_change_it(tmp_path: Path) -> None:
    lay(tmp_path, site="title: T\nmkdocs: {strict: no}\nlists: {page: 50}\n")
    before = stamp_of(tmp_path)
    lay(tmp_path, site="title: T\nmkdocs: {strict: no}\nlists: {page: 60}\n")
    (tmp_path / "content" / "entries").mkdir()
    (tmp_path / "content" / "entries" / "a.md").write_text("---\ntitle: a\n---\n", "utf-8")
    assert stamp_of(tmp_path) == before


@pytest.mark.parametrize("damage", ["", "{", '{"stamp": "31"}', "[]", '{"stamp": "31", "frames": {"a": 1}, "files": {}, "problems": []}'])
def test_a_damaged_drawing_is_drawn_again(tmp_path: Path, damage: str) -> None:
    (tmp_path / "drawing.json").write_text(damage, "utf-8")
    assert load_drawing(tmp_path, b"1") is None


def test_a_page_of_the_drawing_that_was_changed_on_disk_is_drawn_again(tmp_path: Path) -> None:
    folder = keep(lay(tmp_path))
    (tmp_path / ".tagloom" / "mkdocs" / "about.html").write_text("x", "utf-8")
    assert load_drawing(folder, stamp_of(tmp_path)) is None
