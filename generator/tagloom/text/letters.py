"""Names in; the letter an index lists each under, and their order there, out.

Latin names go by their first letter without its accents, Chinese ones by the first letter of their pinyin, Korean ones by their first
consonant, and those of other alphabets by their own first letter.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right

DIGITS = "#"
OTHER = "…"
# GB 2312 lists its 3,755 common characters by pinyin: where each initial letter begins, and the end of them all.
PINYIN = (
    (0xB0A1, "A"), (0xB0C5, "B"), (0xB2C1, "C"), (0xB4EE, "D"), (0xB6EA, "E"), (0xB7A2, "F"), (0xB8C1, "G"), (0xB9FE, "H"),
    (0xBBF7, "J"), (0xBFA6, "K"), (0xC0AC, "L"), (0xC2E8, "M"), (0xC4C3, "N"), (0xC5B6, "O"), (0xC5BE, "P"), (0xC6DA, "Q"),
    (0xC8BB, "R"), (0xC8F6, "S"), (0xCBFA, "T"), (0xCDDA, "W"), (0xCEF4, "X"), (0xD1B9, "Y"), (0xD4D1, "Z"), (0xD7FA, OTHER),
)  # fmt: skip
STARTS = [start for start, _ in PINYIN]
CONSONANTS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"


def index_letter(name: str) -> str:
    """`A` for `Ångström` and `艾`, `#` for `3FS`, `…` where no letter is known."""
    for letter in unicodedata.normalize("NFC", name):
        if "\uac00" <= letter <= "\ud7a3":
            return CONSONANTS[(ord(letter) - 0xAC00) // 588]
        if "\u3400" <= letter <= "\u9fff" or letter >= "\U00020000":
            return pinyin_letter(letter)
        plain = unicodedata.normalize("NFKD", letter)[0]
        if plain.isdigit():
            return DIGITS
        if plain.isalpha():
            return plain.upper()[0]
    return OTHER


def pinyin_letter(letter: str) -> str:
    try:
        code = int.from_bytes(letter.encode("gb2312"), "big")
    except UnicodeEncodeError:
        return OTHER
    place = bisect_right(STARTS, code) - 1
    return PINYIN[place][1] if place >= 0 else OTHER


def index_order(name: str) -> tuple[bool, str, bool, bytes]:
    """Sorts names as an index lists them: A to Z, other scripts, digits, the rest; Latin before Chinese in each letter."""
    letter = index_letter(name)
    # GB 18030 keeps the pinyin order of GB 2312 and knows every other letter too.
    return letter in (DIGITS, OTHER), letter, not name[:1].isascii(), name.casefold().encode("gb18030", "replace")
