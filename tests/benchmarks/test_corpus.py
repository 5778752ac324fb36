"""The benchmark is a fair and repeatable job: the same bytes each time, the spread it claims, the same entries for both tools."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
import yaml

from tagloom.text.slugs import slug
from tests.benchmarks import words
from tests.benchmarks.corpus import EDIT, Corpus
from tests.benchmarks.sites import HUGO_FIELDS, edited, hugo_text, tagloom_text, write_hugo_site, write_tagloom_site

SMALL = Corpus(200)


def digest(folder: Path) -> str:
    """One digest over the names and bytes of all files."""
    whole = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            whole.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return whole.hexdigest()


def front_matter(text: str) -> tuple[dict[str, object], str]:
    _, head, body = text.split("---\n", 2)
    return yaml.load(head, Loader=yaml.BaseLoader), body.strip()


@pytest.mark.parametrize("write", [write_tagloom_site, write_hugo_site])
def test_two_writings_of_a_site_have_the_same_bytes(write, tmp_path):
    write(SMALL, tmp_path / "one")
    write(Corpus(200), tmp_path / "two")
    assert digest(tmp_path / "one") == digest(tmp_path / "two")


def test_the_entries_are_the_ones_that_earlier_figures_were_measured_with():
    whole = hashlib.sha256("".join(map(tagloom_text, SMALL)).encode()).hexdigest()
    assert whole[:16] == "e0b7d8f7e6f3fa26"


def test_another_seed_makes_other_entries():
    assert Corpus(200, seed=1).entry(7) != SMALL.entry(7)


def test_both_tools_get_the_same_fields_and_the_same_body():
    for sample in SMALL:
        ours, body = front_matter(tagloom_text(sample))
        theirs, other_body = front_matter(hugo_text(sample))
        inner = theirs.pop("params")
        assert set(theirs) == set(HUGO_FIELDS)
        assert theirs | inner == ours
        assert body == other_body == sample.body.strip()


def test_both_sites_hold_one_file_for_each_entry(tmp_path):
    write_tagloom_site(SMALL, tmp_path / "tagloom")
    write_hugo_site(SMALL, tmp_path / "hugo")
    ours = {file.relative_to(tmp_path / "tagloom").as_posix() for file in (tmp_path / "tagloom/content/entries").rglob("*.md")}
    theirs = {file.relative_to(tmp_path / "hugo").as_posix() for file in (tmp_path / "hugo/content/entries").rglob("[!_]*.md")}
    assert ours == theirs
    assert len(ours) == SMALL.size
    assert all(re.fullmatch(r"content/entries/20\d\d/[01]\d/[a-z0-9-]+\.md", path) for path in ours)


def test_an_entry_has_what_a_card_can_show():
    for sample in SMALL:
        assert 3 <= len(set(sample.tags)) == len(sample.tags) <= 6
        assert 1 <= len(set(sample.institutions)) == len(sample.institutions) <= 3
        assert len(sample.points) == 4
        paragraph, items = sample.body.strip().split("\n\n")
        assert not paragraph.startswith("-")
        assert [line[:2] for line in items.split("\n")] == ["- "] * 4
        assert sample.kind in words.KINDS
        assert sample.category in words.CATEGORIES
        assert all(
            (sample.title, sample.title_zh, sample.source, sample.authors, sample.takeaway, sample.summary, sample.reason, sample.url)
        )


def test_entries_span_three_years_oldest_first():
    dates = [sample.date for sample in SMALL]
    assert dates == sorted(dates)
    assert timedelta(days=3 * 365 - 30) < dates[-1] - dates[0] < timedelta(days=3 * 365)


def test_a_new_entry_is_the_newest():
    newest = SMALL.entry(SMALL.size)
    assert newest.date > max(sample.date for sample in SMALL)
    assert newest.id not in {sample.id for sample in SMALL}


def test_tags_follow_zipfs_law():
    corpus = Corpus(3000)
    uses = Counter(tag for sample in corpus for tag in sample.tags)
    ranked = [uses[tag] for tag in corpus.tags]
    assert len(corpus.tags) == 300
    # The middle of the ranks, where neither the limit of one use an entry nor chance weighs much.
    assert 0.7 < ranked[9] * 10 / (ranked[99] * 100) < 1.4
    assert ranked[0] == max(ranked)
    assert min(ranked) > 0


def test_hard_names_stand_among_the_busy_tags():
    assert {"C", "C++", "C#", "AI/ML", ".NET", "大模型", "データセット", "검색"} <= set(SMALL.tags)


@pytest.mark.parametrize("size", [200, 10_000, 100_000])
def test_every_tag_has_an_address_of_its_own(size):
    tags = Corpus(size).tags
    assert len(tags) == max(size // 10, len(words.FIRST_TAGS))
    assert len({slug(tag) for tag in tags}) == len(tags)


def test_an_edit_shows_words_that_no_entry_holds():
    before = tagloom_text(SMALL.entry(3))
    assert EDIT not in "".join(map(tagloom_text, SMALL))
    assert EDIT in tagloom_text(edited(SMALL.entry(3)))
    assert before.count("\n") == tagloom_text(edited(SMALL.entry(3))).count("\n")
