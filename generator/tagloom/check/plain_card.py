"""An entry in; the words of its card, line by line as they stand on the site, out: what a reviewer can read without building it."""

from __future__ import annotations

from collections.abc import Iterator

from tagloom.entry import Entry, Prose
from tagloom.pages.page import Site

LONGEST = 400  # of a summary are shown


def card_lines(site: Site, entry: Entry, prose: Prose) -> Iterator[str]:
    """The lines of a card. Texts are as written, Markdown and all."""
    words, archive = site.words, site.archive
    yield entry.title
    yield from (title for _, title in entry.titles)
    yield joined(
        " ",
        f"🧭 {prose.topic}" if prose.topic else "",
        f"★ {words('card.deep')}" if entry.deep else "",
        words("card.featured") if entry.featured else "",
    )
    yield " · ".join(term.name for name in entry.institutions if (term := archive.institutions.resolve(name)))
    yield f"@{', '.join(prose.authors)}" if prose.authors else ""
    yield prose.takeaway
    summary = " ".join((prose.summary or prose.body).split())
    yield summary if len(summary) <= LONGEST else f"{summary[:LONGEST]}…"
    if prose.points:
        yield f"📌 {words('card.points')}{words('card.pointcount', n=len(prose.points))}"
        yield from (f"  - {' '.join(point.split())}" for point in prose.points)
    yield f"{words('card.reason')}{prose.reason}" if prose.reason else ""
    yield joined(
        " | ",
        site.category_name(entry.category) if entry.category else site.kind_name(entry.kind) if entry.kind else "",
        entry.moment.iso.replace("T", " "),
        entry.source,
        f"{words('card.score')} {entry.score:g}/{site.settings.score_max:g}" if entry.score is not None else "",
        f"{entry.heat:g}°" if entry.heat is not None else "",
    )
    yield " ".join(f"#{term.name_in(site.language)}" for name in entry.tags if (term := archive.tags.resolve(name)))
    yield joined(" ", entry.url, *(f"{link.name}: {link.url}" for link in prose.links))


def card_text(site: Site, entry: Entry, prose: Prose) -> str:
    """The card as plain text, its empty lines left out."""
    return "\n".join(line for line in card_lines(site, entry, prose) if line.strip())


def joined(mark: str, *parts: str) -> str:
    return mark.join(part for part in parts if part)
