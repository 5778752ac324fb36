"""Work shared among processes: a task, a state that all of it needs, and pieces in; results in the pieces' order out.

Fork hands the state over for nothing; spawn pickles it once a worker. Small work stays in this process.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Piece = TypeVar("Piece")
Result = TypeVar("Result")

DONE = b"!"  # after the bytes that `meanwhile` waits for

# What the workers of this process's crew share: the task, its state, and the pieces where they need not be sent. Set before they begin.
_shared: list[Any] = [None, None, None]


def collect_nothing() -> None:
    """Stops the search for cycles: a build makes many lasting values and hardly one, and looking takes a fifth of its time.

    Python looks once more when it ends, unless what there is to look at is set aside.
    """
    gc.disable()
    atexit.register(gc.freeze)


def cores() -> int:
    """How many processes may run at once on this machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def may_fork() -> bool:
    """Whether processes fork on this machine, while no thread stands in the way."""
    return os.environ.get("TAGLOOM_START", "fork") == "fork" and sys.platform == "linux"


def start_method() -> str:
    """`fork` where it is safe and cheap (Linux, while no other thread could hold a lock), else `spawn`; TAGLOOM_START overrides."""
    return os.environ.get("TAGLOOM_START") or ("fork" if may_fork() and threading.active_count() == 1 else "spawn")


def share_out(task: Callable[[Any, Piece], Result], state: Any, pieces: Sequence[Piece], jobs: int) -> Iterator[Result]:
    """`task(state, piece)` for each piece, in order. With one job or one piece, in this process and when it is asked for.

    Else the work begins at once, and goes on while the caller does other things before asking.
    """
    if jobs <= 1 or len(pieces) <= 1:
        return (task(state, piece) for piece in pieces)
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    method = start_method()
    # A worker that forks has the pieces already, and hears only which is next.
    _shared[:] = [task, state, pieces]
    shared, errands = ((), range(len(pieces))) if method == "fork" else ((task, state, None), pieces)
    pool = ProcessPoolExecutor(min(jobs, len(pieces)), get_context(method), begin, shared)
    try:
        results = pool.map(work, errands)
    finally:
        # Workers that fork have done so by now.
        _shared[:] = [None, None, None]
    return results_of(pool, results)


def results_of(pool: ProcessPoolExecutor, results: Iterator[Result]) -> Iterator[Result]:
    try:
        yield from results
    finally:
        pool.shutdown(cancel_futures=True)


def aside(task: Callable[..., Result], *given: Any, jobs: int) -> Callable[[], Result]:
    """Begins `task(*given)` in a process of its own where that is cheap; the function returned waits for what it gives.

    What the task raises is raised there. With one job it runs when it is asked for.
    """
    if jobs <= 1 or start_method() != "fork":
        return lambda: task(*given)
    from multiprocessing import get_context

    context = get_context("fork")
    here, there = context.Pipe(duplex=False)
    helper = context.Process(target=tell_result, args=(there, task, given))
    helper.start()
    there.close()

    def wait() -> Result:
        try:
            good, found = here.recv()
        except EOFError:
            # It was killed, or what it had to say could not travel: the work is done again here, where its fault can be seen.
            good, found = True, task(*given)
        helper.join()
        here.close()
        if good:
            result: Result = found
            return result
        raise found

    return wait


def meanwhile(task: Callable[..., bytes], *given: Any) -> Callable[[], bytes]:
    """`task(*given)`, some milliseconds of work, in a process of its own where that costs one; the function returned waits for its bytes.

    Unlike `aside` it loads nothing to do so. Where no process can be had, and for a task that fails there, the work is done when it is asked for.
    """
    if start_method() != "fork" or cores() < 2:
        return lambda: task(*given)
    here, there = os.pipe()
    helper = os.fork()
    if not helper:
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            with os.fdopen(there, "wb") as end:
                end.write(task(*given) + DONE)
        finally:
            os._exit(0)
    os.close(there)

    def wait() -> bytes:
        with os.fdopen(here, "rb") as end:
            found = end.read()
        os.waitpid(helper, 0)
        return found[:-1] if found.endswith(DONE) else task(*given)

    return wait


def tell_result(end: Any, task: Callable[..., Any], given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        end.send((True, task(*given)))
    except Exception as error:  # noqa: BLE001  (raised again by the process that asked)
        end.send((False, error))
    end.close()


def begin(*shared: Any) -> None:
    """Runs once in each worker. Ctrl-C reaches the whole crew; only the process that leads it answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if shared:
        _shared[:] = shared


def work(errand: Any) -> Any:
    """`errand` is a piece, or the number of one that the worker has."""
    task, state, pieces = _shared
    return task(state, errand if pieces is None else pieces[errand])


def split(items: Sequence[Piece], size: int) -> list[Sequence[Piece]]:
    """`items` in runs of at most `size`."""
    return [items[start : start + size] for start in range(0, len(items), size)]
