"""What a reader needs of every frame, whichever host drew it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tagloom.frames import SLOTS, Drawing
from tagloom.text.slugs import slug
from tagloom.urls import ROOT

from .sites import SECTIONS, drawing_of, lay

HOSTS = ["mkdocs", "zensical", "bare"]
VALUES = {"title": "T", "description": "D", "head": "<meta name=h>", "body": "<p>B</p>"}


class Links(HTMLParser):
    """Gathers (tag, address) of all that a page links to or loads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src", "action", "poster", "srcset", "data"):
                self.found.append((tag, value or ""))
            if name == "id":
                self.ids.append(value or "")


@pytest.fixture(scope="module", params=HOSTS)
def drawing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Drawing:
    return drawing_of(lay(tmp_path_factory.mktemp(request.param), frame=request.param))


def pages(drawing: Drawing) -> dict[str, str]:
    return {address: file.read_text("utf-8") for address, file in drawing.files.items() if address.endswith(".html")}


def test_every_section_has_a_frame_with_all_slots_and_one_body(drawing: Drawing) -> None:
    assert set(drawing.frames) == {section.name for section in SECTIONS}
    for frame in drawing.frames.values():
        assert set(frame.slots) == set(SLOTS)
        assert frame.slots.count("body") == 1
        assert "TAGLOOMx" not in "".join(frame.parts)


def test_a_filled_frame_is_a_page_with_its_title_description_head_and_body(drawing: Drawing) -> None:
    html = drawing.frames["tags"].fill(VALUES, "../")
    assert "<title>T - 读库 &lt;R&amp;D&gt;</title>" in html
    assert "<title>T</title>" in drawing.frames["home"].fill(VALUES, "")
    assert html.count('<meta name="description" content="D">') == 1
    assert html.index("<meta name=h>") < html.index("</head>") < html.index("<p>B</p>")
    assert 'lang="zh"' in html


def test_every_link_of_a_frame_starts_at_the_root_and_ends_in_a_file_name(drawing: Drawing) -> None:
    for frame in drawing.frames.values():
        for tag, link in Links(frame.fill(VALUES, ROOT)).found:
            # `data:,` is an icon that is nowhere: the browser need not ask for one.
            if link.startswith(("#", "data:,")) or (tag == "a" and link.startswith("https://github.com/")):
                continue
            assert link.startswith(ROOT), link
            assert re.search(r"\.\w+$", link), link


def test_frames_and_pages_load_nothing_from_another_host(drawing: Drawing) -> None:
    filled = [frame.fill(VALUES, "") for frame in drawing.frames.values()]
    for html in [*filled, *pages(drawing).values()]:
        loaded = [link for tag, link in Links(html).found if tag != "a" and "://" in link]
        assert [link for link in loaded if not link.startswith("https://owner.github.io/repo/")] == []
        assert "data-md-component=source" not in html.replace('"', "")


def test_the_tab_of_the_section_is_the_active_one(drawing: Drawing) -> None:
    html = drawing.frames["timeline"].fill(VALUES, "../")
    active = re.findall(r'(?:md-tabs__item--active">\s*<a href|aria-current="true"|<a href)[^>]*timeline/index.html"[^>]*>', html)
    assert any("active" in found or "aria-current" in found for found in active)


def test_search_works_without_a_script(drawing: Drawing) -> None:
    html = drawing.frames["tags"].fill(VALUES, "../")
    assert re.search(
        r'<form class="tl-search" role="search" action="\.\./explore\.html" method="get"[^>]*>\s*<input type="search" name="q"', html
    )


def test_the_skip_link_leads_to_the_body(drawing: Drawing) -> None:
    links = Links(drawing.frames["tags"].fill(VALUES, "../"))
    assert ("a", "#__main") in links.found
    assert links.ids.count("__main") == 1


def test_no_entry_can_have_the_id_of_a_part_of_a_frame(drawing: Drawing) -> None:
    for frame in drawing.frames.values():
        assert [name for name in Links(frame.fill(VALUES, "../")).ids if slug(name) == name] == []


def test_hand_written_pages_link_to_files_that_exist(drawing: Drawing) -> None:
    made = set(drawing.files) | {section.address for section in SECTIONS} | {"assets/tagloom.css", "assets/tagloom.js"}
    for address, html in pages(drawing).items():
        for _, link in Links(html).found:
            path = link.partition("#")[0].partition("?")[0]
            if path and "://" not in path and path != "data:,":
                target = (Path("/") / address).parent / path
                assert str(target.resolve()).lstrip("/") in made, f"{address}: {link}"


def test_all_hosts_publish_the_same_hand_written_pages(tmp_path: Path) -> None:
    drawn = [drawing_of(lay(tmp_path / frame, frame=frame)) for frame in HOSTS]
    first, *others = ({address for address in drawing.files if not address.startswith("assets/")} for drawing in drawn)
    assert others == [first, first]
    assert first == {"about.html", "guide/index.html", "guide/more.html", "guide/picture.png"}


def test_the_site_title_is_text_everywhere(drawing: Drawing) -> None:
    for html in [drawing.frames["tags"].fill(VALUES, "../"), *pages(drawing).values()]:
        assert "读库 <R" not in html.replace('"读库 <R&D>"', "")


def test_a_page_in_the_place_of_a_section_names_both_owners(tmp_path: Path) -> None:
    from tagloom.frames import HostRefused

    for frame in HOSTS:
        root = lay(tmp_path / frame, pages={"tags/README.md": "# mine\n"}, site="title: T\n", frame=frame)
        with pytest.raises(HostRefused) as refused:
            drawing_of(root)
        (problem,) = refused.value.problems
        assert problem.rule == "address-taken"
        assert problem.place.path == "content/pages/tags/README.md"
        assert "'tags'" in problem.fact


def test_nav_that_leads_nowhere_is_told_at_its_line(tmp_path: Path) -> None:
    from tagloom.frames import HostRefused

    with pytest.raises(HostRefused) as refused:
        drawing_of(lay(tmp_path, site="title: T\nnav:\n  - home\n  - tagz\n  - {关于: abuot.md}\n"))
    told = [(problem.place.line, problem.remedy) for problem in refused.value.problems]
    assert told == [(4, "did you mean 'tags'?"), (5, "did you mean 'about.md'?")]
