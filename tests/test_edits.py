"""Whatever is edited, a build that remembers the last one leaves the same tree, byte for byte, as one that begins anew."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tagloom.cli import main
from tests.conftest import REPO, tagloom
from tests.edits import begin, difference, edit, tree

EDITS = 12


def build(root: Path) -> None:
    """The content may have errors, the tool itself may not fail."""
    run = tagloom("build", cwd=root, check=False)
    assert run.returncode in {0, 1}, run.stdout + run.stderr


def clean_tree(root: Path, beside: Path) -> dict[str, bytes]:
    """The site as it would be built from nothing, elsewhere."""
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir()
    shutil.copytree(root / "content", beside / "content")
    shutil.copy(root / "site.yml", beside)
    # In this process: as much a build, and sooner done.
    run = CliRunner().invoke(main, ["build", "--site", str(beside), "--jobs", "1"])
    assert run.exit_code in {0, 1}, run.output
    return tree(beside / "site")


@pytest.mark.parametrize("seed", [1, 2])
def test_a_warm_build_leaves_what_a_clean_one_would(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    root = tmp_path / "site"
    begin(root, draw)
    build(root)
    told = []
    for _ in range(EDITS):
        told.append(edit(root, draw))
        build(root)
        assert difference(tree(root / "site"), clean_tree(root, tmp_path / "clean")) == [], "\n".join(told)


@pytest.mark.parametrize("lines", [1, 20, 60])
def test_a_build_that_was_killed_is_completed_by_the_next(lines: int, tmp_path: Path) -> None:
    root = tmp_path / "site"
    begin(root, random.Random(7))
    # Ends the process, without a word, halfway through the n-th page.
    program = (
        "import os, sys\nfrom tagloom.cli import main\nwrite, left = os.write, [int(sys.argv.pop())]\n"
        "def put(file, data):\n    left[0] -= 1\n    if left[0] >= 0:\n        return write(file, data)\n"
        "    write(file, data[:5])\n    os._exit(9)\n"
        "os.write = put\nmain()\n"
    )
    words = [sys.executable, "-c", program, "build", "--jobs", "1", str(lines)]
    environment = {**os.environ, "PYTHONPATH": str(REPO / "generator")}
    killed = subprocess.run(words, cwd=root, env=environment, capture_output=True, check=False)
    assert killed.returncode == 9
    build(root)
    assert difference(tree(root / "site"), clean_tree(root, tmp_path / "clean")) == []
