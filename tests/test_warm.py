"""After any edit, a build that remembers gives the very files that a build from nothing gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from tagloom.build import build

SITE = """\
title: Warm
subtitle: First
description: What it is about
url: https://example.org/
languages: [zh, en]
zone: Asia/Shanghai
frame: bare
tags: {most: 8}
kinds: {paper: {zh: 论文, en: Papers, ja: 論文}, blog: {zh: 博客, en: Blogs}}
lists: {page: 2, home: 4}
"""
TAGS = "RL: {zh: 强化学习, en: Reinforcement, description: 'See [this](https://a.example/).', broader: AI}\nAI: {}\n"
HOUSES = "MIT: {description: 'A *school*.'}\n"


def entry(day: str, tags: str, more: str = "") -> str:
    return f"---\ntitle: About {tags}\ndate: {day}\ntags: [{tags}]\ninstitution: MIT\n{more}---\nText with [a picture](plot.png).\n"


FILES = {
    "site.yml": SITE,
    "content/tags.yml": TAGS,
    "content/institutions.yml": HOUSES,
    "content/entries/a/one.md": entry("2026-03-01T20:30:00Z", "RL, AI, rlhf", "links: {pdf: paper.pdf}\n"),
    "content/entries/two.md": entry("2026-03-02 10:00", "RL, AI, RLHF", "kind: Papers\n"),
    "content/entries/three.md": entry("2026-03-03", "RL", "kind: blog\n"),
    "own.css": "body { color: red }\n",
    "content/entries/list.yml": "defaults: {source: HF Daily}\nentries:\n- {id: listed, title: Listed, date: 2026-03-04, tags: [RL]}\n",
}
# What an editor does -> the file, what stood there, and what stands there then; without the last two, its new place.
EDITS = {
    "another zone": ("site.yml", "Asia/Shanghai", "America/New_York"),
    "another subtitle": ("site.yml", "subtitle: First", "subtitle: Second"),
    "a kind's name means another kind": ("site.yml", "paper: {zh: 论文, en: Papers, ja: 論文}, blog: {zh: 博客, en: Blogs}", "paper: {zh: 论文, ja: 論文}, blog: {zh: 博客, en: Papers}"),
    "a kind loses the name an entry uses": ("site.yml", "en: Papers", "en: Articles"),
    "a kind's names in another order": ("site.yml", "zh: 论文, en: Papers, ja: 論文", "zh: 论文, ja: 論文, en: Papers"),
    "tags become strict": ("site.yml", "most: 8", "most: 8, strict: true"),
    "more tags are allowed": ("site.yml", "most: 8", "most: 9"),
    "no feeds": ("site.yml", "frame: bare", "frame: bare\noutputs: {feeds: no}"),
    "names in another order": ("content/tags.yml", "zh: 强化学习, en: Reinforcement", "en: Reinforcement, zh: 强化学习"),
    "another link in a description": ("content/tags.yml", "https://a.example/", "https://b.example/"),
    "another link in an institution's description": ("content/institutions.yml", "*school*", "**school**"),
    "the broader tag is the narrower one": ("content/tags.yml", ", broader: AI}\nAI: {}", "}\nAI: {broader: RL}"),
    "another spelling is the usual one": ("content/entries/two.md", "RLHF", "rlhf"),
    "other defaults of a list": ("content/entries/list.yml", "HF Daily", "arXiv"),
    "another file name": ("content/entries/three.md", "", "content/entries/drei.md"),
    "a style sheet of the site's own": ("own.css", "", "theme/assets/tagloom.css"),
    "another folder": ("content/entries/a/one.md", "", "content/entries/b/one.md"),
}


def lay(root: Path) -> None:
    for name, text in FILES.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def edit(root: Path, name: str, before: str, after: str) -> None:
    if before:
        text = FILES[name]
        assert before in text
        (root / name).write_text(text.replace(before, after), encoding="utf-8")
    else:
        (root / after).parent.mkdir(parents=True, exist_ok=True)
        (root / name).rename(root / after)


def contents(out: Path) -> dict[str, bytes]:
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("what", EDITS)
def test_a_warm_build_gives_what_a_cold_one_gives(what: str, tmp_path: Path) -> None:
    warm, cold = tmp_path / "warm", tmp_path / "cold"
    lay(warm)
    lay(cold)
    build(warm, warm / "site", jobs=1)
    edit(warm, *EDITS[what])
    edit(cold, *EDITS[what])
    build(warm, warm / "site", jobs=1)
    build(cold, cold / "site", jobs=1)
    found, wanted = contents(warm / "site"), contents(cold / "site")
    assert [name for name in found | wanted if found.get(name) != wanted.get(name)] == []
