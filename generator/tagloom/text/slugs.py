"""Names in; the key that makes two spellings one (`fold`), and the part of an address (`slug`) out."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache

MOST_BYTES = 80
# Symbols whose loss would make two names one. Other symbols of Unicode are spelled by their own names.
SPELLED = {
    "+": "plus", "#": "sharp", "♯": "sharp", "&": "and", "★": "star", "☆": "white-star", "*": "star", "%": "percent", "$": "dollar",
    "@": "at", "=": "equals", "<": "less", ">": "greater", "~": "tilde", "^": "caret", "°": "degree",
}  # fmt: skip
RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "conin", "conout", "clock", "index", *(f"com{n}" for n in range(10)), *(f"lpt{n}" for n in range(10))}
)
# A slug gets an ending of its own (.html, .xml); one that brings such an ending could be taken for another page's feed.
ENDINGS = re.compile(r"\.(html|xml|json)$")
# Most ids are slugs already.
PLAIN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
GAPS = re.compile(r"[\s\-_]+")
# Marks that show nothing: soft hyphens, joiners, directions, variation selectors. Pasted from pages, they would make one name two.
UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)


@lru_cache(maxsize=1 << 15)
def fold(name: str) -> str:
    """The key under which spellings of one name meet: NFKC, case-folded, spaces and - and _ alike, without what shows nothing."""
    if not name.isascii():
        name = UNSEEN.sub("", name)
        # The folded form of a letter may compose with what follows it, and the composed one fold once more.
        for _ in range(3):
            name = unicodedata.normalize("NFKC", name).casefold()
        name = unicodedata.normalize("NFKC", name)
    return GAPS.sub(" ", name.casefold()).strip()


@lru_cache(maxsize=1 << 15)
def slug(name: str) -> str:
    """A file name for `name`: letters of every script, spelled symbols, at most 80 bytes, never empty or reserved."""
    if len(name) <= MOST_BYTES and name not in RESERVED and PLAIN.fullmatch(name):
        return name
    folded = fold(name)
    made = tidy("".join(part_of(folded, index) for index in range(len(folded))))
    if not made:
        made = tidy("-".join(spelled(letter) for letter in folded))
    mark = hashlib.blake2b(folded.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    if not made:
        return f"tag-{mark}"
    if len(made.encode()) > MOST_BYTES:
        short = made.encode()[: MOST_BYTES - 9].decode("utf-8", "ignore")
        return f"{short.rstrip('-.')}-{mark}"
    made = ENDINGS.sub(r"-\1", made)
    return f"{made.replace('.', '-')}-{mark}" if made.split(".")[0] in RESERVED else made


def part_of(folded: str, index: int) -> str:
    """What a letter of a folded name gives to the slug."""
    letter = folded[index]
    if letter.isalnum():
        return letter
    kind = unicodedata.category(letter)
    if kind[0] == "M":
        return letter
    if letter == ".":
        before, after = folded[index - 1 : index], folded[index + 1 : index + 2]
        if not after.isalnum():
            return "-"
        return "." if before.isalnum() or unicodedata.category(before or " ")[0] == "M" else "-dot-"
    if letter in SPELLED or (kind[0] == "S" and letter > "\x7f"):
        return f"-{spelled(letter)}-"
    return "-"


def spelled(letter: str) -> str:
    """The name of a symbol as a slug: `grinning-face`; its code point when Unicode had none for it yet."""
    name = SPELLED.get(letter) or unicodedata.name(letter, "").casefold().replace(" ", "-")
    return name if name or letter.isspace() else f"u{ord(letter):x}"


def tidy(text: str) -> str:
    made = re.sub(r"-{2,}", "-", text)
    return unicodedata.normalize("NFC", made).strip("-.")
