"""Which files are entries, and in what order they come."""

from __future__ import annotations

from pathlib import Path

from tagloom.content.files import entry_files


def write(root: Path, *paths: str) -> None:
    for path in paths:
        file = root / "content" / "entries" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x", encoding="utf-8")


def found(root: Path) -> list[str]:
    return [file.path.removeprefix("content/entries/") for file in entry_files(root)]


def test_entries_are_found_in_any_folder_in_order(tmp_path: Path) -> None:
    write(tmp_path, "b.md", "a.yml", "2026/10/z.yaml", "2026/09/y.markdown", "c.json", "模型.MD")
    assert found(tmp_path) == ["2026/09/y.markdown", "2026/10/z.yaml", "a.yml", "b.md", "c.json", "模型.MD"]


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


def test_a_file_comes_with_its_size_and_time(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    [file] = entry_files(tmp_path)
    status = (tmp_path / file.path).stat()
    assert (file.size, file.mtime_ns) == (1, status.st_mtime_ns)
