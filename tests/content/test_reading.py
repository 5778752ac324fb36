"""Reading a file of entries: what an editor wrote, what it is read as, and what is said about it. The cases stand in cases/*.yml."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from tagloom.archive import newest_first
from tagloom.content.fields import FIELDS, READERS
from tagloom.content.reading import Reading, read_file
from tagloom.content.rules import RULES
from tagloom.entry import pack_entry, pack_prose, unpack_entry, unpack_prose
from tagloom.settings import Settings

CASES = Path(__file__).parent / "cases"
CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
SITE: dict[str, Any] = {
    "kinds": {"paper": {"zh": "论文", "en": "Papers"}, "blog": {"zh": "博客"}},
    "categories": {"model": {"zh": "模型", "en": "Models"}},
    "zone": "Asia/Shanghai",
}


def cases() -> list[Any]:
    found = []
    for file in sorted(CASES.glob("*.yml")):
        found += [pytest.param(case, id=f"{file.stem}: {case['name']}") for case in yaml.safe_load(file.read_text(encoding="utf-8"))]
    return found


def read(text: str, name: str = "a.md", encoding: str = "utf-8", **settings: Any) -> Reading:
    return read_file(name, text.encode(encoding, "surrogatepass" if encoding == "utf-8" else "strict"), Settings(**{**SITE, **settings}))


def plain(value: Any) -> Any:
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value


@pytest.mark.parametrize("case", cases())
def test_a_file_is_read_as_its_editor_means_it(case: dict[str, Any]) -> None:
    text = case["text"] if "text" in case else f"---\ntitle: A title\ndate: 2024-01-05\n{case['head']}\n---\n"
    reading = read(text, case.get("file", "a.md"), case.get("encoding", "utf-8"), **({"zone": case["zone"]} if "zone" in case else {}))
    told = [f"{problem.place.line}:{problem.place.column} {problem.severity} {problem.rule}" for problem in reading.problems]
    assert told == case.get("problems", []), "\n".join(str(problem) for problem in reading.problems)
    said = "\n".join(str(problem) for problem in reading.problems)
    for words in case.get("says", []):
        assert words in said
    expected = [case["entry"]] if "entry" in case else case.get("entries", [])
    assert len(reading.entries) == len(expected)
    for (entry, prose), values in zip(reading.entries, expected, strict=True):
        for name, value in values.items():
            assert plain(getattr(entry if name in entry._fields else prose, name)) == value, name
    assert reading.found == case.get("found", max(len(expected), 0 if not told or "entries" in case else 1))


def test_every_problem_shows_the_line_it_is_on() -> None:
    [problem] = read("---\ntitle: RL: a survey\n---\n").problems
    assert str(problem) == (
        "a.md:2:10: error[yaml-syntax]: a second ': ' on the line\n"
        "  2 | title: RL: a survey\n"
        '    |          ^ quote the value: title: "RL: a survey"'
    )


def test_a_file_of_control_characters_is_read_soon_and_told_shortly() -> None:
    reading = read("---\ntitle: A\ndate: 2024-01-05\n---\n" + "\x10\n" * 200_000)
    assert len(reading.entries) == 1
    assert [problem.rule for problem in reading.problems] == ["large-file"] + ["control-character"] * 20


def test_one_edited_item_of_a_list_changes_no_other_digest() -> None:
    items = [f"- {{id: e{number}, title: Title {number}, date: 2024-01-05}}\n" for number in range(5)]
    before = read("".join(items), "l.yml").entries
    items[2] = "# a line more\n" + items[2].replace("Title", "Another title")
    after = read("".join(items), "l.yml").entries
    assert [one.digest == other.digest for (one, _), (other, _) in zip(before, after, strict=True)] == [True, True, False, True, True]


def test_a_changed_default_changes_the_digest_of_the_items_that_take_it() -> None:
    text = "defaults: {kind: paper}\nentries:\n- {id: a, title: A, date: 2024-01-05}\n- {id: b, title: B, date: 2024-01-05, kind: blog}\n"
    (a, b), (new_a, new_b) = (
        [entry.digest for entry, _ in read(written, "l.yml").entries] for written in (text, text.replace("paper", "blog", 1))
    )
    assert (a == new_a, b == new_b) == (False, True)


def test_days_and_order_are_those_of_the_sites_zone() -> None:
    dates = {"home": "2024-01-01 00:30 +08:00", "evening": "2023-12-31 20:00", "utc": "2023-12-31T17:00:00Z", "bare": "2024-01-01"}
    text = "".join(f"- {{id: {name}, title: A, date: '{date}'}}\n" for name, date in dates.items())
    ordered = newest_first([entry for entry, _ in read(text, "l.yml").entries])
    assert [(entry.id, entry.moment.day, entry.moment.minute) for entry in ordered] == [
        ("utc", "2024-01-01", "01:00"),
        ("home", "2024-01-01", "00:30"),
        ("bare", "2024-01-01", ""),
        ("evening", "2023-12-31", "20:00"),
    ]


@pytest.mark.parametrize(
    ("text", "encoding", "name"),
    [("模型", "gb18030", "GB18030"), ("大模型综述，一、二。", "gbk", "GB18030"), ("分散学習の最適化について", "shift_jis", "Shift_JIS"), ("대규모 언어 모델", "euc_kr", "EUC-KR"),
     ("café résumé", "latin-1", "Windows-1252"), ("Привет, мир! Как дела?", "cp1251", "Windows-1251"), ("text", "utf-32", "UTF-32"), ("text", "utf-16-be", "UTF-16")],
)  # fmt: skip
def test_a_file_that_is_not_utf_8_is_told_by_the_name_of_its_encoding(text: str, encoding: str, name: str) -> None:
    [problem] = read(f"---\ntitle: {text}\ndate: 2024-01-05\n---\n", encoding=encoding).problems
    assert problem.rule == "encoding"
    assert problem.fact == f"this file is not UTF-8; it looks like {name}"


def test_entries_survive_the_cache() -> None:
    reading = read("---\ntitle: A\ndate: 2024-01-05 10:00\nlinks: {pdf: a.pdf}\nmore: {a: [b, null]}\nscore: 8\n---\nBody\n")
    [(entry, prose)] = reading.entries
    assert unpack_entry(pack_entry(entry)) == entry
    assert unpack_prose(pack_prose(prose)) == prose


def test_an_error_in_every_file_is_found_whatever_else_is_wrong_with_it() -> None:
    reading = read("---\ndate: 2024-02-30\nkind: papr\ntags: [a, '']\nurl: javascript:x\nscore: 99\n---\n")
    assert {problem.rule for problem in reading.problems} == {
        "bad-date",
        "unknown-kind",
        "empty-tag",
        "bad-link",
        "score-range",
        "missing-title",
    }


def test_the_table_of_fields_and_the_rules_are_whole() -> None:
    assert {field.takes for field in FIELDS} == set(READERS)
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(field.doc.endswith(".") and field.zh.endswith("。") for field in FIELDS)


# Pieces that editors and YAML make trouble with, so that random texts come near to what can go wrong.
PIECES = st.sampled_from(
    ["---\n", "+++\n", "title: ", "date: 2024-01-05\n", "tags: [", "]", "- ", "\n", "  ", "\t", ": ", " #x", "&a ", "*a", "!x ", '"', "'", "|\n", "{", "}",
     ",", "，", "<<: ", "? ", "%", "@", "entries:\n", "defaults: ", "id: a\n", "\\ud800", "\\x00", "\x00", "\ufeff", "\u2028", "é", "😀", "= ", "1.10",
     "links: {pdf: javascript:x}\n", "score: 1e999\n", "points: [[]]\n", "---", "...\n", "[[a]]\n", '{"a": ', "title = ", "updated: soon\n", "kind: [a]\n"]
)  # fmt: skip
NAMES = st.sampled_from(["a.md", "a.yml", "a.json", "x/.md"])


def sound(reading: Reading) -> bool:
    errors = [problem for problem in reading.problems if problem.severity == "error"]
    broken = reading.found - len(reading.entries)
    return (
        broken >= 0
        and bool(errors) >= bool(broken)
        and all(problem.place.line >= 1 and problem.place.column >= 1 for problem in reading.problems)
    )


@given(st.binary(max_size=200), NAMES)
@example(b"\xff\xfe\x00", "a.md")
@example(b"---\n\xed\xa0\x80", "a.md")
@example(b"[" * 5000, "a.yml")
@example(b"- " * 5000, "a.yml")
@example(b'{"a":' * 5000, "a.md")
@example(b"+++\na = " + b"[" * 5000 + b"\n+++\n", "a.md")
@example(b"+++\na = 0x" + b"f" * 5000 + b"\n+++\n", "a.md")
def test_no_bytes_give_a_traceback(data: bytes, name: str) -> None:
    assert sound(read_file(name, data, Settings()))


@given(st.lists(PIECES | st.text(max_size=5), max_size=25), NAMES)
def test_no_text_gives_a_traceback(pieces: list[str], name: str) -> None:
    assert sound(read("".join(pieces), name))


ITEM = st.fixed_dictionaries(
    {},
    optional={
        field.name: st.none() | st.text(max_size=8) | st.sampled_from(["2024-01-05", "paper", "8", "yes"]) | st.lists(st.none() | st.text(max_size=4), max_size=3)
        | st.dictionaries(st.text(max_size=3), st.text(max_size=5), max_size=2)
        for field in FIELDS
    },
)  # fmt: skip


@given(st.lists(ITEM, max_size=4))
def test_every_item_is_an_entry_or_is_named_in_a_problem(items: list[Any]) -> None:
    text = json.dumps(items, indent=1)
    reading = read(text, "l.json")
    assert reading.found == len(items)
    starts = [number for number, line in enumerate(text.split("\n"), 1) if line.startswith((" {", "["))][1:]
    broken = set()
    for problem in reading.problems:
        if problem.severity == "error":
            broken.add(sum(start <= problem.place.line for start in starts))
    assert len(reading.entries) == len(items) - len(broken)


def corpus(folder: str, *patterns: str) -> list[Any]:
    return [pytest.param(file, id=file.name) for pattern in patterns for file in sorted((CORPORA / folder).rglob(pattern))]


@pytest.mark.parametrize("file", corpus("python-frontmatter", "*.md", "*.txt"))
def test_front_matter_of_others_is_read_as_they_read_it(file: Path) -> None:
    expected = file.with_name(f"{file.stem}.result.json")
    values = json.loads(expected.read_text(encoding="utf-8")) if expected.exists() else {}
    text = file.read_text(encoding="utf-8")
    reading = read_file("a.md", file.read_bytes(), Settings())
    if not text.startswith(("---\n", "--- \n", "+++\n", "{")):
        assert [problem.rule for problem in reading.problems] == ["front-matter"]
        return
    # Theirs have no date; with one (and a title) ours reads the rest.
    form = {"---": "date: 2024-01-05\ntitle: x\n", "+++": "date = 2024-01-05\ntitle = 'x'\n"}.get(
        text[:3], '"date": "2024-01-05", "title": "x",'
    )
    if "title" in values:
        form = form.split("\n")[0] + "\n"
    first, rest = (text[:1], text[1:]) if text[0] == "{" else text.split("\n", 1)
    [(_, prose)] = read(f"{first}\n{form}{rest}").entries
    assert prose.body == values.pop("content").strip()
    assert [prose.extra[name] for name, value in values.items() if name in prose.extra and isinstance(value, str)] == [
        value for name, value in values.items() if name in prose.extra and isinstance(value, str)
    ]


@pytest.mark.parametrize("file", corpus("gray-matter", "*.md", "*.yaml", "*.txt") + corpus("yaml-test-suite", "*.yaml"))
def test_files_of_others_give_no_traceback(file: Path) -> None:
    data = file.read_bytes()
    for name in ("a.md", "a.yml"):
        assert sound(read_file(name, data, Settings()))
    assert sound(read_file("a.md", b"---\n" + data + b"\n---\n", Settings()))


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ('{"title": "A", "date": "2024-01-05", "score": ' + "9" * 5000 + "}\n", ["bad-number"]),
        ('+++\ntitle = "A"\ndate = 2024-01-05\nscore = ' + "9" * 5000 + "\n+++\n", ["yaml-syntax"]),
    ],
)
def test_a_number_of_thousands_of_digits_is_told_as_what_it_is(text: str, rules: list[str]) -> None:
    reading = read(text)
    assert [note.rule for note in reading.problems] == rules
