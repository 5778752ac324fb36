"""Text and values in; XML and JSON without what XML cannot hold out."""

from __future__ import annotations

import json
import re
from typing import Any

from tagloom.text.controls import any_in
from tagloom.text.markup import escape

# What XML 1.0 cannot hold, escaped or not.
ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Of one byte; most texts hold none, so that no pattern need run over them.
CONTROL_BYTES = bytes([*range(9), 11, 12, *range(13, 32)])
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str)


def clean(text: str) -> str:
    """`text` without what XML cannot hold."""
    return ILLEGAL.sub("", text) if ILLEGAL.search(text) else text


def clean_bytes(text: str) -> bytes:
    """`text` in UTF-8, without what XML cannot hold."""
    try:
        data = text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        return clean(text).encode()
    if len(data.translate(None, CONTROL_BYTES)) == len(data) and not any_in(text, "\ufffe\uffff"):
        return data
    return clean(text).encode()


def xml(text: str) -> str:
    return escape(clean(text))


def json_text(value: Any) -> str:
    """`value` as one line of JSON, without control characters."""
    return clean(json_told(value))


def json_bytes(value: Any) -> bytes:
    """The same in UTF-8."""
    return clean_bytes(json_told(value))


def json_told(value: Any) -> str:
    told = ENCODER.encode(value)
    return ENCODER.encode(cleaned(value)) if "\\u00" in told else told


def cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {name: cleaned(inner) for name, inner in value.items()}
    return [cleaned(inner) for inner in value] if isinstance(value, list) else value


def script_json(value: Any) -> str:
    """`value` as JSON that may stand in a script element."""
    return json_text(value).replace("<", "\\u003c")
