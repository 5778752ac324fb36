"""What can be wrong with a file of entries: each rule's name, its severity and one line that says it.

`tagloom.content.reading` tells problems under these names; the guide lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tagloom.problems import Severity


class Rule(NamedTuple):
    name: str
    severity: Severity
    doc: str


RULES: tuple[Rule, ...] = (
    Rule("encoding", "error", "A file is not UTF-8; the problem names the encoding it looks like."),
    Rule("control-character", "warning", "A control character, a byte order mark or half a surrogate pair is dropped."),
    Rule("front-matter", "error", "A Markdown file does not begin with fields between two --- lines."),
    Rule("yaml-syntax", "error", "YAML, TOML or JSON that cannot be read."),
    Rule("yaml-too-large", "error", "Aliases or nesting expand a file beyond measure."),
    Rule("yaml-mark", "error", "A value that starts with ! or & is read as a mark of YAML, so that a part of it is lost."),
    Rule("twice-key", "error", "A field stands twice in one entry."),
    Rule("list-shape", "error", "A list file, or an item of it, does not have the shape of entries."),
    Rule("missing-title", "error", "An entry has no title."),
    Rule("missing-date", "error", "An entry has no date."),
    Rule("missing-id", "hint", "An item of a list has no id; one is made of its date and title."),
    Rule("bad-date", "error", "A date that is no day of the calendar, or may be one of two."),
    Rule("bad-updated", "error", "The same, for `updated`."),
    Rule("lenient-date", "hint", "A date that is understood, but not written as 2026-06-10."),
    Rule("unknown-field", "hint", "A field that Tagloom does not know; it is kept for templates."),
    Rule("unknown-kind", "error", "A kind that site.yml does not list."),
    Rule("unknown-category", "error", "A category that site.yml does not list."),
    Rule("score-range", "error", "A score outside the scale of the site."),
    Rule("bad-number", "error", "A value that should be a number."),
    Rule("bad-yes-no", "error", "A value that should be yes or no."),
    Rule("unknown-language", "warning", "A language that is not a code such as zh or en."),
    Rule("bad-link", "error", "An address that is not http, https, mailto or relative."),
    Rule("empty-tag", "error", "An item of a list of names is empty."),
    Rule("tag-comma", "hint", "Names in one text, parted by commas, where a list is meant."),
    Rule("not-text", "error", "A list or a mapping where one text is meant, or the reverse."),
    Rule("comment-in-title", "warning", "` #` in an unquoted text starts a comment, so that the rest of the line is lost."),
)
SEVERITY: Mapping[str, Severity] = {rule.name: rule.severity for rule in RULES}
