"""What a reader takes into a reference manager is what the entry says, whatever stands in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bibtexparser
import pytest
from bibtexparser.middlewares import LatexDecodingMiddleware, SeparateCoAuthors, SplitNameParts

from tagloom.outputs.citations import bibtex, citation, csl, key_of, markdown, name_of, plain, ris
from tagloom.outputs.tag_files import TagBibtex, tag_files
from tagloom.pages.page import Site
from tests.conftest import Site as BuiltSite
from tests.outputs.sites import AWKWARD, PAPER, site_of, written

CASES = sorted((Path(__file__).parent / "citations").glob("*.json"))
FORMS: dict[str, Callable[[dict[str, Any]], str]] = {"bibtex": bibtex, "ris": ris, "markdown": markdown, "plain": plain}


def item_of(site: Site, entry_id: str) -> dict[str, Any]:
    return csl(site, site.archive.entries[entry_id], site.archive.prose(entry_id))


def decoded(text: str) -> str:
    """What LaTeX prints of `text`. The library decodes \\textasciicircum as a spacing accent."""
    source = f"@misc{{a, x = {{{text}}}}}"
    library = bibtexparser.parse_string(source, append_middleware=[LatexDecodingMiddleware(keep_braced_groups=False)])
    assert library.failed_blocks == []
    return str(library.entries[0]["x"]).replace("ˆ", "^")


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_every_form_is_as_written_down(file: Path) -> None:
    case = json.loads(file.read_text(encoding="utf-8"))
    assert {name: make(case["csl"]) for name, make in FORMS.items()} == {name: case[name] for name in FORMS}
    if "entry" in case:
        assert item_of(site_of(*AWKWARD), case["entry"]) == case["csl"]


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_bibtex_reads_back_as_the_fields(file: Path) -> None:
    item = json.loads(file.read_text(encoding="utf-8"))["csl"]
    library = bibtexparser.parse_string(bibtex(item), append_middleware=[SeparateCoAuthors(), SplitNameParts()])
    assert (library.failed_blocks, len(library.entries)) == ([], 1)
    entry = library.entries[0]
    assert entry.key == item["id"]
    values = {field.key: field.value for field in entry.fields}
    assert decoded(values["title"]) == item["title"]
    assert [values.get(name) for name in ("eprint", "archivePrefix", "doi")] == [
        item.get(name) for name in ("archive_location", "archive", "DOI")
    ]
    assert values.get("primaryClass") == item.get("custom", {}).get("primaryClass")
    assert values["url"].replace("%7B", "{").replace("%7D", "}").replace("%5C", "\\") == item["URL"]
    assert [values["year"], values["month"]] == [str(part) for part in item["issued"]["date-parts"][0][:2]]
    assert [decoded(values.get(name, "")) for name in ("organization", "keywords")] == [
        item.get(name, "") for name in ("publisher", "keyword")
    ]
    told = [
        name.get("literal") or " ".join(name[part] for part in ("given", "family", "suffix") if part in name)
        for name in item.get("author", [])
    ]
    assert [decoded(" ".join([*name.first, *name.von, *name.last, *name.jr])) for name in values.get("author", [])] == told


@pytest.mark.parametrize(
    ("written_name", "parts"),
    [
        ("Megan Frisella", {"family": "Frisella", "given": "Megan"}),
        ("Plato", {"literal": "Plato"}),
        ("张三", {"literal": "张三"}),
        ("H. Brendan McMahan", {"family": "McMahan", "given": "H. Brendan"}),
        ("Ludwig van Beethoven", {"family": "van Beethoven", "given": "Ludwig"}),
        ("Blaise Agüera y Arcas", {"family": "Agüera y Arcas", "given": "Blaise"}),
        ("Frisella, Megan", {"family": "Frisella", "given": "Megan"}),
        ("Clark, Jr., Jack", {"family": "Clark", "given": "Jack", "suffix": "Jr."}),
        ("  Two\n  Lines ", {"family": "Lines", "given": "Two"}),
    ],
)
def test_names_are_parted_as_people_write_them(written_name: str, parts: dict[str, str]) -> None:
    assert name_of(written_name) == parts


@pytest.mark.parametrize(
    ("address", "eprint", "doi"),
    [
        ("https://arxiv.org/abs/2606.01234v2", "2606.01234", None),
        ("https://arxiv.org/pdf/2606.01234", "2606.01234", None),
        ("https://arxiv.org/pdf/2606.01234v1.pdf", "2606.01234", None),
        ("https://arxiv.org/abs/math.GT/0309136", "math.GT/0309136", None),
        ("https://doi.org/10.1145/3600006.3613165", None, "10.1145/3600006.3613165"),
        ("https://example.org/2606.01234", None, None),
    ],
)
def test_identifiers_are_found_in_addresses(address: str, eprint: str | None, doi: str | None) -> None:
    item = item_of(site_of(written("a", "2026-01-01", "t", url=address)), "a")
    assert (item.get("archive_location"), item.get("DOI")) == (eprint, doi)


def test_keys_stay_and_no_two_are_alike() -> None:
    ids = ["piper", "分布", "布分", "a b", "a-b", "a_b", "A.b:c"]
    assert len({key_of(identity).casefold() for identity in ids}) == len(ids)
    assert key_of("flashmask-3") == "flashmask-3"
    assert all(re.fullmatch(r"[A-Za-z0-9._:-]+", key_of(identity)) for identity in ids)


def test_a_page_holds_csl_json_that_no_title_can_break_out_of() -> None:
    held = citation(site_of(*AWKWARD), "script").json
    assert "</" not in held
    assert json.loads(held)["title"] == "Breaking: </a></h1><b>x</b></script>]]>&amp;"


def test_a_tag_has_all_its_entries_as_bibtex() -> None:
    site = site_of(*AWKWARD)
    files = {file.address: file for file in tag_files(site) if isinstance(file, TagBibtex)}
    library = bibtexparser.parse_string(files["tags/分布式训练.bib"].render(site).decode())
    assert library.failed_blocks == []
    assert [entry.key for entry in library.entries] == ["piper", key_of("无网址"), "brace"]


def test_every_bibtex_file_of_this_repository_reads_back_whole(own_site: BuiltSite) -> None:
    files = sorted((own_site.out / "tags").glob("*.bib"))
    assert len(files) > 50
    keys = set()
    for file in files:
        library = bibtexparser.parse_string(file.read_text(encoding="utf-8"))
        assert library.failed_blocks == []
        assert library.entries
        keys |= {entry.key for entry in library.entries}
    assert len(keys) == len(list((own_site.out / "entries").glob("*.html")))


def test_a_reference_is_made_again_when_its_entry_changes() -> None:
    def stamps(site: Site) -> dict[str, bytes]:
        return {file.address: file.stamp(site) for file in tag_files(site)}

    before, after = stamps(site_of(*AWKWARD)), stamps(site_of((PAPER[0]._replace(digest=b"x"), PAPER[1]), *AWKWARD[1:]))
    assert {address for address in before if before[address] != after[address]} == {
        f"tags/{name}.{ending}" for name in ("分布式训练", "r-and-d", "c-plus-plus") for ending in ("bib", "md")
    }
