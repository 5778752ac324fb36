"""Imports point down only, the host is known in one place, and what is not needed is not loaded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPO, Site

HEAVY = frozenset({"babel", "bibtexparser", "cmarkgfm", "feedparser", "jinja2", "markdown", "material", "mkdocs", "nh3", "yaml", "zensical"})
LOADED = """
import json, sys
from tagloom.cli import main
try:
    main(sys.argv[1:])
except SystemExit as ended:
    print(json.dumps([ended.code or 0, sorted({name.partition(".")[0] for name in sys.modules})]), file=sys.stderr)
"""


def loaded(*words: str, cwd: Path) -> set[str]:
    """The packages in memory when the command is done."""
    environment = {**os.environ, "PYTHONPATH": str(REPO / "generator")}
    run = subprocess.run([sys.executable, "-c", LOADED, *words], cwd=cwd, env=environment, capture_output=True, encoding="utf-8", check=True)
    status, names = json.loads(run.stderr.splitlines()[-1])
    assert status == 0, run.stdout + run.stderr
    return set(names)


def test_the_contracts_hold() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    environment = {**os.environ, "PYTHONPATH": "generator"}
    run = subprocess.run([lint, "--no-logo", "--no-cache"], cwd=REPO, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["build", "--help"]], ids=" ".join)
def test_asking_for_help_loads_nothing_heavy(words: list[str], tmp_path: Path) -> None:
    assert loaded(*words, cwd=tmp_path) & HEAVY == set()


def test_a_build_with_nothing_changed_loads_nothing_heavy(own_site: Site) -> None:
    assert loaded("build", cwd=own_site.root) & HEAVY == set()
