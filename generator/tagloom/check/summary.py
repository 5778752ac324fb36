"""What a pull request brings, in; the Markdown that its reviewers read out: entries, new tags, pages that change, likenesses, and the cards as text.

Everything that editors wrote stands in code or with its Markdown escaped: the pull request of a stranger must not draw in this page.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tagloom.archive import build_archive
from tagloom.check.plain_card import card_text
from tagloom.check.since import Since
from tagloom.check.site import Survey
from tagloom.entry import Entry, Prose
from tagloom.pages import plan
from tagloom.pages.page import Site
from tagloom.problems import SEVERITIES, Problem
from tagloom.report import Report
from tagloom.settings import FILE, Settings, parse_settings
from tagloom.text.languages import Words, read_words
from tagloom.theme import theme_folders
from tagloom.vocabulary import Vocabulary, parse_vocabulary

MOST_CARDS = 20
MOST_ROWS = 50
MOST_BYTES = 900_000  # GitHub takes a summary of 1 MiB
MARKS = re.compile(r"([\\`*_{}\[\]()<>#+\-!|~@&$])")
BREAKS = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]+")
LIKENESS = ("near-duplicate-tag", "duplicate-url", "duplicate-paper", "duplicate-title", "duplicate-id", "reused-alias")


@dataclass(frozen=True, slots=True)
class Review:
    """The site before and after a pull request."""

    words: Words
    since: Since
    report: Report
    old: Site
    new: Site


def review_of(root: Path, settings: Settings, survey: Survey, report: Report) -> Review:
    """The review of what `survey` was made since; every entry's old texts come from git."""
    assert survey.since is not None
    since, sifted = survey.since, survey.sifted
    words = read_words(theme_folders(root), settings.language)
    new = Site(settings, sifted.archive(survey.shelf), words)
    settled = [entry for entry in sifted.entries if entry.path not in since.files]
    old_texts = {entry.digest: prose for entry, prose in since.old}

    def prose(entry: Entry) -> Prose:
        return old_texts[entry.digest] if entry.digest in old_texts else survey.shelf.texts.prose(entry)

    had = {entry.id: entry for entry in settled}
    had |= {entry.id: entry for entry, _ in since.old if not entry.draft}
    tags = before_vocabulary("content/tags.yml", since, sifted.tags)
    houses = before_vocabulary("content/institutions.yml", since, sifted.institutions)
    old_settings = settings
    if FILE in since.files:
        old_settings = parse_settings(since.before.get(FILE, b"").decode("utf-8", "replace"))[0]
    old = Site(old_settings, build_archive(list(had.values()), tags, houses, prose), words)
    return Review(words, since, report, old, new)


def before_vocabulary(path: str, since: Since, now: Vocabulary) -> Vocabulary:
    if path not in since.files:
        return now
    return parse_vocabulary(since.before.get(path, b"").decode("utf-8", "replace"), path)[0]


def summary(review: Review) -> str:
    """The whole page, within what GitHub shows."""
    text = "\n".join(lines(review)) + "\n"
    data = text.encode("utf-8", "replace")
    if len(data) <= MOST_BYTES:
        return data.decode()
    # Cut before the last heading, so that no fence stays open.
    kept = data[:MOST_BYTES].decode("utf-8", "ignore")
    return kept[: kept.rfind("\n### ") + 1] + f"\n{review.words('review.cut')}\n"


def lines(review: Review) -> Iterator[str]:
    words, since = review.words, review.since
    yield f"## {words('review.title')}"
    yield ""
    yield words("review.counts", added=len(since.added), changed=len(since.changed), removed=len(since.removed))
    yield review.report.closing_line
    yield ""
    yield from problem_rows(words("review.problems"), [one for one in review.report.problems if one.rule not in LIKENESS], words)
    yield from problem_rows(words("review.alike"), [one for one in review.report.problems if one.rule in LIKENESS], words)
    yield from new_tags(review)
    yield from cards(review)
    if since.removed:
        yield from heading(words("review.removed"))
        yield from shortened([f"- {safe(entry.title)} ({code(entry.path)})" for entry in since.removed], words)
    yield from changed_pages(review)


def heading(text: str) -> Iterator[str]:
    yield f"### {text}"
    yield ""


def shortened(rows: list[str], words: Words) -> Iterator[str]:
    yield from rows[:MOST_ROWS]
    if len(rows) > MOST_ROWS:
        yield f"- {words('review.more', n=len(rows) - MOST_ROWS)}"
    yield ""


def problem_rows(title: str, problems: list[Problem], words: Words) -> Iterator[str]:
    if not problems:
        return
    yield from heading(title)
    worst_first = sorted(problems, key=lambda one: SEVERITIES.index(one.severity))
    yield from shortened(
        [f"- **{one.severity}** {code(str(one.place))} {safe(one.fact)}: {safe(one.remedy)}" for one in worst_first], words
    )


def new_tags(review: Review) -> Iterator[str]:
    before, after = review.old.archive, review.new.archive
    fresh = [after.tags.terms[key] for key in after.by_tag if key not in before.by_tag]
    if fresh:
        yield from heading(review.words("review.tags"))
        unknown = review.words("review.undeclared")
        yield from shortened([f"- {safe(term.name)}{'' if term.known else f' ({unknown})'}" for term in fresh], review.words)


def cards(review: Review) -> Iterator[str]:
    """The cards of what is added, and of what changed the difference."""
    words, new, old = review.words, review.new, review.old
    shown = 0
    for entry in review.since.added:
        if entry.id in new.archive.entries and shown < MOST_CARDS:
            shown += 1
            yield from heading(f"➕ {safe(entry.title)}")
            yield from [code(f"{entry.path}:{entry.line}"), ""]
            yield from fenced(card_text(new, entry, new.archive.fetch_prose(entry)), "text")
    for before, entry in review.since.changed:
        if entry.id in new.archive.entries and shown < MOST_CARDS:
            shown += 1
            yield from heading(f"✏️ {safe(entry.title)}")
            yield from [code(f"{entry.path}:{entry.line}"), ""]
            was = card_text(old, before, old.archive.fetch_prose(before)).split("\n")
            now = card_text(new, entry, new.archive.fetch_prose(entry)).split("\n")
            told = list(difflib.ndiff(was, now))
            yield from fenced("\n".join(line for line in told if not line.startswith("?")), "diff")
    left = len(review.since.added) + len(review.since.changed) - shown
    if left > 0 and shown == MOST_CARDS:
        yield from [words("review.more", n=left), ""]


def changed_pages(review: Review) -> Iterator[str]:
    if FILE in review.since.files:
        yield from [*heading(review.words("review.pages")), review.words("review.everything"), ""]
        return
    before, after = prints_of(review.old), prints_of(review.new)
    rows = [f"- ➕ {code(address)}" for address in after if address not in before]
    rows += [f"- ✏️ {code(address)}" for address, told in after.items() if address in before and before[address] != told]
    rows += [f"- ➖ {code(address)}" for address in before if address not in after]
    if rows:
        yield from heading(f"{review.words('review.pages')} ({len(rows)})")
        yield from shortened(rows, review.words)


def prints_of(site: Site) -> Mapping[str, object]:
    """Address of each page -> what it shows."""
    stamps = site.entry_stamps
    return {page.address: (page.title, page.told(), tuple(stamps[entry_id] for entry_id in page.ids)) for page in plan(site)}


def safe(text: str) -> str:
    """`text` on one line, none of it Markdown or HTML."""
    return MARKS.sub(r"\\\1", BREAKS.sub(" ", text))


def code(text: str) -> str:
    """`text` as code on one line."""
    text = BREAKS.sub(" ", text)
    fence = "`" * (max((len(run) for run in re.findall(r"`+", text)), default=0) + 1)
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def fenced(text: str, language: str) -> Iterator[str]:
    """`text` as a block of code that nothing in it can close."""
    fence = "`" * max(3, max((len(run) for run in re.findall(r"`+", text)), default=0) + 1)
    yield from [f"{fence}{language}", text, fence, ""]
