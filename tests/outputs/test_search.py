"""What the search's files hold, and that one new entry rewrites few of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tagloom.outputs.search import search_outputs
from tagloom.outputs.search.index import MOST_UNITS, SHARDS_A_UNIT, UNIT, volumes
from tagloom.outputs.search.self_test import unfound
from tagloom.outputs.search.texts import bare
from tagloom.outputs.search.tokens import DIGITS, HALF, keys_of, packed, packed_rising, pair_key, plain_form, query_keys, runs_of, shard_of
from tagloom.pages.page import Site
from tests.outputs.sites import PAPER, site_of, written

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "tokens.yml").read_text(encoding="utf-8"))


def value(data: bytes) -> Any:
    """What a file hands to the page."""
    text = data.decode()
    assert text.startswith("tagloom.take(")
    assert text.endswith(")\n")
    return json.loads(f"[{text[len('tagloom.take(') : -2]}]")[1]


def files(site: Site) -> dict[str, bytes]:
    return {output.address: output.render(site) for output in search_outputs(site)}


def many(number: int) -> list[Any]:
    return [
        written(
            f"e{place:05d}",
            f"2026-01-{1 + place // 1440:02d} {place // 60 % 24:02d}:{place % 60:02d}",
            f"标题{place} word{place}",
            tags=(f"tag{place % 7}",),
        )
        for place in range(number)
    ]


def unpacked(text: str) -> list[int]:
    """The numbers in a shard, read as the browser reads them."""
    found, number = [], 0
    for letter in text:
        digit = DIGITS.index(letter)
        if digit < HALF:
            found.append(number * HALF + digit)
            number = 0
        else:
            number = number * HALF + digit - HALF + 1
    return found


def expected_keys(case: dict[str, Any]) -> set[str]:
    """Those that a case names, and those of its pairs of words."""
    return {*case["keys"], *(pair_key(*pair.split(" ")) for pair in case.get("pairs", ()))}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:12])
def test_a_text_is_found_by_its_keys(case: dict[str, Any]) -> None:
    assert keys_of([case["text"]]) == expected_keys(case)


@given(st.lists(st.integers(0, 10_000_000)))
def test_numbers_come_out_as_they_went_in(numbers: list[int]) -> None:
    assert unpacked(packed(numbers)) == numbers


@given(st.text(), st.integers(0, 40), st.integers(1, 12))
def test_any_piece_of_a_wide_text_asks_only_for_keys_that_the_text_has(text: str, start: int, length: int) -> None:
    whole = "分布式训练的流水线" + text
    keys = keys_of([whole])
    for run in runs_of(plain_form(whole)):
        piece = run[start : start + length]
        wide = piece and ord(piece[0]) > 0x2E80
        if wide:
            assert set(query_keys(piece)) <= keys


def test_a_phrase_asks_for_keys_of_its_pairs() -> None:
    assert query_keys("a rare phrase") == ["a", "rare", "phrase", pair_key("a", "rare"), pair_key("rare", "phrase")]
    assert set(query_keys("a rare phrase")) <= keys_of(["This is a rare phrase, indeed."])
    assert not set(query_keys("phrase rare")) <= keys_of(["This is a rare phrase, indeed."])


@given(st.integers(0, 60_000))
def test_volumes_cover_every_finished_unit_once(size: int) -> None:
    covered = [unit for start, units in volumes(size) for unit in range(start, start + units)]
    assert covered == list(range(size // UNIT))
    assert all(units <= MOST_UNITS for _, units in volumes(size))


def test_one_new_entry_rewrites_the_last_file_of_each_kind() -> None:
    before, after = files(site_of(*many(1000))), files(site_of(*many(1001)))
    changed = sorted(address for address, data in after.items() if before.get(address) != data)
    assert changed == ["data/archive.js", "data/light/0.js", "data/text/62.js"]
    assert set(before) <= set(after)


def test_the_index_holds_each_key_with_its_entries() -> None:
    site = site_of(*many(UNIT + 3))
    made = files(site)
    shards = SHARDS_A_UNIT

    def entries(key: str) -> list[int]:
        packed_numbers = value(made[f"data/index/0-1/{shard_of(key, shards)}.js"])[key]
        found, last = [], -1
        for gap in unpacked(packed_numbers):
            last += gap + 1
            found.append(last)
        return found

    assert entries("word17") == [17]
    assert entries("标题") == list(range(UNIT))
    assert entries("tag3") == list(range(3, UNIT, 7))
    assert packed_rising(entries("tag3")) == value(made[f"data/index/0-1/{shard_of('tag3', shards)}.js"])["tag3"]


def test_every_output_tells_with_its_stamp_when_its_bytes_change() -> None:
    base = [*many(70), PAPER]
    site = site_of(*base, tags="C++: {}")
    others = {
        "an alias": site_of(*base, tags="C++: {aliases: [cpp]}"),
        "a new entry": site_of(*base, written("new", "2026-12-01", "New", tags=("fresh",))),
        "a text": site_of(*[*many(69), written("e00069", "2026-01-01 01:09", "Another title")], PAPER, tags="C++: {}"),
    }
    was = {output.address: (output.stamp(site), output.render(site)) for output in search_outputs(site)}
    for change, other in others.items():
        for output in search_outputs(other):
            if output.address in was and output.stamp(other) == was[output.address][0]:
                assert output.render(other) == was[output.address][1], f"{output.address} is stale after {change}"


def test_names_and_texts_are_data_and_never_markup() -> None:
    nasty = "<script>alert(1)</script>"
    made = files(
        site_of(
            written(
                "x",
                "2026-01-01",
                f'{nasty}\u2028R&D &amp; "quotes"',
                tags=(nasty,),
                summary=f"a {nasty} b\x0b\ufffe",
                url="javascript:alert(1)",
            )
        )
    )
    row = value(made["data/text/0.js"])[0]
    assert row[2] == f'{nasty}\u2028R&D &amp; "quotes"'
    assert "\u2028".encode() not in made["data/text/0.js"]
    assert row[9] == "a alert(1) b"
    assert "javascript" not in made["data/text/0.js"].decode()
    assert value(made["data/names.js"])["tags"][0][1] == nasty


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("省下 **10%** 的 `R&D` 与 _时间_", "省下 10% 的 R&D 与 时间"),
        ("见 [标签](../tags/index.html)、![图](a.png)。\n\n## 小标题\n- 一\n- 二", "见 标签、图。 小标题 一 二"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("a &lt;b&gt; \\*c\\* <https://x.example/y>", "a <b> *c* https://x.example/y"),
        ("```python\nx = 1\n```", "x = 1"),
        ("[text][1] <b>bold</b> <!-- gone -->", "text bold"),
    ],
)
def test_the_words_of_markdown(markdown: str, words: str) -> None:
    assert bare(markdown) == words


def test_a_title_that_the_search_does_not_find_is_told(tmp_path: Path) -> None:
    site = site_of(*many(UNIT + 3), PAPER)
    made = files(site)
    for address, data in made.items():
        (tmp_path / address).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / address).write_bytes(data)
    assert list(unfound(site, tmp_path, made)) == []
    shard = tmp_path / f"data/index/0-1/{shard_of('word17', SHARDS_A_UNIT)}.js"
    shard.write_text(shard.read_text(encoding="utf-8").replace('"word17"', '"lost"'), encoding="utf-8")
    problems = list(unfound(site, tmp_path, made))
    assert [problem.fact for problem in problems] == ["the search does not find '标题17 word17'"]
    assert problems[0].severity == "error"
