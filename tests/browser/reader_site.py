"""The sources of a small site whose entries are as hard to find and to show as entries get."""

from __future__ import annotations

from pathlib import Path

SITE = """\
title: {zh: 读库, en: The Library}
subtitle: {zh: 读过的都在这里, en: All that was read}
words: {更多: {en: More}, 关于: {en: About}}
url: https://owner.github.io/repo/
languages: [zh, en]
zone: Asia/Shanghai
kinds: {paper: {zh: 论文, en: Papers}, news: {zh: 资讯, en: News}, blog: {zh: 博客, en: Blogs}}
categories: {model: {zh: 模型, en: Models}, tips: {zh: 技巧, en: Tips}}
frame: bare
nav: [home, timeline, tags, explore, about.md, {更多: [kinds, sources]}]
"""
TAGS = """\
Distributed Training: {zh: 分布式训练, aliases: [分散式訓練]}
Pipeline Parallelism: {zh: 流水线并行, aliases: [Pipelining], broader: Distributed Training}
"""
HARD = """\
entries:
  - {id: wide, title: 物联网入门, title_en: The Internet of Things, date: 2026-05-02, kind: blog, category: tips, tags: [物联网], summary: 这是一段简单的文字。, score: 6}
  - {id: latin, title: Scaling C++ with gpt-4o, date: 2026-05-03 10:00, kind: paper, category: model, tags: [C++, gpt-4o], takeaway: 'Costs $5 and $x_1$', authors: [María García, Liu Wei], source: arXiv cs.LG, score: 8.5, featured: yes, institution: Meta}
  - {id: pipe, title: Readiness-Driven Pipelines, title_zh: 谁先就绪谁先跑的流水线, date: 2026-05-19 14:39, kind: paper, category: model, tags: [流水线并行, 分布式训练], source: arXiv cs.LG, score: 9, deep: yes, points: [气泡更小, 调度更简单], url: 'https://example.org/pipe'}
  - {id: script, title: "<script>alert(1)</script>", date: 2026-05-20, kind: news, tags: ["<script>alert(1)</script>"], summary: "<i onclick=alert(1)>R&D</i> &amp; \\"quotes\\""}
  - {id: breaking, title: "Breaking: </a></h1><b>x</b>", date: 2026-04-20, kind: news, tags: [a&b, ★], institution: 某公司}
  - {id: link, title: A link that runs, date: 2026-03-20, kind: news, summary: '[x](javascript:alert(1))', tags: [AI]}
"""


def lay_out(root: Path, entries: int = 200) -> None:
    """The hard entries, and `entries` plain older ones, enough for an index and for older pages."""
    (root / "content/entries").mkdir(parents=True)
    (root / "site.yml").write_text(SITE, encoding="utf-8")
    (root / "content/pages/en").mkdir(parents=True)
    (root / "content/pages/about.md").write_text("# 关于\n\n读库的来历。[English](en/about.md)\n", encoding="utf-8")
    (root / "content/pages/en/about.md").write_text("# About\n\nWhere it comes from. [中文](../about.md)\n", encoding="utf-8")
    (root / "content/tags.yml").write_text(TAGS, encoding="utf-8")
    (root / "content/entries/hard.yml").write_text(HARD, encoding="utf-8")
    lines = ["entries:"]
    for number in range(entries):
        kind = ("paper", "news", "blog")[number % 3]
        tags = "[分布式训练]" if number % 2 else "[AI, 模型]"
        lines.append(
            f"  - {{id: plain-{number:03d}, title: Plain entry {number}, title_zh: 平常的第{number}篇, date: 2025-{1 + number // 28 % 12:02d}-{1 + number % 28:02d},"
            f" kind: {kind}, category: tips, tags: {tags}, score: {number % 10}, summary: 平凡的一段文字，第{number}段}}"
        )
    (root / "content/entries/plain.yml").write_text("\n".join(lines), encoding="utf-8")
