"""The text of an issue that was opened with the entry form in; the entry it proposes out. And the form itself.

GitHub writes an issue of a form as `### Label`, a blank line and the answer, with `_No response_` for an empty one.
https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tagloom import urls
from tagloom.content.front_matter import Unreadable, decode
from tagloom.content.writing import NewEntry, Value, one_line
from tagloom.importers.found import Found
from tagloom.importers.plain import moment_of
from tagloom.problems import Stopped
from tagloom.settings import Settings, names_of
from tagloom.text.slugs import fold

FORM = ".github/ISSUE_TEMPLATE/entry.yml"
CHOOSER = ".github/ISSUE_TEMPLATE/config.yml"
SECTION = re.compile(r"^### +(.+?)\s*$", re.MULTILINE)
EMPTY = frozenset({"", "_No response_", "No response", "None"})
LINK = re.compile(r"\s*[-*]?\s*([\w.-]+)\s*[:：]\s*(https?://\S+)\s*")
BULLET = re.compile(r"^\s*(?:[-*•]|[0-9]+[.)、])\s+")


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the form: the field it fills, how it is asked, and its words in English and Chinese."""

    field: str
    form: Literal["input", "textarea", "dropdown"]
    en: str
    zh: str
    hint_en: str = ""
    hint_zh: str = ""
    required: bool = False

    def label(self, language: str) -> str:
        return f"{self.zh} · {self.en}" if language == "zh" else self.en

    def hint(self, language: str) -> str:
        return self.hint_zh if language == "zh" else self.hint_en


QUESTIONS = (
    Question("title", "input", "Title", "标题", "As the work itself spells it.", "按原文书写。", required=True),
    Question("url", "input", "Address of the original", "原文网址", "https://arxiv.org/abs/2310.01889", "https://arxiv.org/abs/2310.01889"),
    Question("date", "input", "Date", "日期", "2026-06-10, or 2026-06-10 10:11", "2026-06-10 或 2026-06-10 10:11", required=True),
    Question("kind", "dropdown", "Kind", "类型"),
    Question("category", "dropdown", "Category", "分类"),
    Question("tags", "input", "Tags", "标签", "Three to six, parted by commas.", "三到六个，用逗号隔开。"),
    Question("institutions", "input", "Institutions", "机构", "Parted by semicolons.", "用分号隔开。"),
    Question("authors", "input", "Authors", "作者", "Parted by semicolons.", "用分号隔开。"),
    Question("source", "input", "Where you met it", "来源", "arXiv cs.LG, HF Daily", "arXiv cs.LG、HF Daily"),
    Question("takeaway", "input", "In one line", "一句话", "The one thing to remember.", "只记一件事的话，记什么。"),
    Question("summary", "textarea", "Summary", "摘要", "A paragraph of Markdown.", "一段 Markdown。"),
    Question("points", "textarea", "What it is good for", "参考价值", "One point a line.", "一行一点。"),
    Question("reason", "input", "Why read it", "推荐理由", "One sentence.", "一句话。"),
    Question("links", "textarea", "More links", "更多链接", "One a line: code: https://…", "一行一个，如 code: https://…"),
)
NAMED = frozenset({"institutions", "authors"})
FIELD_OF: Mapping[str, str] = {fold(word): question.field for question in QUESTIONS for word in (question.field, question.en, question.zh)}


def read(data: bytes, name: str, settings: Settings) -> Found:
    """The entry that an issue's text proposes. Raises Stopped when the text is no such issue."""
    try:
        text = decode(data)[0]
    except Unreadable as unreadable:
        raise Stopped(f"{name}: {unreadable.note.fact}", unreadable.note.remedy) from None
    answers = sections(text)
    if not answers:
        raise Stopped(f"{name} has no section such as '### Title'", "give it the text of an issue opened with the entry form")
    fields: dict[str, Value] = {field: value for field, answer in answers.items() if (value := value_of(field, answer))}
    date = fields.get("date", "")
    if isinstance(date, str) and (read_as := moment_of(date, settings.zone)):
        fields["date"] = read_as
    return Found((NewEntry(fields),))


def sections(text: str) -> dict[str, str]:
    """The answers by field. A heading that is no question of the form belongs to the answer it stands in."""
    found: dict[str, str] = {}
    marks = [(mark, field) for mark in SECTION.finditer(text) if (field := field_of(mark[1]))]
    for place, (mark, field) in enumerate(marks):
        end = marks[place + 1][0].start() if place + 1 < len(marks) else len(text)
        answer = text[mark.end() : end].strip()
        # Of two answers under one label the first counts: the second is somebody's text.
        if field not in found:
            found[field] = "" if answer in EMPTY else answer
    return found


def field_of(label: str) -> str:
    return next((FIELD_OF[key] for part in re.split(r"\s+[·/|]\s+", label) if (key := fold(part)) in FIELD_OF), "")


def value_of(field: str, answer: str) -> Value:
    if field == "links":
        return {found[1]: found[2] for line in answer.split("\n") if (found := LINK.fullmatch(line))}
    if field == "points":
        return [BULLET.sub("", line).strip() for line in answer.split("\n") if line.strip()]
    if field in NAMED:
        return [name for part in re.split(r"[;；\n]", answer) if (name := one_line(part))]
    if field == "tags":
        return [name for part in re.split(r"[,，、;；\n]", answer) if (name := one_line(part.strip().removeprefix("#")))]
    return answer if field == "summary" else one_line(answer)


def form_text(settings: Settings) -> str:
    """The issue form of a site, as `FORM` holds it: its own kinds and categories, in its own language."""
    import yaml

    language = "zh" if settings.language.startswith("zh") else "en"
    body = [part for question in QUESTIONS if (part := asked(question, settings, language))]
    form = {
        "name": "推荐一条 · Propose an entry" if language == "zh" else "Propose an entry",
        "description": "填几项，编辑会把它变成一条。· A few answers, and an editor makes an entry of them." if language == "zh" else "A few answers, and an editor makes an entry of them.",
        "title": "[entry] ",
        "labels": ["entry"],
        "body": body,
    }
    return str(yaml.safe_dump(form, allow_unicode=True, sort_keys=False, width=1 << 20))


def chooser_text(settings: Settings) -> str:
    """What stands beside the form when somebody opens an issue: the site's compose page, when the site has an address."""
    import yaml

    told: dict[str, Any] = {"blank_issues_enabled": True}
    if address := settings.absolute(urls.COMPOSE):
        name, about = ("写一条 · Write an entry", "边填边看卡片，填完提交。") if settings.language.startswith("zh") else ("Write an entry", "A form that shows the card while you fill it in.")
        told["contact_links"] = [{"name": name, "url": address, "about": about}]
    return str(yaml.safe_dump(told, allow_unicode=True, sort_keys=False, width=1 << 20))


def asked(question: Question, settings: Settings, language: str) -> dict[str, Any] | None:
    """A question in GitHub's shape; None for a choice that the site does not offer."""
    attributes: dict[str, Any] = {"label": question.label(language)}
    if question.form == "dropdown":
        choices = settings.kinds if question.field == "kind" else settings.categories
        if not choices:
            return None
        attributes["options"] = list(dict.fromkeys(names_of(names, key, settings.language) for key, names in choices.items()))
    elif question.field in ("url", "date", "source"):
        attributes["placeholder"] = question.hint(language)
    elif question.hint(language):
        attributes["description"] = question.hint(language)
    made: dict[str, Any] = {"type": question.form, "id": question.field, "attributes": attributes}
    if question.required:
        made["validations"] = {"required": True}
    return made
