"""Rules that find one thing told twice: ids, addresses, papers, titles."""

from __future__ import annotations

from collections.abc import Iterator

from tagloom.check.rules import Checked, Found, rule
from tagloom.entry import Entry
from tagloom.problems import Place
from tagloom.text.identity import address_key
from tagloom.text.slugs import fold, slug
from tagloom.text.yaml import Key

PAPERS = {"arxiv": "arXiv", "doi": "DOI"}
SHORTEST_TITLE = 8  # a shorter one ("Update", 周报) may well come again


@rule("error", "两个条目的 id 相同，或者得出同一个网址。", cheap=True)
def duplicate_id(checked: Checked) -> Iterator[Found]:
    """Two entries with one id (or ids that make one address) cannot both have a page."""
    first: dict[str, Entry] = {}
    for entry in checked.elders_first():
        owner = first.setdefault(slug(entry.id), entry)
        if owner is not entry:
            yield Found(
                f"the id '{entry.id}' is also that of {where(owner)}", "rename the file, or give it an `id:` of its own", entry, ("id",)
            )


@rule("warning", "曾用的标识（aliases）是另一个条目的 id，或被两个条目同时列出。")
def reused_alias(checked: Checked) -> Iterator[Found]:
    """A former id (`aliases`) is the id of another entry, or two entries list it: an old address can lead to one of them only."""
    owners = {slug(entry.id): entry for entry in checked.entries}
    for entry in checked.elders_first():
        for index, alias in enumerate(entry.aliases):
            owner = owners.setdefault(slug(alias), entry)
            if owner is not entry:
                yield Found(f"the former id '{alias}' is also that of {where(owner)}", "delete it here", entry, ("aliases", index))


@rule("warning", "两个条目的 url 是同一地址（不计 http 与 https、www、结尾斜杠、来源参数）。")
def duplicate_url(checked: Checked) -> Iterator[Found]:
    """Two entries have one `url`, whatever the scheme, `www.`, final slash or tracking parameters. Papers on arXiv have a rule of their own."""
    first: dict[str, Entry] = {}
    for entry in checked.elders_first():
        key = address_key(entry.url)
        if not key or paper_of(entry.url):
            continue
        owner = first.setdefault(key, entry)
        if owner is not entry:
            yield Found(f"the address is also that of {where(owner)}", "keep one of the two entries", entry, ("url",))


@rule("warning", "两个条目讲同一篇论文：arXiv 编号相同（不计版本），或 DOI 相同，写在 url 或 links 里都算。")
def duplicate_paper(checked: Checked) -> Iterator[Found]:
    """Two entries tell of one paper: the same arXiv number whatever its version, or the same DOI, in `url` or `links`."""
    first: dict[str, Entry] = {}
    for entry in checked.elders_first():
        told: set[str] = set()
        for path, url in addresses(checked, entry):
            paper = paper_of(url)
            if not paper or paper in told:
                continue
            told.add(paper)
            owner = first.setdefault(paper, entry)
            if owner is not entry:
                yield Found(f"{paper} is also in {where(owner)}", "keep one of the two entries", entry, path)


@rule("warning", "两个条目的标题相同（不计大小写、全角半角、空格与连字符）。")
def duplicate_title(checked: Checked) -> Iterator[Found]:
    """Two entries have one title, whatever its case, width, spaces and hyphens; titles of a word or two are passed over."""
    first: dict[str, Entry] = {}
    for entry in checked.elders_first():
        folded = fold(entry.title)
        if len(folded.encode()) < SHORTEST_TITLE:
            continue
        owner = first.setdefault(folded, entry)
        if owner is not entry:
            yield Found(
                f"the title is also that of {where(owner)}",
                "keep one of the two entries, or say in the title how they differ",
                entry,
                ("title",),
            )


def where(entry: Entry) -> Place:
    return Place(entry.path, entry.line)


def addresses(checked: Checked, entry: Entry) -> Iterator[tuple[tuple[Key, ...], str]]:
    if entry.url:
        yield ("url",), entry.url
    mentions = checked.mentions().get(entry.digest)
    for link in mentions.links if mentions else ():
        if link.name in ("arxiv", "pdf", "doi", "paper", "abs", "html"):
            yield ("links", link.name), link.url


def paper_of(url: str) -> str:
    """`arXiv 2406.01234`, `DOI 10.1145/…`, or "" for what is no paper."""
    kind, _, number = address_key(url).partition(":")
    return f"{PAPERS[kind]} {number}" if kind in PAPERS else ""
