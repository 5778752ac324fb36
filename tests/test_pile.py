"""Values come back as they were put in, from memory or from the file they wait in, in this process and in others."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from tagloom import crew
from tagloom.pile import Pile

ROWS = [[("a", b"one"), ("b", b"")], [], [("c", b"three" * 50)], [("a", b"one again"), ("d", b"\0\xff")]]
KEPT = {"a": b"one again", "b": b"", "c": b"three" * 50, "d": b"\0\xff"}


def of_pile(state: Pile[str], key: str) -> bytes | None:
    return state.get(key)


@pytest.mark.parametrize("most", [0, 4, 10_000])
def test_values_come_back_whether_they_wait_in_memory_or_in_a_file(tmp_path: Path, most: int) -> None:
    pile: Pile[str] = Pile(tmp_path, most)
    for rows in ROWS:
        pile.add(rows)
    assert dict(pile.items()) == KEPT
    assert pile.get("e") is None
    assert dict(pickle.loads(pickle.dumps(pile)).items()) == KEPT
    assert list(crew.share_out(of_pile, pile, list(KEPT), 2)) == list(KEPT.values())
    assert list(tmp_path.iterdir()) == []
