"""Names become addresses that every system can store, and that keep unlike names apart."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tagloom.text.slugs import RESERVED, fold, slug


@pytest.mark.parametrize(
    ("name", "made"),
    [("C", "c"), ("C++", "c-plus-plus"), ("C#", "c-sharp"), ("C♯", "c-sharp"), (".NET", "dot-net"), ("ASP.NET", "asp.net"), ("about .NET", "about-dot-net"),
     ("AI/ML", "ai-ml"), ("a/b", "a-b"), ("ab", "ab"), ("SHENZHEN I/O", "shenzhen-i-o"), ("358/2 Days", "358-2-days"), ("★", "star"), ("★★", "star-star"),
     ("☆", "white-star"), ("😀", "grinning-face"), ("🚀 Launch", "rocket-launch"), ("模型", "模型"), ("魔性", "魔性"), ("Comunicação", "comunicação"),
     ("writtenin:Ruby", "writtenin-ruby"), ("a*b?", "a-star-b"), ("A*", "a-star"), ("R&D", "r-and-d"), ("gpt-4.1", "gpt-4.1"), ("Node.js", "node.js"),
     ("Inc.", "inc"), ("..", "full-stop-full-stop"), ("?!", "question-mark-exclamation-mark"), ("a%20b", "a-percent-20b"), ("ＡＩ", "ai"),
     ("Distributed Training", "distributed-training"), ("हिन्दी", "हिन्दी"), ("feed.xml", "feed-xml"), ("don't", "don-t"), ("a..b", "a-dot-b")],
)  # fmt: skip
def test_a_name_and_its_address(name: str, made: str) -> None:
    assert slug(name) == made


@pytest.mark.parametrize(
    "names",
    [
        ["AI", "ai", "ＡＩ"],
        ["a b", "a-b", "a_b", " a  b "],
        ["cafe\u0301", "caf\u00e9", "CAFÉ"],
        ["LLM", "LLM\u200b", "\ufeffLLM"],
        ["❤️", "❤"],
    ],
)
def test_spellings_of_one_name_have_one_key_and_one_address(names: list[str]) -> None:
    assert len({fold(name) for name in names}) == 1
    assert len({slug(name) for name in names}) == 1


@pytest.mark.parametrize(
    "names",
    [["C", "C++", "C#", ".C"], ["a/b", "ab"], ["★", "★★", "😀", "☆"], ["模型", "魔性"], ["字" * 90, "字" * 90 + "甲", "字" * 90 + "乙"], ["..", ".", "?", "!"],
     ["x" * 200, "x" * 201], ["NET", ".NET"], ["+1", "1"]],
)  # fmt: skip
def test_unlike_names_have_unlike_addresses(names: list[str]) -> None:
    assert len({slug(name) for name in names}) == len(names)


@pytest.mark.parametrize("name", ["CON", "nul", "com1", "COM¹", "Aux", "prn", "lpt9", "con.txt", "index", "Index", "nul."])
def test_reserved_names_get_a_mark(name: str) -> None:
    assert slug(name).split(".")[0] not in RESERVED


@given(st.text() | st.text(alphabet='./\\:*?"<>|% -_+#CONnul1字é😀\u0301\u200d'))
@example("")
@example("\u0345ᾼ")
@example("\ud800")
@example("字" * 27)
def test_every_name_has_an_address_that_every_disk_and_browser_takes(name: str) -> None:
    made = slug(name)
    assert 0 < len(made.encode("utf-8")) <= 80
    assert not set(made) & set(':*?"<>|\\/% \t\n\0#&')
    assert made.strip(".- ") == made
    assert made == unicodedata.normalize("NFC", made)
    assert made.split(".")[0] not in RESERVED
    assert made.isprintable()


@given(st.text())
@example("\u0345ᾼ")
@example("ϓ")
def test_a_key_is_its_own_key(name: str) -> None:
    assert fold(fold(name)) == fold(name)
    assert slug(fold(name)) == slug(name)
