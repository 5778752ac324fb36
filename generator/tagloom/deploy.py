"""A built site in; the same files as one commit on a branch of its repository, pushed to where readers get them, out.

For sites that are not published by a workflow: GitHub Pages and its like serve the branch as it stands.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tagloom.problems import Stopped
from tagloom.settings import Settings


@dataclass(frozen=True, slots=True)
class Target:
    """Where a site goes: a branch of a remote of the repository that holds its sources."""

    remote: str = "origin"
    branch: str = "gh-pages"
    message: str = "Publish the site"


def deploy(root: Path, folder: Path, settings: Settings, target: Target) -> str:
    """Pushes `folder` and returns the commit's short name. Raises Stopped when git, the repository or the remote is not there."""
    import ghp_import

    if not (folder / "index.html").is_file():
        raise Stopped(f"there is no site in {folder}", "build it first, or leave out --no-build")
    check_repository(root, target)
    # What others pushed is built upon; a branch that is not there yet begins with this commit.
    git(root, "fetch", "--quiet", target.remote, f"+refs/heads/{target.branch}:refs/remotes/{target.remote}/{target.branch}", may_fail=True)
    domain = own_domain(settings) or branch_domain(root, target)
    files = folder.resolve()
    with chdir(root):
        try:
            ghp_import.ghp_import(
                str(files), remote=target.remote, branch=target.branch, mesg=target.message, nojekyll=True, cname=domain or None, push=False
            )
        except (ghp_import.GhpError, TypeError) as error:
            # TypeError: ghp-import trips over its own message when git refuses the commit.
            raise Stopped(f"git could not make the commit: {getattr(error, 'message', error)}", "see what git says above") from error
    git(root, "push", "--quiet", target.remote, f"refs/heads/{target.branch}:refs/heads/{target.branch}")
    return git(root, "rev-parse", "--short", f"refs/heads/{target.branch}")


def check_repository(root: Path, target: Target) -> None:
    """Raises Stopped unless `root` is in a git repository that has the remote, on another branch than the one to publish."""
    if shutil.which("git") is None:
        raise Stopped("git is not installed", "install it, or publish with the workflow that `tagloom init` writes")
    if not git(root, "rev-parse", "--git-dir", may_fail=True):
        raise Stopped(f"{root.resolve()} is not in a git repository", "run `git init` there, and `git remote add origin ADDRESS`")
    if target.remote not in (remotes := git(root, "remote").split()):
        known = f"known: {', '.join(remotes)}" if remotes else f"run `git remote add {target.remote} ADDRESS`"
        raise Stopped(f"the repository has no remote '{target.remote}'", known)
    if git(root, "check-ref-format", "--branch", target.branch, may_fail=True) != target.branch:
        raise Stopped(f"'{target.branch}' is not the name of a branch", "name one such as gh-pages with --branch")
    if git(root, "symbolic-ref", "--quiet", "--short", "HEAD", may_fail=True) == target.branch:
        raise Stopped(f"the sources are on the branch '{target.branch}', and the site would replace them", "name another with --branch")
    if not git(root, "var", "GIT_COMMITTER_IDENT", may_fail=True):
        raise Stopped("git does not know who commits", "run `git config user.name NAME` and `git config user.email ADDRESS`")


def own_domain(settings: Settings) -> str:
    """The domain to write into CNAME: that of `url`, unless the host gives it or the site is only a part of it."""
    host = urlsplit(settings.url).hostname or ""
    given = not host or host.endswith((".github.io", ".gitlab.io", ".codeberg.page")) or host == "localhost"
    return "" if given or settings.base_path != "/" else host


def branch_domain(root: Path, target: Target) -> str:
    """What CNAME says on the branch now: a domain that was set on GitHub's own page must not be lost."""
    return git(root, "show", f"refs/remotes/{target.remote}/{target.branch}:CNAME", may_fail=True)


def git(root: Path, *words: str, may_fail: bool = False) -> str:
    """What git prints; with `may_fail`, nothing when it fails. Raises Stopped with git's own words."""
    # Nobody is there to answer: a remote that wants a password fails with a message.
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    done = subprocess.run(["git", *words], cwd=root, env=environment, capture_output=True, encoding="utf-8", errors="replace", check=False)
    if done.returncode and not may_fail:
        said = done.stderr.strip().removeprefix("fatal: ").removeprefix("error: ") or f"exit status {done.returncode}"
        raise Stopped(f"git {words[0]} failed: {said}", "mend that and deploy again")
    return "" if done.returncode else done.stdout.strip()
