"""Files of other formats become entries that read back as they were; nothing in a file of real life stops an import."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml

from tagloom.content.writing import NewEntry, tidied
from tagloom.importers import FORMATS, reader_of
from tagloom.importers.found import Found
from tagloom.importers.issue_form import CHOOSER, FORM, QUESTIONS, chooser_text, form_text, read
from tagloom.importers.known import Known
from tagloom.new import Desk, fitted, plan_import
from tagloom.problems import Stopped
from tagloom.settings import Settings, read_settings
from tests.conftest import REPO
from tests.importers.servers import RECORDED

SETTINGS = Settings(zone="Asia/Shanghai", kinds={"paper": {"zh": "论文", "en": "Papers"}}, languages=("zh", "en"))
CORPORA = REPO.parent / "shared" / "corpora"
BIBTEX = sorted((CORPORA / "bibtex").glob("*.bib"))
FEEDS = sorted(folder for folder in (CORPORA / "feeds").glob("**/") if any(folder.glob("*.xml")) or any(folder.glob("*.json")))


def entries(form: str, data: bytes) -> list[dict[str, Any]]:
    return [dict(tidied(new).fields) for new in reader_of(form)(data, "FILE", SETTINGS).entries]


def test_bibtex_of_any_taste_becomes_entries() -> None:
    text = r"""
@string{neurips = "NeurIPS"}
@inproceedings{liu-ring, title = {{Ring} {A}ttention: \emph{near}-infinite \& more}, author = {Liu, Hao and Jos{\'e} M{\"u}ller and {Meta AI and friends} and others},
  year = 2023, month = oct, booktitle = neurips, eprint = {2310.01889v2}, archivePrefix = {arXiv}, keywords = {attention, no; 2024},
  abstract = {Memory $O(n)$ of 5\% -- less.}}
@online{post, title = "A post: #1", date = {2024-05-06}, url = {https://example.org/a_b}, author = "Lovelace, Ada"}
@article{none, author = {Nobody}}
@article{liu-ring, title = {The same key}}
"""
    found = reader_of("bibtex")(text.encode(), "FILE", SETTINGS)
    first, second, third = (dict(tidied(new).fields) for new in found.entries)
    assert first == {
        "id": "liu-ring",
        "title": "Ring Attention: near-infinite & more",
        "date": "2023-10-01",
        "tags": ["attention", "no", "2024"],
        "source": "NeurIPS",
        "authors": ["Hao Liu", "José Müller", "Meta AI and friends"],
        "kind": "paper",
        "summary": "Memory $O(n)$ of 5% – less.",
        "url": "https://arxiv.org/abs/2310.01889",
        "math": "yes",
    }
    assert second == {"id": "post", "title": "A post: #1", "date": "2024-05-06", "authors": ["Ada Lovelace"], "url": "https://example.org/a_b"}
    assert third == {"id": "none", "authors": ["Nobody"], "kind": "paper"}
    assert [line.split(":")[0] for line in found.faults] == ["line 8"]


@pytest.mark.parametrize("file", BIBTEX, ids=lambda file: file.name)
def test_no_bibtex_file_stops_an_import(file: Path) -> None:
    took_in("bibtex", file.read_bytes())


@pytest.mark.parametrize("folder", FEEDS, ids=lambda folder: folder.name)
def test_no_feed_stops_an_import(folder: Path) -> None:
    for file in sorted([*folder.glob("*.xml"), *folder.glob("*.json")]):
        took_in("feed", file.read_bytes())


def took_in(form: str, data: bytes) -> None:
    """Every entry that is not refused reads back without an error (`plan_entry` reads each again)."""
    try:
        found = reader_of(form)(data, "FILE", SETTINGS)
    except Stopped:
        return
    outcome = plan_import(Desk(Path(), SETTINGS, Known()), found)
    assert len(outcome.plans) + len(outcome.refused) + len(outcome.duplicates) == len(found.entries) + len(found.faults)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"{", b"[" * 5000, b"<a>" * 3000, b"### " * 2000, b"@a{" * 2000, b"null", b'{"items": 5}'])
def test_a_file_of_another_kind_is_told_or_gives_nothing(form: str, data: bytes) -> None:
    found = Found()
    with suppress(Stopped):
        found = reader_of(form)(data, "FILE", SETTINGS)
    assert not any(new.text("title") and new.text("date") for new in found.entries)


def test_a_feeds_items_become_entries_in_the_sites_zone() -> None:
    first, second, third = entries("feed", (RECORDED / "feed.xml").read_bytes())
    assert first == {
        "title": "Overlap: hide the all-reduce",
        "date": "2026-06-10 10:11",
        "tags": ["no", "Data Parallelism"],
        "source": "Engineering & Notes",
        "authors": ["Ada Lovelace"],
        "summary": "Gradients leave while they are computed.\n\nIt works: 2<3.",
        "url": "https://blog.example/overlap?utm_source=rss",
    }
    assert second == {"title": "Undated", "source": "Engineering & Notes", "url": "https://blog.example/undated"}
    assert "url" not in third


def test_a_json_feed_is_a_feed() -> None:
    found = reader_of("feed")((RECORDED / "feed.json").read_bytes(), "FILE", SETTINGS)
    assert [dict(tidied(new).fields) for new in found.entries] == [
        {"title": "第一条：开始", "date": "2026-06-10 10:11", "tags": ["训练", "2024"], "source": "读库", "authors": ["王小明"], "summary": "一段 文字", "url": "https://feed.example/1"},
        {"title": "Only a text, without a title", "date": "2026-06-09 10:11", "source": "读库", "summary": "Only a text, without a title", "url": "https://feed.example/2"},
    ]
    assert found.faults == ("item 3 is no item of a feed",)


def test_csl_json_of_a_reference_manager_becomes_entries() -> None:
    work = json.loads((RECORDED / "doi.json").read_text("utf-8"))
    first, second = entries("csl", json.dumps([{**work, "citation-key": "megatron"}, {"title": "No DOI", "URL": "https://example.org/x", "issued": {"date-parts": [["2024"]]}}]).encode())
    assert (first["id"], first["url"], first["date"]) == ("megatron", "https://doi.org/10.1145/3458817.3476209", "2021-11-14")
    assert second == {"title": "No DOI", "date": "2024-01-01", "kind": "paper", "url": "https://example.org/x"}


def test_an_issue_of_the_form_becomes_an_entry() -> None:
    (new,) = read((RECORDED / "issue.md").read_bytes(), "FILE", SETTINGS).entries
    assert fitted(new, SETTINGS).fields == {
        "title": "RL: a \"survey\" #1 — 'quoted', 中文 😀",
        "date": "2026-06-10",
        "tags": ["no", "分布式训练", "2024", "a: b"],
        "institutions": ["Meta Platforms, Inc.", "NVIDIA"],
        "source": "arXiv: DeepSeek",
        "kind": "paper",
        "takeaway": "- not a list: a line",
        "summary": "A paragraph: with a colon.\n\n### A heading of the text itself\n\n```yaml\ntitle: not a field\n---\n```",
        "points": ["One: a point", "Two # points"],
        "url": "https://example.org/rl?x=1#top",
        "links": {"code": "https://github.com/example/rl", "pdf": "https://example.org/rl.pdf"},
    }


def test_the_form_on_github_is_the_one_that_the_importer_reads() -> None:
    settings, _ = read_settings(REPO)
    text = (REPO / FORM).read_text("utf-8")
    assert text.partition("\n")[2] == form_text(settings)
    assert (REPO / CHOOSER).read_text("utf-8") == chooser_text(settings)
    assert [part["id"] for part in yaml.safe_load(text)["body"]] == [question.field for question in QUESTIONS]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_the_form_asks_comes_back_under_its_label(language: str) -> None:
    settings = Settings(languages=(language,), zone="UTC", kinds=SETTINGS.kinds, categories={"model": {"zh": "模型", "en": "Models"}})
    form = yaml.safe_load(form_text(settings))
    answers = {"date": "2026-06-10", "points": "one", "links": "pdf: https://example.org/x.pdf"}
    body = "\n\n".join(f"### {part['attributes']['label']}\n\n{answers.get(part['id'], (part['attributes'].get('options') or [part['id']])[0])}" for part in form["body"])
    (new,) = read(body.encode(), "FILE", settings).entries
    assert fitted(new.having(url="https://example.org/"), settings).fields == {
        **{name: name for name in ("title", "source", "takeaway", "summary", "reason")},
        **{name: [name] for name in ("tags", "institutions", "authors")},
        "date": "2026-06-10",
        "kind": "paper",
        "category": "model",
        "points": ["one"],
        "url": "https://example.org/",
        "links": {"pdf": "https://example.org/x.pdf"},
    }


def test_a_kind_and_a_link_that_a_site_cannot_take_are_left_out() -> None:
    new = NewEntry({"title": "x", "kind": "blog", "url": "javascript:alert(1)", "links": {"pdf": "file:///etc/passwd", "code": "https://example.org/"}})
    assert fitted(new, SETTINGS).fields == {"title": "x", "links": {"code": "https://example.org/"}}
