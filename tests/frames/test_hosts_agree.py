"""A site is the same site whichever host draws its frames: the same addresses, and the same words in them."""

from __future__ import annotations

from pathlib import Path

from tagloom.build import build

from .sites import lay

ENTRY = "---\ntitle: Entry {n}\ndate: 2026-06-1{n} 10:00\ntags: [分布式训练, C++]\nsummary: words\n---\nbody\n"
BODY = {
    "mkdocs": (' id="__main">', "</article>"),
    "zensical": (' id="__main">', "</article>"),
    "bare": (' id="__main" class="tl-main md-typeset">', "</main>"),
}


def published(root: Path, frame: str) -> dict[str, str]:
    """The body of each generated page by address; a hand-written page has "", for its HTML is its host's own."""
    lay(root, frame=frame)
    (root / "content" / "entries").mkdir()
    for n in (1, 2, 3):
        (root / "content" / "entries" / f"e{n}.md").write_text(ENTRY.format(n=n), "utf-8")
    report = build(root, root / "site", jobs=1)
    assert [str(problem) for problem in report.problems if problem.severity == "error"] == []
    opening, closing = BODY[frame]
    bodies = {}
    for file in (root / "site").rglob("*.html"):
        address = file.relative_to(root / "site").as_posix()
        html = file.read_text("utf-8")
        own = (root / "content" / "pages" / address).with_suffix(".md").is_file()
        bodies[address] = "" if own else html.partition(opening)[2].rpartition(closing)[0].strip()
    return bodies


def test_all_hosts_publish_the_same_addresses_with_the_same_bodies(tmp_path: Path) -> None:
    first, *others = (published(tmp_path / frame, frame) for frame in BODY)
    assert "entries/e1.html" in first
    assert "words" in first["tags/c-plus-plus.html"]
    for other in others:
        assert other == first
