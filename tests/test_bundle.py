"""The site as one file: the same input gives the same bytes, and nothing of the site is missing."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tagloom.bundle import bundle_name, write_zip
from tests.conftest import tagloom

SITE = "title: R&D 读库\nurl: https://a.example/r/\nframe: bare\nlanguages: [zh]\n"
ENTRY = "---\ntitle: {title}\ndate: {date}\ntags: [一, two]\n---\n正文\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "content/entries").mkdir(parents=True)
    (tmp_path / "site.yml").write_text(SITE, encoding="utf-8")
    for name, date in (("a", "2026-03-04 10:00"), ("b", "2026-01-02")):
        (tmp_path / f"content/entries/{name}.md").write_text(ENTRY.format(title=name, date=date), encoding="utf-8")
    return tmp_path


def files_of(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_the_zip_is_the_site_and_is_named_with_it_and_its_newest_day(root: Path) -> None:
    tagloom("build", cwd=root)
    plain = files_of(root / "site")
    assert "r-and-d-读库-2026-03-04.zip" in tagloom("bundle", cwd=root).stdout
    file = root / "site/offline/r-and-d-读库-2026-03-04.zip"
    with zipfile.ZipFile(file) as pack:
        assert {name: pack.read(name) for name in pack.namelist()} == plain
        assert pack.namelist() == sorted(plain)
        assert {info.date_time for info in pack.infolist()} == {(2026, 3, 4, 0, 0, 0)}
        assert {info.external_attr >> 16 for info in pack.infolist()} == {0o100644}
    assert "offline/r-and-d-%E8%AF%BB%E5%BA%93-2026-03-04.zip" in (root / "site/index.html").read_text(encoding="utf-8")


def test_the_same_input_gives_the_same_bytes(root: Path, tmp_path: Path) -> None:
    tagloom("bundle", "--to", str(tmp_path / "first"), cwd=root)
    tagloom("bundle", "--to", str(tmp_path / "second"), "--output", str(tmp_path / "elsewhere"), cwd=root)
    assert files_of(tmp_path / "first") == files_of(tmp_path / "second")
    assert not (root / "site/offline").exists()


def test_a_new_zip_takes_the_old_ones_place(root: Path) -> None:
    tagloom("bundle", cwd=root)
    (root / "content/entries/c.md").write_text(ENTRY.format(title="c", date="2026-05-06"), encoding="utf-8")
    tagloom("bundle", cwd=root)
    assert [file.name for file in (root / "site/offline").iterdir()] == ["r-and-d-读库-2026-05-06.zip"]


def test_a_build_after_a_change_leaves_neither_an_old_zip_nor_a_dead_link(root: Path) -> None:
    tagloom("bundle", cwd=root)
    (root / "content/entries/b.md").unlink()
    tagloom("build", cwd=root)
    assert not (root / "site/offline").exists()
    assert "offline/" not in (root / "site/index.html").read_text(encoding="utf-8")


def test_a_site_that_wants_no_zip_gets_no_link(root: Path) -> None:
    (root / "site.yml").write_text(f"{SITE}outputs: {{bundle: no}}\n", encoding="utf-8")
    tagloom("bundle", cwd=root)
    assert not (root / "site/offline").exists()
    assert "offline/" not in (root / "site/index.html").read_text(encoding="utf-8")


def test_there_is_no_zip_without_a_site(tmp_path: Path) -> None:
    assert tagloom("bundle", cwd=tmp_path, check=False).returncode == 2


def test_an_archive_without_entries_or_of_old_ones_is_packed_too(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text("x", encoding="utf-8")
    assert bundle_name("读库", "") == "读库.zip"
    for day in ("", "1969-07-20"):
        write_zip(tmp_path / "a.zip", tmp_path, ["x.html"], day)
        with zipfile.ZipFile(tmp_path / "a.zip") as pack:
            assert [info.date_time for info in pack.infolist()] == [(1980, 1, 1, 0, 0, 0)]
