"""`tagloom new` and `tagloom import`: from an idea or another format to a file, and never twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tagloom.check.site import check_site
from tagloom.cli import main
from tagloom.content.writing import NewEntry
from tagloom.importers.known import Known
from tagloom.new import ask_for_entry, free_id, list_file, open_desk, plan_entry
from tagloom.problems import Place, Stopped
from tests.importers.servers import RECORDED, Asked, answering, recorded

Run = Callable[..., Result]

SITE = """\
title: t
zone: Asia/Shanghai
languages: [zh, en]
kinds: {paper: {zh: 论文}, blog: {zh: 博客}}
categories: {model: {zh: 模型}}
"""
TAGS = "Distributed Training: {zh: 分布式训练, aliases: [DDP]}\nLong Context: {zh: 长上下文}\nLLM: {aliases: [Large Language Model]}\n"
PIPER = "---\ntitle: 'Piper: a system'\ndate: 2026-06-10\nurl: https://arxiv.org/abs/2606.11169v2\ntags: [Transformers, Attention]\nlinks:\n  doi: 10.1145/1.2\n  code: https://github.com/x/y\n---\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {"site.yml": SITE, "content/tags.yml": TAGS, "content/entries/2026/piper.md": PIPER}.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def server() -> Iterator[Asked]:
    replies = {"/arxiv": recorded("arxiv.xml", "application/atom+xml"), "/day-1": recorded("blog.html"), "/feed": recorded("feed.xml", "application/rss+xml"), "/old": recorded("plain.html")}
    with answering(replies) as asked:
        yield asked


@pytest.fixture
def run(root: Path, server: Asked, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in the site, with arXiv at the local server."""
    monkeypatch.chdir(root)
    monkeypatch.setenv("TAGLOOM_ARXIV", server.web.arxiv)
    monkeypatch.setenv("TAGLOOM_DOI", server.web.doi)

    def command(*words: str, typed: str = "") -> Result:
        return CliRunner().invoke(main, words, input=typed, prog_name="tagloom")

    return command


def sound(root: Path) -> bool:
    return not [problem for problem in check_site(root, jobs=1).problems if problem.severity != "hint"]


def test_an_entry_by_options(root: Path, run: Run) -> None:
    done = run("new", "--title", "RL: a survey #1", "--date", "2026/6/10", "-t", "DDP", "-t", "no, 2024", "--kind", "博客", "--url", "https://example.org/")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "wrote content/entries/2026/06/rl-a-survey-sharp-1.md\n", "")
    assert (root / "content/entries/2026/06/rl-a-survey-sharp-1.md").read_text("utf-8") == (
        "---\ntitle: 'RL: a survey #1'\ndate: 2026/6/10\ntags: [DDP, 'no', '2024']\nkind: 博客\nurl: https://example.org/\n---\n"
    )
    assert sound(root)


def test_an_entry_from_an_arxiv_address(root: Path, run: Run) -> None:
    done = run("new", "https://arxiv.org/abs/2310.01889v4", "--suggested", "--takeaway", "Rings: they hide #everything")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "wrote content/entries/2023/10/ring-attention-with-blockwise-transformers-for.md\n", "")
    text = (root / "content/entries/2023/10/ring-attention-with-blockwise-transformers-for.md").read_text("utf-8")
    assert "tags: [Transformers, Attention]\n" in text
    assert "takeaway: 'Rings: they hide #everything'\n" in text
    assert sound(root)


def test_tags_that_fit_are_named_when_none_is_given(run: Run) -> None:
    done = run("new", "--title", "分布式训练的长上下文方法 for LLMs", "--date", "2026-06-10")
    assert done.stdout.endswith("tags it may have: Distributed Training, Long Context, LLM (written with --suggested)\n")


def test_nothing_is_written_on_a_dry_run(root: Path, run: Run) -> None:
    done = run("new", "2310.01889", "--dry-run")
    assert done.stdout.startswith("---\ntitle: Ring Attention")
    assert [file.name for file in (root / "content/entries").rglob("*.*")] == ["piper.md"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("https://www.arxiv.org/pdf/2606.11169v1.pdf",), "the arXiv paper 2606.11169 is on the site already: content/entries/2026/piper.md:1"),
        (("10.1145/1.2",), "the DOI 10.1145/1.2 is on the site already: content/entries/2026/piper.md:1"),
        (("--title", "PIPER — a System"), "the title 'PIPER — a System' is on the site already: content/entries/2026/piper.md:1"),
        (("--title", "Other", "--id", "Piper"), "the id 'piper' is on the site already: content/entries/2026/piper.md:1"),
        (("--title", "x", "--url", "https://arxiv.org/abs/2606.11169#s"), "the arXiv paper 2606.11169 is on the site already: content/entries/2026/piper.md:1"),
    ],
)
def test_a_duplicate_is_refused_and_told_where_it_is(run: Run, server: Asked, words: tuple[str, ...], why: str) -> None:
    done = run("new", *words, "--date", "2026-06-10")
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"tagloom: {why}\n  change that entry instead\n")
    assert server.requests == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--title", "x", "--kind", "papr"), "'papr' is not a kind of this site\n  did you mean 'paper'?"),
        (("--title", "x", "--date", "2026-02-30"), "'2026-02-30' is not a date: day is out of range for month\n  write a day that the calendar has"),
        (("--title", "x", "--url", "javascript:alert(1)"), "an address may not begin with 'javascript:'\n  write one that begins with https://, or a path"),
        (("--date", "2026-06-10"), "an entry needs a title\n  give it with --title"),
        (("--title", "x", "--file", "../list.yml"), "../list.yml is not below content/entries/\n  name a list such as content/entries/2026/june.yml"),
        (("nonsense",), "'nonsense' is not a web address\n  write one that begins with https://, an arXiv number or a DOI"),
    ],
)
def test_what_would_be_an_error_is_not_written(root: Path, run: Run, words: tuple[str, ...], why: str) -> None:
    done = run("new", *words)
    assert (done.exit_code, done.stderr) == (2, f"tagloom: {why}\n")
    assert [file.name for file in (root / "content/entries").rglob("*.*")] == ["piper.md"]


def test_a_page_without_a_date_is_dated_today_and_that_is_said(root: Path, run: Run, server: Asked) -> None:
    done = run("new", f"{server.base}/old", "--id", "old")
    assert done.stderr == f"{server.base}/old says no date: today's is written\n"
    assert open_desk(root).today(datetime(2026, 6, 9, 17, tzinfo=UTC)) == "2026-06-10"


def test_entries_are_added_to_a_list(root: Path, run: Run) -> None:
    for title in ("One: #1", "Two"):
        assert run("new", "--title", title, "--date", "2026-06-10", "--file", "content/entries/2026/june.yml").stdout == "added to content/entries/2026/june.yml\n"
    assert (root / "content/entries/2026/june.yml").read_text("utf-8") == (
        "# yaml-language-server: $schema=../../../site/schema/list.json\nentries:\n  - id: one\n    title: 'One: #1'\n    date: 2026-06-10\n  - id: two\n    title: Two\n    date: 2026-06-10\n"
    )
    assert sound(root)


def test_questions_take_what_is_known_as_their_answers(root: Path) -> None:
    asked = []

    def ask(text: str, default: str) -> str:
        asked.append((text, default))
        return {"Title": "分布式训练: a start", "Kind (paper, blog)": "paper"}.get(text, default)

    desk = open_desk(root)
    new = ask_for_entry(desk, NewEntry({"date": "2026-06-10", "url": "https://example.org/"}), ask)
    assert asked[0] == ("Title", "")
    assert asked[-1] == ("Tags, parted by commas", "Distributed Training")
    assert plan_entry(desk, new).text == "---\ntitle: '分布式训练: a start'\ndate: 2026-06-10\ntags: [Distributed Training]\nkind: paper\nurl: https://example.org/\n---\n"


def test_an_id_is_short_and_free() -> None:
    known = Known({f"id:{name}": Place("x") for name in ("piper", "a-long-title-about-many-things-that-goes-on-and")})
    assert free_id(known, "Dion3: a better optimizer", "2026-06-10") == "dion3"
    assert free_id(known, "Piper: A Programmable System", "2026-06-10") == "piper-a-programmable-system"
    assert free_id(known, "A long title about many things that goes on and on", "2026-06-10") == "a-long-title-about-many-things-that-goes-on-and-on"
    assert free_id(known, "训练日志", "2026-06-10") == "训练日志"


def test_a_list_may_be_named_from_where_one_stands(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "content" / "entries")
    assert list_file(root, Path("2026/x.yml")) == "content/entries/2026/x.yml"
    assert list_file(root, Path("content/entries/x.yml")) == "content/entries/x.yml"
    with pytest.raises(Stopped, match="is no list"):
        list_file(root, Path("2026/x.md"))


def test_a_feed_is_imported_by_address_each_item_by_itself(root: Path, run: Run, server: Asked) -> None:
    address = f"{server.base}/feed"
    tried = run("import", "feed", address, "--dry-run")
    assert tried.stdout.splitlines()[-1] == "3 entries, 2 to write, 1 not taken"
    done = run("import", "feed", address)
    assert done.stdout == "wrote content/entries/2026/06/overlap.md\nwrote content/entries/2026/06/a-script.md\n3 entries, 2 written, 1 not taken\n"
    assert done.stderr == f"not taken: {address}: item 2: 'Undated': an entry needs a date\n"
    assert done.exit_code == 1
    again = run("import", "feed", address)
    assert again.stdout == "3 entries, 0 written, 2 on the site already, 1 not taken\n"
    assert "passed over: item 1: 'Overlap: hide the all-reduce': the address https://blog.example/overlap?utm_source=rss is on the site already: content/entries/2026/06/overlap.md:1\n" in again.stderr
    assert sound(root)


def test_bibtex_is_imported_into_one_list(root: Path, run: Run) -> None:
    (root / "refs.bib").write_text("@misc{a1, title={One}, date={2024-01-02}}\n@misc{b2, title={Two: x}, year=2024}\n@misc{c3, title={One, again}, eprint={2606.11169}, archiveprefix={arXiv}, year=2026}", "utf-8")
    done = run("import", "bibtex", "refs.bib", "--file", "content/entries/refs.yml")
    assert done.stdout == "wrote content/entries/refs.yml: a1\nwrote content/entries/refs.yml: b2\n3 entries, 2 written, 1 on the site already\n"
    assert done.exit_code == 0
    assert sound(root)


def test_an_issue_is_imported_from_standard_input(root: Path, run: Run) -> None:
    done = run("import", "issue-form", "-", typed=(RECORDED / "issue.md").read_text("utf-8"))
    assert (done.exit_code, done.stdout) == (0, "wrote content/entries/2026/06/rl-a-survey-sharp-1-quoted-中文-grinning-face.md\n1 entry, 1 written\n")
    assert sound(root)


@pytest.mark.parametrize(("words", "why"), [(("bibtex", "none.bib"), "none.bib: No such file or directory"), (("csl", "site.yml"), "site.yml is no JSON"), (("issue-form", "site.yml"), "site.yml has no section")])
def test_a_file_that_is_not_what_it_is_said_to_be_is_told(run: Run, words: tuple[str, ...], why: str) -> None:
    done = run("import", *words)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"tagloom: {why}")
