"""Pages and frames in, finished HTML out.

`Press` holds the templates, the frames and the cards; a card is rendered once and hung on every page that shows it.
Stamps decide what must be drawn again: a card's covers its entry and the names on it, a page's covers its frame, its template, its own
words and its cards.
"""

from __future__ import annotations

import hashlib
import json
import marshal
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tagloom import crew, urls
from tagloom.cache import Cache
from tagloom.content.shelf import Texts
from tagloom.frames import Frame
from tagloom.outputs.feed_items import READY, make_item, pack_item
from tagloom.outputs.feeds import fed
from tagloom.outputs.heads import head
from tagloom.pages.card import Card, card_of
from tagloom.pages.entries import READY_TEXTS, EntryPage, EntryPages, EntryPlace, texts_of
from tagloom.pages.page import Page, Site
from tagloom.pile import Pile, Spool
from tagloom.places import WORK
from tagloom.stamps import digest
from tagloom.templates import CARD, OPEN, environment
from tagloom.text.markup import escape

# The title on a card, and its translation.
TITLES = re.compile(rb'<(?:h3 (class="tl-title"[^>]*)|p (class="tl-title-alt"[^>]*))><a [^>]*>(.*?)</a></(?:h3|p)>', re.DOTALL)
ROOT = urls.ROOT.encode()
CHARSET = b'<meta charset="utf-8">'
CARD_PIECE = 100
MANY_CARDS = 400



class Drawn(NamedTuple):
    """Cards of entries, the texts of their pages, and the packed items of those that feeds hold: for each its entries and its values.

    Where the worker at `seat` put the values into its spool, one behind the other from `begin` on, there are their sizes instead.
    """

    columns: Sequence[tuple[Sequence[str], Sequence[Any]]]
    seat: int = -1
    begin: int = 0


@dataclass
class Press:
    """Draws pages of one site. `program` is the stamp of Tagloom itself, `look` that of templates and words."""

    site: Site
    root: Path
    frames: Mapping[str, Frame]
    program: bytes
    look: bytes
    cards: Pile[str] = field(default_factory=Pile)  # by entry id
    cards_begun: Iterator[Drawn] | None = None
    spools: list[Spool] = field(default_factory=list)  # of the workers that draw cards
    compiled: dict[str, Any] = field(default_factory=dict)  # templates by name
    parts: dict[str, tuple[list[bytes], tuple[str, ...]]] = field(default_factory=dict)  # of frames in UTF-8, and the slots between them

    def __getstate__(self) -> dict[str, Any]:
        # Templates are compiled again in a spawned worker; everything else travels.
        return {key: value for key, value in self.__dict__.items() if key not in ("templates", "compiled", "cards_begun", "spools")} | {"compiled": {}, "cards_begun": None, "spools": []}

    @cached_property
    def templates(self) -> Any:
        return environment(self.site, self.root)

    def template(self, name: str) -> Any:
        found = self.compiled.get(name)
        if found is None:
            found = self.compiled[name] = self.templates.get_template(name)
        return found

    @cached_property
    def card_base(self) -> bytes:
        """What every card depends on besides its entry and terms."""
        settings = self.site.settings
        told = (
            settings.languages,
            settings.markdown,
            settings.score_max,
            settings.tags.min,
            tuple(sorted(settings.outputs.items())),
            # In the order of site.yml: a list shows a kind's other names in it.
            tuple((key, tuple(names.items())) for key, names in settings.kinds.items()),
            tuple((key, tuple(names.items())) for key, names in settings.categories.items()),
        )
        return digest(self.program, self.look, marshal.dumps(told, 2))

    @cached_property
    def page_base(self) -> dict[str, bytes]:
        """By section: what every page in it depends on besides its own words."""
        settings = self.site.settings
        # The rows of links name the kinds and categories that have entries.
        used = tuple(self.site.archive.by_kind), tuple(self.site.archive.by_category)
        shown = settings.title, settings.subtitle, settings.url, settings.repo, settings.branch, settings.lists.compact
        told = marshal.dumps((*shown, *map(sorted, used)), 2)
        return {section: digest(self.card_base, told, frame.stamp) for section, frame in self.frames.items()}

    def stamp(self, page: Page) -> bytes:
        stamps = self.site.entry_stamps
        made = hashlib.blake2b(self.page_base[page.section], digest_size=16)
        made.update(marshal.dumps((page.template, page.told()), 2))
        made.update(b"".join(map(stamps.__getitem__, page.ids)))
        return made.digest()

    def entry_places(self, pages: EntryPages) -> Iterator[EntryPlace]:
        base = digest(self.page_base[EntryPage.section], EntryPage.template)
        for number, stamp in zip(pages.numbers, pages.stamps(base, self.site.entry_stamps), strict=True):
            yield EntryPlace(pages, number, stamp)

    def card(self, entry_id: str) -> bytes:
        """The entry's card, its links starting with `urls.ROOT`."""
        found = self.cards.get(entry_id)
        if found is None:
            found = self.drawn_card(card_of(self.site, entry_id))
            self.cards.add([(entry_id, found)])
        return found

    def drawn_card(self, card: Card) -> bytes:
        made: str = self.template("parts/card.html").render(card=card)
        return made.strip().encode("utf-8", "replace")

    def hung(self, mark: str) -> bytes | memoryview:
        """The card that a template asked for by `mark`."""
        entry_id = mark.removeprefix(OPEN)
        found = self.cards.view(entry_id) or self.card(entry_id)
        return found if entry_id is mark else unfolded(bytes(found))

    def draw_cards(self, pages: Sequence[Page | EntryPlace], texts: Texts, cache: Cache, jobs: int) -> None:
        """Brings together every card that `pages` show, those of earlier builds from the cache, and keeps the new ones there."""
        entries, stamps, base = self.site.archive.entries, self.site.entry_stamps, self.card_base
        drawn = self.cards_begun
        if drawn is None:
            wanted = dict.fromkeys(entry_id for page in pages for entry_id in page.ids)
            stored = [(entry_id, cache.card(base + stamps[entry_id])) for entry_id in wanted]
            self.cards.add([(entry_id, card) for entry_id, card in stored if card is not None])
            missing = [entry_id for entry_id, card in stored if card is None]
            texts.gather(entries[entry_id] for entry_id in missing)
            drawn = self.share_cards(missing, frozenset(), False, jobs)
        kept = self.site.kept
        made: list[Pile[str]] = [self.cards, kept.setdefault(READY_TEXTS, Pile()), kept.setdefault(READY, Pile())]
        for ready in drawn:
            begin = ready.begin
            for pile, (ids, values) in zip(made, ready.columns, strict=True):
                if ready.seat < 0:
                    pile.add(zip(ids, values, strict=True))
                else:
                    begin = pile.add_filed(ids, values, self.spools[ready.seat], begin)
            drawn_now = ready.columns[0][0]
            cache.put_cards(zip([base + stamps[entry_id] for entry_id in drawn_now], self.cards.newest(drawn_now), strict=True))
        self.cards_begun = None

    def begin_cards(self, cache: Cache, jobs: int) -> None:
        """With no card kept, all will be wanted: their drawing begins before it is known which pages want them.

        Items of feeds and texts of entries' pages are made along with them, from the same Markdown.
        """
        if not cache.has_cards():
            ids = self.site.archive.ids
            items = fed(self.site) if self.site.settings.url else frozenset()
            self.cards_begun = self.share_cards(ids, items, True, jobs)

    def share_cards(self, ids: Sequence[str], items: frozenset[str], pages: bool, jobs: int) -> Iterator[Drawn]:
        """Draws the cards of `ids`, and beside them the items of those that are among `items`, and the texts of their `pages`."""
        jobs = jobs if len(ids) > MANY_CARDS else 1
        if ids:
            self.template("parts/card.html")  # compiled before workers fork, so that each has it
        if len(ids) > MANY_CARDS and crew.shares_files(jobs):
            self.spools = [Spool(self.root / WORK) for _ in range(jobs)]
        return crew.share_out(draw_card_piece, (self, items, pages), crew.split(ids, CARD_PIECE), jobs)

    def render(self, page: Page) -> bytes:
        """The page as published."""
        body = self.template(f"{page.template}.html").render(page=page, **page.context(self.site))
        description = page.line_about(self.site) if isinstance(page, EntryPage) else page.description
        filling = {"title": escape(page.title), "description": escape(description), "head": head(self.site, page, description)}
        pieces: list[bytes | memoryview] = []
        parts, slots = self.frame_parts(page.section)
        for part, slot in zip(parts, slots, strict=False):
            pieces.append(part)
            if slot == "body":
                pieces += self.body_pieces(body)
            else:
                pieces.append(filling[slot].encode("utf-8", "replace"))
        pieces.append(parts[-1])
        made = b"".join(pieces).replace(ROOT, urls.root_from(page.address).encode())
        return made.replace(CHARSET, CHARSET + self.way_home, 1) if page.address == urls.NOT_FOUND else made

    def body_pieces(self, body: str) -> Iterator[bytes | memoryview]:
        """A body with its cards, as bytes: a long page would else be copied and encoded once for every card on it."""
        for place, text in enumerate(body.split(CARD)):
            yield self.hung(text) if place % 2 else text.encode("utf-8", "replace")

    @property
    def way_home(self) -> bytes:
        """A server shows the 404 page at whatever address was wrong, so there its links start at the site's own path; on a disk they do not."""
        path = escape(json.dumps(self.site.settings.base_path), quote=False)
        return f"<script>location.protocol=='file:'||document.write('<base href='+{path}+'>')</script>".encode()

    def frame_parts(self, section: str) -> tuple[list[bytes], tuple[str, ...]]:
        found = self.parts.get(section)
        if found is None:
            frame = self.frames[section]
            found = self.parts[section] = [part.encode() for part in frame.parts], frame.slots
        return found


def unfolded(card: bytes) -> bytes:
    """A card as its own page shows it: open, and with the heading of a page."""
    opened = card.replace(b'<details class="tl-points"', b'<details class="tl-points" open', 1)
    return TITLES.sub(as_heading, opened, count=2)


def as_heading(found: re.Match[bytes]) -> bytes:
    """A title as the heading of the entry's own page, which need not lead to itself."""
    title, other, text = found.groups()
    return b"<h1 %b>%b</h1>" % (title, text) if title else b"<p %b>%b</p>" % (other, text)


def draw_card_piece(state: tuple[Press, frozenset[str], bool], piece: Sequence[str]) -> Drawn:
    press, fed, pages = state
    site, way = press.site, press.site.settings.absolute("")
    cards, items = [], {}
    for entry_id in piece:
        card = card_of(site, entry_id)
        if entry_id in fed:
            items[entry_id] = pack_item(make_item(site, entry_id, way, card))
        cards.append(press.drawn_card(card))
    paged = piece if pages else ()
    columns = (piece, cards), (paged, [texts_of(site, entry_id) for entry_id in paged]), (tuple(items), [*items.values()])
    if not press.spools:
        return Drawn(columns)
    seat = crew.seat()
    begin = press.spools[seat].append([value for _, values in columns for value in values])
    return Drawn([(ids, [*map(len, values)]) for ids, values in columns], seat, begin)
