"""What a reader of a value is given beside the value: the entry at hand, which gathers what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tagloom.settings import Settings
from tagloom.text.yaml import Key


class Remark(NamedTuple):
    """Something to mend in an item: its rule, and the path of the value meant (or of its key)."""

    rule: str
    fact: str
    remedy: str
    path: tuple[Key, ...]
    key: bool = False


class Item:
    """The entry being read: the settings that hold, and the remarks gathered so far."""

    __slots__ = ("remarks", "settings")

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.remarks: list[Remark] = []

    def tell(self, rule: str, fact: str, remedy: str, path: tuple[Key, ...], key: bool = False) -> None:
        self.remarks.append(Remark(rule, fact, remedy, path, key))


Path = tuple[Key, ...]
Reader = Callable[[Any, Item, Path], Any]
