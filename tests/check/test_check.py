"""What `tagloom check` says of a site: the cases in cases/*.yml hold its files and the exact words, as text and as GitHub's commands."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from tagloom.check.book import every_rule, table
from tagloom.check.report import as_github
from tagloom.check.rules import BOOK, build_rules
from tagloom.check.site import check_site
from tagloom.report import Report
from tagloom.settings import Settings
from tests.conftest import REPO

CASES = Path(__file__).parent / "cases"
SITE = "title: T\nlanguages: [zh, en]\nzone: Asia/Shanghai\nkinds: {paper: {zh: 论文}}\n"


def cases() -> list[Any]:
    found = []
    for file in sorted(CASES.glob("*.yml")):
        found += [pytest.param(case, id=f"{file.stem}: {case['name']}") for case in yaml.safe_load(file.read_text(encoding="utf-8"))]
    return found


def lay(root: Path, files: dict[str, str], sizes: dict[str, int] | None = None) -> Path:
    """A site of `files`; those not in content/ or at the top are entries. `sizes` are files of so many zeros."""
    (root / "content" / "entries").mkdir(parents=True)
    (root / "site.yml").write_text(SITE, encoding="utf-8")
    for name, text in files.items():
        path = root / name if name.startswith("content/") or name == "site.yml" else root / "content" / "entries" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
    for name, size in (sizes or {}).items():
        (root / "content" / "entries" / name).write_bytes(b"0" * size)
    return root


def checked(root: Path) -> Report:
    return check_site(root, jobs=1, clock=lambda: datetime(2026, 6, 10, tzinfo=UTC))


def told(report: Report) -> tuple[str, str]:
    return "".join(f"{problem}\n" for problem in report.problems) + report.closing_line + "\n", as_github(report)


@pytest.mark.parametrize("case", cases())
def test_a_site_is_told_what_is_wrong_with_it(case: dict[str, Any], tmp_path: Path) -> None:
    text, github = told(checked(lay(tmp_path, case["files"], case.get("sizes"))))
    assert text == case["text"]
    assert github == case["github"]


def test_every_rule_of_the_archive_has_a_case() -> None:
    said = "".join(file.read_text(encoding="utf-8") for file in CASES.glob("*.yml"))
    assert [name for name in BOOK if f"[{name}]" not in said] == []


def test_a_build_asks_only_what_keeps_entries_out_or_costs_nothing() -> None:
    assert set(build_rules(Settings())) == {"duplicate-id", "ignored-file"}
    assert set(build_rules(Settings(check={"duplicate-url": "error", "ignored-file": "off"}))) == {"duplicate-id", "duplicate-url"}


@pytest.mark.parametrize(("language", "page"), [("zh", "guide/checks.md"), ("en", "guide/en/checks.md")])
def test_the_guide_lists_every_rule_in_its_own_words(language: str, page: str) -> None:
    assert table(language) in (REPO / "content" / "pages" / page).read_text(encoding="utf-8")


def test_every_rule_is_said_in_two_languages() -> None:
    for rule in every_rule().values():
        assert rule.doc.endswith("."), rule.name
        assert rule.zh.endswith("。"), rule.name
