"""compose.html: a form that becomes the file of an entry. The site's own card, filled with marks, is what its script fills in while one types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from tagloom import urls
from tagloom.entry import Entry, Link, Moment, Prose
from tagloom.pages.card import Card
from tagloom.pages.page import Choice, Page, Site

# What GitHub's server takes of an address is about 8 kB; a longer text goes by way of the clipboard.
MOST_ADDRESS = 7500


@dataclass(frozen=True, kw_only=True)
class ComposePage(Page):
    section: ClassVar[str] = "compose"
    template: ClassVar[str] = "compose"

    most: int  # tags an entry may have
    strict: bool  # whether they must stand in the vocabulary

    def context(self, site: Site) -> dict[str, Any]:
        settings = site.settings
        others = [language for language in settings.languages if language != site.language]
        return {
            "kinds": [(key, site.kind_name(key)) for key in settings.kinds],
            "categories": [(key, site.category_name(key)) for key in settings.categories],
            "others": others,
            "new_file": f"https://github.com/{settings.repo}/new/{settings.branch}/content/entries" if settings.repo else "",
            "card": sample_card(site),
            "facts": {
                "repo": settings.repo,
                "branch": settings.branch,
                "language": site.language,
                "score": settings.score_max,
                "most": self.most,
                "strict": self.strict,
                "address": MOST_ADDRESS,
                "words": {key: text for key, text in site.words.texts.items() if key.partition(".")[0] in ("compose", "card", "link")},
            },
        }


def sample_card(site: Site) -> Card:
    """A card on which every part stands, so that the page holds the theme's own markup for each."""
    day = Moment("2000-01-01", "00:00")
    entry = Entry("compose-preview", "", 1, b"", day, "…", (), ("…",), ("…",), "…", "…", "…", 1, 1, True, True, url="https://example.org/")
    prose = Prose(("…",), "…", "…", "…", "…", ("…",), "…", (Link("pdf", "https://example.org/"),))
    blank = Choice("…", urls.COMPOSE)
    shown: dict[str, Any] = {
        "entry": entry,
        "prose": prose,
        "anchor": "compose-preview",
        "address": urls.COMPOSE,
        **dict.fromkeys(("title", "other_title", "byline", "takeaway", "reason"), "…"),
        **dict.fromkeys(("title_language", "other_language"), site.language),
        **dict.fromkeys(("kind", "category", "source"), blank),
        **dict.fromkeys(("tags", "institutions"), (blank,)),
        "summary": "<p>…</p>",
        "points": ("…",),
        "url": entry.url,
        "links": prose.links,
        "own_score": "1",
        "score": "1/1",
        "heat": "1",
    }
    # What a card may have beside these is nothing that can be typed.
    return Card(**{name: shown.get(name, "") for name in Card._fields})


def compose_pages(site: Site) -> Iterator[Page]:
    if site.settings.wants("compose"):
        tags = site.settings.tags
        title, about = site.words("section.compose"), site.words("about.compose")
        yield ComposePage(address=urls.COMPOSE, title=title, description=about, owner=urls.COMPOSE, most=tags.most, strict=tags.strict)
