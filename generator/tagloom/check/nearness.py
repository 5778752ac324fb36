"""Names in; the pairs that are likely one name in two spellings out. Near linear: 28,000 names take a second.

Two names are near when they differ by a plural, by marks and spaces, or by one letter. A name is cut once at each letter, and only names that meet in a
cut are compared. One letter at the beginning makes another word (監督 and 弱監督, typical and atypical), and so does a digit.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterator

SHORTEST = 5
SHORTEST_WIDE = 4  # Chinese, Japanese and Korean say more with a letter
LONGEST = 60
PLURAL = re.compile(r"(?<=[a-z]{2})(?:ies|y|es|s)\b")
WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def near_pairs(keys: Collection[str]) -> Iterator[tuple[str, str]]:
    """Each pair of near names once, the lesser first. `keys` are folded (`fold`) and all different."""
    seen: set[tuple[str, str]] = set()
    for one, other in (*like_but_for_marks(keys), *one_letter_apart(keys)):
        pair = (one, other) if one < other else (other, one)
        if pair not in seen:
            seen.add(pair)
            yield pair


def bare(key: str) -> str:
    """`key` without spaces, marks and plurals: `vllm-project` and `vllmprojects` are one."""
    singular = PLURAL.sub(lambda found: "y" if found[0] in ("ies", "y") else "", key)
    return "".join(letter for letter in singular if letter.isalnum() or unicodedata.category(letter)[0] in "MS")


def like_but_for_marks(keys: Collection[str]) -> Iterator[tuple[str, str]]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for key in keys:
        groups[bare(key)].append(key)
    for shared, group in groups.items():
        if len(group) > 1 and len(shared) > 2:
            first, *others = sorted(group)
            for other in others:
                yield first, other


def one_letter_apart(keys: Collection[str]) -> Iterator[tuple[str, str]]:
    """Pairs in which one letter is missing, other, or has changed places with the next."""
    cuts: defaultdict[str, list[str]] = defaultdict(list)
    long_enough = [key for key in keys if (SHORTEST_WIDE if WIDE.search(key) else SHORTEST) <= len(key) <= LONGEST]
    for key in long_enough:
        for index in range(1, len(key)):
            cuts[key[:index] + key[index + 1 :]].append(key)
    for key in long_enough:
        for other in cuts.get(key, ()):
            if is_slip(key, other):
                yield key, other
    for group in cuts.values():
        if 1 < len(group) < 50:
            for index, one in enumerate(group):
                for other in group[index + 1 :]:
                    if len(one) == len(other) and one != other and is_slip(one, other):
                        yield one, other


def is_slip(one: str, other: str) -> bool:
    """Whether a slip of the pen, and not another meaning, makes two names at a distance of one letter differ."""
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    start = next((index for index, (left, right) in enumerate(zip(longer, shorter, strict=False)) if left != right), len(shorter))
    if start == 0 or any(letter.isdigit() for letter in longer[start - 1 : start + 2] + shorter[start - 1 : start + 2]):
        return False
    letter, wide = longer[start], bool(WIDE.search(longer[start] + shorter[start : start + 1]))
    if len(one) > len(other) or len(one) < len(other):
        # 大型语言模型 and 大语言模型; at the end (训练营) it is another word.
        if wide:
            return len(longer) > SHORTEST_WIDE and start < len(longer) - 1
        return letter.isalpha() and not stands_alone(longer, start)
    if one[start : start + 2] == other[start : start + 2][::-1] and one[start + 2 :] == other[start + 2 :]:
        return True
    # One Chinese letter for another is another word (有监督, 无监督).
    return not wide and letter.isalpha() and len(one) > SHORTEST and one[start + 1 :] == other[start + 1 :] and not stands_alone(one, start)


def stands_alone(key: str, index: int) -> bool:
    """Whether the letter at `index` is a word by itself, as in `plan b`."""
    return not key[index - 1 : index].isalnum() and not key[index + 1 : index + 2].isalnum()
