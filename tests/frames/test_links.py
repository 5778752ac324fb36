"""Links of a host's page, made to work from a folder on disk."""

from __future__ import annotations

import pytest

from tagloom.frames.links import finish, relink, shrink


@pytest.mark.parametrize(
    ("link", "page", "right"),
    [
        (".", "index.html", "index.html"),
        ("./", "guide/a.html", "../guide/index.html"),
        ("..", "guide/a.html", "../index.html"),
        ("../", "guide/a.html", "../index.html"),
        ("../#top", "guide/a.html", "../index.html#top"),
        ("b/?q=1", "guide/a.html", "../guide/b/index.html?q=1"),
        ("b.html", "guide/a.html", "../guide/b.html"),
        ("../../x.html", "guide/a.html", "../x.html"),
        ("%E6%A0%87.html", "a.html", "%E6%A0%87.html"),
        ("#here", "guide/a.html", "#here"),
        ("https://example.org/", "a.html", "https://example.org/"),
        ("mailto:a@example.org", "a.html", "mailto:a@example.org"),
        ("//example.org/x", "a.html", "//example.org/x"),
        ("data:image/png;base64,xx", "a.html", "data:image/png;base64,xx"),
    ],
)
def test_a_link_ends_in_a_file_name(link: str, page: str, right: str) -> None:
    assert finish(f'<a class="x" href="{link}">t</a>', page) == f'<a class="x" href="{right}">t</a>'


def test_text_that_looks_like_a_link_is_left_alone() -> None:
    html = '<p>write href="." or src=".."</p><pre>&lt;a href="."></pre><a title=\'href="."\' href=".">t</a>'
    assert relink(html, "index.html", "ROOT/") == html.replace('href=".">t', 'href="ROOT/index.html">t')


def test_preformatted_text_keeps_its_lines() -> None:
    assert shrink("<div>\n\n  <pre>\n  a\n\n  b</pre>\n  </div>\n") == "<div><pre>\n  a\n\n  b</pre></div>\n"
    assert "a b" in shrink("<p><a>a</a>\n  <a>b</a></p>").replace("<a>", "").replace("</a>\n", " ").replace("</a>", "")
