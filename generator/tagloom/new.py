"""An entry that somebody has in mind, or other people's formats, in; files below content/entries out, each checked before it is written.

An entry that is on the site already is refused, and told where it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from tagloom.cache import Cache
from tagloom.content.addresses import fault_of_address
from tagloom.content.files import FOLDER
from tagloom.content.listing import append_items
from tagloom.content.reading import read_file
from tagloom.content.shelf import read_shelf
from tagloom.content.writing import NewEntry, Value, file_text, item_text, tidied
from tagloom.importers.found import Found
from tagloom.importers.known import Known
from tagloom.importers.suggesting import suggest_tags
from tagloom.places import CACHE, WORK
from tagloom.problems import Place, Stopped
from tagloom.settings import Names, Settings, read_settings
from tagloom.stamps import program_stamp, reading_base
from tagloom.text.dates import DateError, parse_moment
from tagloom.text.slugs import fold, slug
from tagloom.vocabulary import Vocabulary, read_vocabulary

MOST_ID = 48  # characters of an id made from a title
SHORT_NAME = 4  # words before a colon that may stand for the whole title


@dataclass
class Desk:
    """A site as somebody who adds to it sees it: its settings, what stands there, its tags and how often each is used."""

    root: Path
    settings: Settings
    known: Known
    tags: Vocabulary = field(default_factory=Vocabulary)
    uses: Mapping[str, int] = field(default_factory=dict)

    def today(self, now: datetime) -> str:
        return now.astimezone(ZoneInfo(self.settings.zone)).date().isoformat()

    def suggestions(self, new: NewEntry) -> list[str]:
        """Tags of this site that the new entry's title and summary name."""
        return suggest_tags(new.text("title"), " ".join((new.text("summary"), new.text("takeaway"), new.body)), self.tags, self.uses)


@dataclass(frozen=True, slots=True)
class Plan:
    """A new entry that may be written: its id, the file it goes to, and the text of that file or of its item."""

    identity: str
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an import would write or wrote, what it left out and why, and whether that is more than duplicates."""

    plans: tuple[Plan, ...] = ()
    refused: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()


def open_desk(root: Path) -> Desk:
    """The site at `root`. Raises Stopped when there is none."""
    settings, problems = read_settings(root)
    for problem in problems:
        if problem.rule == "no-site":
            raise Stopped(problem.fact, problem.remedy)
    with Cache.at_hand(root / WORK / CACHE) as cache:
        shelf = read_shelf(root, settings, cache, reading_base(settings, program_stamp()), 1)
        known = Known.of(shelf.entries, shelf.texts.prose)
        cache.save()
    spellings = Counter(name for entry in shelf.entries for name in entry.tags)
    tags = read_vocabulary(root, "content/tags.yml")[0].complete(spellings)
    uses = Counter(tags.keys[fold(name)] for name in spellings.elements())
    return Desk(root, settings, known, tags, uses)


def fitted(new: NewEntry, settings: Settings) -> NewEntry:
    """What an importer found, as this site can take it: a kind it does not have, a link that is none and tags past the limit are left out."""
    links = {name: url for name, url in new.links().items() if not fault_of_address(url)}
    url = new.text("url")
    return tidied(
        new.having(
            kind=key_of(new.text("kind"), settings.kinds),
            category=key_of(new.text("category"), settings.categories),
            tags=tidied(NewEntry({"tags": new.names("tags")})).names("tags")[: settings.tags.most],
            url="" if fault_of_address(url) else url,
            links=links,
        )
    )


def key_of(word: str, choices: Mapping[str, Names]) -> str:
    """The key of a kind or category that `word` is the key or a name of; else ""."""
    folded = fold(word)
    return next((key for key, names in choices.items() if folded and folded in map(fold, (key, *names.values()))), "")


def plan_entry(desk: Desk, new: NewEntry, file: str = "") -> Plan:
    """Where `new` goes and what is written there. Raises Stopped for a duplicate, and for what the site could not take.

    `file` names a list below the site's folder to add it to; else it gets a Markdown file of its own.
    """
    new = tidied(new)
    for name in ("title", "date"):
        if not new.text(name):
            raise Stopped(f"an entry needs a {name}", f"give it with --{name}")
    wanted = slug(new.text("id")) if new.text("id") else ""
    if found := desk.known.find(wanted, new):
        raise Stopped(f"{found[0]} is on the site already: {found[1]}", "change that entry instead")
    identity = wanted or free_id(desk.known, new.text("title"), new.text("date"))
    path = file or path_of(identity, new.text("date"), desk.settings.zone)
    new = new.having(id=identity if file else "")
    text = item_text(new) if file else file_text(new)
    refuse_faults(path, f"entries:\n{text}" if file else text, desk.settings)
    desk.known.add(identity, new, Place(path))
    return Plan(identity, path, text)


def refuse_faults(path: str, text: str, settings: Settings) -> None:
    """Raises Stopped with the first error that a check would find in `text`."""
    error = next((problem for problem in read_file(path, text.encode(), settings).problems if problem.severity == "error"), None)
    if error:
        raise Stopped(error.fact, error.remedy)


def free_id(known: Known, title: str, date: str) -> str:
    """An id from the title that no entry has: the name before a colon, the first words, the whole, then with its day and a number."""
    whole = slug(title)
    head = re.split(r"[:：]\s*", title)[0]
    first = slug(head) if head != title and len(head.split()) <= SHORT_NAME and len(head) > 2 else ""
    for made in (first, within(whole), whole, f"{within(whole)}-{date[:10]}"):
        identity = slug(made) if made else ""
        if identity and not known.has_id(identity):
            return identity
    number = 2
    while known.has_id(f"{within(whole)}-{number}"):
        number += 1
    return f"{within(whole)}-{number}"


def within(made: str) -> str:
    """`made`, ended at a hyphen before it grows long."""
    return made if len(made) <= MOST_ID else made[: MOST_ID + 1].rpartition("-")[0] or made[:MOST_ID]


def path_of(identity: str, date: str, zone: str) -> str:
    """`content/entries/2026/06/<id>.md`. Raises Stopped for a date that is none."""
    try:
        moment = parse_moment(date, zone)
    except DateError as error:
        raise Stopped(error.fact, error.remedy) from None
    return f"{FOLDER}/{moment.year}/{moment.month[5:]}/{identity}.md"


def list_file(root: Path, file: Path) -> str:
    """The path of a list below the site's folder, from one that was typed. Raises Stopped when entries cannot stand there."""
    resolved = next((one.resolve() for one in (root / file, file) if one.resolve().is_relative_to((root / FOLDER).resolve())), None)
    if resolved is None:
        raise Stopped(f"{file} is not below {FOLDER}/", f"name a list such as {FOLDER}/2026/june.yml")
    if resolved.suffix.lower() not in (".yml", ".yaml"):
        raise Stopped(f"{file} is no list of entries", "name a file that ends in .yml; without --file, each entry gets a file of its own")
    return resolved.relative_to(root.resolve()).as_posix()


def write_plans(desk: Desk, plans: Sequence[Plan], file: str = "") -> None:
    """Writes what was planned: new files, none of which replaces one, or items at the end of the list `file`."""
    if file:
        if plans:
            append_items(desk.root / file, file, [plan.text for plan in plans], desk.settings)
        return
    for plan in plans:
        target = desk.root / plan.path
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with target.open("x", encoding="utf-8", newline="\n") as opened:
                opened.write(plan.text)
        except FileExistsError:
            raise Stopped(f"{plan.path} stands already", "give another name with --id") from None


def plan_import(desk: Desk, found: Found, file: str = "", source: str = "") -> Outcome:
    """What an import would write. Each entry that cannot be taken is told by itself; the others go on."""
    plans, refused, duplicates = [], list(found.faults), []
    for new in found.entries:
        new = fitted(new, desk.settings)
        where = ": ".join(part for part in (new.place, f"'{new.text('title')}'") if part)
        same = desk.known.find(slug(new.text("id")) if new.text("id") else "", new)
        if same:
            duplicates.append(f"{where}: {same[0]} is on the site already: {same[1]}")
            continue
        try:
            plans.append(plan_entry(desk, new, file))
        except Stopped as stopped:
            refused.append(f"{where}: {stopped.args[0]}")
    return Outcome(tuple(plans), tuple(f"{source}: {line}" if source else line for line in refused), tuple(duplicates))


Ask = Callable[[str, str], str]  # a question and the answer that Enter gives, in; what was typed out


def ask_for_entry(desk: Desk, new: NewEntry, ask: Ask) -> NewEntry:
    """`new` with what a person answers to a few questions; Enter keeps what is there."""
    values: dict[str, Value] = {}
    values["title"] = ask("Title", new.text("title"))
    values["date"] = ask("Date", new.text("date"))
    values["url"] = ask("Address of the original", new.text("url"))
    if desk.settings.kinds:
        values["kind"] = ask(f"Kind ({', '.join(desk.settings.kinds)})", new.text("kind"))
    if desk.settings.categories:
        values["category"] = ask(f"Category ({', '.join(desk.settings.categories)})", new.text("category"))
    values["takeaway"] = ask("In one line", new.text("takeaway"))
    new = new.having(**values)
    values["tags"] = ask("Tags, parted by commas", ", ".join(new.names("tags") or desk.suggestions(new)))
    return new.having(**values)


