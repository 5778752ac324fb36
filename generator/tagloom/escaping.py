"""Jinja as it is, in a third of its time.

In: the templates' environment. Out: the same pages. Texts without any of & < > " ' are passed on as they are: most of an archive's are such, and
wrapping each in Markup took a fifth of the time of a card. Functions are called at once, and what all templates know is one dict,
where Jinja asks each function three times what it wants passed, and looks through a chain of mappings for each page. In the templates that
ship, `entry.title` is Python's own: Jinja would call a function that looks for an attribute, then for an item, then says what is missing.
A site's own templates keep that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from keyword import iskeyword
from pathlib import Path
from types import CodeType, FunctionType, MethodType
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.idtracking import VAR_LOAD_RESOLVE
from jinja2.runtime import Context
from markupsafe import Markup, escape

from tagloom.text.languages import Words
from tagloom.theme import own_theme

SPECIAL = re.compile(r"[&<>\"']").search
# What templates call most. None of ours asks Jinja for its context, which only marked functions get.
PLAIN_CALLS = frozenset({FunctionType, MethodType, Words})
# What the templates that ship call by name, and which of it gives HTML.
GIVES_HTML = frozenset({"chip", "chips", "href", "cards", "open_card"})
FUNCTIONS = GIVES_HTML | {"t", "entry_of", "address_of", "link_name", "citation"}
METHODS = frozenset({"wants", "title_in"})
HTML_FILTERS = frozenset({"safe_html", "markdown"})


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


class QuickGenerator(CodeGenerator):
    """Writes the Python of a template: for those that ship with as little as possible between it and what it shows."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.ships = bool(self.filename) and Path(str(self.filename)).is_relative_to(own_theme())

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802  (Jinja calls it so)
        if not self.ships or iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802  (as above)
        if forward_caller or not self.is_plain(node, frame):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        if is_label(node):
            self.write("environment.label")
        else:
            self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if self.gives_html(node, frame):
            self.write("(")
        else:
            super()._output_child_pre(node, frame, finalize)

    def is_plain(self, node: nodes.Call, frame: Frame) -> bool:
        """Whether a function of ours is called, which wants nothing of Jinja's."""
        if not self.ships or node.dyn_args or node.dyn_kwargs:
            return False
        called = node.node
        if isinstance(called, nodes.Getattr):
            return called.attr in METHODS
        if not isinstance(called, nodes.Name) or called.name not in FUNCTIONS:
            return False
        # A macro's parameter may have the name of a function.
        return frame.symbols.find_load(frame.symbols.ref(called.name)) == (VAR_LOAD_RESOLVE, called.name)

    def gives_html(self, node: nodes.Expr, frame: Frame) -> bool:
        if isinstance(node, nodes.Filter):
            return self.ships and node.name in HTML_FILTERS
        if not isinstance(node, nodes.Call) or not self.is_plain(node, frame) or not isinstance(node.node, nodes.Name):
            return False
        return node.node.name in GIVES_HTML or is_label(node)


def is_label(node: nodes.Call) -> bool:
    """Whether words without values in them are asked for: as HTML they are the same on every page."""
    return isinstance(node.node, nodes.Name) and node.node.name == "t" and not node.kwargs


class QuickEnvironment(Environment):
    template_class = QuickTemplate
    context_class = QuickContext
    code_generator_class = QuickGenerator
    label: Callable[[str], str]  # what `t` gives for a key, as HTML: for the templates that ship

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}
