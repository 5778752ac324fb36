"""The keepers' guide tells of every output and every key of the data, in both languages, and of none that is not there."""

from __future__ import annotations

import json
import re

import pytest

from tests.conftest import REPO
from tests.conftest import Site as BuiltSite

GUIDES = ("guide/keepers.md", "guide/en/keepers.md")


def section(guide: str, name: str) -> str:
    text = (REPO / "content/pages" / guide).read_text(encoding="utf-8")
    return text.partition(f"{{#{name}}}\n")[2].partition("\n## ")[0]


def first_column(text: str) -> list[set[str]]:
    """The words in code style that stand in the first column of each table."""
    tables = text.strip().split("\n\n")
    return [
        {word for row in table.splitlines()[2:] for word in re.findall(r"`([^`]+)`", row.split("|")[1])}
        for table in tables
        if table.startswith("|")
    ]


@pytest.mark.parametrize("guide", GUIDES)
def test_every_key_of_an_entry_is_explained(guide: str) -> None:
    schema = json.loads((REPO / "theme/assets/entries.schema.json").read_text(encoding="utf-8"))
    assert first_column(section(guide, "data"))[1] == set(schema["$defs"]["entry"]["properties"])


@pytest.mark.parametrize("guide", GUIDES)
def test_every_address_in_the_guide_is_there(guide: str, own_site: BuiltSite) -> None:
    told = first_column(section(guide, "data"))[0] | set(
        re.findall(r"`((?:feed|featured|feeds|assets/\S+)\.(?:xml|json|opml))`", section(guide, "feeds") + section(guide, "data"))
    )
    assert len(told) > 10
    for address in told:
        assert list(own_site.out.glob(address.replace("tags/x", "tags/*"))), address


@pytest.mark.parametrize("guide", GUIDES)
def test_every_switch_in_the_guide_switches_something_off(guide: str) -> None:
    sources = "".join(
        file.read_text(encoding="utf-8")
        for folder in ("generator/tagloom", "theme/bodies")
        for file in (REPO / folder).rglob("*.*")
        if file.suffix in (".py", ".html")
    )
    told = re.findall(r"(\w+): no", section(guide, "data"))
    assert told == ["feeds", "citations", "markdown", "data", "sitemap", "bundle"]
    assert all(f'wants("{name}")' in sources for name in told)
