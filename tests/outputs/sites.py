"""Small sites made in memory for tests of outputs, among them one whose entries are as awkward as entries get."""

from __future__ import annotations

from collections.abc import Mapping

from tagloom.archive import build_archive
from tagloom.entry import Entry, Link, Prose
from tagloom.pages.page import Site
from tagloom.settings import Settings
from tagloom.stamps import digest
from tagloom.text.dates import parse_moment
from tagloom.text.languages import read_words
from tagloom.theme import own_theme
from tagloom.vocabulary import parse_vocabulary

URL = "https://owner.github.io/repo/"
ZONE = "Asia/Shanghai"
KINDS = {"paper": {"zh": "论文", "en": "Papers"}, "news": {"zh": "资讯"}, "blog": {"zh": "博客"}, "tweet": {"zh": "推文"}}
SETTINGS = Settings(title="R&D <读库>", url=URL, languages=("zh", "en"), zone=ZONE, kinds=KINDS, description="A & B")

Written = tuple[Entry, Prose]


def written(identity: str, date: str, title: str, *, zone: str = ZONE, **fields: object) -> Written:
    """An entry and its texts, as reading a file would give them."""
    facts = {name: value for name, value in fields.items() if name in Entry._fields}
    texts = {name: value for name, value in fields.items() if name in Prose._fields}
    entry = Entry(
        identity, f"content/entries/2026/{identity}.md", 1, digest(repr((identity, date, title, fields))), parse_moment(date, zone), title
    )
    return entry._replace(**facts), Prose()._replace(**texts)  # type: ignore[arg-type]  # each under its own name


def site_of(*entries: Written, settings: Settings = SETTINGS, tags: str = "", institutions: str = "") -> Site:
    prose: Mapping[str, Prose] = {entry.id: texts for entry, texts in entries}
    vocabularies = [parse_vocabulary(text, "content/tags.yml")[0] for text in (tags, institutions)]
    archive = build_archive([entry for entry, _ in entries], *vocabularies, lambda entry: prose[entry.id])
    return Site(settings, archive, read_words((own_theme(),), settings.language))


PAPER = written(
    "piper",
    "2026-06-10 10:11",
    "Piper: 10% of A & B < C, {GPT-4o} in $5 and x_1 ~ #2^3 \\alpha",
    titles=(("zh", "派珀：“省”一成"),),
    tags=("分布式训练", "R&D", "C++"),
    institutions=("Meta Platforms, Inc.", "谷歌"),
    source="arXiv cs.LG",
    kind="paper",
    featured=True,
    url="https://arxiv.org/abs/2606.01234v2",
    updated="2026-06-12T08:00",
    authors=("Megan Frisella", "Blaise Agüera y Arcas", "Ludwig van Beethoven", "Jack Clark Jr.", "张三"),
    takeaway="省下 **10%** 的 R&D & 时间",
    summary="见 [标签](../tags/index.html)、[图](a.png)、[根](/z)、![x](plot.png)。\n\n## 小标题\n\n]]> <b>粗</b>",
    points=("O(N) < O(N^2)", "第二点 `a && b`"),
    reason="值得读 ]]>",
    links=(Link("doi", "https://doi.org/10.1145/3600006.3613165"), Link("pdf", "https://arxiv.org/pdf/2606.01234")),
)
# Each is wrong in its own way; every format must stay whole.
AWKWARD = (
    PAPER,
    written("无网址", "2026-06-09", "没有网址，只有 😀👩‍👩‍👧 和 {一个花括号", tags=("分布式训练",), authors=("Plato",), summary="正文"),
    written(
        "control",
        "2026-05-01 23:59",
        "bell\x07 tab\x0b half\ud800 end\ufffe",
        kind="tweet",
        tags=("R&D",),
        handle="a_b",
        summary="x\x10y",
        body="z\x0b",
    ),
    written(
        "script",
        "2026-05-01",
        "Breaking: </a></h1><b>x</b></script>]]>&amp;",
        kind="news",
        tags=("<script>alert(1)</script>",),
        body="<img src=x onerror=alert(1)>",
    ),
    written(
        "two\nlines",
        "2025-12-31 20:00",
        "Line one\nline two   and \"quotes\" 'single'",
        kind="blog",
        tags=("R&D",),
        authors=("Ångström, Anders",),
    ),
    written("brace", "1899-01-01", "}{ unbalanced } \\", tags=("分布式训练",), authors=("{Team}", "A and B"), takeaway="a" * 198 + "&\"'<"),
)
