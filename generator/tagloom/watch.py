"""A site's folder in; a sign whenever something it is made from has changed, and what that was, out.

The system tells of changes (inotify and its like); only where it cannot are the files looked at again and again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver
from watchdog.observers.polling import PollingObserver

from tagloom.seal import ENTERED

FOLDERS = ("content", "theme")
CHANGES = frozenset({"created", "modified", "moved", "deleted"})
QUIET = 0.03  # seconds without a change that end a burst
LONGEST = 20  # a burst is over after so many of them


class Watch(FileSystemEventHandler):
    """Watches content/, theme/ and the files beside site.yml while the block runs."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.changed = Event()
        self.ended = Event()
        self.latest = ""
        self.followed: dict[str, tuple[tuple[int, int], Any]] = {}
        self.observer: BaseObserver = Observer()

    def __enter__(self) -> Watch:
        try:
            self.begin()
        except OSError:
            # The system has no more watches to give.
            self.observer = PollingObserver()
            self.followed.clear()
            self.begin()
        return self

    def begin(self) -> None:
        self.observer.schedule(self, str(self.root), recursive=False)
        self.follow()
        self.observer.start()

    def __exit__(self, *_: object) -> None:
        self.observer.stop()
        self.observer.join()

    def follow(self) -> None:
        """Watches folders that have come, or come back, since."""
        for name in (*FOLDERS, *(name for name in ENTERED if (self.root / name).is_symlink())):
            folder = (self.root / name).resolve()
            known = self.followed.get(name)
            if not folder.is_dir():
                continue
            facts = folder.stat()
            identity = (facts.st_dev, facts.st_ino)
            if known is None or known[0] != identity:
                if known:
                    self.observer.unschedule(known[1])
                self.followed[name] = identity, self.observer.schedule(self, str(folder), recursive=True)

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type not in CHANGES or (event.is_directory and event.event_type == "modified"):
            return
        for path in (event.dest_path, event.src_path):
            named = Path(os.fsdecode(path)) if path else None
            if named and self.matters(named, event.is_directory):
                self.latest = named.relative_to(self.root).as_posix() if named.is_relative_to(self.root) else named.name
                self.changed.set()
                return

    def matters(self, path: Path, is_directory: bool) -> bool:
        """Whether a site may be made from `path`: editors write files of their own, with a dot before or a ~ behind."""
        if path.name.startswith(".") or path.name.endswith(("~", ".tmp", ".swp")):
            return False
        return path.parent != self.root or not is_directory or path.name in FOLDERS

    def end(self, *_: object) -> None:
        """Answers Ctrl-C. It is remembered as well: Python drops what is raised while it frees a value, and the wait would go on."""
        self.ended.set()
        raise KeyboardInterrupt

    def wait(self, idle: Callable[[], object]) -> str:
        """Returns when a burst of changes is over, with the last path that changed. `idle` is called before it waits."""
        idle()
        # With a limit, because on some systems nothing else lets Ctrl-C through.
        while not self.changed.wait(1):
            if self.ended.is_set():
                raise KeyboardInterrupt
        for _ in range(LONGEST):
            self.changed.clear()
            if not self.changed.wait(QUIET):
                break
        self.changed.clear()
        return self.latest
