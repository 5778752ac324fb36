"""Work shared among processes comes back in order, and so does what went wrong in one of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from tagloom import crew

BOTH = pytest.mark.parametrize("method", ["fork", "spawn"])


@pytest.fixture(autouse=True)
def nobody_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # Other tests' threads would have them spawn.
    monkeypatch.setenv("TAGLOOM_START", "fork")
    yield
    assert multiprocessing.active_children() == []


def doubled(state: int, piece: int) -> bytes:
    return bytes([state, piece % 256]) * (piece * 1000)


def refused(state: int, piece: int) -> int:
    if piece == state:
        raise ValueError(f"piece {piece}")
    return piece


def broken(state: int, piece: int) -> int:
    if piece == state:
        raise BrokenPipeError(f"piece {piece}")
    return piece


class Odd(Exception):
    """One that cannot travel: what makes it anew wants two words."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def oddly_refused(_: int, piece: int) -> int:
    raise Odd("piece ", str(piece))


def killed(state: int, piece: int) -> int:
    if piece == state:
        os.kill(os.getpid(), signal.SIGKILL)
    return piece


@BOTH
@pytest.mark.parametrize("count", [2, 3, 200])
def test_results_come_in_the_order_of_their_pieces(method: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAGLOOM_START", method)
    assert list(crew.share_out(doubled, 7, range(count), 2)) == [doubled(7, piece) for piece in range(count)]


@BOTH
def test_what_a_worker_raises_is_raised_by_the_one_that_leads(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAGLOOM_START", method)
    with pytest.raises(ValueError, match="piece 30"):
        list(crew.share_out(refused, 30, range(200), 2))


def test_a_pipe_that_breaks_in_the_work_itself_is_told_like_any_error() -> None:
    with pytest.raises(BrokenPipeError, match="piece 3"):
        list(crew.share_out(broken, 3, range(10), 2))


def test_where_a_worker_raised_can_be_read() -> None:
    with pytest.raises(ValueError, match="piece 30") as caught:
        list(crew.share_out(refused, 30, range(200), 2))
    assert "in refused" in "".join(caught.value.__notes__)


def test_what_cannot_travel_is_told_all_the_same() -> None:
    with pytest.raises(Exception, match=r"piece [01]"):
        list(crew.share_out(oddly_refused, 0, range(2), 2))


@BOTH
def test_a_worker_that_is_killed_does_not_keep_the_others_waiting(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAGLOOM_START", method)
    with pytest.raises(BrokenProcessPool):
        list(crew.share_out(killed, 30, range(200), 2))


def test_a_crew_whose_results_nobody_wants_any_more_ends() -> None:
    results = crew.share_out(doubled, 7, range(200), 2)
    assert next(results) == doubled(7, 0)
    results.close()  # type: ignore[attr-defined]


def noted(state: Path, piece: int) -> bytes:
    """More than a pipe holds of a few pieces."""
    (state / str(os.getpid())).touch()
    (state / f"piece {piece}").touch()
    time.sleep(0.02)
    return bytes(400_000)


def workers_in(folder: Path) -> list[int]:
    return [int(file.name) for file in folder.iterdir() if file.name.isdecimal()]


def ends(worker: int) -> bool:
    """Whether a process that is no child of this one ends soon."""
    for _ in range(200):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return True
        if ") Z " in Path(f"/proc/{worker}/stat").read_text(encoding="utf-8"):
            return True  # only nobody has buried it yet
        time.sleep(0.02)
    return False


@BOTH
def test_a_crew_whose_results_nobody_ever_asks_for_ends_at_once(method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAGLOOM_START", method)
    results = crew.share_out(noted, tmp_path, range(200), 2)
    del results
    assert multiprocessing.active_children() == []
    assert len(list(tmp_path.iterdir())) < 100


def test_workers_end_when_the_process_that_leads_them_is_killed(tmp_path: Path) -> None:
    leader = os.fork()
    if not leader:
        next(crew.share_out(noted, tmp_path, range(200), 2))
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(leader, 0)
    workers = workers_in(tmp_path)
    assert workers
    assert all(map(ends, workers))
    assert len(list(tmp_path.iterdir())) < 100
