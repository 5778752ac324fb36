"""What Tagloom writes reads back as it was, without a problem, whatever an editor types."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tagloom.content.listing import append_items
from tagloom.content.reading import Reading, read_file
from tagloom.content.values import COMMAS
from tagloom.content.writing import NewEntry, clean, file_text, item_text, one_line, yaml_text
from tagloom.problems import Stopped
from tagloom.settings import Settings
from tagloom.text.slugs import fold

SETTINGS = Settings(kinds={"paper": {}})
NASTY = [
    "no", "2024", "1.10", "12:30", "0x10", "null", "~", "RL: a survey", "Update #2", "#x", "a: b: c", "- x", "? x", "[x]", "{x}", "'", '"', "''", "it's", 'say "x"', "\\n", "%x",
    "@x", "`x`", "!x", "&x", "*x", "|", ">", "=", "<<", "---", "...", "中文：冒号", "分布式 #训练", "😀", "👩‍👩‍👧", "é", "trailing:", ": leading", "a  b", "<b>", "$x$", "yes", "on", "2026-06-10",
]  # fmt: skip
TEXTS = st.one_of(st.sampled_from(NASTY), st.text(st.characters(exclude_categories=("Cs",)), max_size=40))


def again(new: NewEntry) -> Reading:
    return read_file("content/entries/x.md", file_text(new).encode(), SETTINGS)


@pytest.mark.parametrize("text", NASTY)
def test_a_text_that_yaml_takes_for_something_else_is_quoted(text: str) -> None:
    new = NewEntry({"title": text, "date": "2026-06-10", "tags": [text], "authors": [text], "points": [text], "summary": text, "reason": text}, text)
    reading = again(new)
    (entry, prose) = reading.entries[0]
    assert reading.problems == ()
    assert (entry.title, entry.tags, prose.authors, prose.points, prose.summary, prose.reason) == (
        one_line(text), (one_line(text),) if fold(text) else (), (one_line(text),), (text,), text, one_line(text),
    )  # fmt: skip
    assert prose.body == text


@given(TEXTS, st.lists(TEXTS, max_size=4), st.lists(TEXTS, max_size=3), TEXTS)
@example("x", ["a, b", "，"], ["a\nb", " \n "], "\n\n  indented\n---\nend \n")
def test_any_text_reads_back_as_it_was(title: str, tags: list[str], points: list[str], summary: str) -> None:
    new = NewEntry({"title": f"x{title}", "date": "2026-06-10 10:11", "score": "8.5", "featured": "yes", "tags": tags, "points": points, "summary": summary, "links": {"pdf": "https://x.org/a:b#c"}}, summary)
    reading = again(new)
    assert reading.problems == ()
    (entry, prose) = reading.entries[0]
    names = [one_line(part) for tag in tags for part in COMMAS.split(tag)]
    assert entry.title == one_line(f"x{title}")
    assert entry.tags == tuple(dict.fromkeys(name for name in names if fold(name)))
    assert prose.points == tuple(dict.fromkeys(point for text in points if (point := clean(text).strip())))
    assert prose.summary == clean(summary).strip()
    assert prose.body == clean(summary).strip("\n").rstrip()
    assert (entry.moment.iso, entry.score, entry.featured, prose.links[0].url) == ("2026-06-10T10:11", 8.5, True, "https://x.org/a:b#c")


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_items_of_a_list_read_back_as_they_were(items: list[tuple[str, str]]) -> None:
    text = "entries:\n" + "".join(item_text(NewEntry({"id": f"e{place}", "title": f"x{title}", "date": "2026-06-10"}, body)) for place, (title, body) in enumerate(items))
    reading = read_file("content/entries/x.yml", text.encode(), SETTINGS)
    assert reading.problems == ()
    assert [(entry.title, prose.body) for entry, prose in reading.entries] == [(one_line(f"x{title}"), clean(body).strip()) for title, body in items]


def test_fields_stand_in_the_order_of_the_guide_and_dates_and_numbers_bare() -> None:
    new = NewEntry({"tags": ["b", "no"], "score": "8", "extra": "kept", "title_zh": "题", "featured": "yes", "date": "2026-06-10 10:11", "title": "T", "points": ["one"], "links": {}, "reason": ""})
    assert file_text(new) == "---\ntitle: T\ntitle_zh: 题\ndate: 2026-06-10 10:11\ntags: [b, 'no']\nscore: 8\nfeatured: yes\npoints:\n  - one\nextra: kept\n---\n"


def test_a_date_that_is_more_than_a_date_is_quoted() -> None:
    assert yaml_text({"date": "2026 # x: y"}) == "date: '2026 # x: y'\n"


@pytest.mark.parametrize(
    "before",
    [
        "# a comment\ndefaults: {kind: paper}  # kept\nentries:\n  - id: a\n    title: A\n    date: 2026-06-10\n",
        "entries:\n- id: a\n  title: A\n  date: 2026-06-10",
        "- id: a\n  title: A\n  date: 2026-06-10\n",
        "entries:\r\n    - id: a\r\n      title: A\r\n      date: 2026-06-10\r\n",
        "entries: []\n",
        "entries:\n",
        "",
    ],
)
def test_an_item_is_added_to_a_list_and_the_rest_stays_as_it_is(tmp_path: Path, before: str) -> None:
    file = tmp_path / "list.yml"
    file.write_bytes(before.encode())
    append_items(file, "content/entries/list.yml", [item_text(NewEntry({"id": "b", "title": "B: #1", "date": "2026-06-11", "summary": "one\n\ntwo"}))], SETTINGS)
    after = file.read_bytes().decode()
    # A list that begins here names its schema.
    assert after.removeprefix("# yaml-language-server: $schema=../../site/schema/list.json\n").startswith(before.replace(" []\n", "\n"))
    reading = read_file("content/entries/list.yml", after.encode(), SETTINGS)
    assert reading.problems == ()
    assert [entry.id for entry, _ in reading.entries] == (["a", "b"] if "id: a" in before else ["b"])
    assert reading.entries[-1][1].summary == "one\n\ntwo"
    assert ("\r\n" in before) == ("\r\n" in after)


@pytest.mark.parametrize("before", ["entries: [{id: a, title: A, date: 2026-06-10}]\n", "entries:\n  - id: a\n    title: A\n    date: 2026-06-10\ndefaults: {kind: paper}\n", "a: [\n", "id: a\ntitle: A\ndate: 2026-06-10\n"])
def test_a_list_that_cannot_be_added_to_stays_as_it_is(tmp_path: Path, before: str) -> None:
    file = tmp_path / "list.yml"
    file.write_text(before, encoding="utf-8")
    with pytest.raises(Stopped, match="is not a list that an entry can be added to"):
        append_items(file, "content/entries/list.yml", [item_text(NewEntry({"id": "b", "title": "B", "date": "2026-06-11"}))], SETTINGS)
    assert file.read_text("utf-8") == before
    assert list(tmp_path.iterdir()) == [file]
