"""`tagloom deploy`: the built site, whole, on a branch of a real repository; and clear words when that cannot be."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tagloom.deploy import own_domain
from tagloom.settings import Settings
from tests.conftest import tagloom

ENTRY = "---\ntitle: {title}\ndate: 2026-01-02\ntags: [First, _private]\n---\n\nText.\n"


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, encoding="utf-8").stdout.strip()


@pytest.fixture(autouse=True)
def steady_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings of this machine, and one author."""
    (tmp_path / "home").mkdir()
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    # A repository above the test's folder is none of its business.
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Keeper")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "keeper@example.org")


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """An empty repository that serves as the remote."""
    folder = tmp_path / "bare.git"
    git(tmp_path, "init", "--quiet", "--bare", str(folder))
    return folder


@pytest.fixture
def root(tmp_path: Path, bare: Path) -> Path:
    """A site in a clone of it, on the branch main."""
    folder = tmp_path / "site sources"
    (folder / "content" / "entries").mkdir(parents=True)
    (folder / "site.yml").write_text("title: Small\nframe: bare\nurl: https://o.github.io/small/\n", encoding="utf-8")
    (folder / "content" / "entries" / "one.md").write_text(ENTRY.format(title="One"), encoding="utf-8")
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "remote", "add", "origin", str(bare))
    return folder


def published(bare: Path, branch: str = "gh-pages") -> set[str]:
    return set(git(bare, "-c", "core.quotepath=off", "ls-tree", "-r", "--name-only", branch).splitlines())


def test_the_branch_holds_exactly_the_site(root: Path, bare: Path) -> None:
    done = tagloom("deploy", cwd=root)
    files = {path.relative_to(root / "site").as_posix() for path in (root / "site").rglob("*") if path.is_file()}
    assert published(bare) == files
    assert ".nojekyll" in files
    assert "origin/gh-pages" in done.stdout


def test_a_second_deploy_adds_a_commit_and_removes_what_is_gone(root: Path, bare: Path) -> None:
    tagloom("deploy", cwd=root)
    (root / "content" / "entries" / "one.md").rename(root / "content" / "entries" / "two.md")
    tagloom("deploy", "--message", "Second", cwd=root)
    assert "entries/two.html" in published(bare)
    assert "entries/one.html" not in published(bare)
    assert git(bare, "log", "--format=%s", "gh-pages").splitlines() == ["Second", "Publish the site"]


def test_it_builds_upon_what_another_machine_deployed(root: Path, bare: Path, tmp_path: Path) -> None:
    tagloom("deploy", cwd=root)
    other = tmp_path / "other"
    git(tmp_path, "clone", "--quiet", "--branch", "gh-pages", str(bare), str(other))
    git(other, "commit", "--quiet", "--allow-empty", "--message", "From elsewhere")
    git(other, "push", "--quiet")
    tagloom("deploy", "--message", "Third", cwd=root)
    assert git(bare, "log", "--format=%s", "gh-pages").splitlines() == ["Third", "From elsewhere", "Publish the site"]


def test_the_branch_of_the_sources_is_left_as_it_is(root: Path) -> None:
    git(root, "add", "site.yml")
    git(root, "commit", "--quiet", "--message", "Begin")
    before = git(root, "rev-parse", "HEAD"), git(root, "status", "--porcelain", "content")
    tagloom("deploy", cwd=root)
    assert (git(root, "rev-parse", "HEAD"), git(root, "status", "--porcelain", "content")) == before
    assert git(root, "branch", "--show-current") == "main"


def test_remote_and_branch_can_be_chosen(root: Path, bare: Path) -> None:
    git(root, "remote", "rename", "origin", "mirror")
    tagloom("deploy", "--remote", "mirror", "--branch", "pages", "--site", str(root), cwd=root.parent)
    assert "index.html" in published(bare, "pages")


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://papers.example/", "papers.example"),
        ("https://papers.example", "papers.example"),
        ("https://o.github.io/", ""),
        ("https://o.github.io/small/", ""),
        ("https://example.org/small/", ""),
        ("", ""),
    ],
)
def test_a_domain_of_the_sites_own_is_named(url: str, domain: str) -> None:
    assert own_domain(Settings(url=url)) == domain


def test_the_domain_stays_on_the_branch(root: Path, bare: Path) -> None:
    settings = root / "site.yml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("https://o.github.io/small/", "https://papers.example/"), encoding="utf-8")
    tagloom("deploy", cwd=root)
    settings.write_text(text, encoding="utf-8")
    tagloom("deploy", cwd=root)
    assert git(bare, "show", "gh-pages:CNAME") == "papers.example"


def test_a_site_with_errors_is_not_published_unless_it_must_be(root: Path, bare: Path) -> None:
    (root / "content" / "entries" / "two.md").write_text("---\ntitle: Two\n---\n", encoding="utf-8")
    done = tagloom("deploy", cwd=root, check=False)
    assert (done.returncode, "--force" in done.stderr, git(bare, "branch")) == (1, True, "")
    tagloom("deploy", "--force", cwd=root)
    assert "entries/one.html" in published(bare)


def test_without_a_build_the_folder_is_pushed_as_it_stands(root: Path, bare: Path) -> None:
    done = tagloom("deploy", "--no-build", cwd=root, check=False)
    assert (done.returncode, "no site in" in done.stderr) == (2, True)
    tagloom("build", cwd=root)
    (root / "content" / "entries" / "one.md").unlink()
    tagloom("deploy", "--no-build", cwd=root)
    assert "entries/one.html" in published(bare)


@pytest.mark.parametrize(
    ("prepare", "words", "said"),
    [
        ("rm -rf .git", (), "not in a git repository"),
        ("git remote remove origin", (), "git remote add origin"),
        ("git remote set-url origin ../nowhere.git", (), "git push failed"),
        ("true", ("--branch", "main"), "would replace them"),
        ("true", ("--branch", "no way"), "not the name of a branch"),
    ],
)
def test_what_is_missing_is_told(root: Path, prepare: str, words: tuple[str, ...], said: str) -> None:
    tagloom("build", cwd=root)
    subprocess.run(prepare, shell=True, cwd=root, check=True)
    done = tagloom("deploy", "--no-build", *words, cwd=root, check=False)
    assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (2, True, False), done.stderr


def test_without_git_it_says_so(root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tagloom("build", cwd=root)
    monkeypatch.setenv("PATH", str(tmp_path))
    done = tagloom("deploy", "--no-build", cwd=root, check=False)
    assert (done.returncode, "git is not installed" in done.stderr) == (2, True)
