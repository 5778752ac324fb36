"""The theme's templates, and the few functions they may call.

In: a site and its theme folders. Out: a Jinja environment that escapes everything but what is marked as HTML. A card is not rendered
into a page: the template leaves a mark, and the press hangs the finished card there.
"""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from tagloom import urls
from tagloom.bytecode import compiled
from tagloom.outputs.citations import citation
from tagloom.pages.card import LINK_NAMES
from tagloom.pages.page import Site
from tagloom.stamps import digest
from tagloom.text.markdown import block
from tagloom.theme import theme_folders

# Stands before and after the id of a card in a rendered body; no text of an entry holds control characters.
CARD = "\x03"
OPEN = "\x04"  # before the id: the card unfolded, as its own page shows it


def environment(site: Site, root: Path) -> Any:
    """Jinja with the theme's bodies and the few functions a template may call."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from markupsafe import Markup, escape

    from tagloom import escaping

    words = site.words
    # Markup's own constructor looks whether the text is HTML of another kind.
    html = partial(str.__new__, Markup)

    def link_name(key: str) -> str:
        return words.texts.get(f"link.{key}") or LINK_NAMES.get(key, key)

    made = escaping.QuickEnvironment(
        loader=FileSystemLoader([folder / "bodies" for folder in theme_folders(root)]),
        autoescape=True,
        auto_reload=False,
        bytecode_cache=compiled(f"templates-{digest(Path(escaping.__file__).read_bytes()).hex()}"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )

    made.label = lru_cache(maxsize=1 << 10)(lambda key: escape(words(key)))

    @lru_cache(maxsize=1 << 16)
    def chip(name: str, address: str, style: str) -> Any:
        return html(made.get_template("parts/chip.html").render(name=name, address=address, style=style).strip())

    urlencode = made.filters["urlencode"]
    quoted = lru_cache(maxsize=1 << 14)(urlencode)

    made.globals.update(
        # One name's link looks the same wherever it stands, and most cards are made of such links.
        chip=lambda choice, style: chip(choice.name, choice.address, style),
        chips=lambda choices, style, between: html(between.join([chip(choice.name, choice.address, style) for choice in choices])),
        t=words,
        words=words,
        site=site,
        settings=site.settings,
        href=lambda address: html(urls.ROOT + urls.encode(address)),
        cards=lambda ids: html(CARD + f"{CARD}\n{CARD}".join(ids) + CARD),
        entry_of=site.archive.entries.__getitem__,
        address_of=site.entry_address,
        link_name=link_name,
        citation=lambda entry_id: citation(site, entry_id),
        open_card=lambda entry_id: html(f"{CARD}{OPEN}{entry_id}{CARD}"),
    )
    made.filters["markdown"] = lambda source: html(block(source))
    made.filters["safe_html"] = html
    made.filters["urlencode"] = lambda value: quoted(value) if type(value) is str else urlencode(value)
    return made
