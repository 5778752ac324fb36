"""An entry's card: every word and link that stands on it, ready for `theme/bodies/parts/card.html`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from tagloom.entry import Entry, Link, Prose
from tagloom.pages.page import Choice, Site, entry_folder
from tagloom.text.markdown import block, inline, relink
from tagloom.text.slugs import slug
from tagloom.vocabulary import Term

DAY = re.compile(r"\d{4}-\d\d-\d\d")
# What the link row calls its links; others are shown by their own key.
LINK_NAMES: Mapping[str, str] = {"pdf": "PDF", "doi": "DOI", "arxiv": "arXiv", "hf": "Hugging Face", "github": "GitHub"}

# A summary wider than this (some eight lines) is folded in lists.
LONG = 700
WIDE = re.compile(r"[\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\uff60]")
# What tells a Chinese, Japanese or Korean text from others.
EASTERN = re.compile("[\u3040-\u9fff\uac00-\ud7a3]")


class Card(NamedTuple):
    """What the card template gets. HTML: `takeaway`, `summary`, `points`, `reason`; all else is plain text.
    `url` and `links` are absolute, or start with `urls.ROOT`.

    `title` is as written, `other_title` its translation when there is one. Addresses are site addresses.
    """

    entry: Entry
    prose: Prose
    anchor: str
    address: str
    title: str
    title_language: str
    other_title: str
    other_language: str
    kind: Choice | None
    category: Choice | None
    source: Choice | None
    tags: tuple[Choice, ...]
    tag_keys: str  # slugs of the tags, as scripts read them
    institutions: tuple[Choice, ...]
    byline: str  # `María Gragera Garcés, Lirandë Pira`
    takeaway: str
    summary: str
    long: bool  # the summary is more than a list should show at once
    points: tuple[str, ...]
    reason: str
    url: str  # of the original
    links: tuple[Link, ...]
    own_score: str  # `8`
    score: str  # `8/10`
    heat: str  # `83`


def card_of(site: Site, entry_id: str) -> Card:
    archive = site.archive
    entry = archive.entries[entry_id]
    prose = archive.prose(entry_id)
    folder = entry_folder(entry)
    flavour = site.settings.markdown
    title, title_language, other, other_language = titles_of(site, entry)
    summary = block(prose.summary or prose.body, folder, flavour)
    source = archive.source_of(entry)
    tags = tuple([choice_of(site, "tags", term) for term in archive.tags_of(entry_id)])
    score = short(entry.score) if entry.score is not None else ""
    return Card(
        entry,
        prose,
        anchor_of(entry),
        site.entry_address(entry.id),
        title,
        title_language,
        other,
        other_language,
        key_choice(site, "kinds", entry.kind) if entry.kind else None,
        key_choice(site, "categories", entry.category) if entry.category else None,
        choice_of(site, "sources", source) if source else None,
        tags,
        " ".join([choice.key for choice in tags]),
        tuple([choice_of(site, "institutions", term) for term in archive.institutions_of(entry)]),
        ", ".join(prose.authors),
        inline(prose.takeaway, folder, flavour),
        summary,
        len(summary) * 2 > LONG and width(summary) > LONG,
        tuple(inline(point, folder, flavour) for point in prose.points),
        inline(prose.reason, folder, flavour),
        relink(entry.url, folder) if entry.url else "",
        tuple(Link(link.name, relink(link.url, folder)) for link in prose.links),
        score,
        f"{score}/{short(site.settings.score_max)}" if score else "",
        short(entry.heat) if entry.heat is not None else "",
    )


def anchor_of(entry: Entry) -> str:
    """The id of the card's element. That of an entry called by a day must not be the id of the day's own section."""
    anchor = slug(entry.id)
    return f"entry-{anchor}" if DAY.fullmatch(anchor) else anchor


def choice_of(site: Site, folder: str, term: Term) -> Choice:
    """The link to a term's page, made once for all cards."""
    kept: dict[tuple[str, str], Choice] = site.kept.setdefault("choices", {})
    found = kept.get((folder, term.key))
    if found is None:
        name = term.name_in(site.language) if folder == "tags" else term.name
        address = site.tag_address(term) if folder == "tags" else site.list_address(folder, term.slug)
        found = kept[folder, term.key] = Choice(name, address, key=term.slug)
    return found


def key_choice(site: Site, folder: str, key: str) -> Choice:
    """The link to the page of a kind or category of site.yml, made once for all cards."""
    kept: dict[tuple[str, str], Choice] = site.kept.setdefault("choices", {})
    found = kept.get((folder, key))
    if found is None:
        name = site.kind_name(key) if folder == "kinds" else site.category_name(key)
        found = kept[folder, key] = Choice(name, site.list_address(folder, slug(key)), key=key)
    return found


def width(text: str) -> int:
    """How much room `text` takes on a line: a Chinese, Japanese or Korean letter twice that of another."""
    return len(text) + len(WIDE.findall(text))


def titles_of(site: Site, entry: Entry) -> tuple[str, str, str, str]:
    """The title as written and its language, then its translation (the site's language before others) and that one's.

    Which of the two is read first is a matter of style: `theme/assets/tagloom.css` puts the reader's language on top.
    """
    # An entry's card, its item in feeds and its page ask one after the other.
    last: tuple[Entry, tuple[str, str, str, str]] | None = site.kept.get("titles")
    if last is not None and last[0] is entry:
        return last[1]
    own = entry.language or language_of(entry.title, site.settings.languages)
    others = {language: title for language, title in entry.titles if title != entry.title}
    language = site.language if site.language in others else next(iter(others), "")
    found = entry.title, own, others.get(language, ""), language
    site.kept["titles"] = entry, found
    return found


def language_of(text: str, languages: tuple[str, ...]) -> str:
    """A guess between the site's languages by script: enough to set `lang` for the right fonts and voice."""
    eastern = bool(EASTERN.search(text))
    for language in languages:
        if (language.partition("-")[0] in ("zh", "ja", "ko")) == eastern:
            return language
    return "zh" if eastern else "en"


def short(number: float) -> str:
    """`8`, `7.5`: a number as a person writes it."""
    return f"{number:g}"
