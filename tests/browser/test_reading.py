"""What readers keep on their own device, the keyboard, sharing, and the interface in their language."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import Site


def card(page: Page, identity: str) -> Any:
    return page.locator(f".tl-entry[id='{identity}']")


def test_a_star_a_note_and_a_read_mark_last(reader: Page) -> None:
    reader.goto("index.html")
    card(reader, "pipe").get_by_label("收藏", exact=True).click()
    card(reader, "latin").get_by_label("标为已读").click()
    card(reader, "pipe").get_by_label("笔记").click()
    card(reader, "pipe").locator("textarea").fill("为什么没有气泡？<b>")
    reader.goto("tags/distributed-training.html")
    expect(card(reader, "pipe").get_by_label("收藏", exact=True)).to_have_attribute("aria-pressed", "true")
    reader.goto("list.html")
    row = reader.locator(".tl-own-list li")
    expect(row).to_have_count(1)
    expect(row.get_by_role("link")).to_have_text("谁先就绪谁先跑的流水线")
    expect(row.locator("textarea")).to_have_value("为什么没有气泡？<b>")
    row.locator("input").fill("周会")
    row.locator("input").press("Tab")
    expect(reader.locator(".tl-own h2").first).to_contain_text("周会")
    reader.goto("index.html")
    expect(card(reader, "latin")).to_have_class("tl-entry tl-is-read")


def test_a_list_goes_out_and_comes_back(reader: Page, new_page: Callable[..., Page], tmp_path: Path) -> None:
    reader.goto("index.html")
    for identity in ("pipe", "latin"):
        card(reader, identity).get_by_label("收藏", exact=True).click()
    card(reader, "pipe").get_by_label("笔记").click()
    card(reader, "pipe").locator("textarea").fill("一行\n又一行")
    reader.goto("list.html")
    reader.locator(".tl-own-list li input").first.fill("周会")
    reader.locator(".tl-own-list li input").first.press("Tab")
    kept = reader.evaluate("[tagloom.store.get('stars'), tagloom.store.get('notes')]")
    saved = {}
    for name in ("JSON", "Markdown", "BibTeX"):
        with reader.expect_download() as download:
            reader.get_by_text(f"导出 {name}").click()
        saved[name] = tmp_path / download.value.suggested_filename
        download.value.save_as(saved[name])
    assert json.loads(saved["JSON"].read_text(encoding="utf-8"))["entries"][0]["note"] == "一行\n又一行"
    assert "## 周会" in saved["Markdown"].read_text(encoding="utf-8")
    assert "@misc{pipe," in saved["BibTeX"].read_text(encoding="utf-8")
    for name, file in saved.items():
        reader.evaluate("() => localStorage.clear()")
        reader.goto("index.html")
        reader.goto("list.html")
        reader.locator(".tl-own-bar summary").click()
        reader.locator(".tl-own-bar input[type=file]").set_input_files(file)
        expect(reader.locator(".tl-own-list li")).to_have_count(2)
        stars, notes = reader.evaluate("[tagloom.store.get('stars'), tagloom.store.get('notes')]")
        assert set(stars) == set(kept[0]), name
        assert stars["pipe"]["folder"] == "周会", name
        assert notes["pipe"].split() == ["一行", "又一行"], name


def test_a_link_carries_a_list(reader: Page) -> None:
    reader.goto("index.html")
    card(reader, "pipe").get_by_label("收藏", exact=True).click()
    reader.goto("list.html")
    reader.get_by_text("复制带清单的链接").click()
    link = str(reader.evaluate("() => navigator.clipboard.readText()"))
    reader.evaluate("() => localStorage.clear()")
    reader.goto("explore.html")
    reader.goto("list.html#" + link.partition("#")[2])
    expect(reader.locator(".tl-shared a")).to_have_text("谁先就绪谁先跑的流水线")
    reader.get_by_text("并入我的清单").click()
    expect(reader.locator(".tl-own-list li")).to_have_count(1)


def test_a_list_from_a_stranger_holds_text_only(reader: Page) -> None:
    reader.goto("list.html")
    reader.locator(".tl-own-bar summary").click()
    bad = [{"slug": "../../x", "title": "no"}, {"slug": "ok", "title": "<img src=x onerror=alert(1)>", "url": "javascript:alert(1)"}]
    reader.get_by_label("粘贴").fill(json.dumps(bad))
    reader.get_by_text("导入粘贴的内容").click()
    expect(reader.locator(".tl-own-list li")).to_have_count(1)
    assert reader.locator(".tl-own-list img").count() == 0
    assert "javascript" not in str(reader.evaluate("JSON.stringify(tagloom.store.get('stars'))"))
    reader.locator(".tl-own-bar summary").click()
    reader.get_by_label("粘贴").fill("nothing of the kind")
    reader.get_by_text("导入粘贴的内容").click()
    expect(reader.locator(".tl-say")).to_contain_text("没认出")


def test_what_is_new_since_the_last_visit_stays_marked_for_the_visit(reader: Page) -> None:
    reader.goto("index.html")
    assert reader.locator(".tl-since").count() == 0
    reader.evaluate("() => { tagloom.store.set('seen', '2026-05-03T10:00'); sessionStorage.clear(); }")
    for _ in range(2):
        reader.goto("index.html")
        expect(reader.locator(".tl-since")).to_have_text("以上 2 篇是上次来访之后新增的")
        assert reader.locator(".tl-since + .tl-entry").get_attribute("id") == "latin"
    reader.evaluate("() => sessionStorage.clear()")
    reader.goto("index.html")
    expect(card(reader, "pipe").locator(".tl-act")).to_be_visible()
    assert reader.locator(".tl-since").count() == 0


def test_a_long_page_is_quiet_until_its_reader_does_something(reader: Page) -> None:
    reader.goto("tags/distributed-training.html")
    cards = reader.locator(".tl-list .tl-entry")
    expect(cards.first.locator(".tl-act")).to_be_visible()
    assert cards.last.locator(".tl-act").count() == 0
    reader.keyboard.press("Shift")
    expect(reader.locator(".tl-list .tl-act")).to_have_count(cards.count())


def test_cards_out_of_sight_are_found_and_linked_to(reader: Page) -> None:
    reader.goto("tags/distributed-training.html")
    last = reader.locator(".tl-list .tl-entry").last
    identity = last.get_attribute("id")
    reader.goto(f"tags/ai.html#{identity}")
    reader.goto(f"tags/distributed-training.html#{identity}")
    expect(last).to_be_in_viewport()
    reader.evaluate("scrollTo(0, 0)")
    expect(last).not_to_be_in_viewport()
    assert reader.evaluate("text => find(text)", (last.locator(".tl-title").text_content() or "").strip())
    expect(last).to_be_in_viewport()


def test_single_keys_act_on_entries_and_never_inside_inputs(reader: Page) -> None:
    reader.goto("index.html")
    expect(card(reader, "pipe").locator(".tl-act")).to_be_visible()
    reader.keyboard.press("j")
    first = reader.evaluate("document.activeElement.closest('.tl-entry').id")
    reader.keyboard.press("j")
    second = reader.evaluate("document.activeElement.closest('.tl-entry').id")
    assert first == "script" != second
    reader.keyboard.press("k")
    reader.keyboard.press("s")
    reader.keyboard.press("m")
    assert reader.evaluate("[Object.keys(tagloom.store.get('stars')), Object.keys(tagloom.store.get('read'))]") == [["script"], ["script"]]
    reader.keyboard.press("?")
    expect(reader.get_by_role("dialog")).to_be_visible()
    reader.keyboard.press("Escape")
    reader.keyboard.press("/")
    reader.keyboard.type("jsm?gh")
    assert reader.locator(".tl-search input").input_value() == "jsm?gh"
    assert reader.evaluate("Object.keys(tagloom.store.get('stars'))") == ["script"]
    reader.locator("h1").click()
    reader.keyboard.press("g")
    reader.keyboard.press("t")
    reader.wait_for_url("**/timeline/index.html")
    reader.keyboard.press("g")
    reader.keyboard.press("h")
    reader.wait_for_url("**/index.html")


def test_an_entry_can_be_passed_on(reader: Page) -> None:
    reader.goto("index.html")
    copied = []
    for how in ("复制链接", "复制引用", "复制为 Markdown"):
        card(reader, "pipe").locator(".tl-share summary").click()
        card(reader, "pipe").get_by_role("button", name=how).click()
        expect(reader.locator(".tl-say")).to_have_text("已复制")
        copied.append(str(reader.evaluate("() => navigator.clipboard.readText()")))
    assert copied[0].endswith("/entries/pipe.html")
    assert copied[0].startswith("http")
    assert "Readiness-Driven Pipelines. arXiv cs.LG. 2026-05-19. https://example.org/pipe" in copied[1]
    assert copied[2].startswith("[Readiness-Driven Pipelines](https://example.org/pipe)")


def test_the_interface_speaks_the_readers_language(reader: Page) -> None:
    reader.goto("tags/pipeline-parallelism.html")
    reader.locator(".tl-language").click()
    expect(reader.locator("html")).to_have_attribute("lang", "en")
    expect(reader.locator("h1 .tl-count")).to_have_text("1 entry")
    expect(reader.locator(".tl-views label")).to_have_text(["Cards", "Timeline"])
    expect(reader.locator(".tl-site")).to_have_text("The Library")
    expect(reader.locator(".tl-nav summary")).to_have_text("More")
    expect(reader.locator("footer p")).to_have_text("The Library · All that was read")
    expect(reader).to_have_title("#Pipeline Parallelism - The Library")
    expect(reader.locator(".tl-day-title").first).to_have_text("May 19, 2026")
    expect(card(reader, "pipe").locator(".tl-tag").last).to_have_text("Distributed Training")
    expect(card(reader, "pipe").locator(".tl-points summary")).to_contain_text("(2 points)")
    assert card(reader, "pipe").locator(".tl-points ol").get_attribute("lang") == "zh"
    reader.goto("index.html")
    expect(reader.locator("h1")).to_have_text("The Library")
    expect(reader.locator(".tl-subtitle")).to_have_text("All that was read")
    reader.goto("explore.html?kind=paper")
    expect(reader.locator(".tl-status")).to_have_text("69 entries found")
    assert reader.locator(".tl-chip").all_text_contents() == ["Kind: Papers×"]
    reader.locator(".tl-language").click()
    expect(reader.locator("html")).to_have_attribute("lang", "zh")


def test_a_written_page_is_shown_in_the_language_that_its_reader_chose(reader: Page) -> None:
    reader.goto("about.html")
    expect(reader.locator("html")).to_have_attribute("lang", "zh")
    reader.locator(".tl-language").click()
    reader.wait_for_url("**/en/about.html")
    expect(reader.locator("h1")).to_have_text("About")
    expect(reader.locator(".tl-site")).to_have_text("The Library")
    expect(reader.locator("html")).to_have_attribute("lang", "en")
    reader.goto("index.html")
    expect(reader.locator("html")).to_have_attribute("lang", "en")
    reader.locator("nav").get_by_role("link", name="About").click()
    reader.wait_for_url("**/en/about.html")
    reader.get_by_role("link", name="中文").click()
    reader.wait_for_url("**/about.html")
    expect(reader.locator("h1")).to_have_text("关于")
    expect(reader.locator(".tl-site")).to_have_text("读库")
    reader.goto("index.html")
    expect(reader.locator("html")).to_have_attribute("lang", "zh")


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("how", ["http", "file"])
def test_a_new_reader_finds_a_paper_stars_it_and_comes_back(
    own_site: Site, served: Callable[..., str], new_page: Callable[..., Page], how: str, width: int, language: str
) -> None:
    """A paper of May 2026 on pipeline parallelism, from the home page on."""
    page = new_page(viewport={"width": width, "height": 800})
    base = served(own_site.out) if how == "http" else f"{own_site.out.as_uri()}/"
    page.goto(f"{base}index.html")
    if language == "en":
        page.locator(".tl-language").click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
    box = page.locator(".tl-search input")
    box.fill({"zh": "流水线并行", "en": "pipeline parallel"}[language])
    box.press("Enter")
    page.wait_for_url("**/explore.html?q=*")
    results = page.locator(".tl-results .tl-entry")
    # What was asked for is in sight: no reader goes looking for it below a panel of controls.
    expect(results.first.locator(".tl-title")).to_be_in_viewport()
    page.locator(".tl-row a[data-dimension=kind][data-value=paper]").click()
    page.get_by_role("button", name={"zh": "更多条件", "en": "More filters"}[language]).click()
    page.get_by_label({"zh": "从", "en": "From"}[language], exact=True).fill("2026-05-01")
    page.get_by_label({"zh": "到", "en": "To"}[language], exact=True).fill("2026-05-31")
    expect(results).to_have_count(1)
    expect(results.first).to_have_attribute("id", "rrfp")
    results.first.locator("[data-act=star]").click()
    page.locator(".tl-say a").click()
    page.wait_for_url("**/list.html")
    first = {"zh": "RRFP：谁先就绪谁先跑的流水线并行运行时", "en": "A Readiness-Driven Runtime for Pipeline-Parallel Training under Runtime Variability"}
    expect(page.locator(".tl-own-list li a")).to_have_text(first[language])
    back = page.context.new_page()
    back.goto(f"{base}tags/pipeline-parallelism.html")
    card(back, "rrfp").scroll_into_view_if_needed()
    expect(card(back, "rrfp").locator("[data-act=star]")).to_have_attribute("aria-pressed", "true")
    expect(card(back, "rrfp")).to_have_class(re.compile("tl-is-starred"))
    back.close()
