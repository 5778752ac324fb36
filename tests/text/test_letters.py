"""An index lists each name where a reader looks for it."""

from __future__ import annotations

import pytest

from tagloom.text.letters import index_letter, index_order


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("Adam", "A"),
        ("Ångström", "A"),
        (".NET", "N"),
        ("分布式训练", "F"),
        ("啊", "A"),
        ("座右铭", "Z"),
        ("Обучение", "О"),
        ("훈련", "ㅎ"),
        ("3FS", "#"),
        ("𠮷", "…"),
        ("訓練", "…"),
        ("", "…"),
    ],
)
def test_letter_of_a_name(name: str, letter: str) -> None:
    assert index_letter(name) == letter


def test_order_is_by_letter_with_latin_names_first_and_digits_last() -> None:
    names = ["3FS", "张量并行", "ZeRO", "Adam", "数据并行", "Обучение", "SGD"]
    assert sorted(names, key=index_order) == ["Adam", "SGD", "数据并行", "ZeRO", "张量并行", "Обучение", "3FS"]
