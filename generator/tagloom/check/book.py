"""Every rule there is, by name: what reading tells, what vocabularies and settings tell, and what the archive's rules find."""

from __future__ import annotations

from collections.abc import Mapping

from tagloom.check import calendar, disk, duplicates, names
from tagloom.check.rules import BOOK
from tagloom.content import rules as reading
from tagloom.content.rules import Rule

# Importing a module enters its rules into the book.
MODULES = (duplicates, names, disk, calendar)
SITE_RULES: tuple[Rule, ...] = (
    Rule("no-site", "error", "There is no site.yml.", "没有 site.yml。"),
    Rule("site-shape", "error", "site.yml is not a mapping of keys.", "site.yml 不是键与值的映射。"),
    Rule("unknown-setting", "error", "A key of site.yml that Tagloom does not know.", "site.yml 里有不认得的键。"),
    Rule("setting-value", "error", "A value of site.yml that its key cannot take.", "site.yml 的某个键不能取这个值。"),
    Rule(
        "unknown-rule",
        "warning",
        "`check:` of site.yml names a rule that does not exist, or lowers one that keeps entries off the site.",
        "site.yml 的 `check:` 提到的规则不存在，或想放宽一条必须遵守的规则。",
    ),
    Rule("vocabulary-shape", "error", "A vocabulary does not map names to what is known of them.", "词表不是“名称: 内容”的写法。"),
    Rule(
        "vocabulary-name",
        "error",
        "Two terms of a vocabulary claim one name, alias, translation or former name.",
        "词表里两项占用了同一个名称、别名、译名或旧名。",
    ),
    Rule(
        "vocabulary-broader",
        "error",
        "A broader tag that is not in the vocabulary, or a circle of broader tags.",
        "上位标签不在词表里，或者绕成了一圈。",
    ),
    Rule("unknown-key", "error", "A key of a vocabulary's term that Tagloom does not know.", "词表的项里有不认得的键。"),
    Rule("same-address", "error", "Two pages want one address.", "两个页面要用同一个网址。"),
    Rule("held-back", "hint", "With `future: hide`, an entry waits for its date.", "`future: hide` 时，条目要等到日期才出现。"),
    Rule("unreadable", "error", "The file cannot be opened.", "文件打不开。"),
)


def every_rule() -> Mapping[str, Rule]:
    """All rules by name: those of a file of entries, then those of the archive, then those of settings and vocabularies."""
    modules = [module.__name__ for module in MODULES]
    entered = sorted(BOOK.values(), key=lambda one: modules.index(one.seek.__module__))
    return {rule.name: rule for rule in (*reading.RULES, *(one.rule for one in entered), *SITE_RULES)}


def table(language: str) -> str:
    """The rules as a Markdown table in English or Chinese, as the guide has it."""
    zh = language == "zh"
    words = ("规则", "级别", "说的是什么", "`--fix` 会改") if zh else ("rule", "severity", "what it says", "mended by `--fix`")
    lines = [f"| {' | '.join(words)} |", "|---|---|---|---|"]
    mended = "是" if zh else "yes"
    for rule in every_rule().values():
        lines.append(f"| `{rule.name}` | {rule.severity} | {rule.zh if zh else rule.doc} | {mended if rule.mends else ''} |")
    return "\n".join(lines) + "\n"
