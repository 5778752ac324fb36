"""A command in; its wall time, CPU time and peak memory out, for the whole tree of its processes. Servers are started and stopped here too."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds, seconds of CPU, and bytes of memory at the highest; and what the command printed."""

    wall: float
    cpu: float
    peak: int
    printed: str = ""


class Failed(Exception):
    """A command that ended with an error or took too long; the message ends with what it printed last."""


@dataclass(frozen=True, slots=True)
class Command:
    """What to run, where, and what its environment has besides ours."""

    words: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str]

    def start(self, log: IO[bytes]) -> subprocess.Popen[bytes]:
        """The running command, in a session of its own, so that all of it can be ended together."""
        return subprocess.Popen(
            self.words,
            cwd=self.folder,
            env={**os.environ, **self.environment},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def run(command: Command, limit: float) -> Cost:
    """The cost of `command`; Failed when it does not end well within `limit` seconds."""
    with tempfile.TemporaryFile() as log:
        started = time.perf_counter()
        process = command.start(log)
        late = threading.Timer(limit, end, (process,))
        late.start()
        highest = Highest(process.pid)
        highest.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - started
            process.returncode = os.waitstatus_to_exitcode(status)
        finally:
            late.cancel()
            highest.finish()
            if process.returncode is None:
                end(process)
                process.wait()
        if process.returncode:
            raise Failed(f"{' '.join(command.words)} ended with {process.returncode} after {wall:.1f} s (limit {limit:.0f} s)\n{tail(log)}")
        # ru_maxrss catches what came and went between two looks; it is of the largest process alone.
        return Cost(wall, usage.ru_utime + usage.ru_stime, max(highest.bytes, usage.ru_maxrss * 1024), tail(log))


def end(process: subprocess.Popen[bytes], sign: int = signal.SIGKILL) -> None:
    """Sends `sign` to the process and all it started; nothing when they are gone."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, sign)


def tail(log: IO[bytes], lines: int = 25) -> str:
    log.seek(0)
    return "\n".join(log.read().decode(errors="replace").splitlines()[-lines:])


class Highest(threading.Thread):
    """Watches the memory of a tree of processes; `bytes` is the highest sum seen.

    One process is asked for its own high-water mark, which misses nothing. Several share pages, so their proportional
    sizes (PSS) are added up; as that costs time in proportion to their size, looks are spaced to take below 2 %.
    """

    def __init__(self, root: int) -> None:
        super().__init__(daemon=True)
        self.root = root
        self.bytes = 0
        self.over = threading.Event()

    def run(self) -> None:
        pause = 0.01
        while not self.over.wait(pause):
            began = time.perf_counter()
            self.bytes = max(self.bytes, memory(tree(self.root)))
            pause = max(0.02, 50 * (time.perf_counter() - began))

    def finish(self) -> None:
        self.over.set()
        self.join()


def tree(root: int) -> list[int]:
    """The process `root` and all below it; those that end meanwhile are left out."""
    found = [root]
    for pid in found:
        with contextlib.suppress(OSError):
            for thread in (PROC / str(pid) / "task").iterdir():
                with contextlib.suppress(OSError):
                    found.extend(map(int, (thread / "children").read_text().split()))
    return found


def memory(pids: Sequence[int]) -> int:
    """Bytes of memory of the processes together; pages that they share count once. 0 where there is no /proc."""
    if len(pids) == 1:
        return kilobytes(PROC / str(pids[0]) / "status", "VmHWM:") * 1024
    return sum(kilobytes(PROC / str(pid) / "smaps_rollup", "Pss:") for pid in pids) * 1024


def kilobytes(file: Path, key: str) -> int:
    """The number behind `key` in a file of /proc; 0 when its process is gone."""
    with contextlib.suppress(OSError):
        for line in file.read_text().splitlines():
            if line.startswith(key):
                return int(line.split()[1])
    return 0


@contextlib.contextmanager
def serving(command: Command, addresses: Sequence[str], limit: float) -> Iterator[tuple[str, float]]:
    """A running server: the one of `addresses` that answered first, and the seconds until then. It is stopped behind."""
    with tempfile.TemporaryFile() as log:
        started = time.perf_counter()
        process = command.start(log)
        try:
            while True:
                answered = next((address for address in addresses if fetch(address)), None)
                if answered:
                    break
                if process.poll() is not None or time.perf_counter() - started > limit:
                    raise Failed(f"{' '.join(command.words)} does not answer at {' or '.join(addresses)}\n{tail(log)}")
                time.sleep(0.05)
            yield answered, time.perf_counter() - started
        finally:
            end(process, signal.SIGTERM)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                end(process)
                process.wait()


def fetch(address: str) -> str:
    """The page at `address`; "" while there is none."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            text: str = answer.read().decode("utf-8", "replace")
            return text
    except (urllib.error.URLError, OSError):
        return ""


def seconds_until(address: str, words: str, limit: float) -> float:
    """Seconds until the page at `address` holds `words`."""
    started = time.perf_counter()
    while words not in fetch(address):
        if time.perf_counter() - started > limit:
            raise Failed(f"{address} did not show '{words}' within {limit:.0f} s")
        time.sleep(0.005)
    return time.perf_counter() - started
