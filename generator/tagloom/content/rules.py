"""What can be wrong with a file of entries: each rule's name, its severity and one line that says it.

`tagloom.content.reading` tells problems under these names; the guide lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tagloom.problems import Severity


class Rule(NamedTuple):
    """A rule by its name, with one line about it in English and Chinese. `check --fix` mends what breaks it when `mends` is true."""

    name: str
    severity: Severity
    doc: str
    zh: str
    mends: bool = False


RULES: tuple[Rule, ...] = (
    Rule("encoding", "error", "A file is not UTF-8; the problem names the encoding it looks like.", "文件不是 UTF-8，并指出它像哪种编码。"),
    Rule(
        "control-character",
        "warning",
        "A control character, a byte order mark inside a text or half a surrogate pair is dropped.",
        "控制字符、文字中间的字节序标记、半个代理对，会被去掉。",
    ),
    Rule(
        "byte-order-mark",
        "hint",
        "A file begins with a byte order mark, which other tools stumble over.",
        "文件以字节序标记（BOM）开头，别的工具会出错。",
        True,
    ),
    Rule("mixed-line-ends", "hint", "Some lines end in CR LF and others in LF.", "换行符混用 CR LF 与 LF。", True),
    Rule("trailing-space", "hint", "Lines of fields end in spaces.", "字段所在的行，行尾有空格。", True),
    Rule(
        "large-file", "warning", "An entry of more than 256 KB, or a list of more than 4 MB.", "条目文件超过 256 KB，或列表文件超过 4 MB。"
    ),
    Rule(
        "front-matter",
        "error",
        "A Markdown file does not begin with fields between two --- lines.",
        "Markdown 文件开头没有夹在两行 --- 之间的字段。",
    ),
    Rule("yaml-syntax", "error", "YAML, TOML or JSON that cannot be read.", "YAML、TOML 或 JSON 有语法错误。"),
    Rule("yaml-too-large", "error", "Aliases or nesting expand a file beyond measure.", "别名或嵌套使内容膨胀得过大。"),
    Rule(
        "yaml-mark",
        "error",
        "A value that starts with ! or & is read as a mark of YAML, so that a part of it is lost.",
        "以 ! 或 & 开头的值会被当作 YAML 的记号，丢掉一部分。",
    ),
    Rule("twice-key", "error", "A field stands twice in one entry.", "一个条目里同一字段写了两次。"),
    Rule("list-shape", "error", "A list file, or an item of it, does not have the shape of entries.", "列表文件或其中一项不是条目的样子。"),
    Rule("missing-title", "error", "An entry has no title.", "条目没有标题。"),
    Rule("missing-date", "error", "An entry has no date.", "条目没有日期。"),
    Rule("missing-id", "hint", "An item of a list has no id; one is made of its date and title.", "列表条目没有 id，会用日期和标题代替。"),
    Rule("bad-date", "error", "A date that is no day of the calendar, or may be one of two.", "日期在日历上不存在，或有两种读法。"),
    Rule("bad-updated", "error", "The same, for `updated`.", "同上，指 `updated`。"),
    Rule("lenient-date", "hint", "A date that is understood, but not written as 2026-06-10.", "日期看得懂，但没有写成 2026-06-10。", True),
    Rule("unknown-field", "hint", "A field that Tagloom does not know; it is kept for templates.", "不认得的字段，会留给模板使用。"),
    Rule("unknown-kind", "error", "A kind that site.yml does not list.", "site.yml 没有列出的类型。"),
    Rule("unknown-category", "error", "A category that site.yml does not list.", "site.yml 没有列出的分类。"),
    Rule("score-range", "error", "A score outside the scale of the site.", "评分超出本站的分制。"),
    Rule("bad-number", "error", "A value that should be a number.", "应当是数字的值不是数字。"),
    Rule("bad-yes-no", "error", "A value that should be yes or no.", "应当写 yes 或 no。"),
    Rule("unknown-language", "warning", "A language that is not a code such as zh or en.", "语言应当写成 zh、en 这样的代码。"),
    Rule("bad-link", "error", "An address that is not http, https, mailto or relative.", "网址不是 http、https、mailto 或相对地址。"),
    Rule("insecure-link", "hint", "An address that begins with http:// and not https://.", "网址用的是 http:// 而不是 https://。"),
    Rule("empty-tag", "error", "An item of a list of names is empty.", "名称列表里有空项。"),
    Rule(
        "tag-comma", "hint", "Names in one text, parted by commas, where a list is meant.", "该写成列表的名称写成了用逗号隔开的一串。", True
    ),
    Rule("repeated-tag", "hint", "Two tags of an entry are one name in two spellings.", "同一条目里两个标签只是同一名称的两种写法。"),
    Rule(
        "too-many-tags",
        "warning",
        "An entry has more tags than `tags: {most: 12}` of site.yml allows.",
        "标签数超过 site.yml 的 `tags: {most: 12}`。",
    ),
    Rule("few-points", "hint", "An entry read in depth (`deep: yes`) gives fewer than two points.", "深度解读（`deep: yes`）的条目，参考价值不到两点。"),
    Rule(
        "long-point",
        "hint",
        "A point of more than 400 characters; a card shows it as one line.",
        "一点超过 400 个字符，而卡片把它当一行显示。",
    ),
    Rule("long-title", "hint", "A title or takeaway of more than 300 characters.", "标题或一句话总结超过 300 个字符。"),
    Rule(
        "not-text", "error", "A list or a mapping where one text is meant, or the reverse.", "该写一段文字的地方写了列表或映射，或者相反。"
    ),
    Rule(
        "comment-in-title",
        "warning",
        "` #` in an unquoted text starts a comment, so that the rest of the line is lost.",
        "没加引号的文字里“空格加 #”开始注释，后面的字会丢。",
    ),
)
SEVERITY: Mapping[str, Severity] = {rule.name: rule.severity for rule in RULES}
