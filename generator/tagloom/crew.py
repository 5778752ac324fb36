"""Work shared among processes: a task, a state that all of it needs, and pieces in; results in the pieces' order out.

Fork hands the state over for nothing; spawn pickles it once a worker. Small work stays in this process.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")

# What the workers of this process's crew share; set before they begin.
_shared: list[Any] = [None, None]


def collect_nothing() -> None:
    """Stops the search for cycles: a build makes many lasting values and hardly one, and looking takes a fifth of its time."""
    gc.disable()


def cores() -> int:
    """How many processes may run at once on this machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def start_method() -> str:
    """`fork` where it is safe and cheap (Linux, while no other thread could hold a lock), else `spawn`; TAGLOOM_START overrides."""
    return os.environ.get("TAGLOOM_START") or ("fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn")


def share_out(task: Callable[[Any, Piece], Result], state: Any, pieces: Sequence[Piece], jobs: int) -> Iterator[Result]:
    """`task(state, piece)` for each piece, in order. With one job or one piece, in this process."""
    if jobs <= 1 or len(pieces) <= 1:
        for piece in pieces:
            yield task(state, piece)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    method = start_method()
    _shared[:] = [task, state]
    shared = () if method == "fork" else (task, state)
    try:
        with ProcessPoolExecutor(min(jobs, len(pieces)), get_context(method), begin, shared) as pool:
            yield from pool.map(work, pieces)
    finally:
        _shared[:] = [None, None]


def begin(*shared: Any) -> None:
    """Runs once in each worker. Ctrl-C reaches the whole crew; only the process that leads it answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if shared:
        _shared[:] = shared


def work(piece: Any) -> Any:
    task, state = _shared
    return task(state, piece)


def split(items: Sequence[Piece], size: int) -> list[Sequence[Piece]]:
    """`items` in runs of at most `size`."""
    return [items[start : start + size] for start in range(0, len(items), size)]
