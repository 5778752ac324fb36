"""`tagloom tags`: renames and merges change the vocabulary and every entry, keep all else byte for byte, and happen wholly or not at all."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner
from hypothesis import example, given
from hypothesis import strategies as st

from tagloom.check.nearness import near_pairs
from tagloom.check.suggesting import suggest
from tagloom.cli import main
from tagloom.content.reading import read_file
from tagloom.content.retagging import retag
from tagloom.entry import Entry, Moment
from tagloom.problems import Stopped
from tagloom.renaming import merge, rename
from tagloom.settings import Settings
from tagloom.text.slugs import fold
from tagloom.vocabulary import parse_vocabulary

CORPORA = Path(__file__).parents[2] / "shared" / "corpora"
TAGS = """# The vocabulary, by hand.
Distributed Training: # the first
  zh: 分布式训练
  aliases: [分布式深度学习] # one
  description:
    en: |
      Long text.

Pipeline Parallelism:
  zh: 流水线并行
  aliases:
    - PP   # short
  broader: Distributed Training
Inference:
ZeRO: {aliases: ["Zero Redundancy"], formerly: []}
# the end
"""
ENTRIES = {
    "a.md": "---\ntitle: 'A'  # kept\ndate: 2024-01-05\ntags: [Distributed Training, \"PP\", ZeRO] # why\n---\nBody: Distributed Training\n",
    "b.md": "---\r\ntags:\r\n  # first\r\n  - 'distributed-training'   # c\r\n  - inference\r\ndate: 2024-01-06\r\ntitle: B\r\n---\r\nBody  \r\n",
    "c.md": "+++\ntitle = 'C'\ndate = 2024-01-07\ntags = [\n  \"Distributed Training\", # mine\n  'x',\n]\n+++\n",
    "d.md": '{"title": "D", "date": "2024-01-07", "tags": ["Distributed Training", "C#"]}\n\nBody\n',
    "l.yml": "defaults: {tags: Distributed Training，x}\nentries:\n- {id: l1, title: L, date: 2024-01-05}\n- id: l2\n  title: M\n  date: 2024-01-05\n  tags: [分布式训练, Distributed Training]\n",
    "j.json": '[{"id": "j", "title": "J", "date": "2024-01-05", "tags": ["Distributed Training"]}]\n',
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    (root / "content" / "entries").mkdir(parents=True)
    (root / "site.yml").write_text("title: T\nlanguages: [en, zh]\nframe: bare\n", encoding="utf-8")
    (root / "content" / "tags.yml").write_text(TAGS, encoding="utf-8")
    for name, text in ENTRIES.items():
        (root / "content" / "entries" / name).write_bytes(text.encode())
    return root


def run(*words: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["tags", *map(str, words)])
    return result.exit_code, result.output


def texts(root: Path) -> dict[str, str]:
    files = [root / "content" / "tags.yml", *sorted((root / "content" / "entries").iterdir())]
    return {file.name: file.read_bytes().decode() for file in files if file.is_file()}


def test_a_renamed_tag_is_written_anew_in_every_form_and_nothing_else_is(site: Path) -> None:
    before = texts(site)
    assert run("rename", "--site", site, "Distributed Training", "Training, distributed")[0] == 2
    status, said = run("rename", "--site", site, "Distributed Training", "Training at scale")
    assert (status, said) == (0, "7 files changed\n")
    after = texts(site)
    for name, text in ENTRIES.items():
        wanted = re.sub(r"(?<!Body: )[Dd]istributed[ -][Tt]raining", "Training at scale", text)
        assert after[name] == wanted, name
    assert after["tags.yml"] == before["tags.yml"].replace("Distributed Training:", "Training at scale:").replace(
        "  aliases: [分布式深度学习] # one\n", "  aliases: [分布式深度学习] # one\n  formerly: [Distributed Training]\n"
    ).replace("broader: Distributed Training", "broader: Training at scale")
    assert run("rename", "--site", site, "Training at scale", "Distributed Training")[0] == 0
    assert texts(site)["a.md"] == before["a.md"]


def test_a_dry_run_shows_a_diff_and_changes_nothing(site: Path) -> None:
    before = texts(site)
    status, said = run("rename", "--site", site, "--dry-run", "PP", "Pipelining")
    assert (status, texts(site)) == (0, before)
    assert "--- a/content/entries/a.md\n+++ b/content/entries/a.md\n" in said
    assert '-tags: [Distributed Training, "PP", ZeRO] # why\n+tags: [Distributed Training, "Pipelining", ZeRO] # why\n' in said
    assert "-    - PP   # short\n+    - Pipelining   # short\n" in said
    assert "+  formerly: [PP]\n" in said


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("分布式训练", "大规模训练", "  zh: 大规模训练\n"),
        ("分布式深度学习", "分布式学习", "  aliases: [分布式学习] # one\n"),
        ("Inference", "Serving", "Serving:\n  formerly: [Inference]\n"),
        ("zero", "Zero: the optimiser", '"Zero: the optimiser": {aliases: ["Zero Redundancy"], formerly: [ZeRO]}\n'),
        ("x", "No", '# the end\n"No":\n  formerly: [x]\n'),
        ("C#", "C++", 'C++:\n  formerly: ["C#"]\n'),
    ],
)
def test_a_former_name_is_recorded_where_the_name_stood(site: Path, old: str, new: str, line: str) -> None:
    status, said = run("rename", "--site", site, old, new)
    assert status == 0, said
    text = texts(site)["tags.yml"]
    assert line in text
    tags, faults = parse_vocabulary(text, "tags.yml")
    assert faults == []
    old_term, new_term = tags.resolve(old), tags.resolve(new)
    assert old_term is new_term is not None


def test_merged_tags_are_one_and_every_old_name_leads_to_it(site: Path) -> None:
    entry = site / "content" / "entries" / "e.md"
    entry.write_text("---\ntitle: E\ndate: 2024-01-05\ntags:\n  - ZeRO\n  # kept\n  - Inference # why\n  - 流水线并行\n  - x\n---\n", encoding="utf-8")
    status, said = run("merge", "--site", site, "ZeRO", "Pipeline Parallelism", "inference", "x")
    assert status == 0, said
    after = texts(site)
    assert after["e.md"] == "---\ntitle: E\ndate: 2024-01-05\ntags:\n  - ZeRO\n  # kept\n  # why\n---\n"
    assert after["a.md"] == ENTRIES["a.md"].replace(', "PP"', ', "ZeRO"').replace(', ZeRO]', "]")
    tags, faults = parse_vocabulary(after["tags.yml"], "tags.yml")
    assert faults == []
    zero = tags.resolve("ZeRO")
    for name in ("Pipeline Parallelism", "PP", "流水线并行", "Inference", "x", "Zero Redundancy"):
        assert tags.resolve(name) is zero, name
    assert after["tags.yml"].startswith("# The vocabulary, by hand.\nDistributed Training: # the first\n")
    assert after["tags.yml"].endswith("# the end\n")


def test_a_tag_merged_with_its_broader_one_is_not_broader_than_itself(site: Path) -> None:
    assert run("merge", "--site", site, "Pipeline Parallelism", "Distributed Training")[0] == 0
    tags, faults = parse_vocabulary(texts(site)["tags.yml"], "tags.yml")
    assert (faults, list(tags.terms)) == ([], ["pipeline parallelism", "inference", "zero"])
    term = tags.resolve("分布式训练")
    assert term is not None
    assert (term.name, term.broader) == ("Pipeline Parallelism", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rename", "Distributd Training", "X"), "did you mean 'Distributed Training'?"),
        (("rename", "ZeRO", "inference"), 'tagloom tags merge "inference" "ZeRO"'),
        (("rename", "ZeRO", "x"), "there is a tag 'x' already"),
        (("merge", "Distributed Training", "分布式训练"), "are one tag already"),
        (("rename", "ZeRO", "  "), "no name for a tag"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(site: Path, words: tuple[str, ...], said: str) -> None:
    before = texts(site)
    status, told = run(words[0], "--site", site, *words[1:])
    assert (status, said in told, texts(site)) == (2, True, before), told


def test_a_file_that_cannot_be_changed_safely_stops_all(site: Path) -> None:
    odd = site / "content" / "entries" / "odd.md"
    odd.write_text("---\ntitle: O\ndate: 2024-01-05\ntags: >\n  Distributed\n  Training\n---\n", encoding="utf-8")
    before = texts(site)
    status, said = run("rename", "--site", site, "Distributed Training", "Y")
    assert (status, "content/entries/odd.md" in said, texts(site)) == (2, True, before)


def test_when_one_file_cannot_be_written_the_others_are_as_before(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = texts(site)
    replace = Path.replace
    done: list[Path] = []

    def fails(self: Path, target: Path) -> Path:
        if self.name.endswith(".tagloom-new") and self.parent.name == "entries":
            done.append(self)
            if len(done) == 3:
                raise OSError(28, "No space left on device", str(target))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fails)
    status, said = run("rename", "--site", site, "Distributed Training", "Y")
    assert (status, "No space left" in said, texts(site)) == (2, True, before)


def test_an_old_address_leads_to_the_new_page(site: Path) -> None:
    run("rename", "--site", site, "Distributed Training", "Scale")
    result = CliRunner().invoke(main, ["build", "--site", str(site)])
    assert result.exit_code == 0, result.output
    assert "url=../tags/scale.html" in (site / "site" / "tags" / "distributed-training.html").read_text(encoding="utf-8")


def test_tags_are_listed_with_their_uses(site: Path) -> None:
    assert run("list", "--site", site)[1].splitlines()[0] == "     7 Distributed Training  (分布式训练, 分布式深度学习)"
    assert [line.split()[1] for line in run("list", "--site", site, "--undeclared")[1].splitlines()] == ["x", "C#"]


def entry(number: int, *tags: str) -> Entry:
    return Entry(str(number), "a.md", 1, b"", Moment("2024-01-05"), "T", tags=tags)


def test_translations_that_always_stand_together_and_near_names_are_suggested() -> None:
    entries = [entry(number, "检索增强生成", "RAG", "LLM", "GPU") for number in range(6)] + [entry(number, "LLM", "LLMs") for number in range(6, 9)]
    entries += [entry(9, "检索增强生成"), *(entry(number, "GPU") for number in range(10, 20))]
    found = [(one.why, one.keep, one.other, one.uses, one.together) for one in suggest(entries, parse_vocabulary("RAG:\nTraining:\n", "t")[0])]
    assert found == [("near", "LLM", "LLMs", (9, 3), 0), ("translation", "RAG", "检索增强生成", (6, 7), 6)]
    assert suggest(entries, parse_vocabulary("RAG: {zh: 检索增强生成}\nLLM: [LLMs]\n", "t")[0]) == []


def test_near_names_are_found_among_28_000() -> None:
    syllables = ["dis", "tri", "bu", "ted", "trai", "ning", "mo", "del", "con", "text", "graph", "flow", "ten", "sor", "pipe", "line"]
    names = {f"{a}{b} {c}{d}" for a in syllables for b in syllables for c in syllables for d in syllables if hash_of(a, b, c, d) % 7 < 3}
    names |= {"distributed training", "distibuted training"}
    assert len(names) > 27_000
    assert ("distibuted training", "distributed training") in set(near_pairs(names))


def hash_of(*parts: str) -> int:
    return sum(ord(letter) * place for place, letter in enumerate("".join(parts), 1))


def test_real_files_keep_every_other_byte() -> None:
    for file in sorted((CORPORA / "selfhosted" / "software").glob("*.yml")):
        data = b"title: T\ndate: 2024-01-05\n" + file.read_bytes()
        [(before, _)] = read_file("a.yml", data, Settings()).entries or [(None, None)]
        if before is None:
            continue
        for name in before.tags[:1]:
            if b"," in name.encode() or f"- {name}\n".encode() not in data:
                continue
            changed = retag("a.yml", data, {fold(name): "Some: other"})
            at = data.index(b"\ntags:")
            assert changed == data[:at] + data[at:].replace(f"- {name}\n".encode(), b'- "Some: other"\n', 1), file


PIECE = st.sampled_from(["Training", "x", "A B", "C#", ":", ": ", "\n", "\n  ", "\n    - ", "{", "}", "[", "]", ", ", "aliases: ", "zh: ", "broader: ", "formerly: ", "# c", "~", "'", '"', "|", "&a ", "*a", "- ", "? "])  # fmt: skip


@given(st.lists(PIECE, max_size=16))
@example(["x", ":", "\n  ", "aliases: ", "\n    - ", "C#", "\n", "Training", ": ", "{", "broader: ", "x", "}"])
@example(["Training", ": ", "~", "\n", "x", ": ", "[", "A B", "]"])
@example(["{", "Training", ": ", "x", "}"])
def test_whatever_the_vocabulary_a_rename_is_refused_or_leads_from_the_old_name_to_the_new(pieces: list[str]) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "content" / "entries").mkdir(parents=True)
        (root / "site.yml").write_text("title: T\n", encoding="utf-8")
        (root / "content" / "tags.yml").write_text("".join(pieces), encoding="utf-8")
        (root / "content" / "entries" / "a.md").write_text("---\ntitle: A\ndate: 2024-01-05\ntags: [Training, x]\n---\n", encoding="utf-8")
        for old, change in (("Training", lambda: rename(root, "Training", "New: name")), ("x", lambda: merge(root, "Training", ("x",)))):
            try:
                plan = change()
            except Stopped:
                continue
            written = plan.after.get("content/tags.yml", "".join(pieces).encode())
            tags, faults = parse_vocabulary(written.decode(), "tags.yml")
            assert faults == []
            assert tags.resolve(old) is tags.resolve("New: name" if old == "Training" else "Training"), written.decode()
