"""What the compose page knows of a site: names with their aliases, and what is there already, in files that few changes touch."""

from __future__ import annotations

import json
from typing import Any

from tagloom.outputs.compose import ComposeNames, KnownEntries, check_sum, compose_files
from tagloom.pages.page import Site
from tests.outputs.sites import PAPER, SETTINGS, site_of, written

TAGS = "Distributed Training: {zh: 分布式训练, aliases: [DDP], formerly: [Old Name]}\nUnused: {aliases: [Spare]}\n"


def told(site: Site, file: ComposeNames | KnownEntries) -> Any:
    text = file.render(site).decode()
    key = file.address.removeprefix("data/").removesuffix(".js")
    assert text.startswith(f'tagloom.take("{key}",')
    return json.loads(text.partition(",")[2].rstrip(")\n"))


def test_names_come_with_their_aliases_the_used_ones_first() -> None:
    site = site_of(PAPER, written("two", "2025-01-01", "Two", tags=("C++", "no", "分布式训练"), institutions=("谷歌",)), tags=TAGS)
    names = told(site, ComposeNames())
    assert names["tags"] == [["C++"], ["分布式训练", "Distributed Training", "DDP", "Old Name"], ["no"], ["R&D"], ["Unused", "Spare"]]
    assert names["institutions"][0] == ["谷歌"]
    assert names["sources"] == [["arXiv cs.LG"]]
    assert names["years"] == ["2025", "2026"]
    assert [file.address for file in compose_files(site)] == ["data/compose.js", "data/compose-2025.js", "data/compose-2026.js"]


def test_an_entry_is_known_by_its_paper_and_by_each_of_its_titles() -> None:
    assert told(site_of(PAPER), KnownEntries("2026")) == " ".join(
        ["piper", check_sum("a:arxiv:2606.01234"), check_sum("t:piper10ofabcgpt4oin5andx123alpha"), check_sum("t:派珀省一成")]
    )


def test_check_sums_are_short_and_those_of_every_browser() -> None:
    assert [check_sum(""), check_sum("a"), check_sum("t:分布式训练")] == ["0", "1skjwar", check_sum("t:分布式训练")]


def test_a_change_touches_its_own_file_only() -> None:
    other = written("two", "2025-01-01", "Two", tags=("no",))
    before, after = site_of(PAPER, other, tags=TAGS), site_of(PAPER, written("two", "2025-01-01", "Another", tags=("no",)), tags=TAGS)
    changed = {file.address for file in compose_files(before) if file.stamp(before) != file.stamp(after)}
    assert changed == {"data/compose-2025.js"}


def test_names_are_written_again_when_an_alias_a_translation_or_the_language_changes() -> None:
    stamps = [ComposeNames().stamp(site_of(PAPER, tags=tags)) for tags in (TAGS, TAGS.replace("DDP", "DP"), TAGS.replace("Old Name", "Older"), TAGS.replace("分布式训练", "分散训练"), TAGS + "New: {}\n")]
    assert len(set(stamps)) == 5
    from dataclasses import replace

    assert ComposeNames().stamp(site_of(PAPER, settings=replace(SETTINGS, languages=("en",)))) != ComposeNames().stamp(site_of(PAPER))
