"""After an edit of what entries say, pages that cannot show it are not even planned; after any other, everything is. Either way the site is right."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tagloom import gathering
from tagloom.build import build
from tagloom.outputs.search import index
from tagloom.render import Press
from tests.benchmarks.corpus import Corpus
from tests.benchmarks.sites import write_tagloom_site
from tests.edits import SITE, difference, tree
from tests.test_edits import clean_tree

ENTRY = """\
---
title: {title}
title_en: In English {number}
date: 2026-{month:02}-{day:02} 10:{number:02}
tags: [A, {tag}]
institution: Meta
source: arXiv
kind: paper
category: model
score: 7
featured: {featured}
url: https://example.org/{number}
takeaway: What it says, {number}.
summary: A summary of {number}.
points: [one, two]
links: {{pdf: https://example.org/{number}.pdf}}
---
The body of {number}.
"""
LIST = "- {id: one, title: First, date: 2026-05-01, tags: [A]}\n- {id: two, title: Second, date: 2026-05-02, tags: [T1]}\n"
SAID = {
    "title": ("title: Entry 6", "title: Another & better <title>"),
    "translated title": ("In English 6", "In other words"),
    "takeaway": ("What it says, 6.", "Something else."),
    "summary": ("A summary of 6.", "Another summary, with `code`."),
    "points": ("[one, two]", "[one, two, three]"),
    "address": ("https://example.org/6\n", "https://example.org/elsewhere\n"),
    "links": ("6.pdf", "other.pdf"),
    "body": ("The body of 6.", "A longer body\n\n- with a list"),
    "authors": ("score: 7", "score: 7\nauthors: [Ada Lovelace]"),
    "a field of the site's own": ("score: 7", "score: 7\nvenue: here"),
}
MOVED = {
    "date": ("date: 2026-03", "date: 2026-04"),
    "clock": (" 10:06", " 11:06"),
    "tags": ("tags: [A, T0]", "tags: [T0, A]"),
    "a new tag": ("tags: [A, T0]", "tags: [A, New]"),
    "institution": ("institution: Meta", "institution: Baidu"),
    "source": ("source: arXiv", "source: HF Daily"),
    "kind": ("kind: paper", "kind: blog"),
    "category": ("category: model\n", ""),
    "score": ("score: 7", "score: 9"),
    "featured": ("featured: no", "featured: yes"),
    "draft": ("score: 7", "score: 7\ndraft: yes"),
    "former id": ("score: 7", "score: 7\naliases: [old]"),
    "id": ("score: 7", "score: 7\nid: other"),
    "a fault": ("title: Entry 6", "title: [a, b"),
    "changed on": ("score: 7", "score: 7\nupdated: 2026-09-01"),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    folder = root / "content" / "entries"
    folder.mkdir(parents=True)
    (root / "site.yml").write_text(SITE, encoding="utf-8")
    (root / "content" / "tags.yml").write_text("A: {zh: 甲, aliases: [a1]}\n", encoding="utf-8")
    for number in range(12):
        write(folder, number)
    (folder / "listed.yml").write_text(LIST, encoding="utf-8")
    made(root)
    return root


def write(folder: Path, number: int) -> None:
    facts = {"title": f"Entry {number}", "month": 1 + number % 4, "day": 1 + number, "tag": f"T{number % 3}", "featured": "no" if number % 5 else "yes"}
    (folder / f"entry-{number}.md").write_text(ENTRY.format(number=number, **facts), encoding="utf-8")


def made(root: Path, output: str = "site") -> tuple[str, ...]:
    report = build(root, root / output, jobs=1)
    assert report.output is not None
    return report.output.written


def whole_site(corpus: Corpus, root: Path) -> Path:
    """A built site of `corpus` with every output."""
    write_tagloom_site(corpus, root)
    settings = (root / "site.yml").read_text(encoding="utf-8").replace("frame: mkdocs", "frame: bare")
    (root / "site.yml").write_text(re.sub("^(outputs|nav): .*\n", "", settings, flags=re.MULTILINE), encoding="utf-8")
    made(root)
    return root


@pytest.fixture
def gathered(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Fills with one item for each time everything is read and planned."""
    calls: list[object] = []
    whole: Callable[..., object] = gathering.gathered

    def counting(*given: object) -> object:
        calls.append(given)
        return whole(*given)

    monkeypatch.setattr(gathering, "gathered", counting)
    return calls


def change(root: Path, old: str, new: str, name: str = "entry-6.md") -> None:
    file = root / "content" / "entries" / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_an_edit_of_what_an_entry_says_leaves_what_a_clean_build_would(root: Path, gathered: list[object], tmp_path: Path) -> None:
    for what, (old, new) in SAID.items():
        change(root, old, new)
        written = made(root)
        assert gathered == [], what
        assert "entries/entry-6.html" in written or what == "a field of the site's own"
    assert difference(tree(root / "site"), clean_tree(root, tmp_path / "clean")) == []


def test_search_and_data_follow_an_edit(tmp_path: Path, gathered: list[object]) -> None:
    """With every output on, and entries enough for two volumes of the search's index: one of them is left alone."""
    corpus = Corpus(200)
    root = whole_site(corpus, tmp_path / "site")
    gathered.clear()
    for number in (5, 120, 190):
        sample = corpus.entry(number)
        change(root, 'takeaway: "', 'takeaway: "Unheard-of 词语 ', sample.path)
        written = made(root)
        assert gathered == []
        assert any(name.startswith("data/text/") for name in written)
    assert difference(tree(root / "site"), clean_tree(root, tmp_path / "clean")) == []


def test_an_edit_that_moves_an_entry_has_everything_looked_at(root: Path, gathered: list[object], tmp_path: Path) -> None:
    begun = (root / "content" / "entries" / "entry-6.md").read_text(encoding="utf-8")
    for what, (old, new) in MOVED.items():
        for text in (begun.replace(old, new), begun):
            gathered.clear()
            (root / "content" / "entries" / "entry-6.md").write_text(text, encoding="utf-8")
            made(root)
            assert len(gathered) == 1, what
    assert difference(tree(root / "site"), clean_tree(root, tmp_path / "clean")) == []


def test_what_is_told_of_an_entry_follows_its_edits(root: Path, gathered: list[object]) -> None:
    """Hints and warnings come and go with what they are about, and those of other entries stay."""
    change(root, "score: 7", "score: 7\nvenue: there", "entry-3.md")
    change(root, "score: 7", "score: 7\nvenue: here")
    before = told(root)
    assert [path for path, _ in before] == ["content/entries/entry-3.md", "content/entries/entry-6.md"]
    assert gathered == []
    change(root, "venue: here", "venues: [here]\nplace: there")
    assert [path for path, _ in told(root)] == ["content/entries/entry-3.md", *["content/entries/entry-6.md"] * 2]
    change(root, "venues: [here]\nplace: there\n", "")
    assert told(root) == before[:1]
    assert gathered == []


def told(root: Path) -> list[tuple[str, str]]:
    report = build(root, root / "site", jobs=1)
    return [(problem.place.path, problem.fact) for problem in report.problems]


def test_edits_add_up(root: Path, gathered: list[object], tmp_path: Path) -> None:
    change(root, "title: Entry 6", "title: Once")
    made(root)
    change(root, "Second", "Zweiter", "listed.yml")
    change(root, "Entry 0", "Zero", "entry-0.md")
    made(root)
    change(root, "title: Once", "title: Twice")
    made(root)
    assert gathered == []
    change(root, "kind: paper", "kind: blog", "entry-3.md")
    made(root)
    assert len(gathered) == 1
    assert difference(tree(root / "site"), clean_tree(root, tmp_path / "clean")) == []


@pytest.mark.parametrize("changed", ["site.yml", "content/tags.yml", "content/entries/new.md", "content/entries/pic.png", "theme/assets/x.css"])
def test_any_other_file_has_everything_looked_at(root: Path, gathered: list[object], changed: str, tmp_path: Path) -> None:
    change(root, "title: Entry 6", "title: Edited too")
    file = root / changed
    file.parent.mkdir(parents=True, exist_ok=True)
    new = ENTRY.format(title="New", number=30, month=5, day=3, tag="T1", featured="no") if changed.endswith("new.md") else "# x\n"
    file.write_text((file.read_text(encoding="utf-8") if file.exists() else "") + new, encoding="utf-8")
    made(root)
    assert len(gathered) == 1
    if not changed.startswith("theme"):
        assert difference(tree(root / "site"), clean_tree(root, tmp_path / "clean")) == []


def test_an_output_folder_left_behind_catches_up(root: Path, gathered: list[object], tmp_path: Path) -> None:
    """Two folders are published to in turn: each must get every edit, also one the other had before it."""
    made(root, "other")
    change(root, "title: Entry 6", "title: Edited")
    made(root, "other")
    change(root, "Entry 0", "Zero", "entry-0.md")
    made(root)
    made(root, "other")
    clean = clean_tree(root, tmp_path / "clean")
    assert difference(tree(root / "site"), clean) == []
    assert difference(tree(root / "other"), clean) == []


def test_a_file_of_the_site_that_somebody_spoilt_is_made_again(root: Path, gathered: list[object], tmp_path: Path) -> None:
    change(root, "title: Entry 6", "title: Edited")
    (root / "site" / "entries" / "entry-1.html").write_text("spoilt", encoding="utf-8")
    made(root)
    assert len(gathered) == 1
    assert difference(tree(root / "site"), clean_tree(root, tmp_path / "clean")) == []


def test_what_an_edit_costs_does_not_grow_with_the_archive(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stamps of pages are made for those of the entry's own lists that hold it, however many others there are."""
    made_stamps: list[str] = []
    stamp = Press.stamp

    def counting(press: Press, page: object) -> bytes:
        made_stamps.append(page.address)  # type: ignore[attr-defined]
        return stamp(press, page)  # type: ignore[arg-type]

    monkeypatch.setattr(Press, "stamp", counting)
    change(root, "title: Entry 6", "title: Edited")
    made(root)
    few = sorted(made_stamps)
    made_stamps.clear()
    folder = root / "content" / "entries"
    for number in range(40, 59):
        facts = {"title": f"More {number}", "month": 6, "day": number - 30, "tag": "Many", "featured": "no"}
        (folder / f"more-{number}.md").write_text(ENTRY.format(number=number, **facts), encoding="utf-8")
    made(root)
    assert len(made_stamps) > 2 * len(few)
    made_stamps.clear()
    change(root, "title: Edited", "title: Edited again")
    made(root)
    # It stands on an older page of each list now, and no longer on the newest.
    assert len(made_stamps) <= len(few)
    assert all(re.search(r"entry-6|index|2026-03|digest|/[0-9]+\.html|T0|t0", address) for address in made_stamps), made_stamps


@pytest.mark.parametrize("moved", [False, True])
def test_an_edit_whose_build_was_ended_reaches_every_page(root: Path, monkeypatch: pytest.MonkeyPatch, moved: bool, tmp_path: Path) -> None:
    """Even when it had read the entry and written nothing yet."""

    def ended(*_: object) -> None:
        raise KeyboardInterrupt

    change(root, "title: Entry 6", "title: Edited")
    if moved:
        change(root, "kind: paper", "kind: blog")
    with monkeypatch.context() as patched:
        patched.setattr("tagloom.publish.write_file", ended)
        with pytest.raises(KeyboardInterrupt):
            made(root)
    made(root)
    assert difference(tree(root / "site"), clean_tree(root, tmp_path / "clean")) == []


def test_an_edit_given_up_while_its_build_was_ended_leaves_no_trace_in_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of the index are kept beside the store: one made from the edit must not be taken for what it was before."""
    monkeypatch.setattr(index, "CHUNK_UNITS", 1)
    corpus = Corpus(128)
    root = whole_site(corpus, tmp_path / "site")
    given_up, kept = (root / "content" / "entries" / corpus.entry(number).path for number in (10, 120))
    begun = given_up.read_bytes()
    change(root, 'takeaway: "', 'takeaway: "Quagmire ', str(given_up))

    def ended(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("tagloom.build.changes", ended)
        with pytest.raises(KeyboardInterrupt):
            made(root)
    given_up.write_bytes(begun)
    change(root, 'takeaway: "', 'takeaway: "Unheard-of ', str(kept))
    made(root)
    assert difference(tree(root / "site"), clean_tree(root, tmp_path / "clean")) == []


@pytest.mark.parametrize("data", [b"", b"xx", None])
def test_a_damaged_snapshot_is_no_snapshot(root: Path, gathered: list[object], data: bytes | None, tmp_path: Path) -> None:
    file = root / ".tagloom" / "snapshot"
    file.write_bytes(file.read_bytes()[:-1] + b"?" if data is None else data)
    change(root, "title: Entry 6", "title: Edited")
    made(root)
    assert len(gathered) == 1
    assert difference(tree(root / "site"), clean_tree(root, tmp_path / "clean")) == []


@pytest.mark.parametrize("edited", [False, True])
def test_with_the_manifest_lost_nothing_is_left_behind(root: Path, gathered: list[object], edited: bool, tmp_path: Path) -> None:
    """What a build wrote and nobody wants any more goes, though the list of what was written is damaged; so does an edit in between."""
    (root / ".tagloom" / "published.sqlite").write_bytes(b"no store")
    if edited:
        change(root, "title: Entry 6", "title: Edited")
        made(root)
        assert len(gathered) == 1
    (root / "content" / "entries" / "entry-6.md").unlink()
    (root / "content" / "entries" / "listed.yml").unlink()
    made(root)
    assert difference(tree(root / "site"), clean_tree(root, tmp_path / "clean")) == []
