"""A text in; its plain form and the keys it is found by out. `theme/assets/tokens.js` does the same in the reader's browser.

Chinese, Japanese and Korean are found by any run of characters, so each character and each pair of neighbours is a key. Other
scripts are found by word: letters and digits, with the `+` and `#` that make `C++` and `C#` names of their own. Two words with a space
between them have a key together, one of PAIRS, so that a phrase of common words leads to few entries.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import add

WIDE = "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
WORD = rf"[^\W_{WIDE}]+[+#]*"
RUN = re.compile(rf"[{WIDE}]+|{WORD}(?: {WORD})*")
FIRST_WIDE = "\u2e80"
GAPS = re.compile(r"[\s\-_]+")
LONGEST = 40  # a longer word is known by its beginning
PREFIX = 3  # words that begin alike are in one shard, so that a beginning finds them
# Keys of pairs of words. More would say more exactly where a phrase stands, and take more room.
PAIRS = [f" {number:x}" for number in range(1 << 16)]
# Digits of the numbers in shards: the first half ends a number, the second half goes on. Neither quote nor backslash.
DIGITS = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in '"\\')[:92]
HALF = 46


def plain_form(text: str) -> str:
    """`text` as it is compared: NFKC, lower case, runs of spaces, `-` and `_` as one space."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return GAPS.sub(" ", text.lower().replace("ß", "ss").replace("ς", "σ"))


def runs_of(text: str) -> list[str]:
    """The words that follow one another with a space between, and the runs of wide characters, of a text in its plain form."""
    return RUN.findall(text)


def keys_of(texts: Iterable[str]) -> set[str]:
    """Every key that `texts` are found by."""
    found: set[str] = set()
    for text in texts:
        for run in RUN.findall(plain_form(text)):
            if run[0] >= FIRST_WIDE and RUN_IS_WIDE(run[0]):
                found.update(run)
                found.update(map(add, run, run[1:]))
            elif " " in run:
                words = run.split(" ")
                found.update([word[:LONGEST] for word in words])
                found.update(map(pair_key, words, words[1:]))
            else:
                found.add(run[:LONGEST])
    return found


RUN_IS_WIDE = re.compile(f"[{WIDE}]").match


def pair_key(word: str, following: str) -> str:
    """The key that two neighbours share with one pair in 65,536."""
    return PAIRS[zlib.crc32(f"{word} {following}".encode()) & 0xFFFF]


def query_keys(run: str) -> list[str]:
    """The keys that an entry with `run` must have: its words and their pairs, or pairs of wide characters that cover it."""
    if not RUN_IS_WIDE(run[0]):
        words = run.split(" ")
        return [*(word[:LONGEST] for word in words), *(pair_key(*pair) for pair in pairwise(words))]
    if len(run) < 2:
        return [run]
    places = [*range(0, len(run) - 1, 2)]
    if len(run) % 2:
        places.append(len(run) - 2)
    return list(dict.fromkeys(run[place : place + 2] for place in places))


def shard_of(key: str, shards: int) -> int:
    """Which of `shards` (a power of two) holds a key. Words go by their first letters, so that a beginning finds them all."""
    return spread(key if key[0] == " " or RUN_IS_WIDE(key[0]) else key[:PREFIX]) & (shards - 1)


@lru_cache(maxsize=1 << 16)
def spread(text: str) -> int:
    """FNV-1a over code points, 32 bits, folded once so that its low bits depend on all of it."""
    made = 0x811C9DC5
    for letter in text:
        made = ((made ^ ord(letter)) * 0x01000193) & 0xFFFFFFFF
    return made ^ (made >> 15)


def packed(numbers: Iterable[int]) -> str:
    """Numbers from 0 up as text: one digit below 46, two below 2,162, three below 99,498, and so on."""
    return "".join([SHORT[number] if number < HALF else long_digits(number) for number in numbers])


SHORT: Sequence[str] = DIGITS[:HALF]


@lru_cache(maxsize=1 << 16)
def long_digits(number: int) -> str:
    digits = [DIGITS[number % HALF]]
    number //= HALF
    while number:
        number -= 1
        digits.append(DIGITS[HALF + number % HALF])
        number //= HALF
    return "".join(reversed(digits))


def packed_rising(numbers: Sequence[int]) -> str:
    """Rising numbers as text: the first, then each gap less one."""
    before = -1
    gaps = []
    for number in numbers:
        gaps.append(number - before - 1)
        before = number
    return packed(gaps)


def unpacked_rising(text: str) -> set[int]:
    """The numbers that `packed_rising` wrote."""
    found: set[int] = set()
    number, last = 0, -1
    for letter in text:
        digit = VALUES[letter]
        if digit < HALF:
            last += number * HALF + digit + 1
            found.add(last)
            number = 0
        else:
            number = number * HALF + digit - HALF + 1
    return found


VALUES = {letter: value for value, letter in enumerate(DIGITS)}
