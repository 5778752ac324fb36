"""Building again costs nothing and changes nothing, and two builds of the same input are the same bytes."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.conftest import Site, own_sources, tagloom


def contents(out: Path) -> dict[str, bytes]:
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def stamps(out: Path) -> dict[str, tuple[int, int, int]]:
    """Changes whenever a file is written anew, even with the same bytes."""
    found = {}
    for path in sorted(out.rglob("*")):
        about = path.stat()
        found[path.relative_to(out).as_posix()] = (about.st_mtime_ns, about.st_ino, about.st_ctime_ns)
    return found


def copied(site: Site, root: Path) -> Site:
    shutil.copytree(site.root, root)
    return Site(root, root / "site")


def test_a_second_build_writes_no_file(own_site: Site, tmp_path: Path) -> None:
    site = copied(own_site, tmp_path / "own")
    before = stamps(site.out)
    tagloom("build", cwd=site.root)
    assert stamps(site.out) == before


def test_a_build_elsewhere_gives_the_same_bytes(own_site: Site, tmp_path: Path) -> None:
    root = tmp_path / "another place"
    root.mkdir()
    own_sources(root)
    tagloom("build", cwd=root)
    assert contents(root / "site") == contents(own_site.out)


def test_a_build_without_its_cache_gives_the_same_bytes_and_writes_no_file(own_site: Site, tmp_path: Path) -> None:
    site = copied(own_site, tmp_path / "own")
    before = stamps(site.out)
    shutil.rmtree(site.root / ".tagloom")
    tagloom("build", cwd=site.root)
    assert contents(site.out) == contents(own_site.out)
    assert stamps(site.out) == before


def test_a_lost_page_comes_back(own_site: Site, tmp_path: Path) -> None:
    site = copied(own_site, tmp_path / "own")
    (site.out / "index.html").unlink()
    shutil.rmtree(site.out / "tags")
    tagloom("build", cwd=site.root)
    assert contents(site.out) == contents(own_site.out)


def test_a_file_the_tool_did_not_write_stays(own_site: Site, tmp_path: Path) -> None:
    site = copied(own_site, tmp_path / "own")
    (site.out / "CNAME").write_text("example.org\n", encoding="utf-8")
    tagloom("build", cwd=site.root)
    assert (site.out / "CNAME").read_text(encoding="utf-8") == "example.org\n"
