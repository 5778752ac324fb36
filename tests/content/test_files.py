"""Which files are entries, and in what order they come."""

from __future__ import annotations

import errno
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tagloom.content.files import entry_files
from tagloom.seal import look


def write(root: Path, *paths: str) -> None:
    for path in paths:
        file = root / "content" / "entries" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x", encoding="utf-8")


def found(root: Path) -> list[str]:
    files = list(entry_files(root))
    # A build has looked at the site already.
    assert sorted(look(root, root / "site", datetime.now(UTC)).entry_files(root)) == sorted(files)
    return [file.path.removeprefix("content/entries/") for file in files]


def test_entries_are_found_in_any_folder_in_order(tmp_path: Path) -> None:
    write(tmp_path, "__pycache__/d.md", "b.md", "a.yml", "2026/10/z.yaml", "2026/09/y.markdown", "c.json", "模型.MD")
    assert found(tmp_path) == ["2026/09/y.markdown", "2026/10/z.yaml", "__pycache__/d.md", "a.yml", "b.md", "c.json", "模型.MD"]


def test_hidden_files_and_unknown_endings_are_no_entries(tmp_path: Path) -> None:
    write(tmp_path, ".a.md", ".git/b.md", "c.txt", "d.md~", "e", "f.md")
    assert found(tmp_path) == ["f.md"]


def test_symbolic_links_are_not_followed(tmp_path: Path) -> None:
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    write(site, "a.md")
    write(elsewhere, "b.md")
    (site / "content/entries/out").symlink_to(elsewhere / "content/entries")
    (site / "content/entries/out.md").symlink_to(elsewhere / "content/entries/b.md")
    (site / "content/entries/loop").symlink_to(site / "content/entries")
    assert found(site) == ["a.md"]


def test_a_site_without_the_folder_has_no_entries(tmp_path: Path) -> None:
    assert found(tmp_path) == []


def test_links_that_lead_nowhere_and_names_that_are_no_text_are_no_entries(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "\udcff.md", "\udcff/b.md", ".hidden/c.md", "d/.e/f.md")
    (tmp_path / "content/entries/gone.md").symlink_to(tmp_path / "gone.md")
    assert found(tmp_path) == ["a.md"]


@pytest.mark.parametrize("closed", ["content", "content/entries", "content/entries/2026"])
def test_entries_in_a_folder_that_may_not_be_looked_into_are_not_passed_over(closed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.md", "2026/b.md")
    scan = os.scandir

    def scanned(folder: str) -> object:
        if Path(folder).is_relative_to(tmp_path / closed):
            raise PermissionError(errno.EACCES, "Permission denied", folder)
        return scan(folder)

    monkeypatch.setattr(os, "scandir", scanned)
    for files in (entry_files, look(tmp_path, tmp_path / "site", datetime.now(UTC)).entry_files):
        with pytest.raises(PermissionError):
            list(files(tmp_path))


def test_a_pipe_is_no_entry(tmp_path: Path) -> None:
    """A build that opened it would wait for somebody to write to it."""
    write(tmp_path, "a.md")
    os.mkfifo(tmp_path / "content/entries/b.md")
    assert found(tmp_path) == ["a.md"]


def test_the_folder_of_entries_may_be_a_link(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere", "a.md", "2026/b.md")
    (tmp_path / "site/content").mkdir(parents=True)
    (tmp_path / "site/content/entries").symlink_to(tmp_path / "elsewhere/content/entries")
    assert found(tmp_path / "site") == ["2026/b.md", "a.md"]


def test_a_file_comes_with_its_size_and_time(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    [file] = entry_files(tmp_path)
    status = (tmp_path / file.path).stat()
    assert (file.size, file.mtime_ns) == (1, status.st_mtime_ns)
