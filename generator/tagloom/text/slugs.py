"""Names in; the key that makes two spellings one (`fold`), and the part of an address (`slug`) out."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache

MOST_BYTES = 80
# Symbols whose loss would make two names one.
SPELLED = {"+": "plus", "#": "sharp", "&": "and", "★": "star", "☆": "star"}
RESERVED = frozenset({"con", "prn", "aux", "nul", "index", *(f"com{n}" for n in range(10)), *(f"lpt{n}" for n in range(10))})
GAPS = re.compile(r"[\s\-_]+")


@lru_cache(maxsize=1 << 17)
def fold(name: str) -> str:
    """The key under which spellings of one name meet: NFKC, case-folded, spaces and - and _ alike."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return GAPS.sub(" ", unicodedata.normalize("NFC", plain)).strip()


@lru_cache(maxsize=1 << 16)
def slug(name: str) -> str:
    """A file name for `name`: letters of every script, spelled symbols, at most 80 bytes, never empty or reserved."""
    folded = fold(name)
    parts: list[str] = []
    for index, letter in enumerate(folded):
        if letter.isalnum() or unicodedata.category(letter).startswith("M"):
            parts.append(letter)
        elif letter in SPELLED:
            parts.append(f"-{SPELLED[letter]}-")
        elif letter == "." and folded[index + 1 : index + 2].isalnum() and not folded[index - 1 : index].isdigit():
            parts.append("-dot-" if index == 0 else ".")
        elif letter == ".":
            parts.append(".")
        else:
            parts.append("-")
    made = re.sub(r"-{2,}", "-", "".join(parts)).strip("-.")
    mark = hashlib.blake2b(folded.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    if not made:
        return f"tag-{mark}"
    if len(made.encode()) > MOST_BYTES:
        short = made.encode()[: MOST_BYTES - 9].decode("utf-8", "ignore").rstrip("-.")
        return f"{short}-{mark}"
    return f"{made}-{mark}" if made.split(".")[0] in RESERVED else made
