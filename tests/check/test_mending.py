"""`tagloom check --fix` mends what has one right answer and touches no other byte; a second run finds nothing to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagloom.check.mending import mend
from tagloom.content.reading import read_file
from tagloom.settings import Settings
from tagloom.vocabulary import parse_vocabulary
from tests.check.test_check import lay
from tests.conftest import tagloom

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
TAGS = parse_vocabulary(
    "Distributed Training: {zh: 分布式训练, aliases: [分布式深度学习, DT], formerly: [Distributed Learning]}\n", "content/tags.yml"
)[0]
SETTINGS = Settings(zone="Asia/Shanghai")
HEAD = "---\ntitle: A title\ndate: 2024-01-05\n"


def mended(text: str, path: str = "a.md") -> str:
    data = text.encode()
    once = mend(path, data, SETTINGS, TAGS)
    assert mend(path, once, SETTINGS, TAGS) == once
    return once.decode()


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("tags: 大模型，推理、训练, serving; eval  # five\n", "tags: [大模型, 推理, 训练, serving, eval]  # five\n"),
        ("tags: [大模型，推理, AI] # two\n", "tags: [大模型, 推理, AI] # two\n"),
        ("tags:\n  - 大模型，推理 # first\n  # a comment\n  - AI\n", "tags:\n  - 大模型\n  - 推理 # first\n  # a comment\n  - AI\n"),
        ("tags: alone\n", "tags: [alone]\n"),
        ("tags: ['a，b', 'c']\n", "tags: [a, b, 'c']\n"),
        ("tags: 1.10，no，C#\n", 'tags: ["1.10", "no", "C#"]\n'),
        ("tags: [分布式深度学习, '分布式深度学习', \"DT\", 分布式训练, distributed-learning]\n",
         "tags: [Distributed Training, 'Distributed Training', \"Distributed Training\", 分布式训练, Distributed Training]\n"),
        ("updated: 2024/1/5\n", "updated: 2024-01-05\n"),
        ("updated: 'Jan 5, 2024 10:00' # when\n", "updated: '2024-01-05 10:00' # when\n"),
        ("updated: 2024年1月5日\n", "updated: 2024-01-05\n"),
        ("takeaway: short   \n# comment  \nsummary: |  \n  kept  \n  kept\t\nkind: \n", "takeaway: short\n# comment\nsummary: |  \n  kept  \n  kept\t\nkind:\n"),
    ],
)  # fmt: skip
def test_only_what_is_wrong_is_written_anew(written: str, right: str) -> None:
    body = "---\nBody  \nwith 2024/1/5, a，b  \n"
    assert mended(f"{HEAD}{written}{body}") == f"{HEAD}{right}{body}"
    crlf = mended(f"{HEAD}{written}{body}".replace("\n", "\r\n"))
    assert crlf == f"{HEAD}{right}{body}".replace("\n", "\r\n")


@pytest.mark.parametrize(
    "written",
    [
        "tags: >\n  a,\n  b\n",
        "tags: &x [a, b]\nmore: *x\n",
        "tags: !t a，b\n",
        "date2: 2024/1/5\n",
        "updated: 05/01/2024\n",
        "tags: [b: c]\n",
        "tags: [unclosed，x\n",
        "tags:\n- Money, Budgeting & Management\n",
        "summary: 大模型，推理\nauthors: [DT]\n",
    ],
)
def test_what_has_no_one_right_answer_is_left_alone(written: str) -> None:
    text = f"{HEAD}{written}---\n"
    assert mended(text) == text


def test_a_list_is_mended_item_by_item_and_its_defaults_once() -> None:
    text = "# by hand\ndefaults: {tags: a，b}\nentries:\n- {id: a, title: A, date: 2024/1/5}\n-  {id: b, title: B, date: '2024-01-06', tags: [DT]}  # b\n"
    assert mended(text, "l.yml") == text.replace("a，b", "[a, b]").replace("2024/1/5", "2024-01-05").replace("DT", "Distributed Training")


def test_a_mark_and_mixed_line_ends_go_and_a_file_that_is_not_utf_8_stays() -> None:
    text = "\ufeff" + HEAD.replace("\n", "\r\n") + "---\nBody\r\n"
    assert mended(text) == HEAD.replace("\n", "\r\n") + "---\r\nBody\r\n"
    foreign = f"{HEAD}tags: a，b\n---\n".encode("gb18030")
    assert mend("a.md", foreign, SETTINGS, TAGS) == foreign


def test_a_rule_that_is_off_mends_nothing() -> None:
    text = "\ufeff" + f"{HEAD}tags: [a，b, DT] \nupdated: 2024/1/5\n---\n"
    off = dict.fromkeys(["byte-order-mark", "trailing-space", "tag-comma", "tag-alias", "lenient-date"], "off")
    assert mend("a.md", text.encode(), Settings(check=off), TAGS) == text.encode()


PIECE = st.sampled_from(["tags: ", "[", "]", ", ", "，", "- ", "\n", "  ", "DT", "a", "'", '"', "date: 2024/1/5", "title: A", "# c", ": ", "{", "}", "|", "id: x", "&a ", "\r\n", "---\n"])  # fmt: skip


@given(st.lists(PIECE, max_size=20), st.sampled_from(["a.md", "a.yml", "a.json"]))
def test_whatever_is_mended_gives_the_entries_it_gave_and_stays_mended(pieces: list[str], path: str) -> None:
    data = (HEAD + "".join(pieces) + "\n---\n" if path == "a.md" else "".join(pieces)).encode()
    once = mend(path, data, SETTINGS, TAGS)
    before, after = read_file(path, data, SETTINGS), read_file(path, once, SETTINGS)
    assert [entry.id for entry, _ in before.entries] == [entry.id for entry, _ in after.entries]
    assert mend(path, once, SETTINGS, TAGS) == once


def test_the_command_names_what_it_mended_and_says_what_is_left(tmp_path: Path) -> None:
    root = lay(tmp_path / "site", {"a.md": f"{HEAD}tags: a，b\n---\n", "b.md": "---\ntitle: Another title\n---\n"})
    run = tagloom("check", "--fix", cwd=root, check=False)
    assert run.stderr.startswith("mended content/entries/a.md\ncontent/entries/b.md:2:1: error[missing-date]")
    assert (run.returncode, "mended" in tagloom("check", "--fix", cwd=root, check=False).stderr) == (1, False)


def corpus() -> list[Path]:
    return sorted((CORPORA / "selfhosted").rglob("*.yml"))


def test_real_files_keep_every_byte_but_those_mended() -> None:
    for file in corpus():
        # Theirs have no date; with two lines above them most are entries of ours.
        text = b"title: T\ndate: 2024/1/5\n" + file.read_bytes()
        right = text.replace(b"date: 2024/1/5\n", b"date: 2024-01-05\n")
        once = mend(f"content/entries/{file.name}", text, SETTINGS, TAGS)
        if once not in (text, right):
            # What else was mended is spaces at the ends of lines of theirs.
            old, new = right.split(b"\n"), once.split(b"\n")
            assert [line.rstrip() for line in old] == [line.rstrip() for line in new], file
            assert all(one == other or other == one.rstrip() for one, other in zip(old, new, strict=True)), file
        assert (once == text) == (not read_file("a.yml", text, SETTINGS).found or b"\n- " in text[:30]), file
        assert mend(f"content/entries/{file.name}", once, SETTINGS, TAGS) == once
