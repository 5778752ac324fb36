"""YAML gives the text that was written, says where it stands, and explains its faults to an editor."""

from __future__ import annotations

import json
import re
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
import yaml as pyyaml

from tagloom.text import yaml
from tagloom.text.yaml import Spot, YamlError

SUITE = Path(__file__).parents[3] / "shared" / "corpora" / "yaml-test-suite"
# Read by libyaml in another way than the suite asks: marks of YAML 1.1 in odd places that no editor writes.
ODD = frozenset({"652Z", "HM87", "JEF9", "L24T", "Y2GN"})


def test_scalars_are_the_text_that_was_written() -> None:
    text = "a: no\nb: 1.10\nc: 12:30\nd: 0x10\ne: 2024-01-05\nf: =\ng: 'null'\nh: \"\"\ni: !!str null\n"
    assert yaml.parse(text) == {
        "a": "no",
        "b": "1.10",
        "c": "12:30",
        "d": "0x10",
        "e": "2024-01-05",
        "f": "=",
        "g": "null",
        "h": "",
        "i": "null",
    }


def test_only_what_is_empty_is_none() -> None:
    assert yaml.parse("a:\nb: null\nc: ~\nd: [NULL, Null, nULL]\n") == {"a": None, "b": None, "c": None, "d": [None, None, "nULL"]}


def test_a_key_may_be_any_text() -> None:
    assert yaml.parse("2024: a\nno: b\n12:30: c\n<<: d\n") == {"2024": "a", "no": "b", "12:30": "c", "<<": "d"}


def test_a_merge_takes_what_is_not_said_anew() -> None:
    assert yaml.parse("a: &a {x: 1, y: 2}\nb: &b {x: 3}\nc: {<<: [*b, *a], y: 4}\n")["c"] == {"x": "3", "y": "4"}


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [("title: RL: a survey", (1, 10), 'quote the value: title: "RL: a survey"'), ("a: [b, c\nd: e", (2, 2), "close it with ]"), ("a:\n\tb: c", (2, 1), "a tab is used to indent"),
     ("a: 1\n\t\nb: 2", (2, 1), "a tab is used to indent"), ("a: 'b\nc: d", (1, 4), "a quotation mark is not closed"), ("a: @b", (1, 4), "cannot start with this character"),
     ("a: 1\nb: [\n", (2, 4), "what opens with [ is not closed"), ("a: {b: [1, 2],\n", (1, 4), "not closed"),
     ("a: *b", (1, 4), "read as an alias"), ("a: b\na: c", (2, 1), "on lines 1 and 2"), ("a: 1\nb\n", (2, 1), "without a colon"), ('a: "b" c', (1, 8), "does not fit"),
     ('a: "\\d"', (1, 5), "single quotes"), ("{[a]: b}", (1, 2), "a list or a mapping"), ("a: \x07", (1, 4), "control character")],
)  # fmt: skip
def test_a_fault_is_explained_where_it_is(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(YamlError) as refused:
        yaml.parse_all(text)
    assert (refused.value.line, refused.value.column) == place
    assert words in f"{refused.value.fact} | {refused.value.remedy}"


def test_spots_of_keys_and_values() -> None:
    text = "a: b\nlist:\n  - {x: long text}\n---\nsecond: 2\n"
    assert yaml.spot(text, ("list", 0, "x")) == Spot(3, 9, 9)
    assert yaml.spot(text, ("list", 0, "x"), key=True) == Spot(3, 6, 1)
    assert yaml.spot(text, ("list", 0, "missing")) == Spot(3, 5, 14)
    assert yaml.spot(text, ("second",), document=1) == Spot(5, 9, 1)
    assert yaml.spot(text, (), document=2) is None
    assert yaml.spot("a: [", ("a",)) is None


def test_lines_count_from_where_a_text_begins() -> None:
    [part] = yaml.compose("a: 1\nb: 2\n", 10)
    assert part.spot(("b",)).line == 11
    with pytest.raises(YamlError) as refused:
        yaml.compose("a: 1\nb: 2: 3\n", 10)
    assert refused.value.line == 11


def test_a_large_list_is_no_explosion() -> None:
    assert len(yaml.parse("".join(f"- {{a: {number}, b: x}}\n" for number in range(30_000)))) == 30_000


@pytest.mark.parametrize(
    "text",
    ["a: &a [" + ",".join("x" * 9) + "]\n" + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(9)), "&a [*a]", "[" * 100_000,
     "- " * 100_000, "{a: " * 100_000, "a: &a {<<: *a}"],
    ids=["aliases", "recursion", "brackets", "hyphens", "braces", "merges"],
)  # fmt: skip
def test_a_text_that_explodes_is_refused_soon_and_in_little_room(text: str) -> None:
    tracemalloc.start()
    began = time.process_time()
    with pytest.raises(YamlError):
        yaml.parse_all(text)
    spent, (_, peak) = time.process_time() - began, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert spent < 1
    assert peak < 100_000_000


def suite_cases() -> list[Any]:
    found = []
    for file in sorted(SUITE.glob("*.yaml")):
        before: dict[str, Any] = {}
        for number, case in enumerate(pyyaml.load(file.read_text(encoding="utf-8"), pyyaml.BaseLoader)):  # it makes texts only
            before = {**before, **case}
            found.append(pytest.param(file.stem, {**before, "fail": case.get("fail", "")}, id=f"{file.stem}-{number}"))
    return found


def documents(text: str) -> list[Any]:
    """The JSON values that stand one after another."""
    found, rest = [], text.strip()
    while rest:
        value, end = json.JSONDecoder().raw_decode(rest)
        found.append(value)
        rest = rest[end:].strip()
    return found


def same(ours: Any, theirs: Any) -> bool:
    if isinstance(theirs, dict):
        return isinstance(ours, dict) and ours.keys() == theirs.keys() and all(same(ours[key], theirs[key]) for key in ours)
    if isinstance(theirs, list):
        return isinstance(ours, list) and len(ours) == len(theirs) and all(map(same, ours, theirs))
    if theirs is None:
        return ours is None or ours == ""
    return ours == theirs if isinstance(theirs, str) else isinstance(ours, str)


@pytest.mark.parametrize(("name", "case"), suite_cases())
def test_the_yaml_test_suite_is_read_right_or_refused(name: str, case: dict[str, Any]) -> None:
    text = case["yaml"]
    for mark, meant in (("␣", " "), ("⇔", "\ufeff"), ("←", "\r"), ("↵", ""), ("∎\n", "")):
        text = text.replace(mark, meant)
    try:
        ours = yaml.parse_all(re.sub("—*»", "\t", text))
    except YamlError:
        return
    if "json" in case and not case["fail"] and name not in ODD:
        assert same(ours, documents(case["json"]))
