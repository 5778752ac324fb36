"""Rules about what lies below content/entries besides the text of entries: files nobody reads, pictures that are missing or huge."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from tagloom.check.rules import Checked, Found, rule
from tagloom.content.files import FOLDER, LISTS, MARKDOWN, is_utf8
from tagloom.entry import Entry
from tagloom.outputs.files import MEDIA_ENDINGS
from tagloom.problems import Place
from tagloom.text.slugs import slug

# Endings that somebody may take for those of an entry.
ALIKE = (".txt", ".mdx", ".mkd", ".mdown", ".mdwn", ".rst", ".htm", ".html", ".toml", ".jsonl", ".csv", ".org", ".adoc", ".docx", ".bib")
# What editors and systems leave behind.
LEFTOVERS = (".DS_Store", ".gitkeep", ".gitignore", ".gitattributes", ".directory", ".editorconfig")
USUAL = re.compile(r"[A-Za-z0-9][ -~]*\.(?:md|markdown|ya?ml|json)").fullmatch  # a name that nothing is wrong with
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif")
PAGES = (".html", ".htm", ".xml", ".json")  # addresses of the site itself, which `tagloom verify` follows
MOST_PICTURE_BYTES = 1024 * 1024


@rule("warning", "content/entries 里的文件像条目却不会被读：扩展名不对、以点开头（如 .net.yml）、符号链接、文件名不是 UTF-8。", cheap=True)
def ignored_file(checked: Checked) -> Iterator[Found]:
    """A file below content/entries looks like an entry and is not read: another ending, a name that begins with a dot (`.net.yml`), a symbolic link, a name that is not UTF-8."""
    for path, item in everything_below(str(checked.root / FOLDER), FOLDER):
        # Nearly all of 100,000.
        if USUAL(item.name) and item.is_file(follow_symlinks=False):
            continue
        why = why_ignored(item)
        if why:
            # A name that is not UTF-8 would make JSON and SARIF that nobody can read.
            told = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            yield Found(f"this file is not read: {why[0]}", why[1], place=Place(told))


def everything_below(folder: str, relative: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Each item below `folder`, with its path from the site's root; of folders that nothing is read from, the folders themselves."""
    try:
        with os.scandir(folder) as found:
            inside = list(found)
    except (FileNotFoundError, NotADirectoryError):
        return
    for item in inside:
        path = f"{relative}/{item.name}"
        if item.is_dir(follow_symlinks=False) and not item.name.startswith(".") and is_utf8(item.name):
            yield from everything_below(item.path, path)
        else:
            yield path, item


def why_ignored(item: os.DirEntry[str]) -> tuple[str, str] | None:
    """Why something that looks like an entry is passed over, and what to do; None for what is read, or looks like nothing."""
    name = item.name.lower()
    readable = name.endswith(MARKDOWN + LISTS)
    if not item.name.isascii() and not is_utf8(item.name):
        return "its name is not UTF-8", "rename it"
    if item.name.startswith("."):
        if item.name in LEFTOVERS or not readable:
            return None
        return "its name begins with a dot", f"rename it to {item.name.lstrip('.')}, and give it an `id:` if the dot is meant"
    if item.is_symlink():
        return "it is a symbolic link", "put the file itself here"
    if not item.is_file(follow_symlinks=False):
        return ("it is no ordinary file", "put a file with the entry's text here") if readable else None
    if readable or (name.endswith(tuple(MEDIA_ENDINGS)) and not is_entry_by_mistake(item)):
        return ("its name has only an ending", "give it a name") if name in MARKDOWN + LISTS else None
    if name.endswith(ALIKE) or "." not in name:
        return "its ending is not .md, .yml, .yaml or .json", "rename it, or move it out of content/entries"
    return None


def is_entry_by_mistake(item: os.DirEntry[str]) -> bool:
    """Whether a text file, which may be published as it is, begins as an entry does."""
    if not item.name.lower().endswith(".txt"):
        return False
    try:
        with Path(item.path).open("rb") as file:
            return file.read(8).lstrip(b"\xef\xbb\xbf").startswith((b"---\n", b"---\r", b"+++\n"))
    except OSError:
        return False


@rule("warning", "正文、摘要或要点里的图片不在条目旁边。")
def missing_image(checked: Checked) -> Iterator[Found]:
    """A picture in the text of an entry is not on disk; a relative address begins at the entry's folder."""
    mentions = checked.mentions()
    for entry in checked.entries:
        for source in mentions[entry.digest].pictures if entry.digest in mentions else ():
            if file_beside(checked.root, entry, source).is_file():
                continue
            yield Found(f"there is no picture '{source}' here", "put it beside the entry, or correct the address", entry, ("body",), source)


@rule("warning", "正文、摘要或要点里的相对链接指向的条目或文件不存在。")
def dead_link(checked: Checked) -> Iterator[Found]:
    """A relative link in the text of an entry leads to no entry (`other.md`) and to no file; it begins at the entry's folder. Links to pages are passed over."""
    mentions = checked.mentions()
    if not any(one.ways for one in mentions.values()):
        return
    names = {slug(name) for entry in checked.entries for name in (entry.id, *entry.aliases)}
    for entry in checked.entries:
        for target in mentions[entry.digest].ways if entry.digest in mentions else ():
            path = unquote(re.split(r"[?#]", target, maxsplit=1)[0])
            if path.endswith((*PAGES, "/")):
                continue
            if path.endswith(MARKDOWN):
                if slug(posixpath.basename(path).rpartition(".")[0]) in names:
                    continue
                fact, remedy = f"the link leads to no entry: '{target}'", "write the name of the entry's file, or its address"
            elif not file_beside(checked.root, entry, target).is_file():
                fact, remedy = f"there is no file '{target}' here", "put it beside the entry, or correct the link"
            elif path.lower().endswith(tuple(MEDIA_ENDINGS)):
                continue
            else:
                fact, remedy = f"a file of this kind is not published: '{target}'", f"link to one of {', '.join(MEDIA_ENDINGS)}, or to the web"
            yield Found(fact, remedy, entry, ("body",), target)


@rule("hint", "条目旁边的图片超过 1 MB，读者要等很久。")
def huge_image(checked: Checked) -> Iterator[Found]:
    """A picture below content/entries has more than 1 MB, which readers wait for."""
    for path, item in everything_below(str(checked.root / FOLDER), FOLDER):
        if item.name.lower().endswith(PICTURES) and not item.is_symlink():
            size = item.stat(follow_symlinks=False).st_size
            if size > MOST_PICTURE_BYTES:
                yield Found(f"this picture has {size / 1024 / 1024:.1f} MB", "save it smaller, or as WebP or AVIF", place=Place(path))


def file_beside(root: Path, entry: Entry, source: str) -> Path:
    plain = unquote(re.split(r"[?#]", source, maxsplit=1)[0])
    return Path(os.path.normpath(Path(root, entry.path).parent / plain)) if "\0" not in plain else root / "\ufffd"
