"""A corpus in; the same entries out as a Tagloom site and as a Hugo site, each ready to build."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tagloom.frames import Section, draw_frames
from tagloom.settings import read_settings
from tagloom.urls import SECTIONS
from tests.benchmarks import words
from tests.benchmarks.corpus import EDIT, Corpus, Sample

HUGO_JOB = Path(__file__).parent / "hugo"
TITLE = "基准读库"
ADDRESS = "https://owner.example/archive/"
# What Hugo reads from front matter for its own use; the other fields go below `params`, as its manual asks.
HUGO_FIELDS = ("title", "date", "tags")
# The job is pages of tags, days and entries, with feeds: neither tool publishes what it does not name.
LEFT_OUT = ("search", "data", "citations", "markdown", "sitemap", "digest", "stats", "related", "compose", "institutions", "sources", "kinds", "categories")
# How lists and feeds are set, and what keeps 50,000 entries under what GitHub Pages publishes.
SLIMMER = {
    "lists: {page: 50, home: 100}": "lists: {page: 50, home: 100, compact: yes}\ntags: {min: 20}",
    "feeds: {items: 30, min: 1}": "feeds: {items: 10, min: 1}",
}

TAGLOOM_ENTRIES = "content/entries"
HUGO_ENTRIES = "content/entries"


def quoted(value: object) -> str:
    """`value` as YAML: JSON strings and lists are YAML too."""
    return json.dumps(value, ensure_ascii=False)


def fields(sample: Sample) -> dict[str, str]:
    """The entry's front matter as an editor writes it: field -> YAML. Optional fields that are empty are left out."""
    found = {
        "title": quoted(sample.title),
        "title_zh": quoted(sample.title_zh),
        "date": f"{sample.date:%Y-%m-%d %H:%M:%S}",
        "tags": quoted(sample.tags),
        "institutions": quoted(sample.institutions),
        "authors": quoted(sample.authors),
        "source": quoted(sample.source),
        "kind": sample.kind,
        "category": sample.category,
        "score": str(sample.score),
    }
    if sample.heat:
        found["heat"] = str(sample.heat)
    if sample.featured:
        found["featured"] = "true"
    if sample.deep:
        found["deep"] = "true"
    found["topic"] = quoted(sample.topic)
    found["takeaway"] = quoted(sample.takeaway)
    found["summary"] = quoted(sample.summary)
    found["points"] = "".join(f"\n  - {quoted(point)}" for point in sample.points)
    found["reason"] = quoted(sample.reason)
    found["url"] = sample.url
    if sample.pdf:
        found["links"] = f"{{pdf: {quoted(sample.pdf)}}}"
    return found


def tagloom_text(sample: Sample) -> str:
    lines = [f"{field}: {value}".replace(": \n", ":\n") for field, value in fields(sample).items()]
    return "---\n" + "\n".join(lines) + f"\n---\n\n{sample.body}"


def hugo_text(sample: Sample) -> str:
    every = fields(sample)
    lines = [*(f"{field}: {every[field]}" for field in HUGO_FIELDS), "params:"]
    for field, value in every.items():
        if field not in HUGO_FIELDS:
            lines.append(f"  {field}: {value}".replace(": \n", ":\n").replace("\n  -", "\n    -"))
    return "---\n" + "\n".join(lines) + f"\n---\n\n{sample.body}"


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")


def write_tagloom_site(corpus: Corpus, root: Path) -> None:
    """A Tagloom site of the corpus below `root`, which is made anew."""
    shutil.rmtree(root, ignore_errors=True)
    write(root / "site.yml", site_yml())
    write(root / "content/tags.yml", tags_yml(corpus.tags[: len(corpus.tags) // 10]))
    write(root / "content/pages/about.md", ABOUT)
    for sample in corpus:
        write(root / TAGLOOM_ENTRIES / sample.path, tagloom_text(sample))


def write_hugo_site(corpus: Corpus, root: Path) -> None:
    """A Hugo site of the corpus below `root`, which is made anew."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(HUGO_JOB, root)
    write(root / "content/about.md", f"---\ntitle: 关于\n---\n\n{ABOUT.partition(chr(10))[2].lstrip()}")
    names = {key: zh for named in (words.KINDS, words.CATEGORIES) for key, (zh, _) in named.items()}
    with (root / "hugo.toml").open("a", encoding="utf-8") as file:
        file.write("\n[params.names]\n" + "".join(f"{key} = {quoted(zh)}\n" for key, zh in names.items()))
    for name, text in page_frame().items():
        write(root / f"layouts/_partials/{name}.html", text)
    months = set()
    for sample in corpus:
        months.add(f"{sample.date:%Y-%m}")
        write(root / HUGO_ENTRIES / sample.path, hugo_text(sample))
    for month in sorted(months):
        write(root / f"content/timeline/{month}.md", f'---\ntitle: "{month}"\nlayout: month\n---\n')


def page_frame() -> dict[str, str]:
    """The frame that Tagloom's pages hang in, cut for Hugo's layouts: both tools publish the same header, tabs and footer."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        write(root / "site.yml", site_yml())
        write(root / "content/pages/about.md", ABOUT)
        settings, _ = read_settings(root)
        sections = [Section(name, name, SECTIONS[name]) for name in ("home", "timeline", "tags", "entries")]
        frame = draw_frames(settings, root, root / "work", sections).frames["entries"]
    slots = {slot: f"\0{slot}\0" for slot in frame.slots}
    drawn = frame.fill(slots, "/archive/")
    before, after = drawn.split(slots["body"])
    head = "\n".join(re.findall(r"<link\b[^>]*>|<script\b[^>]*>[^<]*</script>", before.partition("<body")[0]))
    return {"head": head, "header": before[before.index("<body") :], "footer": after}


def edited(sample: Sample) -> Sample:
    """The entry after an editor changed its title; the new words are found nowhere else."""
    return replace(sample, title=f"{EDIT} {sample.title}")


def site_yml() -> str:
    def named(names: dict[str, tuple[str, str]]) -> str:
        return "".join(f"\n  {key}: {{zh: {zh}, en: {en}}}" for key, (zh, en) in names.items())

    return f"""title: {TITLE}
subtitle: 一个用来计时的读库
url: {ADDRESS.rstrip("/")}
languages: [zh, en]
zone: Asia/Shanghai
frame: mkdocs
kinds:{named(words.KINDS)}
categories:{named(words.CATEGORIES)}
score: {{max: 10}}
{chr(10).join(SLIMMER)}
outputs: {{{", ".join(f"{name}: no" for name in LEFT_OUT)}}}
nav: [home, timeline, tags, about.md]
"""


def tags_yml(names: Iterable[str]) -> str:
    """A vocabulary of `names`, each with an alias; some with a name in the other language."""
    blocks = []
    for name in names:
        other = words.NAMES.get(name)
        lines = [f"{quoted(name)}:", f"  aliases: [{quoted(name + ' 专题')}]"]
        if other:
            lines.append(f"  {'zh' if name.isascii() else 'en'}: {quoted(other)}")
        blocks.append("\n".join(lines))
    return "\n".join(blocks) + "\n"


ABOUT = """# 关于

这个读库由机器写成，只用来计时：同样的条目，两个生成器，一台机器。

- 条目的文字没有意义。
- 标签按 Zipf 定律分布。
"""
