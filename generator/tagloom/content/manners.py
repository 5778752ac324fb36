"""The values of one sound field after another in; what could be better about them, told to the item, out.

Nothing here keeps an entry off the site. What needs other entries, or the disk, is in `tagloom.check`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tagloom.content.item import Item
from tagloom.text.slugs import fold

LONGEST_LINE = 300
LONGEST_POINT = 400
FEWEST_POINTS = 2


def tell_manners(item: Item, found: Mapping[str, Any], written: Mapping[str, Any]) -> None:
    """Tells what is legal and yet unwise in the fields `found`; `written` are the same as YAML gave them, for the place of a list's item."""
    tags = found.get("tags", ())
    if len(tags) > 1:
        tell_tags(item, tags, written.get("tags"))
    url = found.get("url", "")
    if url.startswith("http:"):
        tell_insecure(item, url, ("url",))
    for link in found.get("links", ()):
        if link.url.startswith("http:"):
            tell_insecure(item, link.url, ("links", link.name))
    points = found.get("points", ())
    if len(points) < FEWEST_POINTS and found.get("deep"):
        fact = f"an entry read in depth gives {len(points) or 'no'} point{'' if len(points) == 1 else 's'}"
        item.tell("few-points", fact, "say under `points:` what it is good for, or drop `deep:`", ("points",) if points else ("deep",))
    for index, point in enumerate(points):
        if len(point) > LONGEST_POINT:
            item.tell(
                "long-point",
                f"a point of {len(point)} characters",
                "keep it to a sentence; the rest belongs in the body",
                ("points", index),
            )
    for name in ("title", "takeaway"):
        if len(found.get(name, "")) > LONGEST_LINE:
            item.tell("long-title", f"a {name} of {len(found[name])} characters", "shorten it; the rest belongs in `summary:`", (name,))


def tell_tags(item: Item, tags: tuple[str, ...], written: Any) -> None:
    """Tells of too many tags, and of one name in two spellings, at the later one."""
    most = item.settings.tags.most
    if len(tags) > most:
        item.tell(
            "too-many-tags",
            f"{len(tags)} tags are more than the {most} of this site",
            f"keep the {most} that say most",
            ("tags",),
            key=True,
        )
    folded = [fold(name) for name in tags]
    if len(set(folded)) == len(folded):
        return
    first: dict[str, str] = {}
    for name, key in zip(tags, folded, strict=True):
        if first.setdefault(key, name) != name:
            at = written.index(name) if isinstance(written, list) and name in written else None
            path = ("tags",) if at is None else ("tags", at)
            item.tell("repeated-tag", f"'{name}' and '{first[key]}' are one tag", "delete one of them", path)


def tell_insecure(item: Item, url: str, path: tuple[str, ...]) -> None:
    item.tell("insecure-link", f"'{url}' is not https", f"write https://{url[5:].lstrip('/')}, if the site answers there", path)
