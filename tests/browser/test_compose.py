"""compose.html makes a file that reads back as what was typed, shows the card that the site would, and tells what the check would."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page

from tagloom.content.reading import Reading, read_file
from tagloom.outputs.compose import check_sum
from tagloom.settings import Settings, read_settings
from tagloom.text.identity import address_key, title_key
from tests.conftest import Site
from tests.text.test_identity import SAME

TYPED = {
    "title": "RL: a \"survey\" #1 — 'quoted', 中文 😀 \\n",
    "title_en": "no",
    "url": "https://example.org/a?b=1&c=%E8#x",
    "date": "2026-06-10 10:11",
    "source": "arXiv: DeepSeek",
    "authors": "O'Neil, Jr.; null; 王小明",
    "takeaway": "- not a list: #tag & *star*",
    "summary": "First: line\n\n  indented # no comment\n---\n\ttab\n\n`code` \"q\" 'q'",
    "points": "一：点\n- two # points\n~\n[x]: y",
    "reason": "2024",
    "score": "8.5",
    "heat": "83",
    "topic": "训练 · 并行",
    "handle": "@ada",
    "links": "code: https://github.com/x/y\n- pdf：https://example.org/x.pdf",
    "body": "---\nbody: yes\n---\n\n# 标题 👩‍👩‍👧\n",
    "id": "nasty entry",
}
TAGS = ["no", "2024", "1.10", "12:30", "C#", "a: b", "- x", "null", "😀", "分布式深度学习", "#hash", "{x}"]


@pytest.fixture
def compose(page: Page, own_site: Site) -> Page:
    return opened(page, own_site)


def opened(page: Page, site: Site, query: str = "") -> Page:
    page.goto(f"{(site.out / 'compose.html').as_uri()}{query}")
    page.wait_for_selector(".tl-compose[data-ready]")
    return page


def drawn(compose: Page) -> None:
    """Waits until the page has shown what was typed: it does so once a frame."""
    compose.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def fill(page: Page, values: dict[str, str]) -> None:
    page.evaluate("document.querySelector('.tl-rest').open = true")
    for name, value in values.items():
        page.fill(f"[name={name}]", value)
    drawn(page)


def add(page: Page, kind: str, *names: str) -> None:
    for name in names:
        page.fill(f"[name={kind}]", name)
        page.press(f"[name={kind}]", "Enter")
    drawn(page)


def downloaded(page: Page, site: Site, folder: Path) -> tuple[str, Reading]:
    with page.expect_download() as waiting:
        page.click("[data-do=download]")
    file = folder / waiting.value.suggested_filename
    waiting.value.save_as(file)
    settings: Settings = read_settings(site.root)[0]
    return file.name, read_file(f"content/entries/{file.name}", file.read_bytes(), settings)


def test_whatever_is_typed_reads_back_the_same(compose: Page, own_site: Site, tmp_path: Path) -> None:
    fill(compose, TYPED)
    compose.select_option("[name=kind]", "paper")
    compose.select_option("[name=category]", "training")
    compose.check("[name=featured]")
    add(compose, "tags", *TAGS)
    add(compose, "institutions", "Meta Platforms, Inc.", "Off: Limits #2")
    name, reading = downloaded(compose, own_site, tmp_path)
    assert (name, reading.problems) == ("nasty-entry.md", ())
    (entry, prose) = reading.entries[0]
    assert (entry.title, dict(entry.titles)) == (TYPED["title"], {"en": "no"})
    assert (entry.moment.iso, entry.url, entry.source) == ("2026-06-10T10:11", TYPED["url"], TYPED["source"])
    assert (entry.kind, entry.category, entry.score, entry.heat, entry.featured, entry.deep) == ("paper", "training", 8.5, 83, True, False)
    # An alias becomes the name it stands for.
    assert entry.tags == ("no", "2024", "1.10", "12:30", "C#", "a: b", "- x", "null", "😀", "分布式训练", "hash", "{x}")
    assert entry.institutions[-1] == "Off: Limits #2"
    assert prose.authors == ("O'Neil, Jr.", "null", "王小明")
    assert (prose.takeaway, prose.reason, prose.topic, prose.handle) == (TYPED["takeaway"], "2024", "训练 · 并行", "ada")
    assert prose.summary == TYPED["summary"]
    assert prose.points == ("一：点", "two # points", "~", "[x]: y")
    assert [tuple(link) for link in prose.links] == [("code", "https://github.com/x/y"), ("pdf", "https://example.org/x.pdf")]
    assert prose.body == TYPED["body"].strip()


def test_only_a_title_is_needed_and_the_file_is_named_after_it(compose: Page, own_site: Site, tmp_path: Path) -> None:
    compose.fill("[name=title]", "Dragon: 龙")
    name, reading = downloaded(compose, own_site, tmp_path)
    assert (name, reading.problems, reading.entries[0][0].title) == ("dragon.md", (), "Dragon: 龙")


def test_the_file_is_proposed_to_the_folder_of_its_month(compose: Page) -> None:
    compose.evaluate("window.open = (address) => { window.went = address }")
    fill(compose, {"title": "A: b & c", "date": "2026-06-10", "summary": "x" * 300})
    compose.click("[data-do=propose]")
    address = urlsplit(compose.evaluate("went"))
    assert (address.scheme, address.netloc, address.path) == ("https", "github.com", "/tagloom/tagloom/new/main/content/entries/2026/06")
    query = parse_qs(address.query)
    assert query == {"filename": ["a-b-and-c.md"], "value": [compose.input_value("#tl-c-file")]}
    assert query["value"][0].startswith('---\ntitle: "A: b & c"\ndate: 2026-06-10\nsummary: xxx')


def test_a_text_too_long_for_an_address_goes_by_way_of_the_clipboard(compose: Page) -> None:
    compose.evaluate("window.open = (address) => { window.went = address }; Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.held = text }}})")
    fill(compose, {"title": "Long", "date": "2026-06-10", "summary": "长" * 2000})
    compose.click("[data-do=propose]")
    compose.wait_for_function("window.went")
    assert "value=" not in compose.evaluate("went")
    assert len(compose.evaluate("went")) < 200
    assert compose.evaluate("held") == compose.input_value("#tl-c-file")
    assert "粘贴" in compose.inner_text(".tl-told")


def test_the_text_is_copied_where_the_browser_has_no_clipboard(compose: Page) -> None:
    compose.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined}); document.execCommand = (what) => { window.did = [what, getSelection().toString()]; return true }")
    compose.fill("[name=title]", "Copied")
    compose.click("[data-do=copy]")
    compose.wait_for_function("window.did")
    assert compose.evaluate("did[0]") == "copy"
    assert compose.inner_text(".tl-told") == "已复制。"


def test_what_the_check_would_refuse_is_told_at_its_field(compose: Page) -> None:
    compose.fill("[name=date]", "")
    compose.click("[data-do=download]")
    assert compose.inner_text("#tl-e-title") == "要有标题。"
    assert compose.inner_text("#tl-e-date") == "要有日期。"
    assert compose.evaluate("document.activeElement.name") == "title"
    assert compose.inner_text(".tl-told") == "还有 2 处要改。"
    fill(compose, {"title": "x", "date": "2026-02-30", "score": "11", "heat": "hot", "url": "example.org", "links": "pdf: https://x.org/\ncode x", "id": "piper"})
    wrong = {name: compose.inner_text(f"#tl-e-{name}") for name in ("title", "date", "score", "heat", "url", "links", "id")}
    assert wrong == {
        "title": "", "date": "日历上没有这一天。", "score": "要在 0 到 10 之间。", "heat": "要是一个数。", "url": "要以 https:// 开头，并写全。",
        "links": "第 2 行写成“名字： https://…”。", "id": "站上已经有这个文件名。",
    }  # fmt: skip
    assert compose.get_attribute("[name=score]", "aria-invalid") == "true"
    add(compose, "tags", *(f"t{number}" for number in range(13)))
    assert compose.inner_text("#tl-e-tags") == "标签多于 12 个。"
    assert "词表里没有：t0" in compose.inner_text("#tl-h-tags")


@pytest.mark.parametrize(("values", "why"), [({"url": "http://www.arxiv.org/pdf/2606.11169v7.pdf"}, "网址相同"), ({"title": "PIPER — a programmable distributed-training system!"}, "标题相同")])
def test_what_is_on_the_site_already_is_told_with_a_link(compose: Page, own_site: Site, values: dict[str, str], why: str) -> None:
    fill(compose, values)
    compose.wait_for_selector(".tl-known a")
    assert why in compose.inner_text(".tl-known")
    assert compose.get_attribute(".tl-known a", "href") == (own_site.out / "entries" / "piper.html").as_uri()


def test_names_are_completed_from_the_keyboard(compose: Page) -> None:
    box = "[name=tags]"
    compose.type(box, "Pipelin")
    assert compose.get_attribute(box, "aria-expanded") == "true"
    offered = compose.inner_text("#tl-o-tags [role=option]")
    assert "流水线并行" in offered
    assert "Pipeline Parallelism" in offered
    compose.press(box, "ArrowDown")
    assert compose.get_attribute(box, "aria-activedescendant") == "tl-o-tags-0"
    assert compose.get_attribute("#tl-o-tags-0", "aria-selected") == "true"
    compose.press(box, "Enter")
    compose.type(box, "流水线并行")
    compose.press(box, "Escape")
    assert compose.get_attribute(box, "aria-expanded") == "false"
    compose.press(box, "Enter")
    compose.type(box, "pipeline_parallelism,")
    assert [each.strip("× \n") for each in compose.locator("[data-field=tags] li").all_inner_texts()] == ["流水线并行"]
    compose.press(box, "Backspace")
    assert compose.locator("[data-field=tags] li").count() == 0


CLASSES = ("title", "title-alt", "time", "authors", "featured", "heat", "topic", "deep", "institutions", "takeaway", "summary", "points", "reason", "score", "kind", "tag", "original", "links", "meta")


def test_the_card_is_the_one_that_the_site_shows(new_page: Callable[..., Page], own_site: Site) -> None:
    page = opened(new_page(), own_site)
    facts = {
        "title": "FlashMask: 快", "title_en": "", "url": "https://example.org/", "date": "2026-06-10 10:11", "source": "cs.LG", "authors": "A B; C D", "handle": "ada", "score": "8", "heat": "83",
        "topic": "训练 · 并行", "takeaway": "一 **粗** `码`", "summary": "一段 [链接](https://x.org)，*斜*。\n\n- 甲\n- 乙", "points": "点 `a`\n二", "reason": "值得 **读**", "links": "pdf: https://example.org/x.pdf\ncode: https://example.org/c",
    }  # fmt: skip
    fill(page, facts)
    page.select_option("[name=kind]", "paper")
    page.select_option("[name=category]", "training")
    for mark in ("featured", "deep"):
        page.check(f"[name={mark}]")
    add(page, "tags", "ZeRO", "新")
    add(page, "institutions", "NVIDIA", "谁家")
    page.wait_for_timeout(0)
    file = page.input_value("#tl-c-file")
    shown = parts(page, ".tl-shown .tl-entry")
    drawn = new_page(java_script_enabled=True)
    drawn.set_content(card_of(file, own_site))
    assert shown == parts(drawn, ".tl-entry")


def parts(page: Page, article: str) -> dict[str, list[str]]:
    script = "([article, names]) => Object.fromEntries(names.map((name) => [name, [...document.querySelectorAll(`${article} .tl-${name}`)].map((one) => one.textContent.replace(/\\s+/g, ''))]))"
    found: dict[str, list[str]] = page.evaluate(script, [article, CLASSES])
    return found


def card_of(file: str, site: Site) -> str:
    """The card that the site's own templates draw for an entry's file."""
    from tagloom.archive import build_archive
    from tagloom.pages.card import card_of as made
    from tagloom.pages.page import Site as Shown
    from tagloom.templates import environment
    from tagloom.text.languages import read_words
    from tagloom.theme import own_theme
    from tagloom.vocabulary import read_vocabulary

    settings, _ = read_settings(site.root)
    ((entry, prose),) = read_file("content/entries/x.md", file.encode(), settings).entries
    vocabularies = [read_vocabulary(site.root, f"content/{name}.yml")[0] for name in ("tags", "institutions")]
    shown = Shown(settings, build_archive([entry], *vocabularies, lambda _: prose), read_words((own_theme(),), settings.language))
    return str(environment(shown, site.root).get_template("parts/card.html").render(card=made(shown, "x")))


def test_texts_stay_texts(compose: Page) -> None:
    attack = "<img src=x onerror=alert(1)>](javascript:alert(1)) [x](javascript:alert(1)) **<b>**"
    fill(compose, dict.fromkeys(("title", "source", "authors", "takeaway", "summary", "points", "reason", "topic", "body"), attack) | {"url": "javascript:alert(1)", "links": "pdf: javascript:alert(1)"})
    add(compose, "tags", attack)
    assert compose.locator(".tl-compose img").count() == 0
    assert compose.locator(".tl-shown [href^=javascript]").count() == 0


def test_an_unfinished_entry_is_kept_and_can_be_cleared(compose: Page, own_site: Site) -> None:
    fill(compose, {"title": "Unfinished", "summary": "half"})
    add(compose, "tags", "ZeRO")
    compose.wait_for_function("Object.values(localStorage).some((value) => value.includes('ZeRO'))")
    opened(compose, own_site)
    assert (compose.input_value("[name=title]"), compose.input_value("[name=summary]")) == ("Unfinished", "half")
    assert "ZeRO" in compose.inner_text("[data-field=tags] li")
    compose.click("[type=reset]")
    compose.wait_for_function("!document.querySelector('[name=title]').value && !document.querySelector('[data-field=tags] li')")
    assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", compose.input_value("[name=date]"))


def test_an_address_may_bring_what_is_known(page: Page, own_site: Site) -> None:
    opened(page, own_site, "?title=A%20page&url=https%3A%2F%2Fexample.org%2F&tags=ZeRO,DP&kind=blog")
    assert (page.input_value("[name=title]"), page.input_value("[name=url]"), page.input_value("[name=kind]")) == ("A page", "https://example.org/", "blog")
    assert page.locator("[data-field=tags] li").count() == 2


def test_both_sides_make_the_same_keys(compose: Page) -> None:
    addresses = [address for addresses in SAME for address in addresses] + ["https://x.org/%E4%B8%AD", "http://A.org", "mailto:a@b", "nonsense", "https://doi.org/10.1145/%zz", "https://x.org/%E8/a%20b?q=%E8", "https://x.org//index.htm", "https://x.org/#!p", "https://x.org/?a=1&utm_x=2&b=3#c"]
    assert compose.evaluate("(list) => list.map(tagloom.compose.addressKey)", addresses) == [address_key(address) for address in addresses]
    titles = ["Ring-Attention: the “Naïve” Way!", "大模型（ＬＬＭ）训练", "Straße ΣΑΣ", "① ½ ﬁ", "İstanbul", "e\u0301 + é", "", "😀", "한국어 日本語", "a\u200bb"]
    assert compose.evaluate("(list) => list.map(tagloom.compose.titleKey)", titles) == [title_key(title) for title in titles]
    assert compose.evaluate("(list) => list.map(tagloom.compose.checkSum)", titles) == [check_sum(title) for title in titles]


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_form_can_be_used_by_everybody(new_page: Callable[..., Page], own_site: Site, axe: Callable[..., list[str]], width: int, scheme: str) -> None:
    page = opened(new_page(viewport={"width": width, "height": 900}, color_scheme=scheme), own_site)
    fill(page, {**TYPED, "url": "https://arxiv.org/abs/2606.11169", "score": "99"})
    add(page, "tags", "ZeRO", "new one")
    page.type("[name=tags]", "并行")
    assert page.locator("#tl-o-tags [role=option]").count() > 2
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page, ".tl-compose") == []


def test_every_control_has_a_label_and_is_reached_by_tab(compose: Page) -> None:
    compose.evaluate("document.querySelector('.tl-rest').open = true")
    names = compose.evaluate("[...document.querySelectorAll('.tl-compose :is(input, select, textarea, button)')].map((one) => one.name || one.dataset.do || one.type || one.id)")
    assert compose.evaluate("[...document.querySelectorAll('.tl-compose :is(input, select, textarea)')].every((one) => one.labels.length)")
    compose.focus("[name=title]")
    reached = []
    for _ in names:
        reached.append(compose.evaluate("(document.activeElement.name || document.activeElement.dataset.do || document.activeElement.type || document.activeElement.id)"))
        compose.keyboard.press("Tab")
    assert set(names) <= set(reached) | {"textarea"}


def test_without_scripts_the_page_says_where_to_write(new_page: Callable[..., Page], own_site: Site) -> None:
    page = new_page(java_script_enabled=False)
    page.goto((own_site.out / "compose.html").as_uri())
    assert page.get_attribute(".tl-compose noscript a", "href") == "https://github.com/tagloom/tagloom/new/main/content/entries"
    assert not page.is_visible(".tl-form")


def test_a_site_without_a_repository_offers_copy_and_download(page: Page, starter_site: Site) -> None:
    opened(page, starter_site)
    assert page.locator("[data-do]").evaluate_all("(all) => all.map((one) => one.dataset.do)") == ["copy", "download"]
