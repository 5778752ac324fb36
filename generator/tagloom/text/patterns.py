"""Words in; regular expressions that take them in any case out, for JSON Schema, which has no flag for that."""

from __future__ import annotations

from collections.abc import Iterable


def words_pattern(choices: Iterable[str]) -> str:
    """A pattern that takes `choices` in any case."""
    return rf"^\s*({'|'.join(any_case(word) for word in sorted(choices))})\s*$"


def any_case(word: str) -> str:
    """`word` as a pattern that takes it in any case; JSON Schema has no flag for that."""
    letters = []
    for letter in word:
        low, high = letter.lower(), letter.upper()
        both = low != high and len(low) == len(high) == 1
        letters.append(f"[{low}{high}]" if both else "\\" + letter if letter in r".*+?^${}()|[]\/-" else letter)
    return "".join(letters)
