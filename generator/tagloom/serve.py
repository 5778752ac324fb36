"""A site's folder in; the same site on localhost, built again after each change, until Ctrl-C.

Pages go to `.tagloom/preview`, which has a manifest of its own: `tagloom build` may run beside it.
"""

from __future__ import annotations

import errno
import gc
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import click

from tagloom.build import build
from tagloom.places import PREVIEW
from tagloom.preview import Preview, Server
from tagloom.problems import Problem, Stopped
from tagloom.report import Report, counted
from tagloom.settings import Settings, read_settings
from tagloom.terminal import progress, tell_problems
from tagloom.trouble import explain
from tagloom.watch import Watch


class Writing:
    """One site while it is written: builds it, tells the terminal, and shows the result."""

    def __init__(self, root: Path, preview: Preview) -> None:
        self.root, self.preview = root, preview
        self.told: list[Problem] = []

    def rebuild(self, cause: str = "") -> None:
        """Builds what `cause` changed. An error of any kind is shown, and what was served stays."""
        begun = time.perf_counter()
        settings = Settings()
        try:
            settings, faults = read_settings(self.root)
            report = self.attempt(faults)
        except Exception as error:  # noqa: BLE001 - whatever an edit brings about must not end the server
            reason = explain(error)
            click.echo(f"{click.style('tagloom:', fg='red', bold=True)} {reason}", err=True)
            self.told = []
            self.show(settings, [str(reason)])
            return
        errors = [str(problem) for problem in report.problems if problem.severity == "error"]
        done = report.output
        if (done and (done.written or done.removed)) or tuple(errors) != self.preview.errors or not self.preview.number:
            self.show(settings, errors)
        self.tell(report, cause, time.perf_counter() - begun)

    def attempt(self, faults: list[Problem]) -> Report:
        """A build; while site.yml is broken, only its problems: the site that is served would lose its title, its kinds and its frame."""
        broken = any(fault.severity == "error" for fault in faults)
        if broken and self.preview.number:
            return Report(problems=faults)
        with progress() as tell:
            report = build(self.root, self.preview.folder, tell=tell)
        if report.unusable:
            raise Stopped(report.problems[0].fact, report.problems[0].remedy)
        return report

    def show(self, settings: Settings, errors: list[str]) -> None:
        self.preview.show(settings.base_path, errors)

    def tell(self, report: Report, cause: str, seconds: float) -> None:
        """New problems, and what was written."""
        if report.problems != self.told:
            tell_problems(report.problems)
            if not report.problems:
                click.echo("all mended")
            self.told = report.problems
        if report.output:
            done = report.output
            count = counted(len(done.written) + len(done.removed), "file", "files")
            click.echo(f"{cause + ': ' if cause else ''}{report.closing_line}; {count} changed in {seconds:.2f} s")


def serve(root: Path, host: str, port: int, *, open_browser: bool = False) -> None:
    """Serves the site at `root` until Ctrl-C. Raises Stopped where there is no site, or the port is taken."""
    _, faults = read_settings(root)
    if any(fault.rule == "no-site" for fault in faults):
        raise Stopped(faults[0].fact, faults[0].remedy)
    preview = Preview(root / PREVIEW)
    server = listen(host, port, preview)
    try:
        writing = Writing(root, preview)
        # Before any thread is there, so that the long first build may fork.
        writing.rebuild()
        with Watch(root) as watch, answering(server):
            with suppress(ValueError):  # only the main thread may
                signal.signal(signal.SIGINT, watch.end)
            address = f"http://{host}:{server.server_port}{quote(preview.base)}"
            click.echo(f"Serving {address} - Ctrl-C ends it")
            if open_browser:
                click.launch(address)
            follow(writing, watch)
    except KeyboardInterrupt:
        click.echo("\nended")
    finally:
        server.server_close()


def follow(writing: Writing, watch: Watch) -> None:
    """Builds after each change, and once at the start for what changed before the watch began."""
    gc.collect()
    gc.freeze()
    watch.changed.set()
    while True:
        cause = watch.wait(gc.collect)
        watch.follow()
        # A pass of the collector over a large archive takes longer than all else that an edit needs.
        gc.disable()
        writing.rebuild(cause)
        gc.enable()


def listen(host: str, port: int, preview: Preview) -> Server:
    """The server, its port taken. Raises Stopped when it cannot be."""
    try:
        return Server(host, port, preview)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Stopped(f"port {port} is in use", "name another with --port; --port 0 takes any that is free") from None
        if error.errno in {errno.EACCES, errno.EPERM}:
            raise Stopped(f"port {port} may not be used", "name one from 1024 up with --port") from None
        raise Stopped(f"cannot listen on {host}: {error.strerror or error}", "name an address of this machine with --host") from None


@contextmanager
def answering(server: Server) -> Iterator[None]:
    """Answers browsers while the block runs."""
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
