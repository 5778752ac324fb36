"""Small sites for the tests of frames, and how to draw one."""

from __future__ import annotations

from pathlib import Path

from tagloom.frames import Drawing, Section, draw_frames
from tagloom.settings import read_settings

SECTIONS = [
    Section("home", "最新", "index.html"),
    Section("timeline", "时间线", "timeline/index.html"),
    Section("tags", "标签", "tags/index.html"),
    Section("institutions", "机构", "institutions/index.html"),
    Section("entries", "条目", "entries/index.html"),
    Section("explore", "探索", "explore.html"),
    Section("stats", "统计", "stats.html"),
    Section("notfound", "找不到", "404.html"),
]

SITE_YML = """\
title: 读库 <R&D>
subtitle: 读什么
url: https://owner.github.io/repo/
repo: owner/repo
languages: [zh, en]
nav: [home, timeline, tags, {指南: [guide/index.md, guide/more.md]}, {关于: about.md}]
"""

PAGES = {
    "about.md": "# 关于\n\n[标签](tags/index.html), [指南](guide/), [二](#二), [家](./), [外](https://example.org/)\n\n## 二\n",
    "guide/index.md": "# 指南\n\n[更多](more.md), [关于](../about.md)\n\n![图](picture.png)\n",
    "guide/more.md": "---\ntitle: 更多\n---\n[回](index.md)\n",
    "guide/picture.png": "not really a picture",
}


def lay(root: Path, site: str = SITE_YML, pages: dict[str, str] | None = None, frame: str = "") -> Path:
    """Writes a site's sources into `root`."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "site.yml").write_text(f"frame: {frame}\n{site}" if frame else site, "utf-8")
    for name, text in (PAGES if pages is None else pages).items():
        file = root / "content" / "pages" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return root


def drawing_of(root: Path) -> Drawing:
    """The site at `root` as the host that it names draws it."""
    settings, problems = read_settings(root)
    assert not problems
    return draw_frames(settings, root, root / ".tagloom", SECTIONS)
