"""What makes the templates quick changes nothing on a page."""

from __future__ import annotations

import random
from pathlib import Path

import jinja2.compiler
import pytest
from jinja2 import Environment
from jinja2.runtime import Context

from tagloom import escaping
from tagloom.build import build
from tests.edits import begin, tree

OWN_CARD = """{% macro shown(t, chip) %}{{ t }}{{ chip | safe_html }}{% endmacro %}
<article class="tl-entry" id="{{ card.anchor }}">{{ shown("<t>", "<b>x</b>") }} {{ card.prose.nothing is defined }} {{ card.entry.title }}
{{ {"a": {"b": "<c>"}}.a.b }} {{ t("card.points") ~ "<" }} {{ t("card.points") | length }} {{ t("card.points") | tojson }} {{ chips(card.tags, "tl-tag", " ") }}</article>
"""


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled templates go to a folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    from tagloom import bytecode

    bytecode.compiled.cache_clear()


def as_plain_jinja(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(escaping.QuickEnvironment, "code_generator_class", jinja2.compiler.CodeGenerator)
    monkeypatch.setattr(escaping.QuickEnvironment, "context_class", Context)
    monkeypatch.setattr(escaping.QuickEnvironment, "template_class", Environment.template_class)


@pytest.mark.parametrize("own", [False, True])
def test_pages_are_those_of_plain_jinja(own: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "site"
    begin(root, random.Random(3))
    hostile = '---\ntitle: \'<b> & "one" \\\'s\'\ndate: 2026-01-02\ntags: ["<i>&", C#]\ninstitutions: ["A & B"]\n---\n&#2; &lt; <u>x</u>\n'
    (root / "content/entries/hostile.md").write_text(hostile.replace("\\'", "''"), encoding="utf-8")
    if own:
        (root / "theme/bodies/parts").mkdir(parents=True)
        (root / "theme/bodies/parts/card.html").write_text(OWN_CARD, encoding="utf-8")
        (root / "theme/locales").mkdir()
        (root / "theme/locales/zh.yml").write_text("card: {points: A & B}\n", encoding="utf-8")
    build(root, root / "quick", jobs=1)
    as_plain_jinja(monkeypatch)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another cache"))
    from tagloom import bytecode

    bytecode.compiled.cache_clear()
    (root / ".tagloom/cache.sqlite").unlink()
    build(root, root / "plain", jobs=1)
    quick, plain = tree(root / "quick"), tree(root / "plain")
    assert quick.keys() == plain.keys()
    assert [name for name in quick if quick[name] != plain[name]] == []
    if own:
        # What a site's own templates are told is plain text, not HTML.
        assert b'A &amp; B&lt; 5 "A \\u0026 B"' in quick["entries/hostile.html"]
