"""A key and a value in; the script that hands the value to the page out."""

from __future__ import annotations

import json
from typing import Any


def script(key: str, value: Any) -> bytes:
    """`tagloom.take("text/12", …)`: a classic script, because a page opened from a folder may load nothing else."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"tagloom.take({json.dumps(key)},{written})\n".encode("utf-8", "replace")


def address(key: str) -> str:
    return f"data/{key}.js"
