"""A folder, a title and a language in; a complete new site out: settings, three entries, vocabularies, a page, GitHub workflows,
and an issue form that knows its kinds and categories.

The files come from `starter/`: those of every language in `any`, the rest in `en` and `zh`. `dot-` stands for a leading dot.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tagloom.content.schema import schema_line
from tagloom.importers.issue_form import CHOOSER, FORM, chooser_text, form_text
from tagloom.problems import Stopped
from tagloom.settings import FILE, parse_settings
from tagloom.theme import files_below
from tagloom.version import version

STARTER = Path(__file__).with_name("starter")
LANGUAGES = ("en", "zh")
TITLES = {"en": "My archive", "zh": "我的读库"}
ZONES = {"en": "UTC", "zh": "Asia/Shanghai"}
REPO = re.compile(r"[A-Za-z0-9._-]+/[A-Za-z0-9._-]+")
# What may be there already: a repository without files in it.
IGNORED = frozenset({".git"})
NAMED = 5


@dataclass(frozen=True, slots=True)
class Wish:
    """What a new site is to be. `repo` is `owner/name` on GitHub; without `url`, its address on GitHub Pages is taken."""

    language: str = "en"
    title: str = ""
    url: str = ""
    repo: str = ""

    def values(self) -> dict[str, str]:
        """What stands in the starter's files, by the word it replaces."""
        title = " ".join(self.title.split()) or TITLES[self.language]
        # A JSON string is one in YAML too, whatever the title holds.
        quoted = [json.dumps(text, ensure_ascii=False) for text in (title, self.url or pages_address(self.repo), self.repo)]
        words = ("@TITLE@", "@URL@", "@REPO@", "@NAME@", "@ZONE@", "@VERSION@")
        return dict(zip(words, (*quoted, title, ZONES[self.language], version()), strict=True))


def pages_address(repo: str) -> str:
    """Where GitHub Pages serves `owner/name`; the repository `owner.github.io` is served at the root."""
    owner, _, name = repo.lower().partition("/")
    if not owner:
        return ""
    host = f"https://{owner}.github.io/"
    return host if name == f"{owner}.github.io" else f"{host}{repo.partition('/')[2]}/"


def check_wish(wish: Wish) -> None:
    """Raises Stopped for an address or a repository that cannot be one."""
    if wish.url and (urlsplit(wish.url).scheme not in {"http", "https"} or not urlsplit(wish.url).netloc):
        raise Stopped(f"'{wish.url}' is not a web address", "write it as https://owner.github.io/repo/")
    if wish.repo and not REPO.fullmatch(wish.repo):
        raise Stopped(f"'{wish.repo}' is not a repository of GitHub", "write it as owner/repo")


def begin_site(folder: Path, wish: Wish, *, force: bool = False) -> list[Path]:
    """Writes a new site into `folder` and returns its files. Raises Stopped where something stands already.

    With `force`, what stands already is kept and only what is missing is written.
    """
    check_wish(wish)
    if folder.exists() and not folder.is_dir():
        raise Stopped(f"{folder} is a file", "name a folder that is new or empty")
    present = sorted(item.name for item in folder.iterdir() if item.name not in IGNORED) if folder.is_dir() else []
    if present and not force:
        more = f" and {len(present) - NAMED} more" if len(present) > NAMED else ""
        raise Stopped(f"{folder} is not empty: {', '.join(present[:NAMED])}{more}", "name another folder, or keep them with --force")
    written = []
    for name, text in starter_files(wish):
        file = folder / name
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            written.append(file)
    return written


def starter_files(wish: Wish) -> Iterator[tuple[str, str]]:
    """Each file of a new site: its path below the site's folder, and its text."""
    values = wish.values()
    word = re.compile("|".join(values))
    for part in ("any", wish.language):
        for name, file in files_below(STARTER / part):
            path = "/".join(re.sub("^dot-", ".", piece) for piece in name.split("/"))
            text = word.sub(lambda found: values[found[0]], file.read_text("utf-8"))
            yield path, schema_line(path, wish.url or pages_address(wish.repo)) + text
            if path == FILE:
                settings, _ = parse_settings(text)
                yield FORM, form_text(settings)
                yield CHOOSER, chooser_text(settings)
