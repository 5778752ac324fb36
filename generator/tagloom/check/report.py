"""Problems in; the forms that other programs read out: GitHub's workflow commands, JSON, SARIF 2.1.0.

The text for people is `str(problem)`, in `tagloom.problems`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from tagloom.check.book import every_rule
from tagloom.problems import SEVERITIES, Problem
from tagloom.report import Report
from tagloom.version import version

COMMANDS = {"error": "error", "warning": "warning", "hint": "notice"}
LEVELS = {"error": "error", "warning": "warning", "hint": "note"}
SARIF = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def as_github(report: Report, folder: str = "") -> str:
    """A workflow command a problem, which GitHub shows on its line. It shows ten of a kind, so the worst come first.

    `folder` is where the site lies in its repository.
    """
    worst_first = sorted(report.problems, key=lambda problem: SEVERITIES.index(problem.severity))
    return "".join(f"{github_command(problem, folder)}\n" for problem in worst_first)


def github_command(problem: Problem, folder: str) -> str:
    place = problem.place
    properties = {"file": f"{folder}{place.path}"}
    if place.line:
        properties["line"] = str(place.line)
    if place.column:
        properties |= {"col": str(place.column), "endColumn": str(place.column + max(place.width, 1))}
    properties["title"] = problem.rule
    told = ",".join(f"{name}={escaped_property(value)}" for name, value in properties.items())
    message = f"{problem.fact}\n{problem.remedy}" if problem.remedy else problem.fact
    return f"::{COMMANDS[problem.severity]} {told}::{escaped(message)}"


def escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escaped_property(text: str) -> str:
    return escaped(text).replace(":", "%3A").replace(",", "%2C")


def as_json(report: Report, folder: str = "") -> str:
    """`{"problems": [{rule, severity, path, line, column, width, fact, remedy, entry}], "entries": {found, published, drafts, …}}`."""
    counts = {
        "found": report.found,
        "published": report.published,
        "drafts": report.drafts,
        "held_back": report.held_back,
        "broken": report.broken,
    }
    problems = [
        {
            "rule": problem.rule,
            "severity": problem.severity,
            "path": f"{folder}{problem.place.path}",
            "line": problem.place.line,
            "column": problem.place.column,
            "width": problem.place.width,
            "fact": problem.fact,
            "remedy": problem.remedy,
            "entry": problem.entry_id,
        }
        for problem in report.problems
    ]
    return json.dumps({"problems": problems, "entries": counts}, ensure_ascii=False, indent=1) + "\n"


def as_sarif(report: Report, folder: str = "") -> str:
    """A SARIF 2.1.0 log, as code scanning takes it."""
    rules = every_rule()
    used = list(dict.fromkeys(problem.rule for problem in report.problems))
    driver = {
        "name": "Tagloom",
        "version": version(),
        "informationUri": "https://github.com/tagloom/tagloom",
        "rules": [
            {
                "id": name,
                "shortDescription": {"text": rules[name].doc if name in rules else name},
                "defaultConfiguration": {"level": LEVELS[rules[name].severity] if name in rules else "warning"},
            }
            for name in used
        ],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The root of the repository."}}},
        "results": [sarif_result(problem, used.index(problem.rule), folder) for problem in report.problems],
    }
    return json.dumps({"$schema": SARIF, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def sarif_result(problem: Problem, index: int, folder: str) -> Mapping[str, Any]:
    place = problem.place
    physical: dict[str, Any] = {"artifactLocation": {"uri": quote(f"{folder}{place.path}", errors="replace"), "uriBaseId": "SRCROOT"}}
    if place.line:
        region = {"startLine": place.line}
        if place.column:
            region |= {"startColumn": place.column, "endColumn": place.column + max(place.width, 1)}
        physical["region"] = region
    message = f"{problem.fact}: {problem.remedy}" if problem.remedy else problem.fact
    return {
        "ruleId": problem.rule,
        "ruleIndex": index,
        "level": LEVELS[problem.severity],
        "message": {"text": message},
        "locations": [{"physicalLocation": physical}],
    }


FORMS: Mapping[str, Callable[[Report, str], str]] = {"github": as_github, "json": as_json, "sarif": as_sarif}


def folder_in_repository(root: Path) -> str:
    """Where the site lies below the repository's root, with a slash at the end, or "": GitHub names files from there."""
    real = root.resolve()
    for folder in (real, *real.parents):
        if (folder / ".git").exists() or str(folder) == os.environ.get("GITHUB_WORKSPACE"):
            inner = PurePath(os.path.relpath(real, folder)).as_posix()
            return "" if inner == "." else f"{inner}/"
    return ""
