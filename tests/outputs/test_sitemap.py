"""Search engines and language models find every page, and know what changed."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from tagloom import urls
from tagloom.outputs.sitemap import ReadMe, Robots, Sitemap, SitemapIndex, sitemaps
from tagloom.outputs.tag_files import TagMarkdown, tag_files
from tagloom.pages import plan
from tagloom.pages.page import Site
from tests.conftest import Site as BuiltSite
from tests.outputs.sites import AWKWARD, SETTINGS, URL, site_of, written

SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def listed(data: bytes) -> dict[str, str | None]:
    return {node.findtext(f"{SPACE}loc", ""): node.findtext(f"{SPACE}lastmod") for node in ET.fromstring(data)}


def of(site: Site, most: int = 50_000) -> dict[str, Sitemap | SitemapIndex]:
    return {file.address: file for file in sitemaps(site, {page.address: page for page in plan(site)}, most)}


def test_every_page_of_this_repository_is_listed_once(own_site: BuiltSite) -> None:
    addresses = [
        address.removeprefix("https://tagloom.github.io/tagloom/") for address in listed((own_site.out / "sitemap.xml").read_bytes())
    ]
    pages = [file for file in own_site.out.rglob("*.html") if b'http-equiv="refresh"' not in file.read_bytes() and file.name != "404.html"]
    assert sorted(addresses) == sorted(urls.encode(file.relative_to(own_site.out).as_posix()) for file in pages)


def test_a_page_was_last_changed_when_an_entry_on_it_was() -> None:
    found = listed(of(site_of(*AWKWARD))["sitemap.xml"].render(site_of(*AWKWARD)))
    assert found[f"{URL}entries/piper.html"] == "2026-06-12"
    assert found[f"{URL}tags/r-and-d.html"] == "2026-06-12"
    assert found[f"{URL}timeline/2025-12.html"] == "2025-12-31"
    assert f"{URL}404.html" not in found


def test_an_address_is_encoded_once_and_then_escaped() -> None:
    site = site_of(written("a&b", "2026-01-01", "t", tags=("分布式",)), settings=replace(SETTINGS, url="https://a.example/?x=1&y=2"))
    data = of(site)["sitemap.xml"].render(site)
    assert b"%E5%88%86%E5%B8%83%E5%BC%8F.html" in data
    assert all(address.startswith("https://a.example/?x=1&y=2/") for address in listed(data))


def test_without_an_address_there_is_no_sitemap() -> None:
    site = site_of(*AWKWARD, settings=replace(SETTINGS, url=""))
    assert of(site) == {}
    assert b"Sitemap" not in Robots().render(site)
    assert f"Sitemap: {URL}sitemap.xml".encode() in Robots().render(site_of())


def test_a_large_site_is_split_so_that_a_new_entry_changes_little() -> None:
    entries = [written(f"e{year}-{number}", f"{year}-01-01", "t", tags=("t",)) for year in (2024, 2025, 2026) for number in range(7)]
    before, after = site_of(*entries), site_of(*entries, written("new", "2026-02-01", "t", tags=("t",)))
    found = of(before, most=5)
    assert isinstance(found["sitemap.xml"], SitemapIndex)
    parts = {address.removeprefix(URL) for address in listed(found["sitemap.xml"].render(before))}
    assert parts == set(found) - {"sitemap.xml"}
    assert all(len(listed(part.render(before))) <= 5 for address, part in found.items() if address in parts)
    whole = of(before)["sitemap.xml"]
    assert {address for part in parts for address in listed(found[part].render(before))} == set(listed(whole.render(before)))
    changed = {
        address for address, part in of(after, most=5).items() if address not in found or part.stamp(after) != found[address].stamp(before)
    }
    assert not {address for address in changed if "2024" in address or "2025" in address}


@pytest.mark.parametrize("url", [URL, ""])
def test_llms_txt_leads_to_text_and_data(url: str) -> None:
    site = site_of(*AWKWARD, settings=replace(SETTINGS, url=url))
    lines = ReadMe().render(site).decode().splitlines()
    assert lines[0] == "# R&D <读库>"
    assert lines[2] == "> A & B"
    links = re.findall(r"^- \[.*?\]\((\S+)\)", "\n".join(lines), re.MULTILINE)
    assert {f"{url}archive.json", f"{url}tags.json", f"{url}archive.csv", f"{url}tags/r-and-d.md"} <= set(links)


def test_llms_txt_stays_when_an_entry_is_added_to_known_tags() -> None:
    more = site_of(*AWKWARD, written("new", "2026-07-01", "t", tags=("R&D",)))
    assert ReadMe().stamp(more) == ReadMe().stamp(site_of(*AWKWARD))


def test_a_tag_page_has_a_twin_in_markdown() -> None:
    site = site_of(*AWKWARD, tags="分布式训练: {en: Distributed Training, description: 很多台机器}")
    (twin,) = [file for file in tag_files(site) if isinstance(file, TagMarkdown) and file.address == "tags/分布式训练.md"]
    text = twin.render(site).decode()
    assert text.startswith(
        "# #分布式训练\n\n3 篇 · Distributed Training\n\n很多台机器\n\n- 2026-06-10 [Piper: 10% of A & B \\< C, {GPT-4o} in $5 and x\\_1"
    )
    assert "](../entries/%E6%97%A0%E7%BD%91%E5%9D%80.html)" in text
    assert "<https://arxiv.org/abs/2606.01234v2>" in text


def test_what_is_switched_off_is_not_named() -> None:
    site = site_of(*AWKWARD, settings=replace(SETTINGS, outputs={"data": False, "feeds": False, "sitemap": False, "markdown": False}))
    told = ReadMe().render(site).decode() + Robots().render(site).decode()
    assert not any(name in told for name in ("archive.json", "feed.json", "sitemap.xml", ".md"))
