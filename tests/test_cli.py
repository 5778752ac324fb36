"""What people meet at a terminal: help, exit statuses, and refusals that name a place and a remedy, never a traceback."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tagloom.cache import Cache
from tagloom.cli import main
from tagloom.places import CACHE, WORK
from tests.conftest import REPO, tagloom

ENTRY = "---\ntitle: One\ndate: 2026-01-02\ntags: [First]\n---\n\nText.\n"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A site of one entry, drawn without a host."""
    root = tmp_path / "small"
    (root / "content" / "entries").mkdir(parents=True)
    (root / "site.yml").write_text("title: Small\nframe: bare\n", encoding="utf-8")
    (root / "content" / "entries" / "one.md").write_text(ENTRY, encoding="utf-8")
    return root


def run(*words: str | Path) -> tuple[int, str]:
    """Exit status, and everything that was said."""
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.output


def addresses(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_every_command_has_help_with_an_example() -> None:
    for name in main.commands:
        status, said = run(name, "--help")
        assert status == 0
        assert "Example" in said, name
        assert f"tagloom {name}" in said, name


def test_a_build_says_how_many_entries_it_published(small: Path) -> None:
    status, said = run("build", "--site", small)
    assert (status, said.splitlines()[0]) == (0, "1 entry, 1 published")
    assert (small / "site" / ".nojekyll").is_file()


def test_an_entry_with_an_error_gives_exit_status_1_and_the_rest_is_built(small: Path) -> None:
    (small / "content" / "entries" / "two.md").write_text("---\ntitle: Two\n---\n", encoding="utf-8")
    status, said = run("build", "--site", small)
    assert status == 1
    assert "content/entries/two.md" in said
    assert "2 entries, 1 published, 1 with errors" in said
    assert (small / "site" / "entries" / "one.html").is_file()


def test_a_check_tells_what_a_build_would_and_publishes_nothing(small: Path) -> None:
    assert run("check", "--site", small) == (0, "1 entry, 1 published\n")
    (small / "content" / "entries" / "two.md").write_text("---\ntitle: Two\n---\n", encoding="utf-8")
    checked = run("check", "--site", small)
    assert checked[0] == 1
    assert not (small / "site").exists()
    assert run("build", "--site", small)[1].startswith(checked[1])


def test_a_check_needs_no_place_to_write(small: Path) -> None:
    (small / WORK).write_text("in the way", encoding="utf-8")
    assert run("check", "--site", small)[0] == 0


def test_a_build_after_a_check_reads_no_entry_again(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("check", "--site", small)
    monkeypatch.setattr("tagloom.content.reading.read_file", None)
    assert run("build", "--site", small)[0] == 0


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize("folder", ["nowhere", "."])
def test_a_folder_without_a_site_is_left_as_it_is(tmp_path: Path, folder: str, command: str) -> None:
    status, said = run(command, "--site", tmp_path / folder)
    assert status == 2
    assert "tagloom init" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("output", [".", "..", "content", "content/pages/out", "theme", ".tagloom", ".git/x"])
def test_pages_never_go_among_the_sources(small: Path, output: str) -> None:
    before = addresses(small)
    status, said = run("build", "--site", small, "--output", small / output)
    assert status == 2
    assert "--output" in said
    assert addresses(small) == before


def test_an_output_folder_that_is_a_file_is_refused(small: Path) -> None:
    (small / "site").write_text("mine", encoding="utf-8")
    status, said = run("build", "--site", small)
    assert (status, "is a file" in said) == (2, True)
    assert (small / "site").read_text(encoding="utf-8") == "mine"


def test_a_link_inside_the_output_leads_nothing_out(small: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (small / "site").mkdir()
    (small / "site" / "entries").symlink_to(elsewhere)
    status, said = run("build", "--site", small)
    assert (status, "symbolic link" in said) == (2, True)
    assert list(elsewhere.iterdir()) == []


def test_a_linked_page_is_replaced_and_what_it_led_to_is_kept(small: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.html"
    mine.write_text("mine", encoding="utf-8")
    (small / "site").mkdir()
    (small / "site" / "index.html").symlink_to(mine)
    assert run("build", "--site", small)[0] == 0
    assert mine.read_text(encoding="utf-8") == "mine"
    assert not (small / "site" / "index.html").is_symlink()


def test_a_folder_where_a_page_must_go_is_named(small: Path) -> None:
    (small / "site" / "index.html").mkdir(parents=True)
    status, said = run("build", "--site", small)
    assert (status, "index.html is a folder" in said) == (2, True)


def test_two_output_folders_do_not_disturb_each_other(small: Path, tmp_path: Path) -> None:
    run("build", "--site", small)
    run("build", "--site", small, "--output", tmp_path / "other")
    assert "0 written" in run("build", "--site", small)[1]
    (small / "content" / "entries" / "one.md").unlink()
    run("build", "--site", small, "--output", tmp_path / "other")
    assert not (tmp_path / "other" / "entries" / "one.html").exists()
    assert (small / "site" / "entries" / "one.html").exists()
    run("build", "--site", small)
    assert not (small / "site" / "entries" / "one.html").exists()


def test_a_second_build_at_the_same_time_is_refused_by_name(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("build", "--site", small)
    (small / "content" / "entries" / "one.md").write_text(ENTRY.replace("One", "Uno"), encoding="utf-8")
    monkeypatch.setattr("tagloom.cache.PATIENCE", 0.05)
    with Cache(small / WORK / CACHE):
        status, said = run("build", "--site", small)
    assert (status, "another Tagloom" in said) == (2, True)
    assert run("build", "--site", small)[0] == 0


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(28, "No space left on device", "/site/index.html"), "/site/index.html: No space left on device"),
        (PermissionError(13, "Permission denied", "/site"), "/site: Permission denied"),
        (sqlite3.OperationalError("database is strange"), "delete the folder .tagloom"),
        (MemoryError(), "--jobs 1"),
        (RuntimeError("odd"), "unexpected RuntimeError: odd"),
    ],
)
def test_what_stops_a_build_is_told_in_two_lines(small: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("tagloom.build.publish", fails)
    status, said = run("build", "--site", small)
    assert (status, words in said, len(said.splitlines())) == (2, True, 2)


def test_a_template_that_jinja_refuses_is_named_with_its_line(small: Path) -> None:
    body = small / "theme" / "bodies" / "notfound.html"
    body.parent.mkdir(parents=True)
    for text, line in (("\n{% if %}\n", 2), ("\n\n{{ no.such.thing }}\n", 3)):
        body.write_text(text, encoding="utf-8")
        status, said = run("build", "--site", small, "--jobs", "1")
        assert (status, f"{body}:{line}: " in said) == (2, True), said


def test_ctrl_c_is_told_without_a_traceback(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tagloom.build.publish", interrupted)
    status, said = run("build", "--site", small)
    assert (status, "stopped" in said, "Traceback" in said) == (130, True, False)


def test_a_mistyped_command_says_so() -> None:
    status, said = run("bild")
    assert (status, "build" in said) == (2, True)


def test_a_pipe_gets_no_bar_and_no_colour(small: Path) -> None:
    done = tagloom("build", cwd=small)
    assert ("\x1b" in done.stdout + done.stderr, done.stderr) == (False, "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_script(shell: str) -> None:
    status, said = run("completion", shell)
    assert (status, "_TAGLOOM_COMPLETE" in said, "tagloom" in said) == (0, True, True)


def test_a_shell_completes_a_command_and_its_options(tmp_path: Path) -> None:
    words = {**os.environ, "PYTHONPATH": str(REPO / "generator"), "_TAGLOOM_COMPLETE": "bash_complete"}
    for typed, at, expected in (("tagloom de", "1", "deploy"), ("tagloom serve --po", "2", "--port")):
        asked = {**words, "COMP_WORDS": typed, "COMP_CWORD": at}
        done = subprocess.run([sys.executable, "-m", "tagloom"], cwd=tmp_path, env=asked, capture_output=True, encoding="utf-8")
        assert f"plain,{expected}" in done.stdout.splitlines()
