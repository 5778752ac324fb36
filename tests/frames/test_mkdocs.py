"""What MkDocs draws, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tagloom.frames import Drawing, HostRefused

from .sites import SITE_YML, drawing_of, lay

EMPTY = {"title": "", "description": "", "head": "", "body": ""}


def refusal(root: Path, mkdocs: str) -> list[str]:
    with pytest.raises(HostRefused) as refused:
        drawing_of(lay(root, site=f"title: T\n{mkdocs}"))
    return [str(problem) for problem in refused.value.problems]


@pytest.fixture(scope="module")
def drawing(tmp_path_factory: pytest.TempPathFactory) -> Drawing:
    return drawing_of(lay(tmp_path_factory.mktemp("site")))


def test_a_frame_is_small_enough_for_ten_thousand_pages(drawing: Drawing) -> None:
    for name, frame in drawing.frames.items():
        assert len(frame.fill(EMPTY, "../").encode()) < 9 * 1024, name


def test_what_a_published_site_does_not_use_is_left_out(drawing: Drawing) -> None:
    unwanted = [name for name in drawing.files if name.endswith(".map") or "lunr" in name or "workers" in name or "sitemap" in name]
    assert unwanted == []
    assert "404.html" not in drawing.files
    assert sum(file.stat().st_size for file in drawing.files.values()) < 500_000


def test_nothing_waits_for_a_server(drawing: Drawing) -> None:
    html = drawing.frames["home"].fill(EMPTY, "")
    assert "navigation.instant" not in html
    assert '"base": "."' in html
    assert 'new URL(".",location)' in html


def test_an_option_that_mkdocs_does_not_know_is_told_at_its_line(tmp_path: Path) -> None:
    (told,) = drawing_of(lay(tmp_path, site="title: T\nmkdocs:\n  theme:\n    language: zh\n  copyrihgt: me\n")).problems
    assert (told.place.line, told.severity, told.remedy) == (5, "warning", "did you mean 'copyright'?")


@pytest.mark.parametrize(
    ("mkdocs", "place"),
    [
        ("mkdocs:\n  plugins:\n    - no-such-plugin\n", "site.yml:4:7"),
        ("mkdocs:\n  markdown_extensions:\n    - admonition\n    - no.such.extension\n", "site.yml:5:7"),
        ("mkdocs:\n  theme:\n    name: no-such-theme\n", "site.yml:4:11"),
        ("mkdocs:\n  extra_css: style.css\n", "site.yml:3:14"),
        ("mkdocs:\n  docs_dir: elsewhere\n", "site.yml:3:3"),
        ("mkdocs:\n  hooks: [no_such_hook.py]\n", "site.yml:3:11"),
        ("mkdocs:\n  x: !!python/name:os.system\n", "site.yml:3:3"),
    ],
)
def test_a_value_that_mkdocs_refuses_is_told_at_its_place(tmp_path: Path, mkdocs: str, place: str) -> None:
    told = refusal(tmp_path, mkdocs)
    assert told[0].startswith(f"{place}: error"), told
    assert "Traceback" not in told[0]


def test_features_and_plugins_that_need_a_server_are_left_out_with_a_warning(tmp_path: Path) -> None:
    site = "title: T\nmkdocs:\n  theme:\n    features: [navigation.instant, navigation.footer]\n  plugins: [search, tags]\n"
    drawing = drawing_of(lay(tmp_path, site=site))
    assert [(problem.place.line, problem.severity) for problem in drawing.problems] == [(4, "warning"), (5, "warning")]
    html = drawing.frames["home"].fill(EMPTY, "")
    assert "navigation.instant" not in html
    assert "navigation.footer" in html


def test_the_sites_own_options_are_merged_in(tmp_path: Path) -> None:
    site = "title: T\nmkdocs:\n  theme:\n    palette: {scheme: slate, primary: teal}\n  copyright: Ours &copy; 2026\n"
    html = drawing_of(lay(tmp_path, site=site)).frames["tags"].fill(EMPTY, "../")
    assert 'data-md-color-primary="teal"' in html
    assert "Ours &copy; 2026" in html


def test_the_sites_own_theme_is_looked_in_first(tmp_path: Path) -> None:
    partial = tmp_path / "theme" / "mkdocs" / "partials" / "copyright.html"
    partial.parent.mkdir(parents=True)
    partial.write_text("<p>our own footer</p>", "utf-8")
    (tmp_path / "theme" / "assets").mkdir()
    (tmp_path / "theme" / "assets" / "tagloom.css").write_text("b{}", "utf-8")
    drawing = drawing_of(lay(tmp_path))
    assert "our own footer" in drawing.frames["tags"].fill(EMPTY, "../")
    assert drawing.files["assets/tagloom.css"].read_text("utf-8") == "b{}"


def test_a_theme_that_leaves_the_body_out_is_refused(tmp_path: Path) -> None:
    frame = tmp_path / "theme" / "mkdocs" / "tagloom-frame.html"
    frame.parent.mkdir(parents=True)
    frame.write_text("<head><title>x</title></head><body></body>", "utf-8")
    with pytest.raises(HostRefused) as refused:
        drawing_of(lay(tmp_path))
    assert "no place for the body" in refused.value.problems[0].fact


def test_a_dead_link_in_a_page_is_a_warning_at_its_place(tmp_path: Path) -> None:
    drawing = drawing_of(lay(tmp_path, site="title: T\n", pages={"about.md": "# About\n\nSee [it](nope.md) and [tags](tags/ai.html).\n"}))
    (problem,) = drawing.problems
    assert (problem.place.path, problem.place.line, problem.place.column, problem.rule) == ("content/pages/about.md", 3, 10, "dead-link")


def test_a_plugin_that_breaks_is_a_problem_and_not_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "hook.py").write_text("def on_nav(nav, config, files):\n    raise RuntimeError('my hook broke')\n", "utf-8")
    (told,) = refusal(tmp_path, "mkdocs:\n  hooks: [hook.py]\n")
    assert "my hook broke" in told


def test_a_site_without_hand_written_pages_is_drawn(tmp_path: Path) -> None:
    assert "tags" in drawing_of(lay(tmp_path, site="title: T\n", pages={})).frames


def test_two_drawings_of_one_site_are_equal(tmp_path: Path) -> None:
    first, second = (drawing_of(lay(tmp_path / name, site=SITE_YML)) for name in ("a", "b"))
    assert first.frames == second.frames
    assert {name: file.read_bytes() for name, file in first.files.items()} == {
        name: file.read_bytes() for name, file in second.files.items()
    }
