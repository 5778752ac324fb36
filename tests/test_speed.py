"""What did not change is not done again: counts of what a build reads, draws and writes. No times are asserted."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tagloom.build import build
from tagloom.publish import PAGES_LIMIT, Published
from tests.benchmarks.corpus import Corpus
from tests.benchmarks.sites import TAGLOOM_ENTRIES, tagloom_text, write_tagloom_site

ENTRIES = 1200
HEAVY = ("mkdocs", "material", "jinja2", "yaml", "cmarkgfm", "nh3", "babel", "markdown", "sqlite3")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus(ENTRIES)


@pytest.fixture(scope="module")
def built(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("speed") / "site"
    write_tagloom_site(corpus, root)
    report = build(root, root / "site", jobs=1)
    assert report.exit_status == 0, report.problems
    return root


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How often files of entries are parsed, cards drawn and pages drawn from now on."""
    from tagloom import render
    from tagloom.content import reading

    counts = {"read_file": 0, "card_of": 0, "render": 0}

    def counting(name: str, function: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object, **named: object) -> object:
            counts[name] += 1
            return function(*given, **named)

        return call

    monkeypatch.setattr(reading, "read_file", counting("read_file", reading.read_file))
    monkeypatch.setattr(render, "card_of", counting("card_of", render.card_of))
    monkeypatch.setattr(render.Press, "render", counting("render", render.Press.render))
    return counts


def files_of(root: Path) -> Iterator[Path]:
    yield from sorted((root / TAGLOOM_ENTRIES).rglob("*.md"))


def test_a_build_with_nothing_to_do_draws_nothing(built: Path, counted: dict[str, int]) -> None:
    report = build(built, built / "site", jobs=1)
    assert report.output is not None
    assert report.output.written == ()
    assert counted == {"read_file": 0, "card_of": 0, "render": 0}


def test_files_with_new_times_and_old_bytes_are_not_parsed(built: Path, counted: dict[str, int]) -> None:
    for file in files_of(built):
        file.touch()
    report = build(built, built / "site", jobs=1)
    assert report.output is not None
    assert report.output.written == ()
    assert counted == {"read_file": 0, "card_of": 0, "render": 0}


def test_one_edited_entry_is_parsed_and_drawn_alone(built: Path, counted: dict[str, int]) -> None:
    file = list(files_of(built))[ENTRIES // 2]
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r'^title: "', 'title: "Edited ', text, count=1, flags=re.MULTILINE), encoding="utf-8")
    report = build(built, built / "site", jobs=1)
    assert report.output is not None
    assert counted["read_file"] == 1
    assert counted["card_of"] == 1
    assert 0 < len(report.output.written) <= 60
    assert counted["render"] < 40


def test_one_new_entry_changes_few_files(built: Path, corpus: Corpus) -> None:
    """Pages, feeds and files of its own names; no list's older pages, no other month, a handful of data files."""
    sample = corpus.entry(ENTRIES - 1)
    newest = replace(sample, title="A new entry", url=sample.url + "-new")
    (built / TAGLOOM_ENTRIES / sample.path.replace(".md", "-new.md")).write_text(tagloom_text(newest), encoding="utf-8")
    report = build(built, built / "site", jobs=1)
    assert report.output is not None
    lists = len(sample.tags) + len(sample.institutions) + 3
    # A page and two feeds a list, two more files a tag, and what stands once.
    assert len(report.output.written) <= 3 * lists + 2 * len(sample.tags) + 34
    pages = [address for address in report.output.written if re.fullmatch(r"(tags|institutions|sources|kinds|categories)/.+/\d+\.html", address)]
    assert pages == []


def test_a_sealed_build_imports_nothing_heavy(built: Path) -> None:
    """The command itself, in a process of its own: no host, no parser, no templates, no store."""
    code = "import sys; sys.argv[1:] = ['build', '--site', sys.argv[1]]; from tagloom.cli import main; main(standalone_mode=False)"
    listed = f"import atexit, sys; atexit.register(lambda: print('loaded:', *(name for name in {HEAVY!r} if name in sys.modules))); {code}"
    command = [sys.executable, "-c", listed, str(built)]
    subprocess.run(command, check=True, capture_output=True)
    again = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "0 written" in again.stdout
    assert [line for line in again.stdout.splitlines() if line.startswith("loaded:")] == ["loaded:"]


def test_a_site_near_the_limit_of_pages_says_so() -> None:
    done = Published((), (), 9, int(PAGES_LIMIT * 0.9), (("tags/ai.html", 2_000_000),))
    assert "900.0 MB" in done.size_notice[0]
    assert "tags/ai.html (2.0 MB)" in done.size_notice[1]
    assert replace(done, size=PAGES_LIMIT // 2).size_notice == []
