"""Problems and the severities that site.yml sets in; the problems as they are told out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tagloom.check.book import every_rule
from tagloom.content.rules import SEVERITY
from tagloom.problems import Place, Problem, did_you_mean
from tagloom.settings import FILE, Settings


def graded(problems: Iterable[Problem], settings: Settings) -> list[Problem]:
    """`problems` with the severities that site.yml sets for their rules; those set to `off` are left out.

    What keeps an entry from being read stays an error: the entry would be lost without a word.
    """
    kept = []
    for problem in problems:
        severity = problem.severity if must_stay(problem.rule) else settings.check.get(problem.rule, problem.severity)
        if severity != "off":
            kept.append(problem if severity == problem.severity else problem.at(severity))
    return kept


def must_stay(rule: str) -> bool:
    return rule == "duplicate-id" or SEVERITY.get(rule) == "error"


def rule_faults(root: Path, settings: Settings) -> list[Problem]:
    """What is wrong with `check:` of site.yml: a rule that is not in the book, or one that cannot be lowered."""
    if not settings.check:
        return []
    known = every_rule()
    faults = []
    for rule, severity in settings.check.items():
        if rule not in known:
            faults.append(fault_at(root, rule, f"there is no rule '{rule}'", did_you_mean(rule, known) or "`tagloom check --rules` lists them"))
        elif must_stay(rule) and severity != "error":
            faults.append(fault_at(root, rule, f"'{rule}' keeps an entry from being read, and stays an error", "remove this line"))
    return faults


def fault_at(root: Path, rule: str, fact: str, remedy: str) -> Problem:
    from tagloom.text import yaml

    source = (root / FILE).read_text(encoding="utf-8-sig") if (root / FILE).is_file() else ""
    spot = yaml.spot(source, ("check", rule), key=True) or yaml.Spot(1, 1)
    lines = source.split("\n")
    line = lines[spot.line - 1] if spot.line <= len(lines) else ""
    return Problem("unknown-rule", "warning", fact, Place(FILE, spot.line, spot.column, spot.width), remedy, line)
