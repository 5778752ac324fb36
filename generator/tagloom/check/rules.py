"""Rules over all entries at once. Each is a generator whose docstring is its documentation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tagloom.entry import Entry
from tagloom.problems import Place, Problem
from tagloom.settings import Settings
from tagloom.text.slugs import slug
from tagloom.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Checked:
    """What the rules look at: every entry that could be read, drafts among them, and what is known of names."""

    settings: Settings
    entries: list[Entry]
    tags: Vocabulary
    institutions: Vocabulary


def duplicate_id(checked: Checked) -> Iterator[Problem]:
    """Two entries with one id (or ids that make one address) cannot both have a page."""
    first: dict[str, Entry] = {}
    for entry in checked.entries:
        owner = first.setdefault(slug(entry.id), entry)
        if owner is not entry:
            where = Place(owner.path, owner.line)
            yield Problem(
                "duplicate-id",
                "error",
                f"the id '{entry.id}' is also that of {where}",
                Place(entry.path, entry.line),
                "rename the file, or give it an `id:` of its own",
                entry_id=entry.id,
            )


def unknown_tag(checked: Checked) -> Iterator[Problem]:
    """With `tags: {strict: yes}`, a tag that is not in tags.yml is told."""
    if not checked.settings.tags.strict:
        return
    for entry in checked.entries:
        for name in entry.tags:
            if checked.tags.resolve(name) is None:
                yield Problem("unknown-tag", "warning", f"the tag '{name}' is not in content/tags.yml", Place(entry.path, entry.line), "add it there")


RULES: dict[str, Callable[[Checked], Iterator[Problem]]] = {"duplicate-id": duplicate_id, "unknown-tag": unknown_tag}


def check_entries(checked: Checked) -> Iterator[Problem]:
    """The problems of every rule."""
    for rule in RULES.values():
        yield from rule(checked)
