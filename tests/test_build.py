"""A whole build, judged by its report and by what stands in the output folder."""

from __future__ import annotations

import gc
import os
import sqlite3
import weakref
from contextlib import closing
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest

from tagloom import crew
from tagloom.archive import build_archive
from tagloom.build import build
from tagloom.entry import Prose
from tagloom.pages.page import Site, kind_row
from tagloom.render import MANY_CARDS
from tagloom.report import Report
from tagloom.seal import inputs, look
from tagloom.settings import OUTPUTS, Settings
from tagloom.text.languages import read_words
from tagloom.theme import own_theme
from tagloom.verify import verify
from tagloom.vocabulary import Vocabulary

SITE = "title: Archive\nurl: https://owner.example/archive\nlanguages: [en]\nframe: bare\nzone: Europe/Berlin\n"
NOW = datetime(2030, 1, 1, tzinfo=UTC)
ENTRY = "---\ntitle: {title}\ndate: {date}\ntags: [{tags}]\n---\n\n{body}\n"


def write_site(root: Path, entries: dict[str, str], site: str = SITE) -> Path:
    for name, text in {"site.yml": site, **{f"content/entries/{name}": text for name, text in entries.items()}}.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def entry(title: str = "A title", date: str = "2024-01-01", tags: str = "one", body: str = "Text.") -> str:
    return ENTRY.format(title=title, date=date, tags=tags, body=body)


def built(root: Path, clock: datetime = NOW) -> Report:
    return build(root, root / "site", jobs=1, clock=lambda: clock)


def test_a_site_yml_that_cannot_be_read_publishes_nothing_and_leaves_what_is_there(tmp_path: Path) -> None:
    root = write_site(tmp_path, {"a.md": entry()})
    assert built(root).exit_status == 0
    before = (root / "site/index.html").read_bytes()
    (root / "site.yml").write_text("title: [Archive\n", encoding="utf-8")
    report = built(root)
    assert (report.exit_status, report.output) == (2, None)
    assert report.problems[0].place.path == "site.yml"
    assert (root / "site/index.html").read_bytes() == before


def test_every_entry_is_published_a_draft_or_named_in_a_problem(tmp_path: Path) -> None:
    entries = {
        "good.md": entry(),
        "draft.md": entry().replace("---\n\n", "draft: yes\n---\n\n"),
        "undated.md": "---\ntitle: No date\n---\n",
        "broken.md": "---\ntitle: RL: a survey\n---\n",
    }
    report = built(write_site(tmp_path, entries))
    assert report.closing_line == "4 entries, 1 published, 1 draft, 2 with errors"
    assert {problem.place.path.rpartition("/")[2] for problem in report.problems if problem.severity == "error"} == {"undated.md", "broken.md"}
    assert report.exit_status == 1
    assert (tmp_path / "site/entries/good.html").is_file()


def test_tags_whose_names_spell_alike_in_an_address_have_a_page_each(tmp_path: Path) -> None:
    report = built(write_site(tmp_path, {"a.md": entry(tags="a b"), "b.md": entry(tags="a/b"), "c.md": entry(tags="C, C++, 'C#', .NET")}))
    assert report.exit_status == 0, report.problems
    pages = sorted(file.name for file in (tmp_path / "site/tags").glob("*.html"))
    assert {"c.html", "c-plus-plus.html", "c-sharp.html", "dot-net.html", "a-b.html", "index.html"} <= set(pages)
    assert len(pages) == 7


def test_one_name_in_many_spellings_is_one_tag_with_the_most_used_one_shown(tmp_path: Path) -> None:
    spellings = {"a.md": "AI, ai, ＡＩ", "b.md": "ai", "c.md": "ai", "d.md": "A-b", "e.md": "a_b", "f.md": "a b", "g.md": "a b"}
    report = built(write_site(tmp_path, {name: entry(tags=tags) for name, tags in spellings.items()}))
    assert report.exit_status == 0, report.problems
    assert sorted(file.name for file in (tmp_path / "site/tags").glob("*.html")) == ["a-b.html", "ai.html", "index.html"]
    page = (tmp_path / "site/tags/ai.html").read_text(encoding="utf-8")
    assert "#ai" in page
    assert page.count('<article class="tl-entry"') == 3


def test_a_hand_written_page_and_a_tag_that_want_one_address_are_both_named(tmp_path: Path) -> None:
    root = write_site(tmp_path, {"a.md": entry(tags="'C#'")})
    (root / "content/pages/tags").mkdir(parents=True)
    (root / "content/pages/tags/c-sharp.md").write_text("# C sharp\n", encoding="utf-8")
    report = built(root)
    facts = [problem.fact for problem in report.problems if problem.rule == "same-address"]
    assert len(facts) == 1
    assert "C#" in facts[0]
    assert "content/pages/tags/c-sharp.md" in facts[0]
    assert report.exit_status == 1


@pytest.mark.parametrize(("clock", "published"), [("2024-03-01T12:44:54+00:00", 1), ("2024-03-01T12:44:53+00:00", 0)])
def test_an_entry_comes_due_at_its_time_in_the_sites_zone(tmp_path: Path, clock: str, published: int) -> None:
    root = write_site(tmp_path, {"a.md": entry(date="2024-03-01 13:44:54")}, SITE + "future: hide\n")
    report = built(root, datetime.fromisoformat(clock))
    assert (report.published, report.held_back) == (published, 1 - published)
    if not published:
        assert "2024-03-01 13:44:54" in report.problems[0].fact


def test_order_is_total_and_a_bare_date_comes_after_its_days_times(tmp_path: Path) -> None:
    entries = {
        "z.md": entry("zone", "2023-12-31T17:00:00Z"),
        "east.md": entry("east", "2024-01-01 00:30 +08:00"),
        "old.md": entry("old", "2023-12-31 20:00"),
        "bare.md": entry("bare", "2024-01-01"),
        "b.md": entry("b", "2024-01-01 09:00"),
        "a.md": entry("a", "2024-01-01 09:00"),
    }
    root = write_site(tmp_path, entries, SITE.replace("Europe/Berlin", "Asia/Shanghai"))
    built(root)
    page = (root / "site/index.html").read_text(encoding="utf-8")
    places = {name: page.index(f'id="{name}"') for name in ("a", "b", "z", "east", "bare", "old")}
    assert sorted(places, key=lambda name: places[name]) == ["a", "b", "z", "east", "bare", "old"]


def test_a_former_name_and_an_alias_lead_to_the_tags_page(tmp_path: Path) -> None:
    root = write_site(tmp_path, {"a.md": entry(tags="Large Models")})
    (root / "content/tags.yml").write_text("Large Models:\n  aliases: [LLM]\n  formerly: [Big Models]\n", encoding="utf-8")
    built(root)
    for name in ("llm", "big-models"):
        assert 'url=large-models.html' in (root / f"site/tags/{name}.html").read_text(encoding="utf-8").replace("../tags/", "")


def test_hostile_text_is_text_everywhere(tmp_path: Path) -> None:
    tag = "<script>alert(1)</script>"
    body = "<img src=x onerror=alert(1)> [x](javascript:alert(1)) <a href='data:text/html,x'>y</a>\n\n<div>\n\n</section>\n\n# Heading"
    title = '\'Breaking: </a></h1><b>x</b> R&D &amp; "quotes"\''
    root = write_site(tmp_path, {"a.md": entry(title, tags=f'"{tag}", "a&b"', body=body)})
    assert built(root).exit_status == 0
    for file in (root / "site").rglob("*"):
        if file.suffix in {".html", ".xml", ".json", ".js"} and "assets" not in file.parts:
            text = file.read_text(encoding="utf-8")
            # A data file is read as data, and what it holds is shown by text nodes.
            assert tag not in text or file.suffix in {".json", ".js"}, file
            assert "onerror" not in text.replace("&lt;img src=x onerror", "") or file.suffix in {".json", ".js"}, file
            assert 'href="javascript:' not in text, file
            assert "<b>x</b>" not in text or file.suffix in {".json", ".js"}, file


def killed_after(done: int, root: Path, monkeypatch: pytest.MonkeyPatch, half: str | None = None) -> None:
    """Builds until that many files are written. Of the next one a piece is left, where `half` is what its name ends in."""
    from tagloom import publish

    left = [done]
    write = publish.write_file

    def failing(path: str, data: bytes, there: bool) -> tuple[int, int, bool]:
        left[0] -= 1
        if left[0] < 0:
            if half is not None:
                Path(path + half).write_bytes(data[:5])
            raise KeyboardInterrupt
        return write(path, data, there)

    with monkeypatch.context() as patched:
        patched.setattr(publish, "write_file", failing)
        with pytest.raises(KeyboardInterrupt):
            built(root)


@pytest.mark.parametrize("half", ["", ".tagloom-new"])
def test_a_build_killed_between_files_is_completed_by_the_next(half: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of a file is left at its own place, or beside it where it was to take another's."""
    root = write_site(tmp_path / "one", {f"{n}.md": entry(f"Title {n}", tags=f"tag{n}") for n in range(9)})
    whole = write_site(tmp_path / "two", {f"{n}.md": entry(f"Title {n}", tags=f"tag{n}") for n in range(9)})
    built(whole)
    killed_after(12, root, monkeypatch, half)
    (root / "content/entries/3.md").unlink()
    (whole / "content/entries/3.md").unlink()
    built(root)
    built(whole)

    def tree(folder: Path) -> dict[str, bytes]:
        return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}

    assert tree(root / "site") == tree(whole / "site")


def test_what_a_killed_build_left_goes_though_the_next_is_killed_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_site(tmp_path, {"a.md": entry(tags="one"), "b.md": entry(tags="two")})
    killed_after(30, root, monkeypatch)
    assert (root / "site/entries/b.html").exists()
    (root / "content/entries/b.md").unlink()
    killed_after(0, root, monkeypatch)
    built(root)
    assert (root / "site/entries/a.html").exists()
    assert not (root / "site/entries/b.html").exists()


def test_pages_of_an_earlier_version_go_with_their_entries(tmp_path: Path) -> None:
    """Also where the folder holds a file that is not the site's."""
    root = write_site(tmp_path, {"a.md": entry(tags="one"), "b.md": entry(tags="two")})
    built(root)
    with closing(sqlite3.connect(root / ".tagloom/published.sqlite")) as manifest:
        manifest.executescript("DROP TABLE announced; PRAGMA user_version=1;")
    (root / "site/CNAME.own").touch()
    (root / "content/entries/b.md").unlink()
    built(root)
    assert (root / "site/CNAME.own").exists()
    assert (root / "site/entries/a.html").exists()
    assert not (root / "site/entries/b.html").exists()


def test_where_a_file_cannot_be_read_at_any_place_cards_pass_through_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""
    monkeypatch.delattr(os, "pread")
    root = write_site(tmp_path, {f"{number}.md": entry(f"Title {number}") for number in range(MANY_CARDS + 1)})
    assert built(root).exit_status == 0
    assert b"Title 400" in (root / "site/entries/400.html").read_bytes()


@pytest.mark.parametrize("first", [0, 4096, 3 * 4096])
@pytest.mark.parametrize("damage", ["cache.sqlite", "published.sqlite"])
def test_a_damaged_store_is_a_cold_build(tmp_path: Path, damage: str, first: int) -> None:
    root = write_site(tmp_path, {f"{n}.md": entry(f"Title {n}") for n in range(60)})
    built(root)
    before = {file: file.read_bytes() for file in (root / "site").rglob("*") if file.is_file()}
    store = root / ".tagloom" / damage
    data = bytearray(store.read_bytes())
    for place in range(first, len(data), 97):
        data[place] ^= 0x55
    store.write_bytes(bytes(data))
    (root / "content/entries/new.md").write_text(entry("New"), encoding="utf-8")
    assert built(root).published == 61
    (root / "content/entries/new.md").unlink()
    assert built(root).published == 60
    assert {file: file.read_bytes() for file in (root / "site").rglob("*") if file.is_file()} == before


def test_a_control_character_that_an_escape_spells_reaches_no_page(tmp_path: Path) -> None:
    root = write_site(tmp_path, {"a.md": entry()}, SITE.replace("title: Archive", r'title: "Arc\x03hive"'))
    (root / "content/tags.yml").write_text(r'one: {en: "O\x03ne", description: "A \x04 mark"}', encoding="utf-8")
    assert built(root).exit_status == 0
    pages = [file.read_text("utf-8") for file in (root / "site").rglob("*.html")]
    assert not any(mark in page for page in pages for mark in "\2\3\4")


def test_files_beside_entries_may_have_any_name_a_disk_takes(tmp_path: Path) -> None:
    root = write_site(tmp_path, {"a.md": entry()})
    long = "x" * 251 + ".png"
    (root / "content/entries" / long).write_bytes(b"long")
    Path(os.fsdecode(os.fsencode(root / "content/entries") + b"/\xff.png")).write_bytes(b"strange")
    assert built(root).exit_status == 0
    assert (root / "site/entries" / long).read_bytes() == b"long"
    (root / "content/entries" / long).unlink()
    built(root)
    assert not (root / "site/entries" / long).exists()


def test_a_folder_that_holds_itself_does_not_hold_a_build_up(tmp_path: Path) -> None:
    root = write_site(tmp_path, {"a.md": entry()})
    (root / "content/up").symlink_to("..")
    (root / "content/again").symlink_to("..")
    (root / "content/entries/nowhere").symlink_to("/nowhere")
    assert len(list(islice(inputs(root, set()), 5000))) < 5000
    assert built(root).published == 1


@pytest.mark.parametrize("linked", ["content", "content/entries", "content/pages", "theme", "theme/assets"])
def test_an_edit_behind_a_link_that_a_build_follows_is_seen(tmp_path: Path, linked: str) -> None:
    root = write_site(tmp_path / "site", {"a.md": entry()})
    for name in ("content/pages/about.md", "theme/assets/own.css"):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text("one", encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    (root / linked).rename(elsewhere)
    (root / linked).symlink_to(elsewhere)
    before = inputs(root, set())
    assert inputs(root, set()) == before
    file = next(file for file in sorted(elsewhere.rglob("*")) if file.is_file())
    file.write_text(entry("Another title"), encoding="utf-8")
    assert inputs(root, set()) != before


def test_files_that_the_settings_name_for_mkdocs_are_inputs(tmp_path: Path) -> None:
    """Beside content/ and theme/: hooks, and what is in a custom_dir, also one that comes later."""
    options = "mkdocs: {hooks: [hooks.py], theme: {name: material, custom_dir: over}}\n"
    root = write_site(tmp_path, {"a.md": entry()}, SITE + options)
    output = root / "site"
    told = []
    for name in ("hooks.py", "over/main.html", "over/other.html"):
        built(root)
        told.append(look(root, output, NOW).sealed_report is not None)
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(f"# {name}", encoding="utf-8")
        assert look(root, output, NOW).sealed_report is None, name
    assert told == [True, True, True]
    built(root)
    write_site(root, {}, SITE)
    built(root)
    (root / "hooks.py").write_text("nobody asks", encoding="utf-8")
    assert look(root, output, NOW).sealed_report is not None


def test_a_file_whose_name_changes_in_case_alone_is_there_once_and_whole(tmp_path: Path) -> None:
    root = write_site(tmp_path, {"a.md": entry()})
    (root / "content/entries/Plot.png").write_bytes(b"plot")
    built(root)
    (root / "content/entries/Plot.png").rename(root / "content/entries/plot.png")
    built(root)
    assert [file.name for file in (root / "site/entries").glob("*.png")] == ["plot.png"]


def test_a_site_of_an_earlier_build_is_let_go(tmp_path: Path) -> None:
    """`serve` builds again and again: what rows of links are made from must not pile up."""
    site = Site(Settings(kinds={"paper": {"en": "Papers"}}), build_archive([], Vocabulary(), Vocabulary(), lambda _: Prose()), read_words((own_theme(),), "en"))
    assert [choice.name for choice in kind_row(site)] == ["All", "Papers"]
    earlier = weakref.ref(site)
    del site
    gc.collect()
    assert earlier() is None


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(("page", "text", "rule"), [("tags/index.md", "# Mine\n", "address-taken"), ("about.md", "---\ntitle: [x\n---\n", "yaml")])
def test_a_page_that_cannot_be_drawn_is_told_and_the_entries_are_published(page: str, text: str, rule: str, jobs: int, tmp_path: Path) -> None:
    root = write_site(tmp_path, {"a.md": entry()})
    file = root / "content/pages" / page
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    report = build(root, root / "site", jobs=jobs)
    assert [(problem.place.path, problem.severity) for problem in report.problems] == [(f"content/pages/{page}", "error")]
    assert report.problems[0].rule.startswith(rule)
    assert (root / "site/entries/a.html").is_file()


def test_a_link_to_a_file_beside_an_entry_holds_on_every_page(tmp_path: Path) -> None:
    root = write_site(tmp_path, {"2024/a.md": entry().replace("---\n\n", "url: notes.pdf\nlinks: {pdf: a.pdf}\n---\n\n")})
    for name in ("notes.pdf", "a.pdf"):
        (root / "content/entries/2024" / name).write_bytes(b"%PDF")
    assert built(root).exit_status == 0
    for page in ("index.html", "tags/one.html", "entries/a.html"):
        html = (root / "site" / page).read_text("utf-8")
        way = "../" * page.count("/")
        assert f'href="{way}entries/2024/notes.pdf"' in html
        assert f'href="{way}entries/2024/a.pdf"' in html
    assert "https://owner.example/archive/entries/2024/notes.pdf" in (root / "site/feed.xml").read_text("utf-8")


def test_no_crew_begins_while_another_is_at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where processes fork, one that begins beside threads would have to be handed all entries anew."""
    methods = []
    begin = crew.start_method
    monkeypatch.setattr(crew, "start_method", lambda: methods.append(begin()) or methods[-1])
    monkeypatch.delenv("TAGLOOM_START", raising=False)
    rows = "".join(f"- {{id: e{number}, title: T {number}, date: 2026-01-01, tags: [a]}}\n" for number in range(1100))
    root = write_site(tmp_path, {"list.yml": f"entries:\n{rows}"})
    assert build(root, root / "site", jobs=2).published == 1100
    assert len(set(methods)) == 1


@pytest.mark.parametrize("output", OUTPUTS)
def test_what_a_site_leaves_out_is_linked_from_nowhere(output: str, tmp_path: Path) -> None:
    root = write_site(tmp_path, {"a.md": entry()}, f"{SITE}kinds: {{paper: {{en: Papers}}}}\noutputs: {{{output}: no}}\n")
    assert built(root).exit_status == 0
    assert [str(problem) for problem in verify(root / "site", jobs=1) if problem.rule == "dead-link"] == []


def test_a_link_planted_where_a_file_is_written_is_not_followed(tmp_path: Path) -> None:
    root = write_site(tmp_path / "one", {"a.md": entry()})
    outside = tmp_path / "outside.txt"
    outside.write_text("mine", encoding="utf-8")
    (root / "site/entries").mkdir(parents=True)
    (root / "site/entries/a.html.tagloom-new").symlink_to(outside)
    assert built(root).exit_status == 0
    assert outside.read_text(encoding="utf-8") == "mine"
    assert not (root / "site/entries/a.html").is_symlink()


def test_a_link_among_the_pages_is_told_and_nothing_behind_it_is_published(tmp_path: Path) -> None:
    root = write_site(tmp_path / "one", {"a.md": entry()}, SITE.replace("frame: bare", "frame: mkdocs"))
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/key.md").write_text("# Secret\n", encoding="utf-8")
    (root / "content/pages").mkdir()
    (root / "content/pages/linked").symlink_to(tmp_path / "secret")
    (root / "content/pages/loop").symlink_to(root / "content/pages")
    report = built(root)
    assert {problem.place.path for problem in report.problems if problem.rule == "linked-page"} == {"content/pages/linked", "content/pages/loop"}
    assert report.published == 1
    assert not any("Secret" in file.read_text(encoding="utf-8") for file in (root / "site").rglob("*.html"))
