"""Text and values in; XML and JSON without what XML cannot hold out."""

from __future__ import annotations

import json
import re
from json.encoder import encode_basestring as in_json
from typing import Any

from tagloom.text.controls import any_in
from tagloom.text.markup import escape

__all__ = ["clean", "cleaned", "in_json", "json_text", "legal_bytes", "script_json", "xml"]

# What XML 1.0 cannot hold, escaped or not.
ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
CONTROL_IN_JSON = "\\u00"
CONTROLS_BY_LETTER = ("\\b", "\\f")  # those that JSON writes without their number
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str)


def clean(text: str) -> str:
    """`text` without what XML cannot hold."""
    return ILLEGAL.sub("", text) if ILLEGAL.search(text) else text


def xml(text: str) -> str:
    return escape(clean(text))


def json_text(value: Any) -> str:
    """`value` as one line of JSON, without control characters."""
    return clean(json_told(value))


def json_told(value: Any) -> str:
    told = ENCODER.encode(value)
    return ENCODER.encode(cleaned(value)) if CONTROL_IN_JSON in told else told


def legal_bytes(told: str) -> bytes | None:
    """A text of JSON in UTF-8; None where it tells of anything that XML cannot hold. That is seldom, so that no pattern need run over it."""
    if CONTROL_IN_JSON in told or any(map(told.__contains__, CONTROLS_BY_LETTER)) or any_in(told, "\ufffe\uffff"):
        return None
    try:
        return told.encode()
    except UnicodeEncodeError:  # a lone surrogate
        return None


def cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {name: cleaned(inner) for name, inner in value.items()}
    return [cleaned(inner) for inner in value] if isinstance(value, list) else value


def script_json(value: Any) -> str:
    """`value` as JSON that may stand in a script element."""
    return json_text(value).replace("<", "\\u003c")
