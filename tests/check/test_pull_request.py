"""A pull request played through with git: branch, check, summary, merge, publish."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tagloom.check.summary import code, fenced, safe
from tests.check.test_check import lay
from tests.conftest import tagloom

SITE = "title: T\nlanguages: [en, zh]\nframe: bare\n"
TAGS = "Training: {zh: 训练}\n"
FILES = {
    "site.yml": SITE,
    "content/tags.yml": TAGS,
    "a.md": "---\ntitle: A first thing\ndate: 2024-01-05\ntags: [Training, Tensors]\nurl: https://example.com/one\n---\nBody of a.\n",
    "old.md": "---\ntitle: An old thing\ndate: 2024-01-04\ntags: [Training]\nwrong: field\n---\n",
    "list.yml": "- id: l1\n  title: One of a list\n  date: 2024-01-06\n  tags: Training\n- id: l2\n  title: Two of a list\n  date: 2024-01-06\n  wrong: field\n",
}


def git(root: Path, *words: str) -> str:
    who = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main"]
    return subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True, encoding="utf-8").stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = lay(tmp_path / "site", FILES)
    (root / ".gitignore").write_text("site/\n.tagloom/\n", encoding="utf-8")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Begin")
    return root


def entry(root: Path, name: str, text: str) -> None:
    (root / "content" / "entries" / name).write_text(text, encoding="utf-8")


def checked(root: Path, *words: str) -> tuple[int, str]:
    run = tagloom("check", *words, cwd=root, check=False)
    return run.returncode, run.stdout + run.stderr


def test_a_pull_request_from_branch_to_published_page(repository: Path, tmp_path: Path) -> None:
    tagloom("build", cwd=repository)
    git(repository, "switch", "-qc", "add-things")
    entry(
        repository,
        "0-new.md",
        "---\ntitle: A new <b>thing</b>\ndate: 2024-02-30\ntags: [Training, Tensor]\nurl: http://www.example.com/one/\npoints: [One ``` point]\n---\n",
    )
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "Add a thing")

    status, said = checked(repository, "--since", "main", "--format", "github")
    assert status == 1
    assert said.splitlines()[0].startswith("::error file=content/entries/0-new.md,line=3,col=7,endColumn=17,title=bad-date::")
    assert "old.md" not in said
    assert "list.yml" not in said

    entry(repository, "0-new.md", (repository / "content/entries/0-new.md").read_text(encoding="utf-8").replace("02-30", "02-28"))
    entry(repository, "a.md", FILES["a.md"].replace("first", "better"))
    entry(repository, "list.yml", FILES["list.yml"].replace("Two of", "Two and more of"))
    (repository / "content" / "entries" / "old.md").unlink()
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "Mend it")
    page = tmp_path / "summary.md"
    status, said = checked(repository, "--since", "main", "--format", "json", "--summary", str(page))
    assert status == 0, said
    problems = json.loads(said[: said.rindex("}") + 1])["problems"]
    told = sorted((problem["rule"], problem["path"].rpartition("/")[2], problem["line"], problem["column"]) for problem in problems)
    assert told == [
        ("duplicate-url", "0-new.md", 5, 6),
        ("insecure-link", "0-new.md", 5, 6),
        ("near-duplicate-tag", "0-new.md", 4, 18),
        ("unknown-field", "list.yml", 8, 3),
    ]
    text = page.read_text(encoding="utf-8")
    for words in (
        "Entries: 1 added, 2 changed, 1 removed.",
        "4 entries, 4 published",
        "### ➕ A new \\<b\\>thing\\</b\\>",
        "````text\nA new <b>thing</b>\n",
        "- Tensor (not in tags.yml)",
        "### Entries removed",
        "- An old thing (`content/entries/old.md`)",
        "```diff\n- A first thing\n+ A better thing\n",
        "- ➕ `entries/0-new.html`",
        "- ➕ `tags/tensor.html`",
        "- ✏️ `tags/training.html`",
        "- ✏️ `index.html`",
        "- ➖ `entries/old.html`",
        "### Likely duplicates",
    ):
        assert words in text, words

    git(repository, "switch", "-q", "main")
    git(repository, "merge", "-q", "--no-edit", "add-things")
    built = tagloom("build", cwd=repository)
    assert "4 entries, 4 published" in built.stdout
    assert (repository / "site" / "entries" / "0-new.html").is_file()
    assert not (repository / "site" / "entries" / "old.html").exists()


def test_what_is_not_committed_yet_counts_and_what_was_wrong_before_does_not(repository: Path) -> None:
    assert checked(repository, "--since", "HEAD") == (0, "4 entries, 4 published\n")
    entry(repository, "new.md", "---\ntitle: A title\n---\n")
    status, said = checked(repository, "--since", "HEAD")
    assert (status, said.count("[missing-date]"), "[unknown-field]" in said) == (1, 1, False)


def test_a_likeness_is_told_at_the_entry_that_brings_it_even_when_that_stands_first(repository: Path) -> None:
    entry(repository, "0.md", "---\ntitle: A first thing\ndate: 2024-01-05\n---\n")
    said = checked(repository, "--since", "HEAD")[1]
    assert said.splitlines()[1].startswith("content/entries/0.md:2:8: warning[duplicate-title]: the title is also that of content/entries/a.md:1")


def test_a_change_of_the_settings_is_checked_against_everything(repository: Path) -> None:
    (repository / "site.yml").write_text(f"{SITE}check: {{unknown-field: error}}\n", encoding="utf-8")
    status, said = checked(repository, "--since", "HEAD")
    assert (status, said.count("error[unknown-field]")) == (1, 2)


def test_a_site_in_a_folder_of_its_repository_is_annotated_by_its_full_path(tmp_path: Path) -> None:
    root = lay(tmp_path / "all" / "archive", {"site.yml": SITE})
    git(tmp_path / "all", "init", "-q")
    git(tmp_path / "all", "add", "-A")
    git(tmp_path / "all", "commit", "-qm", "Begin")
    entry(root, "new.md", "---\ntitle: A title\n---\n")
    said = checked(root, "--since", "HEAD", "--format", "github")[1]
    assert said.startswith("::error file=archive/content/entries/new.md,line=2,")


@pytest.mark.parametrize(
    ("revision", "words"),
    [("nowhere", "git knows no commit 'nowhere'"), ("--help", "git knows no commit '--help'"), ("HEAD~9", "fetch-depth: 0")],
)
def test_a_revision_that_is_not_there_is_told(repository: Path, revision: str, words: str) -> None:
    status, said = checked(repository, f"--since={revision}")
    assert (status, words in said) == (2, True), said


def test_without_git_there_is_nothing_to_compare_with(tmp_path: Path) -> None:
    root = lay(tmp_path / "site", FILES)
    assert checked(root, "--since", "main")[0] == 2
    assert checked(root, "--summary", "x.md")[0] == 2


def test_nothing_an_editor_writes_draws_in_the_summary() -> None:
    assert safe("a [b](c) <img>\n# d | e @f") == "a \\[b\\]\\(c\\) \\<img\\> \\# d \\| e \\@f"
    assert code("a`b``c") == "``` a`b``c ```"
    assert next(fenced("x\n````\ny", "text")) == "`````text"
