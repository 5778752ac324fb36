"""What a host draws and Tagloom fills: one Frame for each section of generated pages.

In: settings, the hand-written pages, the theme. Out: a `Drawing`: frames by section, and the host's own files (hand-written
pages, styles, scripts) by address. Which host drew it is unknown above this package, and no host is imported
before it has to draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tagloom.frames.frame import PAGES, SLOTS, Drawing, Frame, Host, HostRefused, Section
from tagloom.frames.keeping import host_stamp, load_drawing, save_drawing

if TYPE_CHECKING:
    from tagloom.settings import Settings

__all__ = [
    "PAGES",
    "SLOTS",
    "Drawing",
    "Frame",
    "Host",
    "HostRefused",
    "Section",
    "draw_frames",
    "host_stamp",
    "load_drawing",
    "save_drawing",
]


def draw_frames(settings: Settings, root: Path, work: Path, sections: Sequence[Section], *, written: bool = True) -> Drawing:
    """The drawing of the host that site.yml names, its files in a folder of the host's below `work`. Raises HostRefused.

    The plain frame can do without the hand-written pages (`written`), and then never refuses.
    """
    if settings.frame == "bare":
        from tagloom.frames import bare

        drawing = bare.draw(settings, root, work, sections, written=written)
    elif settings.frame == "zensical":
        from tagloom.frames import zensical

        drawing = zensical.draw(settings, root, work, sections)
    else:
        from tagloom.frames import mkdocs

        drawing = mkdocs.draw(settings, root, work, sections)
    if len(settings.languages) > 1:
        from tagloom.frames.twins import mark_twins

        mark_twins(drawing.files, settings.languages)
    return drawing
