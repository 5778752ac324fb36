"""The declarations that the readers use in; JSON Schemas (draft-07, which VS Code's YAML extension speaks) of what editors write out.

A schema takes what its reader takes without an error, and refuses what it refuses, as far as JSON Schema can tell: it knows no
calendar but the days of each month, and not which texts YAML drops. YAML gives numbers and truths for what stands without quotes;
the readers take them as the text they were, so that these schemas take them as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from tagloom.content.fields import FIELDS, TITLE_IN, Takes
from tagloom.content.values import COMMAS
from tagloom.settings import KEYS, NO, YES, Settings
from tagloom.site_keys import TEXT, Shape
from tagloom.text.patterns import any_case, words_pattern
from tagloom.vocabulary import TERM_FIELDS

DRAFT = "http://json-schema.org/draft-07/schema#"
Name = Literal["entry", "list", "tags", "institutions", "site"]
NAMES: tuple[Name, ...] = ("entry", "list", "tags", "institutions", "site")

NOTHING: Shape = {"enum": [None, ""]}
SOMETHING: Shape = {"type": ["string", "number", "boolean"], "pattern": r"\S"}
MONTHS = r"(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8])"
LEAP = r"(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29"
CLOCK = r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]+)?)?(?: ?(?:[Zz]|UTC|GMT|[+-][0-9]{2}:?(?:[0-5][0-9])?))?"
ISO = rf"^\s*(?!0000)(?:[0-9]{{4}}-(?:{MONTHS})|{LEAP})(?:[Tt ]{CLOCK})?\s*$"
MONTH, DAY = r"(?:0?[1-9]|1[0-2])", r"(?:0?[1-9]|[12][0-9]|3[01])"
# Understood with a hint: other orders of the year first, Chinese, days that can be no month, names of months.
LENIENT = (
    rf"^\s*[0-9]{{4}}(?:[/.]|-(?![0-9]{{2}}-[0-9]{{2}}(?![0-9]))){MONTH}[-/.]{DAY}(?![0-9])",
    rf"^\s*[0-9]{{4}} ?年 ?{MONTH} ?月 ?{DAY} ?[日号]?",
    rf"^\s*[0-9]{{4}}{MONTH.replace('0?', '0')}(?:0[1-9]|[12][0-9]|3[01])\s*$",
    rf"^\s*(?:1[3-9]|2[0-9]|3[01])[-/.]{MONTH}[-/.][0-9]{{4}}|^\s*{MONTH}[-/.](?:1[3-9]|2[0-9]|3[01])[-/.][0-9]{{4}}",
    r"^\s*(0?[1-9]|1[0-2])[-/.]\1[-/.][0-9]{4}",
    "(?=.*[0-9]{4})(?=.*(?<![0-9:])[0-9]{1,2}(?![0-9:])).*(?:"
    + "|".join(any_case(month) for month in "jan feb mar apr may jun jul aug sep oct nov dec".split())
    + ")",
    "[０-９]",
)
DATE: Shape = {
    "anyOf": [
        {"type": "string", "anyOf": [{"pattern": pattern} for pattern in (ISO, *LENIENT)]},
        {"type": "integer", "minimum": 10000101, "maximum": 99991231},
    ],
    "examples": ["2026-06-10", "2026-06-10 10:11"],
}
FIGURE = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?"
NUMBER: Shape = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": rf"^\s*(?:{FIGURE}\s*°?)?\s*$"}, NOTHING]}
WHOLE: Shape = {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^\s*(?:[+-]?[0-9]+(?:\.0*)?)?\s*$"}, NOTHING]}
YES_NO: Shape = {
    "anyOf": [{"enum": ["yes", "no"]}, {"type": "boolean"}, {"enum": [0, 1]}, {"type": "string", "pattern": words_pattern(YES | NO)}, {"type": "string", "pattern": r"^\s*$"}, {"type": "null"}]
}  # fmt: skip
INVISIBLE = r"\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
HOST = r"(?:www\.[^/]+|[A-Za-z0-9.\-]+\.(?:[Cc][Oo][Mm]|[Oo][Rr][Gg]|[Nn][Ee][Tt]|[Ii][Oo]|[Aa][Ii]|[Cc][Nn]|[Dd][Ee][Vv]|[Ee][Dd][Uu]|[Gg][Oo][Vv]|[Cc][Oo]))(?:[/?#:]|\s*$)"
LETTER = rf"""[^{INVISIBLE}<>"\\]"""
URL: Shape = {
    "type": ["string", "null"],
    "pattern": rf"""^\s*(?:{any_case("http")}[sS]?://[^{INVISIBLE}/?#<>"\\]{LETTER}*|{any_case("mailto")}:{LETTER}*|(?!//)(?![A-Za-z][A-Za-z0-9+.\-]*:)(?!{HOST}){LETTER}*)\s*$""",
}
LINK: Shape = {"anyOf": [URL, {"type": "number"}]}  # an arXiv number without quotes
MARKDOWN_LIST: Shape = {"anyOf": [TEXT, {"type": "array", "items": SOMETHING}]}
NAME_LIST: Shape = {"anyOf": [TEXT, {"type": "array", "items": SOMETHING}]}
TAG = rf"[^\s\-_{COMMAS.pattern[1:-1]}]"


def schema(name: Name, settings: Settings, tags: Sequence[str], institutions: Sequence[str]) -> Mapping[str, Any]:
    """The JSON Schema of an entry's fields, of a list of entries, of a vocabulary, or of site.yml. `tags` and `institutions` are names to complete."""
    title = {"entry": "Tagloom: an entry", "list": "Tagloom: a list of entries", "site": "Tagloom: site.yml"}.get(
        name, f"Tagloom: content/{name}.yml"
    )
    made = {"$schema": DRAFT, "title": title}
    if name == "site":
        properties = {key: described(setting.shape, setting.doc, setting.zh, settings) for key, setting in KEYS.items()}
        # An empty value leaves a key at its default.
        return {
            **made,
            "type": ["object", "null"],
            "properties": {key: {"anyOf": [shape, {"type": "null"}]} for key, shape in properties.items()},
            "additionalProperties": False,
        }
    if name in ("tags", "institutions"):
        return {**made, **vocabulary_schema(settings)}
    definition = entry_schema(settings, tags, institutions)
    if name == "entry":
        return {**made, **definition, "required": required()}
    return {**made, **list_schema(), "definitions": {"fields": definition}}


def schema_line(path: str, url: str) -> str:
    """The first line by which VS Code finds the schema of the YAML file `path`; "" for a file that has none.

    A site without an address has its schemas where a build puts them.
    """
    name = {"site.yml": "site", "content/tags.yml": "tags", "content/institutions.yml": "institutions"}.get(path, "")
    if not name and path.startswith("content/entries/") and path.endswith((".yml", ".yaml")):
        name = "list"
    if not name:
        return ""
    base = f"{url.rstrip('/')}/" if url else "../" * path.count("/") + "site/"
    return f"# yaml-language-server: $schema={base}schema/{name}.json\n"


def required() -> list[str]:
    return [field.name for field in FIELDS if field.required]


def described(shape: Shape, doc: str, zh: str, settings: Settings) -> Shape:
    """`shape` with the line about it in the site's language."""
    return {"description": zh if settings.language.startswith("zh") else doc, **shape}


def entry_schema(settings: Settings, tags: Sequence[str], institutions: Sequence[str]) -> dict[str, Any]:
    shapes = shapes_of(settings, tags)
    properties = {
        field.name: described(must(shapes[field.takes]) if field.required else shapes[field.takes], field.doc, field.zh, settings)
        for field in FIELDS
    }
    for name in ("institution", "institutions"):
        properties[name] = {**properties[name], **completed(institutions, NAME_LIST)}
    return {"type": "object", "properties": properties, "patternProperties": {f"^{TITLE_IN.pattern}$": TEXT}}


def must(shape: Shape) -> Shape:
    """`shape`, but not empty."""
    return {"allOf": [shape, {"not": {"type": "null"}}, {"not": {"type": "string", "pattern": r"^\s*$"}}]}


def shapes_of(settings: Settings, tags: Sequence[str]) -> Mapping[Takes, Shape]:
    """What each kind of field takes."""
    most = settings.score_max
    out_of = rf"^\s*(?:{FIGURE}\s*(?:/\s*{most:g}(?:\.0*)?)?)?\s*$"
    tag = {"type": ["string", "number", "boolean"], "pattern": TAG}
    return {
        "line": TEXT,
        "markdown": TEXT,
        "markdown-list": MARKDOWN_LIST,
        "names": NAME_LIST,
        "tags": {
            "anyOf": [{"type": "array", "items": known_first(tags, tag)}, tag, {"type": "null"}, {"type": "string", "pattern": r"^\s*$"}]
        },
        "ids": NAME_LIST,
        "id": TEXT,
        "date": DATE,
        "updated": {"anyOf": [DATE, {"type": "null"}, {"type": "string", "pattern": r"^\s*$"}]},
        "number": NUMBER,
        "score": {"anyOf": [{"type": "number", "minimum": 0, "maximum": most}, {"type": "string", "pattern": out_of}, NOTHING]},
        "whole-number": WHOLE,
        "yes-no": YES_NO,
        "kind": choice(settings.kinds),
        "category": choice(settings.categories),
        "address": URL,
        "links": {"anyOf": [{"type": "object", "additionalProperties": LINK}, NOTHING]},
        "language": TEXT,
    }


def choice(choices: Mapping[str, Mapping[str, str]]) -> Shape:
    """The keys of site.yml's kinds or categories, for completion; any of their names in any case is taken too."""
    names = [name for key, named in choices.items() for name in (key, *named.values()) if name]
    taken: list[Shape] = [{"enum": list(choices)}] if choices else []
    if names:
        taken.append({"type": ["string", "number", "boolean"], "pattern": words_pattern(names)})
    return {"anyOf": [*taken, {"type": "string", "pattern": r"^\s*$"}, {"type": "null"}]}


def known_first(names: Sequence[str], shape: Shape) -> Shape:
    """`shape`, with `names` offered for completion."""
    return {"anyOf": [{"enum": names}, shape]} if names else shape


def completed(names: Sequence[str], shape: Shape) -> Shape:
    """A list of names, or one, with `names` offered for completion."""
    return {"anyOf": [{"enum": names}, {"type": "array", "items": known_first(names, SOMETHING)}, shape]} if names else shape


def list_schema() -> Mapping[str, Any]:
    """A bare list, a list under `entries` whose items may have a field from `defaults`, or one entry."""
    fields = {"$ref": "#/definitions/fields"}
    whole = {"allOf": [fields, {"required": required()}]}
    # The item must give what the defaults do not.
    lent = [
        {
            "if": {"required": ["defaults"], "properties": {"defaults": {"required": [name]}}},
            "else": {"properties": {"entries": {"items": {"required": [name]}}}},
        }
        for name in required()
    ]
    under = {
        "type": "object",
        "properties": {"entries": {"type": ["array", "null"], "items": fields}, "defaults": {"anyOf": [fields, {"type": "null"}]}},
        "allOf": lent,
    }
    return {
        "if": {"type": "array"},
        "then": {"items": whole},
        "else": {"if": {"type": "object", "required": ["entries"]}, "then": under, "else": {"anyOf": [{"type": "null"}, whole]}},
    }


def vocabulary_schema(settings: Settings) -> Mapping[str, Any]:
    shapes: Mapping[str, Shape] = {
        "name": TEXT,
        "names": {"anyOf": [{"type": "null"}, SOMETHING, {"type": "array", "items": SOMETHING}]},
        "text-by-language": {"anyOf": [TEXT, {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}}]},
    }
    term = {
        "type": "object",
        "properties": {field.name: described(shapes[field.takes], field.doc, field.zh, settings) for field in TERM_FIELDS},
        "patternProperties": {"^[a-z]{2,3}(-[A-Za-z0-9]+)*$": TEXT},
        "additionalProperties": False,
    }
    return {"type": ["object", "null"], "additionalProperties": {"anyOf": [{"type": "null"}, {"type": "array", "items": SOMETHING}, term]}}
