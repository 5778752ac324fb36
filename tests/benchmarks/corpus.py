"""A size and a seed in; made-up entries out, the same for the same size and seed on every machine.

An entry depends on its number, the size and the seed alone, so that entries can be made one at a time. Tags follow Zipf's law:
the tag of rank r is used about 1/r as often as the first.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import accumulate
from typing import TypeVar

from tests.benchmarks import words

Item = TypeVar("Item")

SEED = 20261
FIRST_MOMENT = datetime.fromisoformat("2023-10-01T00:00")  # in the zone that both sites name
MINUTES = 3 * 365 * 24 * 60
EDIT = "改动后的标题"


@dataclass(frozen=True, slots=True)
class Sample:
    """One made-up entry. `summary`, `points` and `body` hold Markdown; `date` is local time; optional texts may be empty."""

    id: str
    date: datetime
    title: str
    title_zh: str
    tags: tuple[str, ...]
    institutions: tuple[str, ...]
    authors: tuple[str, ...]
    source: str
    kind: str
    category: str
    score: int
    heat: int
    featured: bool
    deep: bool
    topic: str
    takeaway: str
    summary: str
    points: tuple[str, ...]
    reason: str
    url: str
    pdf: str
    body: str

    @property
    def path(self) -> str:
        """Where the entry is written, below the folder of all entries."""
        return f"{self.date:%Y/%m}/{self.id}.md"


class Draws:
    """Choices from one seeded stream. Only `Random.random` is used: its numbers are promised never to change."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed).random

    def below(self, limit: int) -> int:
        return int(self.random() * limit)

    def between(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def one(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def some(self, items: Sequence[Item], number: int) -> tuple[Item, ...]:
        """`number` different items, in the order drawn."""
        found: dict[int, None] = {}
        while len(found) < number:
            found[self.below(len(items))] = None
        return tuple(items[index] for index in found)

    def chance(self, of: float) -> bool:
        return self.random() < of


@dataclass(frozen=True)
class Corpus:
    """`size` entries with `size / 10` tags, oldest first."""

    size: int
    seed: int = SEED

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """The names of all tags, the most used first."""
        return tag_names(max(self.size // 10, len(words.FIRST_TAGS)))

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """The running sum of 1/rank over the tags."""
        return tuple(accumulate(1 / rank for rank in range(1, len(self.tags) + 1)))

    def __iter__(self) -> Iterator[Sample]:
        return map(self.entry, range(self.size))

    def entry(self, number: int) -> Sample:
        """Entry `number`; one beyond the last (`size`, `size + 1`, …) is a new entry, later than all others."""
        draw = Draws(f"{self.seed}/{self.size}/{number}")
        step = MINUTES / self.size
        latin = (draw.one(words.TITLE_STARTS), draw.one(words.FIRST_HALVES), draw.one(words.SECOND_HALVES))
        kind = draw.one(tuple(words.KINDS))
        return Sample(
            id=f"{latin[1]}-{latin[2]}-{number:06d}".lower(),
            date=FIRST_MOMENT + timedelta(minutes=int(step * number + draw.random() * step)),
            title=f"{' '.join(latin)} {draw.one(words.TITLE_ENDS)}",
            title_zh=f"{draw.one(words.CJK_FIRST)}{draw.one(words.CJK_SECOND)}：面向{draw.one(words.CJK_FIRST)}{draw.one(words.CJK_SECOND)}的实践",
            tags=self.some_tags(draw),
            institutions=tuple(f"{place} {draw.one(words.HOUSES)}" for place in draw.some(words.PLACES, draw.between(1, 3))),
            authors=tuple(f"{draw.one(words.GIVEN)} {family}" for family in draw.some(words.FAMILY, draw.between(1, 5))),
            source=draw.one(words.SOURCES),
            kind=kind,
            category=draw.one(tuple(words.CATEGORIES)),
            score=draw.between(4, 10),
            heat=draw.between(20, 99) if draw.chance(0.3) else 0,
            featured=draw.chance(0.2),
            deep=draw.chance(0.3),
            topic=f"{draw.one(words.CJK_FIRST)}{draw.one(words.CJK_SECOND)} · {draw.one(words.CJK_SECOND)}",
            takeaway=sentence(draw, 2)[:-1],
            summary=sentence(draw, 4),
            points=tuple(sentence(draw, draw.between(2, 3)) for _ in range(4)),
            reason=sentence(draw, 2),
            url=f"https://papers.example/{kind}/{number:06d}",
            pdf=f"https://papers.example/{kind}/{number:06d}.pdf" if draw.chance(0.5) else "",
            body=body(draw),
        )

    def some_tags(self, draw: Draws) -> tuple[str, ...]:
        number = draw.between(3, 6)
        found: dict[int, None] = {}
        while len(found) < number:
            found[bisect(self.weights, draw.random() * self.weights[-1])] = None
        return tuple(self.tags[rank] for rank in found)


def tag_names(number: int) -> tuple[str, ...]:
    """`number` different names: the hard ones first, then pairs of words, every third in CJK."""
    names = dict.fromkeys(words.FIRST_TAGS)
    latin = pairs(words.FIRST_HALVES, words.SECOND_HALVES, " ")
    cjk = pairs(words.CJK_FIRST, words.CJK_SECOND, "")
    while len(names) < number:
        names[next(cjk if len(names) % 3 == 2 else latin)] = None
    return tuple(names)[:number]


def pairs(first: Sequence[str], second: Sequence[str], between: str) -> Iterator[str]:
    """Every pair once, in an order in which neighbours share no word; then the same with a number behind."""
    every = len(first) * len(second)
    stride = next(step for step in range(int(every * 0.618), every) if all(step % prime for prime in primes(every)))
    for number in range(1 << 30):
        index = number * stride % every
        name = f"{first[index % len(first)]}{between}{second[index // len(first)]}"
        yield name if number < every else f"{name} {number // every + 1}"


def primes(number: int) -> Iterator[int]:
    """The prime factors of `number`."""
    factor = 2
    while number > 1:
        while number % factor == 0:
            yield factor
            number //= factor
        factor += 1


def sentence(draw: Draws, phrases: int) -> str:
    return "，".join(draw.some(words.PHRASES, phrases)) + "。"


def body(draw: Draws) -> str:
    """A paragraph and a list of four items."""
    items = "\n".join(f"- {sentence(draw, 2)}" for _ in range(4))
    return f"{sentence(draw, 4)}\n\n{items}\n"
