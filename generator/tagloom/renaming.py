"""A site and names of tags in; the files of entries and the vocabulary that a rename or a merge changes, as new bytes, out.

Nothing is written here: `Plan.write` does, all or none. Former names are recorded, so that their addresses lead to the new page.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tagloom import crew
from tagloom.cache import Cache
from tagloom.content import terms
from tagloom.content.reading import read_file
from tagloom.content.replacing import write_all
from tagloom.content.retagging import retag
from tagloom.content.shelf import Shelf, read_shelf
from tagloom.content.terms import CannotEdit
from tagloom.content.values import COMMAS, name_of
from tagloom.entry import Entry
from tagloom.places import CACHE, WORK
from tagloom.problems import Stopped, did_you_mean
from tagloom.settings import Settings, read_settings, unreadable
from tagloom.stamps import program_stamp, reading_base
from tagloom.text.slugs import fold
from tagloom.vocabulary import Term, Vocabulary, parse_vocabulary

TAGS = "content/tags.yml"


@dataclass
class Plan:
    """The files to change, as they are and as they shall be; `notes` are for the person who asked."""

    root: Path
    before: dict[str, bytes | None] = field(default_factory=dict)
    after: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def put(self, path: str, old: bytes | None, new: bytes) -> None:
        if new != (old or b""):
            self.before[path], self.after[path] = old, new

    def diff(self) -> str:
        """All changes as a unified diff."""
        pieces: list[str] = []
        for path, new in self.after.items():
            old = self.before[path] or b""
            told = difflib.unified_diff(lines_of(old), lines_of(new), f"a/{path}", f"b/{path}")
            for line in told:
                pieces.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
        return "".join(pieces)

    def write(self) -> None:
        """Puts all on disk, or nothing."""
        write_all(
            {self.root / path: data for path, data in self.after.items()}, {self.root / path: data for path, data in self.before.items()}
        )


def lines_of(data: bytes) -> list[str]:
    return data.decode("utf-8", "replace").splitlines(keepends=True)


@dataclass(frozen=True, slots=True)
class Site:
    """What renaming looks at: the vocabulary, as text and as values, and the entries."""

    root: Path
    settings: Settings
    source: bytes | None
    tags: Vocabulary
    shelf: Shelf

    def uses(self) -> dict[str, str]:
        """Folded name -> a spelling, of each tag that an entry uses."""
        return {fold(name): name for name in {name for entry in self.shelf.entries for name in entry.tags}}

    def files_with(self, names: Mapping[str, str]) -> list[str]:
        """The files that use one of the folded `names`, or hold an entry that cannot be read and may."""
        using = {entry.path for entry in self.shelf.entries if any(fold(name) in names for name in entry.tags)}
        return sorted(using | {problem.place.path for problem in self.shelf.problems if problem.severity == "error"})


def look_at(root: Path) -> Site:
    """The site at `root`. Raises Stopped when its vocabulary has errors."""
    settings, problems = read_settings(root)
    if unreadable(problems):
        raise Stopped(f"{problems[0].place}: {problems[0].fact}", problems[0].remedy)
    source = (root / TAGS).read_bytes() if (root / TAGS).is_file() else None
    try:
        tags, faults = parse_vocabulary((source or b"").decode("utf-8-sig"), TAGS)
    except UnicodeDecodeError:
        raise Stopped(f"{TAGS} is not UTF-8", "save it as UTF-8") from None
    if faults:
        raise Stopped(f"{faults[0].place}: {faults[0].fact}", "mend the vocabulary first: `tagloom check` tells what is wrong with it")
    with Cache.at_hand(root / WORK / CACHE) as cache:
        shelf = read_shelf(root, settings, cache, reading_base(settings, program_stamp()), crew.cores())
        cache.save()
    return Site(root, settings, source, tags, shelf)


def rename(root: Path, old: str, new: str) -> Plan:
    """A plan in which the tag `old` (its name, a translation or an alias) is called `new`. Raises Stopped."""
    site, new = look_at(root), checked_name(new)
    uses, term, owner = site.uses(), site.tags.resolve(old), site.tags.resolve(new)
    if term is None and fold(old) not in uses:
        raise no_such_tag(old, site, uses)
    if fold(old) != fold(new) and (fold(new) in uses or owner) and (owner is None or owner is not term):
        raise Stopped(
            f"there is a tag '{owner.name if owner else uses[fold(new)]}' already", f'make them one: tagloom tags merge "{new}" "{old}"'
        )
    plan = Plan(root)
    source = site.source or b""
    try:
        changed = renamed_term(source, term, old, new) if term else renamed_unknown(source, old, new)
        if term:
            changed = with_broader(changed, {fold(old): new})
    except CannotEdit as reason:
        raise cannot(reason) from None
    plan.put(TAGS, site.source, sound(changed))
    retag_all(site, plan, {fold(old): new})
    return plan


def renamed_unknown(source: bytes, old: str, new: str) -> bytes:
    """A tag that the vocabulary does not know: it gets a term, so that its old address leads to the new one."""
    return source if fold(old) == fold(new) else terms.add_term(source, new, "formerly", [name_of(old)])


def renamed_term(source: bytes, term: Term, old: str, new: str) -> bytes:
    """A term whose name, translation or alias `old` becomes `new`, with `old` among its former names."""
    folded, name = fold(old), term.name
    if folded == term.key:
        written = term.name
        source = terms.drop_names(source, name, "aliases", [fold(new)]) if fold(new) != folded else source
        source = terms.replace_text(source, [name], new, key=True)
        name = new
    elif language := next((key for key, named in term.names.items() if fold(named) == folded), ""):
        written = term.names[language]
        source = terms.replace_text(source, [name, language], new)
    elif index := next((place for place, alias in enumerate(term.aliases, 1) if fold(alias) == folded), 0):
        written = term.aliases[index - 1]
        source = terms.replace_text(source, alias_path(source, name, index - 1), new)
    else:
        raise Stopped(f"'{old}' is a former name of '{term.name}'", f'rename that: tagloom tags rename "{term.name}" "{new}"')
    source = terms.drop_names(source, name, "formerly", [fold(new)]) if any(fold(one) == fold(new) for one in term.formerly) else source
    known = {fold(one) for one in (*term.formerly, new)}
    return source if folded in known else terms.add_names(source, name, "formerly", [written])


def alias_path(source: bytes, name: str, index: int) -> list[str | int]:
    part = terms.Vocabulary(source).part(name)
    aliases = part.fields().get("aliases")
    if aliases is not None:
        return [name, "aliases", index] if aliases.items() else [name, "aliases"]
    return [name, index]


def merge(root: Path, keep: str, others: tuple[str, ...]) -> Plan:
    """A plan in which `others` are the tag `keep`: its page has their entries, and their addresses lead there. Raises Stopped."""
    site, keep = look_at(root), checked_name(keep)
    uses = site.uses()
    term = site.tags.resolve(keep)
    name = term.name if term else uses.get(fold(keep), keep)
    plan = Plan(root)
    source, names = site.source or b"", {}
    for other in others:
        gone = site.tags.resolve(other)
        if gone is None and fold(other) not in uses:
            raise no_such_tag(other, site, uses)
        if fold(other) == fold(keep) or (gone and gone is term):
            raise Stopped(f"'{other}' and '{keep}' are one tag already")
        mine = [gone.name, *gone.names.values(), *gone.aliases, *gone.formerly] if gone else [uses[fold(other)]]
        names.update({fold(one): keep for one in mine})
        try:
            source = absorbed(source, site.tags, name, gone, mine[0])
        except CannotEdit as reason:
            raise cannot(reason) from None
        if gone and gone.description:
            plan.notes.append(f"the description of '{gone.name}' went with it: {next(iter(gone.description.values()))}")
    try:
        source = with_broader(source, dict.fromkeys(names, name), keep=name)
    except CannotEdit as reason:
        raise cannot(reason) from None
    plan.put(TAGS, site.source, sound(source))
    retag_all(site, plan, names)
    return plan


def absorbed(source: bytes, tags: Vocabulary, keep: str, gone: Term | None, name: str) -> bytes:
    """The vocabulary in which the term `keep` has the names of `gone`, which is not in it any more."""
    if gone:
        source = terms.drop_term(source, gone.name)
    now = parse_vocabulary(source.decode("utf-8-sig"), TAGS)[0]
    if fold(keep) not in now.terms:
        source = terms.add_term(source, keep, "formerly", [name])
    else:
        source = terms.add_names(source, keep, "formerly", [name])
    if not gone:
        return source
    kept = tags.terms.get(fold(keep))
    former = list(gone.formerly)
    for language, named in gone.names.items():
        if kept is None or language not in kept.names:
            source = terms.add_text(source, keep, language, named)
        elif fold(named) != fold(name):
            former.append(named)
    if former:
        source = terms.add_names(source, keep, "formerly", former)
    return terms.add_names(source, keep, "aliases", gone.aliases) if gone.aliases else source


def with_broader(source: bytes, names: Mapping[str, str], keep: str = "") -> bytes:
    """The vocabulary in which `broader:` names what it named, by its new name; a tag that would be broader than itself loses the line."""
    now = parse_vocabulary(source.decode("utf-8-sig"), TAGS)[0]
    for term in now.terms.values():
        written = terms.Vocabulary(source).part(term.name).fields().get("broader")
        if written is None or fold(str(written.node.value)) not in names:
            continue
        if keep and fold(keep) == term.key:
            source = terms.drop_field(source, term.name, "broader")
        else:
            source = terms.replace_text(source, [term.name, "broader"], names[fold(str(written.node.value))])
    return source


def sound(source: bytes) -> bytes:
    """`source`, when it is a vocabulary without faults. Raises Stopped."""
    _, faults = parse_vocabulary(source.decode("utf-8-sig"), TAGS)
    if faults:
        raise Stopped(f"this would leave a fault in {TAGS}: {faults[0].fact}", "change the vocabulary by hand")
    return source


def retag_all(site: Site, plan: Plan, names: Mapping[str, str]) -> None:
    for path in site.files_with(names):
        data = (site.root / path).read_bytes()
        try:
            changed = retag(path, data, names)
        except UnicodeDecodeError:
            continue
        before = read_file(path, data, site.settings)
        after = read_file(path, changed, site.settings)
        wanted = [plain(entry, names) for entry, _ in before.entries]
        if [plain(entry, {}) for entry, _ in after.entries] != wanted or [one for _, one in before.entries] != [
            one for _, one in after.entries
        ]:
            raise Stopped(
                f"{path} writes the tag in a way that cannot be changed safely",
                "change it by hand, then run this again; nothing is written",
            )
        plan.put(path, data, changed)


def plain(entry: Entry, names: Mapping[str, str]) -> Mapping[str, object]:
    """An entry's values but for its line and digest; of its tags, the folded names they shall have, each once."""
    values = entry._asdict()
    del values["digest"], values["line"]
    return {**values, "tags": list(dict.fromkeys(fold(names.get(fold(name), name)) for name in entry.tags))}


def checked_name(name: str) -> str:
    name = name_of(name)
    if not fold(name) or COMMAS.search(name):
        raise Stopped(f"'{name}' is no name for a tag", "write one that holds a letter or a digit, and no comma")
    return name


def no_such_tag(name: str, site: Site, uses: Mapping[str, str]) -> Stopped:
    known = [*(term.name for term in site.tags.terms.values()), *uses.values()]
    return Stopped(f"there is no tag '{name}'", did_you_mean(name, known))


def cannot(reason: CannotEdit) -> Stopped:
    return Stopped(f"{TAGS} cannot be changed safely: {reason}", "change it by hand, then run this again; nothing is written")
