"""Values come back as they were put in, from memory or from the file they wait in, in this process and in others."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from tagloom import crew
from tagloom.pile import Pile, Spool

ROWS = [[("a", b"one"), ("b", b"")], [], [("c", b"three" * 50)], [("a", b"one again"), ("d", b"\0\xff")]]
KEPT = {"a": b"one again", "b": b"", "c": b"three" * 50, "d": b"\0\xff"}


def of_pile(state: Pile[str], key: str) -> bytes | None:
    return state.get(key)


@pytest.mark.parametrize("filed", [False, True])
def test_values_come_back_whether_they_wait_in_memory_or_in_a_file(tmp_path: Path, filed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAGLOOM_START", "fork")
    pile: Pile[str] = Pile()
    spool = Spool(tmp_path)
    for rows in ROWS:
        if filed:
            begin = spool.append([value for _, value in rows])
            assert pile.add_filed([key for key, _ in rows], [len(value) for _, value in rows], spool, begin) == spool.end
        else:
            pile.add(rows)
    del spool
    assert dict(pile.items()) == KEPT
    assert pile.get("e") is None
    assert dict(pickle.loads(pickle.dumps(pile)).items()) == KEPT
    assert list(crew.share_out(of_pile, pile, list(KEPT), 2)) == list(KEPT.values())
    assert list(tmp_path.iterdir()) == []


def spooled(state: list[Spool], word: bytes) -> tuple[int, int]:
    seat = crew.seat()
    return seat, state[seat].append([word, word])


def test_what_a_worker_puts_into_its_spool_is_read_by_the_process_that_leads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAGLOOM_START", "fork")
    assert crew.shares_files(2)
    spools = [Spool(tmp_path) for _ in range(2)]
    words = [b"%d" % number * 3000 for number in range(40)]
    for word, (seat, begin) in zip(words, crew.share_out(spooled, spools, words, 2), strict=True):
        assert os.pread(spools[seat].file, 2 * len(word), begin) == word * 2
