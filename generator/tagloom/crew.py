"""Work shared among processes: a task, a state that all of it needs, and pieces in; results in the pieces' order out.

Fork hands the state over for nothing; spawn pickles it once a worker. Small work stays in this process. What forks is led without
threads: a thread that hands out work would wait for its turn in a process that is busy itself, and the workers with it.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess

Piece = TypeVar("Piece")
Result = TypeVar("Result")

DONE = b"!"  # after the bytes that `meanwhile` waits for

GLAD = 19  # how far behind others a process stands that has time
NUMBER = 8  # bytes of a piece's number
ROOM = 1 << 20  # bytes that a worker may have said before it is heard

# Which worker of its crew this process is. The one that leads works at the first seat when it works alone.
_seat = [0]
# What a spawned worker was told when it began: the task and its state.
_shared: list[Any] = [None, None]


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


def shares_files(jobs: int) -> bool:
    """Whether a file that is open here is open for those who will work, too, and can be read at any place (Windows cannot)."""
    return hasattr(os, "pread") and (jobs <= 1 or start_method() == "fork")


def seat() -> int:
    """Which worker of its crew this process is, from 0 on."""
    return _seat[0]


def share_out(task: Callable[[Any, Piece], Result], state: Any, pieces: Sequence[Piece], jobs: int) -> Iterator[Result]:
    """`task(state, piece)` for each piece, in order. With one job or one piece, in this process and when it is asked for.

    Else the work begins at once, and goes on while the caller does other things before asking.
    """
    if jobs <= 1 or len(pieces) <= 1:
        return (task(state, piece) for piece in pieces)
    if start_method() == "fork":
        return begun(results_in_order(forked(task, state, pieces, min(jobs, len(pieces))), len(pieces)))
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(min(jobs, len(pieces)), get_context("spawn"), begin, (task, state))
    return begun(results_of(pool, pool.map(work, pieces)))


def begun(results: Iterator[Any]) -> Iterator[Any]:
    """`results` without the first, which is none: what was never asked for anything could not dismiss its workers when it is let go."""
    next(results)
    return results


def results_of(pool: ProcessPoolExecutor, results: Iterator[Any]) -> Iterator[Any]:
    try:
        yield None  # for `begun`
        yield from results
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Worker:
    """A process at work, and the end at which it is heard."""

    process: ForkProcess
    heard: Connection[Any, Any]


def forked(task: Callable[[Any, Piece], Result], state: Any, pieces: Sequence[Piece], jobs: int) -> list[Worker]:
    """As many processes as `jobs`, at work on the pieces. They have the pieces already, and find the number of the next one in a pipe."""
    from multiprocessing import get_context

    context = get_context("fork")
    taken, put = os.pipe()
    os.write(put, bytes(NUMBER))
    crew: list[Worker] = []
    try:
        for number in range(jobs):
            heard, said = context.Pipe(duplex=False)
            make_room(said)
            ears = [*(worker.heard for worker in crew), heard]
            process = context.Process(target=take_turns, args=(number, ears, said, (taken, put), task, state, pieces), daemon=True)
            process.start()
            said.close()  # or its end would not be heard
            crew.append(Worker(process, heard))
    finally:
        os.close(taken)
        os.close(put)
    return crew


def make_room(said: Connection) -> None:
    """Lets a worker go on while nobody listens. What the system does not grant only costs time."""
    import fcntl

    with contextlib.suppress(OSError, AttributeError):
        fcntl.fcntl(said.fileno(), fcntl.F_SETPIPE_SZ, ROOM)


def take_turns(
    place: int,
    ears: Sequence[Connection],
    said: Connection,
    turns: tuple[int, int],
    task: Callable[[Any, Piece], Result],
    state: Any,
    pieces: Sequence[Piece],
) -> None:
    """What a forked worker does: piece after piece, until there is none, one has failed, or whoever leads has gone.

    Who takes the number of the next piece out of the pipe puts back the number after it. The `ears` are open here for having been open
    where the worker comes from: it would go on talking to itself.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for ear in ears:
        ear.close()
    _seat[:] = [place]
    taken, put = turns
    while True:
        number = int.from_bytes(os.read(taken, NUMBER), "big")
        os.write(put, (number + 1).to_bytes(NUMBER, "big"))
        if number >= len(pieces):
            return
        try:
            result = task(state, pieces[number])
        except Exception as error:  # noqa: BLE001  (raised again by the process that leads)
            tell_error(said, number, error)
            return
        try:
            said.send((number, True, result))
        except BrokenPipeError:
            return  # whoever leads has gone
        except Exception as error:  # noqa: BLE001  (a result that cannot travel; raised as above)
            tell_error(said, number, error)
            return


def tell_error(said: Connection, number: int, error: Exception) -> None:
    """Says `error` with the place where it was raised; as text when it cannot travel."""
    import copy
    import traceback

    error.add_note("".join(traceback.format_exception(error)))
    try:
        said.send((number, False, copy.deepcopy(error)))  # what cannot be copied could be sent, but not taken out there
    except Exception:  # noqa: BLE001  (an error of somebody else's class can raise anything here)
        said.send((number, False, RuntimeError(f"{type(error).__name__}: {error}")))


def results_in_order(crew: Sequence[Worker], count: int) -> Iterator[Any]:
    """The results of pieces 0 to `count` - 1. Raises what a worker raised, and BrokenProcessPool when one has died."""
    from multiprocessing.connection import wait

    results: dict[int, Any] = {}
    listening = {worker.heard: worker.process for worker in crew}
    try:
        yield None  # for `begun`
        for number in range(count):
            while number not in results:
                ready = wait(listening)
                for heard in [one for one in listening if one in ready]:
                    try:
                        told, good, result = heard.recv()
                    except EOFError:
                        bury(listening.pop(heard))
                        continue
                    if not good:
                        raise result
                    results[told] = result
            yield results.pop(number)
    except BaseException:
        for worker in crew:
            worker.process.kill()
        raise
    finally:
        for worker in crew:
            worker.process.join()
            worker.heard.close()


def bury(process: ForkProcess) -> None:
    """Raises when a worker that is heard no more did not end of itself."""
    process.join()
    if process.exitcode:
        from concurrent.futures.process import BrokenProcessPool

        raise BrokenProcessPool(f"a worker ended with {process.exitcode}")


def aside(task: Callable[..., Result], *given: Any, jobs: int) -> Callable[[], Result]:
    """Begins `task(*given)` in a process of its own where that is cheap; the function returned waits for what it gives.

    What the task raises is raised there. With one job it runs when it is asked for. The process is glad of a core that nobody else needs.
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
    os.nice(GLAD)
    try:
        end.send((True, task(*given)))
    except Exception as error:  # noqa: BLE001  (raised again by the process that asked)
        end.send((False, error))
    end.close()


def begin(*shared: Any) -> None:
    """Runs once in each spawned worker. Ctrl-C reaches the whole crew; only the process that leads it answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _shared[:] = shared


def work(piece: Any) -> Any:
    task, state = _shared
    return task(state, piece)


def split(items: Sequence[Piece], size: int) -> list[Sequence[Piece]]:
    """`items` in runs of at most `size`."""
    return [items[start : start + size] for start in range(0, len(items), size)]
