"""Programs find the whole archive as data, in files whose shape is written down."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from tagloom.outputs.citations import csl
from tagloom.outputs.heads import head
from tagloom.outputs.records import COLUMNS, records
from tagloom.outputs.tag_files import line_of
from tagloom.pages.entries import EntryPages
from tagloom.pages.page import Site
from tests.conftest import REPO
from tests.conftest import Site as BuiltSite
from tests.outputs.sites import AWKWARD, PAPER, SETTINGS, URL, site_of, written

SCHEMA = Draft202012Validator(
    json.loads((REPO / "theme/assets/entries.schema.json").read_text(encoding="utf-8")), format_checker=FormatChecker()
)


def made(site: Site) -> dict[str, bytes]:
    return {file.address: file.render(site) for file in records(site)}


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


@pytest.mark.parametrize("url", [URL, ""])
def test_data_of_awkward_entries_has_the_shape_written_down(url: str) -> None:
    found = made(site_of(*AWKWARD, settings=replace(SETTINGS, url=url)))
    for address, data in found.items():
        if address.startswith("data/") or address == "archive.json":
            assert (address, [error.message for error in SCHEMA.iter_errors(json.loads(data))]) == (address, [])
    assert len(rows(found["archive.csv"])) == len(AWKWARD)


def test_data_of_this_repository_has_the_shape_written_down(own_site: BuiltSite) -> None:
    manifest = json.loads((own_site.out / "archive.json").read_bytes())
    assert list(SCHEMA.iter_errors(manifest)) == []
    ids = []
    for month in manifest["months"]:
        entries = json.loads((own_site.out / month["address"]).read_bytes())
        assert list(SCHEMA.iter_errors(entries)) == []
        assert len(entries["entries"]) == month["entries"]
        ids += [entry["id"] for entry in entries["entries"]]
    assert ids == [row["id"] for row in rows((own_site.out / "archive.csv").read_bytes())]
    assert len(ids) == manifest["entries"]
    assert all((own_site.out / address).is_file() for address in [*manifest["files"].values(), manifest["$schema"]])


def test_an_entry_says_in_data_what_its_file_says() -> None:
    (entry,) = json.loads(made(site_of(PAPER))["data/entries-2026-06.json"])["entries"]
    light, prose = PAPER
    assert (entry["title"], entry["titles"], entry["date"], entry["published"]) == (
        light.title,
        {"zh": "派珀：“省”一成"},
        "2026-06-10T10:11",
        "2026-06-10T10:11:00+08:00",
    )
    assert (entry["tags"], entry["authors"], entry["points"]) == (list(light.tags), list(prose.authors), list(prose.points))
    assert (entry["summary"], entry["page"], entry["featured"]) == (prose.summary, f"{URL}entries/piper.html", True)
    assert not {"score", "deep", "handle"} & set(entry)


def test_control_characters_stay_out_of_data() -> None:
    for data in made(site_of(*AWKWARD)).values():
        text = data.decode()
        assert not any(letter < " " and letter not in "\t\r\n" for letter in text)
        assert "\\u00" not in text


def test_a_table_holds_each_entry_in_a_line_and_no_formula() -> None:
    entries = [
        written("a", "2026-01-02", "=HYPERLINK(1)", tags=("@x", "y, z")),
        written("b", "2026-01-01 08:00", 'say "hi"\nthere', score=7.5),
    ]
    first, second = rows(made(site_of(*entries))["archive.csv"])
    assert tuple(first) == COLUMNS
    assert (first["title"], first["tags"]) == ("'=HYPERLINK(1)", "'@x; y, z")
    assert (second["title"], second["date"], second["score"]) == ('say "hi"\nthere', "2026-01-01T08:00", "7.5")


def test_tags_are_told_with_names_counts_and_pages() -> None:
    tags = "Distributed Training: {zh: 分布式训练, aliases: [DT], description: 训练}\nDeep: {broader: Distributed Training}"
    told: list[dict[str, Any]] = json.loads(
        made(site_of(*AWKWARD, written("x", "2020-01-01", "t", tags=("Deep",)), tags=tags))["tags.json"]
    )["tags"]
    assert told[0] == {
        "name": "Distributed Training",
        "names": {"zh": "分布式训练"},
        "aliases": ["DT"],
        "description": "训练",
        "entries": 3,
        "newest": "2026-06-10",
        "page": "tags/distributed-training.html",
        "feed": "tags/distributed-training.json",
    }
    assert [tag["broader"] for tag in told if tag["name"] == "Deep"] == ["Distributed Training"]
    assert [tag["entries"] for tag in told] == sorted((tag["entries"] for tag in told), reverse=True)


def test_a_new_entry_changes_its_own_month_and_three_files() -> None:
    def stamps(site: Site) -> dict[str, bytes]:
        return {file.address: file.stamp(site) for file in records(site)}

    before, after = stamps(site_of(*AWKWARD)), stamps(site_of(written("new", "2026-05-02", "t", tags=("R&D",)), *AWKWARD))
    assert {address for address in after if before.get(address) != after[address]} == {
        "data/entries-2026-05.json",
        "archive.json",
        "archive.csv",
        "tags.json",
    }


def test_an_original_beside_the_entry_is_found_from_anywhere() -> None:
    """A relative `url` starts where the entry's file lies; whoever reads data, references or a head is somewhere else."""
    whole = f"{URL}entries/2026/plot.pdf"
    entry = written("local", "2026-06-10", "With a file beside it", url="plot.pdf", authors=("Ada Lovelace",))
    site = site_of(entry)
    found = made(site)
    assert json.loads(found["data/entries-2026-06.json"])["entries"][0]["url"] == whole
    assert rows(found["archive.csv"])[0]["url"] == whole
    assert csl(site, *entry)["URL"] == whole
    page = next(iter(EntryPages(site)))
    assert head(site, page, "").count(f'"{whole}"') == 2
    assert f"<{whole}>" in line_of(site, "local")
    assert "<../entries/2026/plot.pdf>" in line_of(site_of(entry, settings=replace(SETTINGS, url="")), "local")
