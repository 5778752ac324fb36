"""A small site and a seed in; a sequence of the edits that editors and keepers make out, and what is on disk after each.

Every edit is drawn from the seed alone, so that a sequence which goes wrong can be run again.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

TAGS = ("分布式训练", "Distributed Training", "C", "C++", "C#", "AI/ML", "a b", "a-b", "café", "2024", "no", "★", "模型", ".NET", "R&D")
TITLES = ("A & B < C", "长序列训练", "Costs $5", "RL: a survey", "'quoted'", "Ünïcode", "😀 tags", "R&amp;D")
SOURCES = ("arXiv cs.LG", "HF Daily", "cs.IR", "")
HOUSES = ("Baidu Inc.", "Meta", "清华大学", "")
SITE = """\
title: Edits
url: https://example.org/r/
languages: [zh, en]
zone: Asia/Shanghai
frame: bare
kinds: {blog: {zh: 博客, en: Blogs}, paper: {zh: 论文, en: Papers}}
categories: {model: {zh: 模型, en: Models}}
lists: {page: 3, home: 5}
"""
VOCABULARY = "Distributed Training: {zh: 分布式训练, aliases: [DT]}\n"

Edit = Callable[[Path, random.Random], str]


def begin(root: Path, draw: random.Random) -> None:
    (root / "content" / "entries").mkdir(parents=True)
    (root / "content" / "pages").mkdir()
    (root / "site.yml").write_text(SITE, encoding="utf-8")
    (root / "content" / "tags.yml").write_text(VOCABULARY, encoding="utf-8")
    for _ in range(12):
        add_entry(root, draw)


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def entry_text(draw: random.Random) -> str:
    tags = ", ".join(map(quoted, draw.sample(TAGS, draw.randint(0, 3))))
    day = f"2026-{draw.randint(1, 3):02}-{draw.randint(1, 28):02}"
    time = f" {draw.randint(0, 23):02}:{draw.randint(0, 59):02}" if draw.random() < 0.7 else ""
    fields = {
        "title": quoted(draw.choice(TITLES)),
        "date": day + time,
        "tags": f"[{tags}]",
        "source": quoted(draw.choice(SOURCES)),
        "institution": quoted(draw.choice(HOUSES)),
        "kind": draw.choice(("blog", "paper")),
        "featured": draw.choice(("yes", "no")),
        "draft": "yes" if draw.random() < 0.1 else "no",
    }
    lines = [f"{name}: {value}" for name, value in fields.items() if value != "''"]
    return "\n".join(["---", *lines, "---", f"Body {draw.randint(0, 999)} with [a link](other.md) and `code`.", ""])


def entries(root: Path) -> list[Path]:
    return sorted((root / "content" / "entries").rglob("*.md"))


def add_entry(root: Path, draw: random.Random) -> str:
    folder = root / "content" / "entries" / draw.choice(("", "2026", "2026/01", "更多"))
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{draw.choice(('note', 'paper', '论文'))}-{draw.randint(0, 10**6)}.md"
    file.write_text(entry_text(draw), encoding="utf-8")
    return f"add {file.relative_to(root)}"


def change_entry(root: Path, draw: random.Random) -> str:
    file = draw.choice(entries(root))
    file.write_text(entry_text(draw), encoding="utf-8")
    return f"change {file.relative_to(root)}"


def remove_entry(root: Path, draw: random.Random) -> str:
    file = draw.choice(entries(root))
    file.unlink()
    return f"remove {file.relative_to(root)}"


def rename_entry(root: Path, draw: random.Random) -> str:
    file = draw.choice(entries(root))
    file.rename(file.with_name(f"moved-{draw.randint(0, 10**6)}.md"))
    return f"rename {file.relative_to(root)}"


def move_entry(root: Path, draw: random.Random) -> str:
    """The same file name in another folder: the entry keeps its address, and its relative links lead elsewhere."""
    file = draw.choice(entries(root))
    folder = root / "content" / "entries" / draw.choice(("2026", "2027", "2026/02"))
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / file.name).exists():
        return add_entry(root, draw)
    file.rename(folder / file.name)
    return f"move {file.relative_to(root)} to {folder.relative_to(root)}"


def remove_folder(root: Path, draw: random.Random) -> str:
    folders = sorted(path for path in (root / "content" / "entries").iterdir() if path.is_dir())
    if not folders:
        return add_entry(root, draw)
    folder = draw.choice(folders)
    shutil.rmtree(folder)
    return f"remove {folder.relative_to(root)}/"


def change_list(root: Path, draw: random.Random) -> str:
    """A YAML list of entries, made anew."""
    lines = ["defaults: {kind: paper, source: arXiv cs.LG}", "entries:"]
    for number in range(draw.randint(1, 4)):
        lines += [f"  - id: listed-{number}", f"    title: {quoted(draw.choice(TITLES))}", f"    date: 2026-04-{draw.randint(1, 28):02} 09:50"]
        lines.append(f"    tags: [{', '.join(map(quoted, draw.sample(TAGS, 2)))}]")
    (root / "content" / "entries" / "listed.yml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "change content/entries/listed.yml"


def change_vocabulary(root: Path, draw: random.Random) -> str:
    name = draw.choice(TAGS[2:])
    aliases = ", ".join(quoted(f"alias {draw.randint(0, 20)}") for _ in range(draw.randint(0, 2)))
    extra = f"{quoted(name)}: {{zh: {quoted('名' + str(draw.randint(0, 9)))}, aliases: [{aliases}]}}\n"
    (root / "content" / "tags.yml").write_text(VOCABULARY + extra, encoding="utf-8")
    return f"describe the tag {name}"


def change_settings(root: Path, draw: random.Random) -> str:
    old, new = draw.choice([("page: 3", "page: 4"), ("title: Edits", "title: 编辑"), ("languages: [zh, en]", "languages: [en, zh]")])
    text = (root / "site.yml").read_text(encoding="utf-8")
    (root / "site.yml").write_text(text.replace(old, new) if old in text else SITE, encoding="utf-8")
    return f"site.yml: {old} or {new}"


def change_page(root: Path, draw: random.Random) -> str:
    file = root / "content" / "pages" / "about.md"
    if file.exists() and draw.random() < 0.3:
        file.unlink()
        return "remove content/pages/about.md"
    file.write_text(f"# About\n\nText {draw.randint(0, 99)}.\n", encoding="utf-8")
    return "change content/pages/about.md"


def lose_output(root: Path, draw: random.Random) -> str:
    """Somebody deletes a part of what was built."""
    files = sorted(path for path in (root / "site").rglob("*") if path.is_file())
    for file in draw.sample(files, min(3, len(files))):
        file.unlink()
    return "delete three files of site/"


def spoil_output(root: Path, draw: random.Random) -> str:
    """Somebody edits what was built."""
    file = draw.choice(sorted((root / "site").rglob("*.html")))
    file.write_bytes(file.read_bytes() + b"<!-- edited -->")
    return f"edit {file.relative_to(root)}"


def spoil_cache(root: Path, draw: random.Random) -> str:
    files = sorted(path for path in (root / ".tagloom").rglob("*") if path.is_file())
    if not files:
        return "no cache to damage"
    file = draw.choice(files)
    held = bytearray(file.read_bytes())
    if draw.random() < 0.5:
        del held[len(held) // 2 :]
    else:
        held[: len(held) // 4] = draw.randbytes(len(held) // 4)
    file.write_bytes(held)
    return f"damage {file.relative_to(root)}"


def lose_cache(root: Path, draw: random.Random) -> str:
    shutil.rmtree(root / ".tagloom", ignore_errors=True)
    return "delete .tagloom/"


EDITS: tuple[tuple[Edit, int], ...] = (
    (add_entry, 5),
    (change_entry, 6),
    (remove_entry, 3),
    (rename_entry, 2),
    (move_entry, 2),
    (remove_folder, 1),
    (change_list, 2),
    (change_vocabulary, 3),
    (change_settings, 2),
    (change_page, 2),
    (lose_output, 2),
    (spoil_output, 1),
    (spoil_cache, 1),
    (lose_cache, 1),
)


def edit(root: Path, draw: random.Random) -> str:
    """Makes one edit, and tells which. A site that has run low on entries gets one."""
    if len(entries(root)) < 4:
        return add_entry(root, draw)
    made = draw.choices([each for each, _ in EDITS], [weight for _, weight in EDITS])[0]
    return made(root, draw)


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def difference(warm: dict[str, bytes], clean: dict[str, bytes]) -> list[str]:
    """What a warm build left otherwise than a clean one: a line for each file."""
    lines = [f"{address}: should be gone" for address in sorted(warm.keys() - clean.keys())]
    lines += [f"{address}: is missing" for address in sorted(clean.keys() - warm.keys())]
    return lines + [f"{address}: differs" for address in sorted(warm.keys() & clean.keys()) if warm[address] != clean[address]]
