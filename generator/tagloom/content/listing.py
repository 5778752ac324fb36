"""A list of entries on disk and new items in; the same list with the items at its end out, every other byte as it was."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tagloom.content.pieces import ENTRIES, FIRST_ITEM
from tagloom.content.reading import read_file
from tagloom.content.schema import schema_line
from tagloom.problems import Stopped
from tagloom.settings import Settings

EMPTY = re.compile(r"^entries:[ \t]*(?:\[[ \t]*\])?[ \t]*$", re.MULTILINE)
ANOTHER = "name another file with --file"


def append_items(file: Path, path: str, items: Sequence[str], settings: Settings) -> None:
    """Adds `items` (as `item_text` writes them, set in by two spaces) to the list in `file`, or begins one.

    Raises Stopped, and leaves the file as it is, when what comes out would not read as the old entries and the new ones.
    """
    before = file.read_bytes() if file.exists() else b""
    try:
        text = before.decode("utf-8")
    except UnicodeDecodeError:
        raise Stopped(f"{path} is not UTF-8", f"save it as UTF-8, or {ANOTHER}") from None
    # A list that begins here tells VS Code where its fields are described.
    head = text if text.strip() else schema_line(path, settings.url) + text
    after = joined(head, items).encode()
    old, new = read_file(path, before, settings), read_file(path, after, settings)
    kept = [(entry._replace(line=0), prose) for entry, prose in new.entries]
    if [(entry._replace(line=0), prose) for entry, prose in old.entries] != kept[: len(old.entries)] or len(kept) != len(old.entries) + len(items):
        raise Stopped(f"{path} is not a list that an entry can be added to", f"add it by hand, or {ANOTHER}")
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.tagloom-new")
    beside.write_bytes(after)
    beside.replace(file)


def joined(text: str, items: Sequence[str]) -> str:
    """`text` with `items` at its end, set in as its own items are."""
    if not re.search(r"^[^#\s]", text, re.MULTILINE):
        return text + "entries:\n" + "".join(items)
    end = "\r\n" if "\r\n" in text else "\n"
    opening = ENTRIES.search(text)
    first = FIRST_ITEM.search(text, opening.end() if opening else 0)
    indent = first[1] if first else "  "
    if not first and (empty := EMPTY.search(text)):
        text = f"{text[: empty.start()]}entries:{text[empty.end() :]}"
    lines = [indent + line.removeprefix("  ") if line else "" for item in items for line in item.rstrip("\n").split("\n")]
    return text + ("" if text.endswith("\n") else end) + end.join(lines) + end
