"""What is published works where the repository is not: the wheel, built from the sdist, in a fresh environment elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.browser.crawl import addresses, dead_links
from tests.conftest import REPO

# Neither this repository's source nor the environment of the tests leaks in.
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}


def run(*words: str | Path, cwd: Path) -> str:
    ended = subprocess.run(list(words), cwd=cwd, env=CLEAN, capture_output=True, encoding="utf-8", check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist, and the wheel made from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, REPO, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def tagloom(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a fresh environment that holds the wheel; its dependencies are those of the environment of the tests."""
    root = tmp_path_factory.mktemp("elsewhere") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", root, cwd=dist)
    python = root / "bin" / "python"
    wheel = next(dist.glob("*.whl"))
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=dist)
    purelib = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=dist).strip())
    (purelib / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    where = run(python, "-c", "import tagloom; print(*tagloom.__path__)", cwd=root)
    assert Path(where.strip()) == purelib / "tagloom", "the wheel's own package is in use"
    return root / "bin" / "tagloom"


def test_the_wheel_holds_package_and_theme_and_nothing_else(dist: Path) -> None:
    with zipfile.ZipFile(next(dist.glob("*.whl"))) as wheel:
        names = wheel.namelist()
    top = {name.split("/")[0] for name in names}
    assert {name.partition("-")[0] for name in top} == {"tagloom"}
    theme = {path.relative_to(REPO).as_posix() for path in (REPO / "theme").rglob("*") if path.is_file()}
    assert theme <= {name.removeprefix("tagloom/") for name in names}


def test_the_sdist_holds_what_the_tests_need(dist: Path) -> None:
    with tarfile.open(next(dist.glob("*.tar.gz"))) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "site.yml", "tests/conftest.py", "generator/tagloom/cli.py"} <= names
    assert not [name for name in names if "node_modules" in name or name.startswith(("site/", ".venv"))]


def test_a_site_is_begun_and_built_elsewhere(tagloom: Path, tmp_path: Path) -> None:
    run(tagloom, "init", "x", cwd=tmp_path)
    run(tagloom, "check", cwd=tmp_path / "x")
    run(tagloom, "build", cwd=tmp_path / "x")
    out = tmp_path / "x" / "site"
    assert {"index.html", "tags/index.html", "timeline/index.html", "404.html"} <= set(addresses(out))
    assert dead_links(out) == []
