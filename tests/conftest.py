"""What every test shares: sites built once by the command itself, and hypothesis that draws the same cases on every run."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

REPO = Path(__file__).parents[1]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves out a test over a collection of files that is not on this machine: it has no case, so nothing is passed over."""
    items[:] = [item for item in items if "NOTSET" not in item.name]


@dataclass(frozen=True, slots=True)
class Site:
    """A site's source folder, and the folder its pages were built into."""

    root: Path
    out: Path


def tagloom(*words: str, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Runs the command in `cwd` as a user would; with `check`, an exit status other than 0 fails the test with what was said."""
    environment = {**os.environ, "PYTHONPATH": str(REPO / "generator"), "COLUMNS": "160"}
    run = subprocess.run([sys.executable, "-m", "tagloom", *words], cwd=cwd, env=environment, capture_output=True, encoding="utf-8", check=False)
    if check and run.returncode:
        pytest.fail(f"tagloom {' '.join(words)} ended with {run.returncode}\n{run.stdout}{run.stderr}")
    return run


def own_sources(root: Path) -> None:
    """Lays this repository's own site, without what is ignored, into `root`."""
    shutil.copytree(REPO / "content", root / "content")
    shutil.copy(REPO / "site.yml", root)


def starter_sources(root: Path) -> None:
    tagloom("init", root.name, cwd=root.parent)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Path], None]], Site]:
    """`built(name, sources)`: the site that `sources(root)` lays down, built once even when tests run in several processes."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def build(name: str, sources: Callable[[Path], None]) -> Site:
        root = shared / "sites" / name
        root.parent.mkdir(exist_ok=True)
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (shared / f"{name}.built").exists():
                if sources is not starter_sources:
                    root.mkdir()
                sources(root)
                tagloom("build", cwd=root)
                (shared / f"{name}.built").touch()
        return Site(root, root / "site")

    return build


@pytest.fixture(scope="session")
def own_site(built: Callable[[str, Callable[[Path], None]], Site]) -> Site:
    """This repository's own site, built. Tests read it and leave it as it is."""
    return built("own", own_sources)


@pytest.fixture(scope="session")
def starter_site(built: Callable[[str, Callable[[Path], None]], Site]) -> Site:
    """What `tagloom init` and `tagloom build` give. Tests read it and leave it as it is."""
    return built("starter", starter_sources)
