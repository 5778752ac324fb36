"""`lists: {compact: yes}`: older pages name their entries, a line each, and stay readable and linked."""

from __future__ import annotations

import re
from pathlib import Path

from tagloom.build import build
from tests.edits import SITE
from tests.test_revision import write


def built(root: Path, lists: str) -> Path:
    folder = root / "content" / "entries"
    folder.mkdir(parents=True)
    (root / "site.yml").write_text(SITE.replace("lists: {page: 3, home: 5}", lists), encoding="utf-8")
    for number in range(12):
        write(folder, number)
    assert build(root, root / "site", jobs=1).exit_status == 0
    return root / "site"


def test_older_pages_of_lists_and_months_have_a_line_an_entry(tmp_path: Path) -> None:
    full = built(tmp_path / "full", "lists: {page: 3, home: 5}")
    slim = built(tmp_path / "slim", "lists: {page: 3, home: 5, compact: yes}")
    for older in ("timeline/2026-01.html", "tags/a/1.html"):
        page, whole = (site.joinpath(older).read_text(encoding="utf-8") for site in (slim, full))
        linked = set(re.findall(r'href="[./]*entries/([^"]+)"', whole))
        assert linked
        assert set(re.findall(r'href="[./]*entries/([^"]+)"', page)) == linked
        assert "<article" not in page
        assert len(page) < len(whole)
    # A day keeps its anchor: other pages link to it.
    assert set(re.findall(r'<section class="tl-day" id="([^"]+)"', (slim / "timeline/2026-01.html").read_text(encoding="utf-8"))) == {
        "2026-01-01", "2026-01-05", "2026-01-09",
    }  # fmt: skip
    for newest in ("timeline/2026-04.html", "tags/a.html", "index.html"):
        assert "<article" in (slim / newest).read_text(encoding="utf-8")
