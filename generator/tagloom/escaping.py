"""Jinja as it is, in half of its time.

In: the templates' environment. Out: the same pages. Texts without any of & < > " ' are passed on as they are: most of an archive's are such, and
wrapping each in Markup took a fifth of the time of a card. Functions are called at once, and what all templates know is one dict,
where Jinja asks each function three times what it wants passed, and looks through a chain of mappings for each page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from types import CodeType, FunctionType
from typing import Any

from jinja2 import Environment, Template
from jinja2.runtime import Context
from markupsafe import Markup, escape

from tagloom.text.languages import Words

SPECIAL = re.compile(r"[&<>\"']").search
# What templates call most. None of ours asks Jinja for its context, which only marked functions get.
PLAIN_CALLS = frozenset({FunctionType, Words})


def quick(value: Any) -> str:
    """`value` as HTML: what `markupsafe.escape` gives, but a plain str where nothing had to be escaped."""
    kind = type(value)
    if kind is Markup or (kind is str and not SPECIAL(value)):
        return value  # type: ignore[no-any-return]  # a str of either kind
    return escape(value)


class QuickContext(Context):
    def call(self, called: Callable[..., Any], /, *given: Any, **named: Any) -> Any:  # Jinja names them __self and __obj
        if type(called) not in PLAIN_CALLS:
            return super().call(called, *given, **named)
        if named:
            named.pop("_loop_vars", None)
            named.pop("_block_vars", None)
        return called(*given, **named)


class QuickTemplate(Template):
    @classmethod
    def from_code(
        cls, environment: Environment, code: CodeType, globals: MutableMapping[str, Any], uptodate: Callable[[], bool] | None = None  # noqa: A002  (Jinja calls it so)
    ) -> Template:
        made = super().from_code(environment, code, globals, uptodate)
        # Compiled templates call `escape` by its name in their own module.
        made.root_render_func.__globals__["escape"] = quick
        return made


class QuickEnvironment(Environment):
    template_class = QuickTemplate
    context_class = QuickContext

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}
