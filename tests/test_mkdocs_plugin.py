"""An archive inside somebody's existing MkDocs site, beside the plugins it has already."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tagloom.mkdocs_plugin import TagloomPlugin

MKDOCS_YML = """\
site_name: Mine
site_url: https://mine.example.org/x/
theme: {name: material, font: false, features: [navigation.tabs]}
plugins: [search, tags, blog]
"""
NAV = """\
nav:
  - Home: index.md
  - Blog: blog/index.md
  - Archive: timeline/index.md
"""
ENTRY = "---\ntitle: Entry {n}\ndate: 2026-06-1{n} 10:00\ntags: [分布式训练, C++]\nsummary: words\n---\nbody\n"


def build_site(root: Path, extra: str = NAV) -> Path:
    """The site's output, built by MkDocs with the plugin as if it stood last in `plugins:`."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    files = {
        "mkdocs.yml": MKDOCS_YML + extra,
        "docs/index.md": "---\ntags: [theirs]\n---\n# Home\n\n[the archive](timeline/index.md)\n",
        "docs/blog/index.md": "# Blog\n",
        "docs/blog/posts/a.md": "---\ndate: 2024-01-01\n---\n# Post\n\ntext\n",
        **{f"content/entries/e{n}.md": ENTRY.format(n=n) for n in (1, 2, 3)},
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    config = load_config(str(root / "mkdocs.yml"))
    plugin = TagloomPlugin()
    plugin.load_config({})
    config.plugins["tagloom"] = plugin
    build(config)
    return root / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("theirs"))


def test_their_pages_stay_theirs(site: Path) -> None:
    home = (site / "index.html").read_text("utf-8")
    assert "the archive" in home
    assert 'href="timeline/index.html"' in home
    assert "<h1>404 - Not found</h1>" in (site / "404.html").read_text("utf-8")
    assert (site / "blog" / "2024" / "01" / "01" / "post" / "index.html").is_file()


def test_the_archive_hangs_in_their_frame(site: Path) -> None:
    page = (site / "tags" / "c-plus-plus.html").read_text("utf-8")
    assert "Entry 3" in page
    assert re.search(r'md-tabs__link">\s*Archive', page)
    assert 'href="../blog/index.html"' in page
    assert "TAGLOOMx" not in page
    month = (site / "timeline" / "2026-06.html").read_text("utf-8")
    assert re.search(r'md-tabs__item--active"><a href="\.\./timeline/index\.html"', month)


def test_their_search_still_works_on_archive_pages_and_does_not_list_frame_pages(site: Path) -> None:
    page = (site / "tags" / "c-plus-plus.html").read_text("utf-8")
    assert 'data-md-component="search"' in page
    assert re.search(r'"search": "\.\./assets/javascripts/workers/search\.\w+\.min\.js"', page)
    index = (site / "search" / "search_index.json").read_text("utf-8")
    assert "Post" in index
    assert "TAGLOOMx" not in index


def test_the_sitemap_names_their_pages_and_the_archives(site: Path) -> None:
    text = (site / "sitemap.xml").read_text("utf-8")
    found = re.findall(r"<loc>(.*?)</loc>", text)
    assert {"https://mine.example.org/x/", "https://mine.example.org/x/entries/e1.html"} <= set(found)
    assert len(found) == len(set(found))
    for address in found:
        path = address.removeprefix("https://mine.example.org/x/")
        from urllib.parse import unquote

        assert (site / unquote(path)).exists(), address


def test_a_page_of_theirs_in_the_place_of_a_section_is_kept(tmp_path: Path) -> None:
    (tmp_path / "docs" / "tags").mkdir(parents=True)
    (tmp_path / "docs" / "tags" / "index.md").write_text("# Our own tags\n", "utf-8")
    site = build_site(tmp_path, extra="")
    assert "Our own tags" in (site / "tags" / "index.html").read_text("utf-8")
    assert (site / "timeline" / "2026-06.html").is_file()


def test_building_twice_gives_the_same_files(tmp_path: Path) -> None:
    first = {file: file.read_bytes() for file in sorted(build_site(tmp_path).rglob("*.html"))}
    second = {file: file.read_bytes() for file in sorted(build_site(tmp_path).rglob("*.html"))}
    assert first == second
