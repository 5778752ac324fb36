"""Heads that are written plainly are read without libyaml, and mean what libyaml says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tagloom.content.losses import lost_texts, trailing_spaces
from tagloom.text.plain_yaml import parse_plain
from tagloom.text.yaml import YamlError, compose

PIECES = (
    "a", "b c", "k", "x:y", "x: y", "http://a.b/c?d=e", "-", " ", "  ", "- ", "#", '"', "'", "[", "]", "{", "}", ",", ", ", ":", ": ", "~", "null",
    '"q"', "'s'", '"a, b"', "?", "!t ", "&a ", "*a", "|", ">", "%", "@", "`", "é", "中：文", "\n", "\n  ", "\n- ", "\n  - ", "\n    ", "k2: ", "k3:\n",
    "<<", "=", "...", "---", "\\", "yes", "-5", "\u3000", '"C#"', "a: b\n", "l: [a, b]\n", 'm: {p: "x", q: y}\n', 'n:\n  - a\n  - "b"\n',
    "o:\n  p: q\n  r: s\n", "//", "https://x.y", "{p: https://x/y}", "[https://x, b ]", "[]", "{}", "\t",
)  # fmt: skip


def test_the_usual_head_is_plain() -> None:
    head = """\
title: "C#: a \'tour\'"
title_zh: 一次：游览
date: 2026-06-10 10:11
tags: ["AI/ML", 分布式训练, 'it: s' , null]
url: https://example.org/a?b=c
source:
links: {pdf: https://example.org/a.pdf, code: "https://example.org/"}
points:
  - One, two [three]
  - "Four: five"
more:
  doi: 10.1000/182
authors:
- María Gragera Garcés
heat: ~
"""
    assert parse_plain(head) == compose(head)[0].value()


@pytest.mark.parametrize(
    "head",
    [
        "",
        "a: 1 # why\n",
        "a: C# \n",
        'a: "\\u0041"\n',
        "a: |\n  b\n",
        "a: b\n  c\n",
        "a: b\na: c\n",
        "a: {b: 1, b: 2}\n",
        "a: &x b\n",
        "a: !t b\n",
        "a: b: c\n",
        "a: [b\n",
        "a:\n  - b\n   - c\n",
        "- a\n",
        "...\n",
    ],
)
def test_what_may_mean_something_else_is_left_to_libyaml(head: str) -> None:
    assert parse_plain(head) is None


@given(some.lists(some.sampled_from(PIECES), max_size=14).map("".join), some.booleans())
def test_it_means_what_libyaml_says(text: str, field: bool) -> None:
    head = f"{'k: ' if field else ''}{text}\n"
    values = parse_plain(head)
    if values is None:
        return
    try:
        parts = compose(head)
    except YamlError as error:
        pytest.fail(f"{head!r} is read as {values}, and libyaml says: {error}")
    assert [part.value() for part in parts] == [values]
    assert list(parts[0].value()) == list(values)
    assert not list(lost_texts(parts[0], head, head.split("\n")))
    assert not list(trailing_spaces(parts, head, 1))
