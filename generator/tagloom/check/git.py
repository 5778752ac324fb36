"""A site in a git repository and a commit in; which files changed since they parted, and what they were before, out."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

from tagloom.problems import Stopped

DEEPER = "fetch more of the history: `git fetch --unshallow`, or `fetch-depth: 0` in a workflow"


def git(root: Path, *words: str, given: bytes = b"") -> bytes:
    """What git says. Raises Stopped with its own words."""
    try:
        done = subprocess.run(["git", "-C", str(root), *words], input=given, capture_output=True, check=False)
    except FileNotFoundError:
        raise Stopped("git is not installed", "install it, or check without --since") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0].removeprefix("fatal: ")
        raise Stopped(f"git: {said or 'failed'}", "--since needs a site in a git repository")
    return done.stdout


def merge_base(root: Path, revision: str) -> str:
    """The commit where HEAD parted from `revision`. Raises Stopped."""
    try:
        commit = git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").decode().strip()
    except Stopped as stopped:
        if stopped.fact != "git: failed":
            raise
        raise Stopped(f"git knows no commit '{revision}'", DEEPER) from None
    try:
        return git(root, "merge-base", commit, "HEAD").decode().strip()
    except Stopped:
        raise Stopped(f"'{revision}' and HEAD have no commit in common here", DEEPER) from None


def changed_files(root: Path, base: str) -> frozenset[str]:
    """Paths below `root` that differ from those of `base`: committed, staged, only on disk, new or removed."""
    differ = git(root, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative", base, "--", ".")
    new = git(root, "ls-files", "--others", "--exclude-standard", "-z", "--", ".")
    return frozenset(name.decode("utf-8", "surrogateescape") for name in (differ + new).split(b"\0") if name)


def files_at(root: Path, base: str, paths: Iterable[str]) -> dict[str, bytes]:
    """The bytes that files had in `base`; those that were not there are left out."""
    wanted = [path for path in paths if "\n" not in path]
    if not wanted:
        return {}
    prefix = git(root, "rev-parse", "--show-prefix").decode("utf-8", "surrogateescape").strip("\n")
    asked = "".join(f"{base}:{prefix}{path}\n" for path in wanted).encode("utf-8", "surrogateescape")
    told = git(root, "cat-file", "--batch", given=asked)
    found: dict[str, bytes] = {}
    at = 0
    for path in wanted:
        end = told.index(b"\n", at)
        head = told[at:end].rsplit(b" ", 2)
        at = end + 1
        if len(head) == 3 and head[2].isdigit():
            size = int(head[2])
            if head[1] == b"blob":
                found[path] = told[at : at + size]
            at += size + 1
    return found
