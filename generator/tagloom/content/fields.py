"""Every field of an entry in one table: what it takes, whether it must stand, and a line about it.

In: the fields of one entry as YAML gives them. Out: typed values, translated titles, and the fields nobody knows. The
table also says what the guide and the JSON Schema tell editors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from tagloom.content import addresses, values
from tagloom.content.item import Item, Reader
from tagloom.problems import nearest

Takes = Literal[
    "line", "markdown", "markdown-list", "names", "tags", "ids", "id", "date", "updated", "number", "score", "whole-number",
    "yes-no", "kind", "category", "address", "links", "language",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an entry: what its value is, and one line about it in English and Chinese."""

    name: str
    takes: Takes
    doc: str
    zh: str
    required: bool = False


FIELDS: tuple[Field, ...] = (
    Field("id", "id", "The entry's name in its address; the file's name when absent.", "条目的标识，用于网址；缺省为文件名。"),
    Field("title", "line", "The title.", "标题。", required=True),
    Field("language", "language", "The language of the title, such as en.", "标题的语言，如 en。"),
    Field(
        "date",
        "date",
        "The day, or the day and time: 2026-06-10, 2026-06-10 10:11.",
        "日期，或日期与时间：2026-06-10、2026-06-10 10:11。",
        required=True,
    ),
    Field("tags", "tags", "Tags, by name or alias, in the order they are shown.", "标签（名称或别名），按书写顺序显示。"),
    Field("institution", "names", "An institution, or a list of them.", "机构，一个或一列。"),
    Field("institutions", "names", "The same as institution.", "同 institution。"),
    Field("source", "line", "Where the editor met it: HF Daily, cs.IR.", "来源：HF Daily、cs.IR。"),
    Field("authors", "names", "The authors.", "作者。"),
    Field("handle", "line", "The author's account name, without @.", "作者的账号名，不含 @。"),
    Field("score", "score", "A number on the site's scale.", "评分，按本站的分制。"),
    Field("heat", "number", "A number: how much it is talked of.", "热度，一个数。"),
    Field("featured", "yes-no", "Whether it is an editor's choice.", "是否精选。"),
    Field("deep", "yes-no", "Whether it is read in depth.", "是否深度解读。"),
    Field("kind", "kind", "One of the kinds of site.yml.", "类型，site.yml 的 kinds 之一。"),
    Field("category", "category", "One of the categories of site.yml.", "分类，site.yml 的 categories 之一。"),
    Field("topic", "line", "The topic, its parts joined by ' · '.", "主题，各部分以“ · ”相连。"),
    Field("takeaway", "line", "One line under the title.", "标题下的一句话。"),
    Field("summary", "markdown", "A paragraph of Markdown.", "摘要，Markdown 段落。"),
    Field("points", "markdown-list", "What it is good for: a list of Markdown lines.", "参考价值，一列 Markdown 句子。"),
    Field("reason", "line", "Why it is recommended, in one line.", "推荐理由，一句话。"),
    Field("url", "address", "The address of the original.", "原文网址。"),
    Field(
        "links", "links", "More addresses by name: pdf, code, project, doi, arxiv, hf.", "更多网址：pdf、code、project、doi、arxiv、hf。"
    ),
    Field("updated", "updated", "When it last changed.", "最近更新的日期。"),
    Field("draft", "yes-no", "Whether it is kept off the site.", "是否为草稿（不发布）。"),
    Field("aliases", "ids", "Former ids, each of which leads here.", "曾用的标识，都会转到这里。"),
    Field("weight", "whole-number", "Of entries of one moment, the lower stands first.", "同一时刻的条目，数小者在前。"),
    Field(
        "body",
        "markdown",
        "In a list: the entry's text; in a Markdown file it stands below the front matter.",
        "列表条目的正文；Markdown 文件的正文写在字段之后。",
    ),
    Field("math", "yes-no", "Whether $…$ is mathematics.", "是否把 $…$ 当作公式。"),
)
TITLE_IN = re.compile(r"title_([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)")

READERS: Mapping[Takes, Reader] = {
    "line": values.line,
    "markdown": values.markdown,
    "markdown-list": values.lines_of_markdown,
    "names": values.names,
    "tags": values.tags,
    "ids": values.ids,
    "id": values.entry_id,
    "date": values.moment,
    "updated": values.updated,
    "number": values.number,
    "score": values.score,
    "whole-number": values.whole_number,
    "yes-no": values.yes_no,
    "kind": values.choice("unknown-kind", lambda settings: settings.kinds),
    "category": values.choice("unknown-category", lambda settings: settings.categories),
    "address": addresses.address,
    "links": addresses.links,
    "language": values.language,
}
READER_OF: Mapping[str, Reader] = {field.name: READERS[field.takes] for field in FIELDS}


def read_fields(written: Mapping[str, Any], item: Item) -> tuple[dict[str, Any], dict[str, str], dict[str, Any]]:
    """The typed values by field, the titles by language, and the fields that are not known."""
    found: dict[str, Any] = {}
    titles: dict[str, str] = {}
    extra: dict[str, Any] = {}
    for name, value in written.items():
        reader = READER_OF.get(name)
        if reader is not None:
            found[name] = reader(value, item, (name,))
        elif name.startswith("title_") and (translated := TITLE_IN.fullmatch(name)):
            title = values.line(value, item, (name,))
            if title:
                titles[translated[1]] = title
        else:
            extra[name] = value
            item.tell("unknown-field", f"'{name}' is not a field of an entry", unknown_remedy(name), (name,), key=True)
    return found, titles, extra


@cache
def unknown_remedy(name: str) -> str:
    near = nearest(name, READER_OF)
    return f"did you mean '{near}'?" if near else "it is kept for templates, as extra"
