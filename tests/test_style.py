"""The house stays in order: what stands at the top, how long files and functions are, what the theme holds."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

REPO = Path(__file__).parents[1]
TOP = frozenset({"content", "generator", "theme", "site.yml", "tests", "pyproject.toml", "README.md"})
BESIDE = frozenset({"LICENSE", "Makefile", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"})
MOST_LINES = 400
MOST_FUNCTION_LINES = 60
VAGUE = re.compile(r"(Manager|Handler|Helper|Data|Utils?)$")
# Each pattern has a [bracket] so that it does not find itself.
UNFINISHED = re.compile(r"\b(TOD[O]|FIXM[E]|XX[X])\b|raise NotImplemente[d]Error|^\s*assert Tru[e]$", re.MULTILINE)
PASSED_OVER = re.compile(r"pytest\.(ski[p]|xfai[l]|importorski[p])\b|mark\.(ski[p]|skipi[f]|xfai[l])\b")


@cache
def tracked() -> tuple[Path, ...]:
    """The repository's files: those git knows, and new ones it does not ignore."""
    command = ["git", "-C", str(REPO), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, check=True, capture_output=True).stdout.decode()
    return tuple(sorted(path for name in listed.split("\0") if name and (path := REPO / name).is_file()))


def sources(folder: str, pattern: str = "*.py") -> list[Path]:
    return [path for path in tracked() if path.is_relative_to(REPO / folder) and path.match(pattern)]


def named(path: Path) -> str:
    return path.relative_to(REPO).as_posix()


def test_the_top_level_holds_only_what_the_design_names() -> None:
    top = {path.relative_to(REPO).parts[0] for path in tracked()}
    assert {name for name in top if not name.startswith(".")} <= TOP | BESIDE


def test_no_tracked_file_is_a_link() -> None:
    """A link leads out of the repository, or breaks where links are not known."""
    listed = subprocess.run(["git", "-C", str(REPO), "ls-files", "--stage"], check=True, capture_output=True, encoding="utf-8").stdout
    assert [line for line in listed.splitlines() if line.startswith("120000")] == []


def test_the_theme_holds_no_python() -> None:
    assert [named(path) for path in sources("theme")] == []


@pytest.mark.parametrize("path", sources("generator"), ids=named)
def test_a_module_is_short_says_what_it_does_and_names_things_plainly(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert len(text.splitlines()) <= MOST_LINES
    assert ast.get_docstring(tree) or not tree.body, "a module opens with what comes in and what goes out"
    nodes = list(ast.walk(tree))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = [node.name for node in functions if (node.end_lineno or 0) - node.lineno + 1 > MOST_FUNCTION_LINES]
    assert long == []
    assert [node.name for node in nodes if isinstance(node, ast.ClassDef) and VAGUE.search(node.name)] == []


def test_nothing_is_left_unfinished() -> None:
    files = [*sources("generator"), *sources("theme", "*.*"), *sources("tests")]
    assert [named(path) for path in files if UNFINISHED.search(path.read_text(encoding="utf-8", errors="replace"))] == []


def test_no_test_can_be_passed_over() -> None:
    assert [named(path) for path in sources("tests") if PASSED_OVER.search(path.read_text(encoding="utf-8"))] == []


def test_exemptions_from_a_check_are_few_and_say_why() -> None:
    exempt = [
        (named(path), line)
        for path in sources("generator")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"# (noqa|type: ignore)|pragma: no cover", line)
    ]
    assert [place for place in exempt if not re.search(r"(noqa: [A-Z0-9, ]+|type: ignore\[[a-z-]+\]) +[#(—-] *\w", place[1])] == []
    assert len(exempt) <= 12
