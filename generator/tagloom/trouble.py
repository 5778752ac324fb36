"""What kept Tagloom from going on, told to the person who started it: an exception in, a fact and a remedy out."""

from __future__ import annotations

import errno
import re
import sqlite3
import traceback

from tagloom.problems import Stopped

# Jinja compiles templates under their own names, so that the last one in a traceback is where it went wrong.
TEMPLATE = re.compile(r'File "([^"\n]+\.(?:html|xml|svg|txt))", line (\d+)')
AGAIN = "run it again afterwards: the next build completes the site"
REMEDIES = {
    errno.ENOSPC: f"free some space; {AGAIN}",
    errno.EDQUOT: f"free some space; {AGAIN}",
    errno.EACCES: "check who may read and write there",
    errno.EPERM: "check who may read and write there",
    errno.EROFS: "it is on a disk that can only be read; name another folder",
    errno.EISDIR: "a folder is where a file must stand: remove or rename it",
    errno.ENOTDIR: "a file is where a folder must be: remove or rename it",
    errno.EMFILE: "raise the limit of open files (ulimit -n)",
}


def explain(error: Exception) -> Stopped:
    """`error` as a fact and a remedy. What is foreseen nowhere is a fault of Tagloom, and says how to report it."""
    if isinstance(error, Stopped):
        return error
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        return Stopped(f"{place}{error.strerror or error}", REMEDIES.get(error.errno or 0, ""))
    if isinstance(error, sqlite3.Error):
        return explain_store(error)
    kind = type(error)
    if kind.__module__.startswith("jinja2"):
        return Stopped(f"a template of the theme cannot be used: {template_place(error)}{error}", "mend it in the site's theme/ folder")
    if kind.__name__ == "BrokenProcessPool" or isinstance(error, MemoryError):
        return Stopped("a process ended before its work was done; the memory may be full", f"try --jobs 1; {AGAIN}")
    return Stopped(
        f"unexpected {kind.__name__}: {error}", "this is a fault of Tagloom's; with TAGLOOM_TRACEBACK=1 it tells where, for a report"
    )


def explain_store(error: sqlite3.Error) -> Stopped:
    cause = getattr(error, "sqlite_errorname", "")
    if cause.startswith("SQLITE_FULL"):
        return Stopped("the disk is full", REMEDIES[errno.ENOSPC])
    if cause.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM")):
        return Stopped(".tagloom/cache.sqlite cannot be written", REMEDIES[errno.EACCES])
    return Stopped(f".tagloom/cache.sqlite cannot be used: {error}", "delete the folder .tagloom: the next build makes it anew")


def template_place(error: Exception) -> str:
    """`path:line: ` of the template that `error` came from, when it is known."""
    file, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    if file and line:
        return f"{file}:{line}: "
    found = TEMPLATE.findall("".join(traceback.format_exception(error)))
    return f"{found[-1][0]}:{found[-1][1]}: " if found else ""
