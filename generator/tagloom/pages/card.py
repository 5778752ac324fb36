"""An entry's card: every word and link that stands on it, ready for `theme/bodies/parts/card.html`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from tagloom.entry import Entry, Link, Prose
from tagloom.pages.page import Choice, Site, entry_folder
from tagloom.text.markdown import block, inline, relink
from tagloom.text.slugs import slug

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
    choices: Choices = site.kept.get("choices") or choices_of(site)
    tags = tuple([choice for key in archive.tag_keys[entry_id] if (choice := choices.tags[key])])
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
        choices.kinds[entry.kind] if entry.kind else None,
        choices.categories[entry.category] if entry.category else None,
        choices.sources[entry.source] if entry.source else None,
        tags,
        " ".join([choice.key for choice in tags]),
        tuple([choice for name in entry.institutions if (choice := choices.institutions[name])]),
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


class Links(dict[str, Choice | None]):
    """The name of something in a folder, as entries write it -> the link to its page, made once for all cards."""

    def __init__(self, site: Site, folder: str) -> None:
        super().__init__()
        self.site, self.folder = site, folder

    def __missing__(self, name: str) -> Choice | None:
        made = self[name] = link_to(self.site, self.folder, name)
        return made


class Choices(NamedTuple):
    """The links on cards. Those of tags go by the tag's key."""

    tags: Links
    institutions: Links
    sources: Links
    kinds: Links
    categories: Links


def choices_of(site: Site) -> Choices:
    found = site.kept["choices"] = Choices(*(Links(site, folder) for folder in Choices._fields))
    return found


def link_to(site: Site, folder: str, name: str) -> Choice | None:
    archive = site.archive
    if folder == "tags":
        tag = archive.tags.terms[name]
        return Choice(tag.name_in(site.language), site.tag_address(tag), key=tag.slug)
    if folder in ("institutions", "sources"):
        term = (archive.institutions if folder == "institutions" else archive.sources).resolve(name)
        return Choice(term.name, site.list_address(folder, term.slug), key=term.slug) if term else None
    call = site.kind_name if folder == "kinds" else site.category_name
    return Choice(call(name), site.list_address(folder, slug(name)), key=name)


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
