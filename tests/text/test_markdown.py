"""An entry's Markdown comes out as on GitHub, and harmless."""

from __future__ import annotations

import pytest

from tagloom.text import cmark
from tagloom.text.markdown import block, inline, plain


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("plain words", "<p>plain words</p>"),
        ("**a** `b` ~~c~~", "<p><strong>a</strong> <code>b</code> <del>c</del></p>"),
        ("- 一\n- 二", "<ul>\n<li>一</li>\n<li>二</li>\n</ul>"),
        ("A & B \"x\" 'y'", "<p>A &amp; B &quot;x&quot; 'y'</p>"),
        ("&lt;script&gt;", "<p>&lt;script&gt;</p>"),
        ("# 标题", "<h3>标题</h3>"),
        ("```py\nx < 1\n```", '<pre><code class="language-py">x &lt; 1\n</code></pre>'),
        ("https://a.example/", '<p><a href="https://a.example/" rel="noopener">https://a.example/</a></p>'),
        ("- [x] done", "<ul>\n<li> done</li>\n</ul>"),
        ("", ""),
    ],
)
def test_markdown_is_githubs(source: str, html: str) -> None:
    assert block(source) == html


def test_tables_keep_their_columns() -> None:
    assert block("|a|b|\n|:-:|-|\n|1|2|").count('align="center"') == 2


@pytest.mark.parametrize(
    "source",
    [
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "![x](javascript:alert(1))",
        "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
        "<script>alert(1)</script>",
        "[a]: javascript:alert(1)\n\n[a]",
        "<javascript:alert(1)>",
        "```<script>\nx\n```",
        '``` x" onmouseover="alert(1)\nx\n```',
        "<svg/onload=alert(1)>",
        "&#106;avascript:alert(1) [x](&#106;avascript:alert(1))",
    ],
)
def test_nothing_of_an_entry_runs(source: str) -> None:
    for made in (block(source), inline(source)):
        assert not any(
            bad in made.replace("&quot;", "").lower()
            for bad in ("<script", "onerror=alert", 'href="javascript', 'src="javascript', "data:text", "<svg", 'onmouseover="')
        )


@pytest.mark.parametrize("reference", ["&#65534;", "&#x00FFFE;", "&#xffff;"])
@pytest.mark.parametrize("own", [True, False])
def test_references_to_what_is_no_letter_do_no_harm(reference: str, own: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this parser's own use of cmark, and in that of the package, which other systems have."""
    if not own:
        monkeypatch.setattr("ctypes.CDLL", lambda _: None)
    assert cmark.renderer.__wrapped__()(f"*a* {reference}b") == "<p><em>a</em> \ufffdb</p>\n"


def test_links_start_from_the_root() -> None:
    assert block("[a](b.png) [c](../tags/x.html) [d](/e) [f](#g)", "2026") == (
        '<p><a href="\x02entries/2026/b.png" rel="noopener">a</a> <a href="\x02tags/x.html" rel="noopener">c</a>'
        ' <a href="\x02e" rel="noopener">d</a> <a href="#g" rel="noopener">f</a></p>'
    )


def test_words_alone_are_one_line() -> None:
    assert plain("**A** & B\n\n- [x](y)\n- `c < d`") == "A & B x c < d"


def test_many_texts_take_no_more_memory_than_one() -> None:
    import resource

    source = "见 **粗体**\n\n- 一\n- 二 two\n" * 20
    for _ in range(200):
        block(source)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(3000):
        block(source)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


@pytest.mark.parametrize(
    "source", ["a <b>x</b> c", "1 < 2 & 3 > 2", "![alt](x.png) z", "a&nbsp;b", "x\n\n\ny", "- a\n- b", "https://a.example"]
)
def test_words_alone_hold_no_markup(source: str) -> None:
    assert not any(mark in plain(source) for mark in ("<b>", "</", "\n", "&nbsp;", "  "))


@pytest.mark.parametrize("source", [" lead", "tail ", "1. one", "+ plus", "www.a.example", "http://a.example", "tab\t"])
def test_what_markdown_reads_otherwise_is_not_taken_as_it_stands(source: str) -> None:
    assert block(source) != f"<p>{source}</p>"
