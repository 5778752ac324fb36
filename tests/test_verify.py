"""A built site is looked over: each kind of fault is found at its file and line, and a whole site has none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tagloom.problems import Problem, Stopped
from tagloom.verify import own_url, verify
from tagloom.verify.pages import tags
from tests.conftest import Site as BuiltSite
from tests.conftest import tagloom

URL = "https://example.org/r/"
PAGE = '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>t</title>{head}</head>\n<body>\n{body}\n</body>\n</html>\n'
HOME = f'<link rel="canonical" href="{URL}index.html">'
SITEMAP = '<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{}\n</urlset>\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(
        tmp_path,
        "index.html",
        head=HOME,
        body='<a href="tags/a%26b.html#x">b</a> <a href="https://other.example/x">out</a> <a href="#top">up</a>',
    )
    write(
        tmp_path,
        "tags/a&b.html",
        body='<h1 id="x">x</h1> <a href="../index.html?q=1#main">home</a> <a name="old"></a><a href="#old">old</a>',
    )
    write(tmp_path, "404.html", body='<a href="/r/index.html">home</a>')
    write(tmp_path, "old.html", head='<meta http-equiv="refresh" content="0; url=index.html">')
    (tmp_path / "index.html").write_text(
        (tmp_path / "index.html").read_text(encoding="utf-8").replace("<body>", '<body id="main">'), encoding="utf-8"
    )
    (tmp_path / "a.css").write_text(
        "a { background: url(data:,) } /* url(gone.png) */ @font-face { src: url('f.woff2') }", encoding="utf-8"
    )
    (tmp_path / "f.woff2").write_bytes(b"")
    (tmp_path / "sitemap.xml").write_text(
        SITEMAP.format(f"<url><loc>{URL}index.html</loc></url><url><loc>{URL}tags/a%26b.html</loc></url>"), encoding="utf-8"
    )
    return tmp_path


def write(folder: Path, address: str, body: str = "", head: str = "") -> None:
    file = folder / address
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PAGE.format(head=head, body=body), encoding="utf-8")


def told(problems: list[Problem], folder: Path) -> list[str]:
    return [
        f"{problem.place.path.removeprefix(f'{folder.as_posix()}/')}:{problem.place.line} {problem.rule} {problem.severity}"
        for problem in problems
    ]


def test_a_whole_site_has_no_problem(folder: Path) -> None:
    assert verify(folder) == []


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ('<a href="gone.html">x</a>', "dead-link error"),
        ("<a href=gone.html>x</a>", "dead-link error"),
        ("<A HREF='gone.html'>x</A>", "dead-link error"),
        ('<img src="gone.png" alt="">', "dead-link error"),
        ('<img srcset="f.woff2 1x, gone.png 2x" alt="">', "dead-link error"),
        ('<form action="gone.html"></form>', "dead-link error"),
        ('<a href="tags/">x</a>', "dead-link error"),
        ('<a href="tags">x</a>', "dead-link error"),
        ('<a href="tags/A%26b.html">x</a>', "dead-link error"),
        ('<a href="tags/a%2526b.html">x</a>', "dead-link error"),
        ('<a href="é.html">x</a>', "dead-link error"),
        ('<a href="https://example.org/r/gone.html">x</a>', "dead-link error"),
        ('<a title="a > b" href="gone.html">x</a>', "dead-link error"),
        ('<a href="tags/a%26b.html#y">x</a>', "dead-anchor error"),
        ('<a href="#y">x</a>', "dead-anchor error"),
        ('<a href="../index.html">x</a>', "outside-base error"),
        ('<a href="/r/index.html">x</a>', "outside-base error"),
        ('<p id="p"></p><b id="p"></b>', "duplicate-id error"),
        ('<script src="https://cdn.example/x.js"></script>', "needs-network error"),
        ('<link rel="stylesheet" href="//cdn.example/x.css">', "needs-network error"),
        ('<link rel="preconnect" href="https://fonts.example">', "needs-network error"),
        ('<img src="https://pictures.example/x.png" alt="">', "needs-network warning"),
        ('<script type="module" src="f.woff2"></script>', "needs-server error"),
    ],
)
def test_a_fault_of_a_page_is_told_at_its_line(folder: Path, body: str, rule: str) -> None:
    write(folder, "index.html", head=HOME, body=f'<p>one</p>\n<p id="main">two</p>\n{body}')
    assert told(verify(folder), folder) == [f"index.html:7 {rule}"]


@pytest.mark.parametrize(
    "body",
    [
        "<!-- <a href='gone.html'> -->",
        "<script>var x = \"<a href='gone.html'>\";</script>",
        '<textarea><a href="gone.html"></textarea>',
        '<p>write &lt;a href="gone.html"&gt;</p>',
        '<a href="mailto:a@b.example">x</a>',
        '<a href="data:,x">x</a>',
        '<link rel="canonical" href="https://elsewhere.example/">',
        '<a href="https://example.org/other/gone.html">x</a>',
        '<a href="https://example.org/r/">home</a>',
        '<a href="tags/a%26b.html#:~:text=x">x</a>',
        '<a href="index.html?x=1&amp;y=2">x</a>',
        '<p id="1"></p><p id="2" data-id="1"></p>',
    ],
)
def test_what_is_fine_is_not_told(folder: Path, body: str) -> None:
    write(folder, "index.html", head=HOME, body=f'<p id="main"></p>{body}')
    assert told(verify(folder), folder) == []


@pytest.mark.parametrize(
    ("address", "text", "line"),
    [
        ("feed.xml", "<feed>\n<title>A & B</title></feed>", "feed.xml:2 not-well-formed error"),
        ("feed.xml", "<feed>\n<entry><id>a</id></entry>\n<entry><id>a</id></entry></feed>", "feed.xml:2 duplicate-id error"),
        ("feed.xml", f"<feed>\n<link href='{URL}gone.html'/></feed>", "feed.xml:2 dead-link error"),
        ("feeds.opml", "<opml>", "feeds.opml:1 not-well-formed error"),
        ("feed.json", '{"a": 1,}', "feed.json:1 not-well-formed error"),
        ("b.css", "a {\n background: url(gone.png) }", "b.css:2 dead-link error"),
        ("b.css", "@import 'https://cdn.example/x.css';", "b.css:1 needs-network error"),
        ("own.js", "// fetch(x)\nvar a = fetch('data.json');", "own.js:2 needs-server error"),
        ("own.js", "import x from './y.js';", "own.js:1 needs-server error"),
        ("new.html", PAGE.format(head="", body=""), "sitemap.xml:0 not-in-sitemap error"),
    ],
)
def test_a_fault_of_another_file_is_told_at_its_line(folder: Path, address: str, text: str, line: str) -> None:
    (folder / address).write_text(text, encoding="utf-8")
    assert told(verify(folder), folder) == [line]


def test_a_sitemap_lists_pages_that_are_there(folder: Path) -> None:
    (folder / "sitemap.xml").write_text(
        SITEMAP.format(f"<url><loc>{URL}index.html</loc></url><url><loc>{URL}old.html</loc></url>"), encoding="utf-8"
    )
    facts = [problem.fact for problem in verify(folder)]
    assert facts == ["tags/a&b.html is not in the sitemap", f"the sitemap lists {URL}old.html, which is no page to be found"]


def test_a_fault_of_many_pages_is_told_once(folder: Path) -> None:
    for name in "abc":
        write(folder, f"{name}.html", body='<a href="gone.html">x</a>', head='<meta name="robots" content="noindex">')
    (problem,) = verify(folder)
    assert str(problem.place).endswith("a.html:5")
    assert problem.fact == "'gone.html' leads to no file (and in 2 more places)"


def test_a_site_without_an_address_needs_no_sitemap(folder: Path) -> None:
    write(folder, "index.html", body='<p id="main">x</p>')
    (folder / "sitemap.xml").unlink()
    write(folder, "404.html", body='<a href="/index.html">home</a>')
    assert verify(folder) == []
    assert own_url('<link rel="canonical" href="https://a.example/r/index.html">') == "https://a.example/r/"


def test_a_folder_without_a_site_is_no_site(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        verify(tmp_path)


def test_this_repositorys_site_is_whole(own_site: BuiltSite) -> None:
    assert [str(problem) for problem in verify(own_site.out)] == []


def test_a_new_site_is_whole(starter_site: BuiltSite) -> None:
    assert [str(problem) for problem in verify(starter_site.out)] == []


def test_the_command_tells_problems_and_ends_with_1(folder: Path) -> None:
    assert tagloom("verify", folder.name, cwd=folder.parent).stdout == f"{folder.name}: nothing wrong\n"
    write(folder, "old.html", head='<meta http-equiv="refresh" content="0; url=gone.html">')
    run = tagloom("verify", folder.name, cwd=folder.parent, check=False)
    assert run.returncode == 1
    assert re.search(rf"{folder.name}/old.html:3: error\[dead-link\]: 'gone.html' leads to no file", run.stderr)
    assert tagloom("verify", "nowhere", cwd=folder, check=False).returncode == 2


def test_many_pages_are_read_by_several_processes(folder: Path) -> None:
    for number in range(450):
        write(folder, f"n/{number}.html", body='<a href="../tags/a%26b.html#gone">x</a>', head='<meta name="robots" content="noindex">')
    (problem,) = verify(folder, jobs=2)
    assert (problem.rule, problem.place.path.removeprefix(f"{folder.as_posix()}/")) == ("dead-anchor", "n/0.html")


@pytest.mark.parametrize("piece", ["<a ", '<a href="', "<!--", "<script ", "<script>", "<p a='\"", "</script"])
def test_reading_tags_takes_time_in_proportion_to_the_page(piece: str) -> None:
    # Squared, this would take minutes.
    assert len(list(tags(piece * 200_000))) < 200_001
