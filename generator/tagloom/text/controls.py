"""Characters that may not stand in a page or a feed: values in, the same without them out."""

from __future__ import annotations

import re
from typing import Any

# C0 and C1 controls but for tab and line feed, marks of byte order, non-characters, lone surrogates.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")


def any_in(text: str, letters: str) -> bool:
    """Whether `text` holds any of some few letters: faster than a pattern, which looks at each letter of the text."""
    return any(map(text.__contains__, letters))


def without_controls(value: Any) -> Any:
    """A text without control characters; mappings and lists with texts like that."""
    if isinstance(value, str):
        return CONTROL.sub("", value)
    if isinstance(value, dict):
        return {without_controls(name): without_controls(inner) for name, inner in value.items()}
    return [without_controls(inner) for inner in value] if isinstance(value, list) else value
