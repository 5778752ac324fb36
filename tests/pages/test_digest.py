"""Weeks: who stands on which page, and in what order."""

from __future__ import annotations

import re
from pathlib import Path

from tagloom.pages.digest import week_of
from tests.test_build import built, entry, write_site


def test_a_week_belongs_to_the_iso_year_that_holds_its_thursday() -> None:
    assert [week_of(day) for day in ("2026-10-12", "2026-01-01", "2027-01-01", "2024-12-30")] == ["2026-W42", "2026-W01", "2026-W53", "2025-W01"]


def test_the_most_valued_entries_of_a_week_come_first(tmp_path: Path) -> None:
    entries = {
        "plain.md": entry(date="2026-10-14"),
        "hot.md": entry(date="2026-10-12").replace("tags:", "heat: 90\ntags:"),
        "scored.md": entry(date="2026-10-13").replace("tags:", "score: 9\ntags:"),
        "chosen.md": entry(date="2026-10-12").replace("tags:", "featured: yes\ntags:"),
        "other.md": entry(date="2026-10-19"),
    }
    report = built(write_site(tmp_path, entries))
    assert report.exit_status == 0, report.problems
    page = (tmp_path / "site/digest/2026-W42.html").read_text(encoding="utf-8")
    assert re.findall(r'<article class="tl-entry" id="(\w+)"', page) == ["chosen", "scored", "hot", "plain"]
    assert '<a rel="prev" href="../digest/2026-W43.html">' in page
