"""The forms that other programs read: JSON, and SARIF 2.1.0 as code scanning takes it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tagloom.check.report import as_json, as_sarif, folder_in_repository
from tests.check.test_check import checked, lay

FILES = {
    "a 100%.md": "---\ntitle: 一个标题\ndate: 2024-02-30\nkind: papr\n---\n",
    "b.md": "---\ntitle: One thing\ndate: 2024-01-05\nurl: http://example.com\n---\n",
    "b.mdx": "",
}
# The parts of OASIS's schema of SARIF 2.1.0 that a log of ours has, closed where it is closed.
TEXT: dict[str, Any] = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}, "additionalProperties": False}
LEVEL: dict[str, Any] = {"enum": ["none", "note", "warning", "error"]}
NUMBER: dict[str, Any] = {"type": "integer", "minimum": 1}


def closed(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


LOCATION = closed(
    ["physicalLocation"],
    physicalLocation=closed(
        ["artifactLocation"],
        artifactLocation=closed(["uri"], uri={"type": "string", "pattern": r"^[A-Za-z0-9._~!$&'()*+,;=:@/%-]+$"}, uriBaseId={"type": "string"}),
        region=closed(["startLine"], startLine=NUMBER, startColumn=NUMBER, endColumn=NUMBER),
    ),
)
RULE = closed(["id"], id={"type": "string"}, shortDescription=TEXT, defaultConfiguration=closed([], level=LEVEL))
RESULT = closed(
    ["message"],
    ruleId={"type": "string"},
    ruleIndex={"type": "integer", "minimum": 0},
    level=LEVEL,
    message=TEXT,
    locations={"type": "array", "items": LOCATION},
)
DRIVER = closed(
    ["name"],
    name={"type": "string"},
    version={"type": "string"},
    informationUri={"type": "string"},
    rules={"type": "array", "items": RULE, "uniqueItems": True},
)
RUN = closed(
    ["tool"],
    tool=closed(["driver"], driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    originalUriBaseIds={"type": "object", "additionalProperties": closed([], description=TEXT)},
    results={"type": "array", "items": RESULT},
)
LOG = closed(["version", "runs"], **{"$schema": {"type": "string"}, "version": {"const": "2.1.0"}, "runs": {"type": "array", "items": RUN}})


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return lay(tmp_path / "site", FILES)


def test_a_sarif_log_is_valid_and_names_each_rule_once(site: Path) -> None:
    log = json.loads(as_sarif(checked(site), "archive/"))
    jsonschema.validate(log, LOG)
    [run] = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(set(rules)) == len(rules)
    assert [rules[result["ruleIndex"]] for result in run["results"]] == [result["ruleId"] for result in run["results"]]
    first = next(result for result in run["results"] if result["ruleId"] == "unknown-kind")
    assert first["level"] == "error"
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "archive/content/entries/a%20100%25.md", "uriBaseId": "SRCROOT"},
        "region": {"startLine": 4, "startColumn": 7, "endColumn": 11},
    }


def test_json_holds_every_problem_and_where_the_entries_are(site: Path) -> None:
    told = json.loads(as_json(checked(site)))
    assert told["entries"] == {"found": 2, "published": 1, "drafts": 0, "held_back": 0, "broken": 1}
    assert {problem["rule"] for problem in told["problems"]} == {"bad-date", "unknown-kind", "insecure-link", "ignored-file"}
    problem = next(problem for problem in told["problems"] if problem["rule"] == "unknown-kind")
    assert problem == {
        "rule": "unknown-kind", "severity": "error", "path": "content/entries/a 100%.md", "line": 4, "column": 7, "width": 4,
        "fact": "'papr' is not a kind of this site", "remedy": "did you mean 'paper'?", "entry": "a-100%",
    }  # fmt: skip


def test_names_that_are_not_utf8_and_what_is_no_file_are_told_in_a_form_that_programs_read(site: Path) -> None:
    folder = os.fsencode(site / "content" / "entries")
    Path(os.fsdecode(folder + b"/\xff.md")).write_text("---\ntitle: A\ndate: 2024-01-05\n---\n", encoding="utf-8")
    Path(os.fsdecode(folder + b"/\xfe")).mkdir()
    os.mkfifo(folder + b"/pipe.md")
    log = as_json(checked(site)).encode()
    told = {problem["path"] for problem in json.loads(log)["problems"] if problem["rule"] == "ignored-file"}
    assert told == {f"content/entries/{name}" for name in ("\\xff.md", "\\xfe", "pipe.md", "b.mdx")}


def test_a_site_with_nothing_wrong_is_a_log_without_results(tmp_path: Path) -> None:
    log = json.loads(as_sarif(checked(lay(tmp_path / "site", {}))))
    jsonschema.validate(log, LOG)
    assert log["runs"][0]["results"] == []


def test_paths_begin_where_the_repository_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    inner = tmp_path / "repository" / "sites" / "one"
    inner.mkdir(parents=True)
    (tmp_path / "repository" / ".git").mkdir()
    assert folder_in_repository(inner) == "sites/one/"
    assert folder_in_repository(tmp_path / "repository") == ""
