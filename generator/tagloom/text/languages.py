"""Interface words and dates in the reader's language.

In: `theme/locales/*.yml` (key: text, with `{n}` and other names in braces). Out: `Words`, which looks words up and never fails:
a word without a translation is the English one, and one without that is its key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from tagloom.text import yaml

FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Words:
    """The interface in one language."""

    language: str
    texts: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, key: str, **values: object) -> str:
        """The text under `key` with its `{names}` filled in. With `n`, a text `key.one` serves for 1."""
        if not values:
            return self.texts.get(key, key)
        text = self.texts.get(f"{key}.one") if values.get("n") == 1 else None
        text = text or self.texts.get(key, key)
        return text.format(**values)

    def day(self, iso: str) -> str:
        """`6月19日`, `June 19`."""
        return formatted(iso, "MMMMd", self.language)

    def long_day(self, iso: str) -> str:
        """The day with its year: `2026年6月19日`."""
        return formatted(iso, "yMMMMd", self.language)

    def month(self, iso: str) -> str:
        """`2026年6月` from `2026-06`."""
        return formatted(f"{iso}-01", "yMMMM", self.language)

    def short_month(self, iso: str) -> str:
        """`6月`, `Jun` from `2026-06`."""
        return formatted(f"{iso}-01", "MMM", self.language)


@lru_cache(maxsize=1 << 14)
def formatted(iso: str, skeleton: str, language: str) -> str:
    from babel.dates import format_skeleton

    return str(format_skeleton(skeleton, date.fromisoformat(iso), locale=locale_of(language)))


@cache
def locale_of(language: str) -> Any:
    """Babel's rules for a language; English ones for a language it does not know."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale.parse(FALLBACK)


def read_words(folders: Sequence[Path], language: str) -> Words:
    """The words of `language` from `locales/` in the theme folders, the first folder's winning."""
    texts: dict[str, str] = {}
    for name in dict.fromkeys([FALLBACK, language.partition("-")[0], language]):
        for folder in reversed(folders):
            file = folder / "locales" / f"{name}.yml"
            if file.is_file():
                found = flat(yaml.parse(file.read_text(encoding="utf-8")) or {})
                # Another language's form for 1 goes with the text it belongs to.
                for key in found:
                    texts.pop(f"{key}.one", None)
                texts.update(found)
    return Words(language, texts)


def flat(values: Mapping[str, object]) -> dict[str, str]:
    """`{pager: {older: …}}` as `{"pager.older": …}`."""
    found: dict[str, str] = {}
    for key, value in values.items():
        if isinstance(value, dict):
            found.update({f"{key}.{inner}": text for inner, text in flat(value).items()})
        else:
            found[key] = str(value or "")
    return found
