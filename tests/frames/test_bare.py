"""What the bare frame does with hand-written pages."""

from __future__ import annotations

from pathlib import Path

from .sites import drawing_of, lay


def test_a_dead_link_in_a_page_is_a_warning_at_its_place(tmp_path: Path) -> None:
    pages = {"about.md": "---\ntitle: A\n---\nSee [it](nope.md), [tags](tags/index.md) and [ai](tags/ai.html).\n"}
    drawing = drawing_of(lay(tmp_path, site="title: T\n", pages=pages, frame="bare"))
    (problem,) = drawing.problems
    assert (problem.place.path, problem.place.line, problem.place.column) == ("content/pages/about.md", 4, 10)
    assert 'href="tags/index.html"' in drawing.files["about.html"].read_text("utf-8")


def test_a_page_has_its_title_description_and_canonical_address(tmp_path: Path) -> None:
    pages = {"关于.md": "---\ntitle: A & B\ndescription: Why\n---\ntext\n"}
    drawing = drawing_of(lay(tmp_path, site="title: T\nurl: https://example.org/r/\n", pages=pages, frame="bare"))
    html = drawing.files["关于.html"].read_text("utf-8")
    assert "<title>A &amp; B - T</title>" in html
    assert '<meta name="description" content="Why">' in html
    assert '<link rel="canonical" href="https://example.org/r/%E5%85%B3%E4%BA%8E.html">' in html
    assert "<h1>A &amp; B</h1>" in html
