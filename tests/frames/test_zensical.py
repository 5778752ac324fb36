"""What Zensical draws, and what it is told apart from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tagloom.frames import HostRefused

from .sites import drawing_of, lay


def test_a_frame_is_about_as_small_as_materials(tmp_path: Path) -> None:
    drawing = drawing_of(lay(tmp_path, frame="zensical"))
    assert len(drawing.frames["tags"].fill(dict.fromkeys(("title", "description", "head", "body"), ""), "../").encode()) < 10 * 1024
    assert not [name for name in drawing.files if "workers" in name or "search" in name or "sitemap" in name]


def test_a_dead_link_in_a_page_is_a_warning_at_its_place(tmp_path: Path) -> None:
    pages = {"about.md": "# About\n\nSee [it](nope.md) and [tags](tags/ai.html).\n"}
    (problem,) = drawing_of(lay(tmp_path, site="title: T\n", pages=pages, frame="zensical")).problems
    assert (problem.place.path, problem.place.line, problem.place.column) == ("content/pages/about.md", 3, 10)
    assert "'nope.md'" in problem.fact


def test_plugins_are_left_out_with_a_warning(tmp_path: Path) -> None:
    site = "title: T\nmkdocs:\n  plugins: [tags]\n"
    (problem,) = drawing_of(lay(tmp_path, site=site, pages={}, frame="zensical")).problems
    assert (problem.severity, problem.place.line) == ("warning", 4)


def test_what_zensical_cannot_draw_is_a_problem_and_not_a_traceback(tmp_path: Path) -> None:
    partial = tmp_path / "theme" / "mkdocs" / "partials" / "header.html"
    partial.parent.mkdir(parents=True)
    partial.write_text("{% if %}", "utf-8")
    with pytest.raises(HostRefused) as refused:
        drawing_of(lay(tmp_path, frame="zensical"))
    assert "Zensical could not draw" in refused.value.problems[0].fact
