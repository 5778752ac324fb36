"""Search and filters as a reader meets them: on a server below /repo/ and from a folder, on a phone and on a desk."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import yaml
from playwright.sync_api import Page, expect

from tests.conftest import REPO, Site
from tests.outputs.test_search import expected_keys

# A query, and the first entries it must find.
FOUND = [
    ("物联网", ["wide"]),
    ("段简", ["wide"]),
    ("流水线", ["pipe"]),
    ("就绪谁先", ["pipe"]),
    ("谁", ["pipe"]),
    ("分布式", ["pipe"]),
    ("Distributed Training", ["pipe"]),
    ("分散式訓練", ["pipe"]),
    ("C++", ["latin"]),
    ("ｃ＋＋", ["latin"]),
    ("gpt-4o", ["latin"]),
    ("GPT 4o", ["latin"]),
    ("Pipelin", ["pipe"]),
    ("Internet of Things", ["wide"]),
    ("Garc", ["latin"]),
    ("author:liu", ["latin"]),
    ("source:arXiv score:>=9", ["pipe"]),
    ("score:8.5", ["latin"]),
    ("date:2026-05 kind:paper", ["pipe", "latin"]),
    ("before:2026-04-01 after:2026-03", ["link"]),
    ("is:deep", ["pipe"]),
    ("tag:Pipelining", ["pipe"]),
    ("kind:paper date:2026-05 -tag:C++", ["pipe"]),
    ("date:2026-05 -gpt 简单", ["pipe", "wide"]),
    ('"Plain entry 3"', ["plain-003"]),
    ("平常的第17篇", ["plain-017"]),
    ("★", ["breaking"]),
    ("</a></h1>", ["breaking"]),
    ("institution:Meta", ["latin"]),
    ("a&b", ["breaking"]),
]


def ids(page: Page) -> list[str]:
    found: list[str] = page.locator(".tl-results .tl-entry").evaluate_all("cards => cards.map((card) => card.id)")
    return found


def search(page: Page, query: str) -> list[str]:
    page.goto(f"explore.html?q={quote(query)}")
    expect(page.locator(".tl-status")).to_contain_text("篇", timeout=5000) if query != "没有这样的话" else expect(
        page.locator(".tl-status")
    ).to_have_text("没有找到")
    return ids(page)


def test_a_query_finds_what_a_reader_means(reader: Page) -> None:
    reader.goto("explore.html")
    expect(reader.locator(".tl-status")).to_have_text("找到 206 篇")
    found = {}
    for query, first in FOUND:
        reader.evaluate("() => performance.clearMeasures()")
        ask(reader, query)
        reader.wait_for_function("() => performance.getEntriesByName('tagloom:all').length")
        found[query] = ids(reader)[: len(first)]
    assert found == dict(FOUND)


def test_a_search_is_kept_in_the_address(reader: Page) -> None:
    assert search(reader, "就绪谁先") == ["pipe"]
    reader.goto("index.html")
    reader.go_back()
    expect(reader.locator(".tl-status")).to_have_text("找到 1 篇")
    assert ids(reader) == ["pipe"]


def test_what_is_not_there_is_not_found(reader: Page) -> None:
    assert search(reader, "没有这样的话") == []


def test_a_title_that_looks_like_markup_is_text_everywhere(reader: Page) -> None:
    dialogs: list[str] = []
    reader.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    search(reader, "alert(1)")
    assert reader.locator(".tl-results .tl-title a").first.text_content() == "<script>alert(1)</script>"
    assert reader.locator(".tl-results img, .tl-results b:not(.tl-reason b), .tl-results script").count() == 0
    assert search(reader, 'R&D "quotes"') == ["script"]
    search(reader, "A link that runs")
    assert reader.locator(".tl-results a.tl-original").count() == 0
    reader.goto("explore.html?tag=" + quote("<script>alert(1)</script>") + "&not=" + quote("<img src=x onerror=alert(1)>"))
    expect(reader.locator(".tl-chip")).to_have_count(2)
    assert ids(reader) == ["script"]
    assert dialogs == []


def test_hits_are_marked_in_text(reader: Page) -> None:
    search(reader, "段简")
    assert reader.locator(".tl-results mark").all_text_contents() == ["段简"]
    search(reader, "GPT 4o")
    assert "gpt" in reader.locator(".tl-results .tl-title mark").all_text_contents()


def test_the_header_of_every_page_searches(reader: Page) -> None:
    reader.goto("tags/ai.html")
    box = reader.locator(".tl-search input")
    box.fill("物联网")
    box.press("Enter")
    reader.wait_for_url("**/explore.html?q=*")
    expect(reader.locator(".tl-status")).to_have_text("找到 1 篇")
    assert ids(reader) == ["wide"]


def test_a_choice_on_any_page_filters_the_whole_archive_and_stays_in_the_address(reader: Page) -> None:
    reader.goto("tags/distributed-training.html")
    reader.locator(".tl-row a[data-value=paper]").click()
    expect(reader.locator(".tl-status")).to_have_text("找到 34 篇")
    assert "kind=paper" in reader.url
    assert ids(reader)[0] == "pipe"
    dates = [card.get_attribute("data-date") or "" for card in reader.locator(".tl-results .tl-entry").all()]
    assert dates == sorted(dates, reverse=True)
    assert reader.locator(".tl-chip").all_text_contents() == ["标签：分布式训练×", "类型：论文×"]
    reader.reload()
    expect(reader.locator(".tl-status")).to_have_text("找到 34 篇")
    reader.locator(".tl-row a[data-value=news]").click()
    expect(reader.locator(".tl-row a[data-value=news]")).to_have_attribute("aria-current", "true")
    reader.go_back()
    expect(reader.locator(".tl-row a[data-value=paper]")).to_have_attribute("aria-current", "true")
    reader.locator(".tl-chip").nth(1).click()
    expect(reader.locator(".tl-results")).to_be_hidden()
    assert reader.locator(".tl-list .tl-entry").first.get_attribute("id") == "pipe"
    assert "kind" not in reader.url


def test_tags_combine_by_and_and_not_with_counts(reader: Page) -> None:
    reader.goto("explore.html?tag=AI&not=" + quote("模型"))
    expect(reader.locator(".tl-status")).to_have_text("找到 1 篇")
    assert ids(reader) == ["link"]
    reader.goto("explore.html?tag=AI&tag=" + quote("模型") + "&from=2025-02-01&to=2025-02-28&score=4")
    expect(reader.locator(".tl-status")).to_have_text("找到 8 篇")
    counts = {
        link.get_attribute("data-value"): (link.locator(".tl-n").text_content() or "")
        for link in reader.locator(".tl-row a[data-dimension=kind]").all()
    }
    assert int(counts[""]) == 8 == sum(int(count) for value, count in counts.items() if value)
    assert reader.locator(".tl-chip").count() == 5
    reader.locator(".tl-clear").click()
    expect(reader.locator(".tl-status")).to_have_text("找到 206 篇")


def test_every_control_of_the_panel_filters(reader: Page) -> None:
    reader.goto("explore.html")
    expect(reader.locator(".tl-status")).to_have_text("找到 206 篇")
    if reader.locator("#tl-panel").is_hidden():
        reader.locator("button.tl-more").click()
    panel = reader.locator("#tl-panel")
    panel.get_by_label("来源").select_option("arxiv-cs.lg")
    expect(reader.locator(".tl-status")).to_have_text("找到 2 篇")
    panel.get_by_label("精选").check()
    expect(reader.locator(".tl-status")).to_have_text("找到 1 篇")
    panel.get_by_label("精选").uncheck()
    panel.get_by_label("评分不低于").select_option("9")
    expect(reader.locator(".tl-status")).to_have_text("找到 1 篇")
    panel.get_by_label("不含标签").fill("流水线并行")
    panel.get_by_label("不含标签").press("Enter")
    expect(reader.locator(".tl-status")).to_have_text("没有找到")
    assert reader.locator(".tl-chip").count() == 3


def test_more_results_come_on_request(reader: Page) -> None:
    reader.goto("explore.html?kind=blog")
    expect(reader.locator(".tl-status")).to_have_text("找到 67 篇")
    for shown in (20, 40, 60):
        expect(reader.locator(".tl-results .tl-entry")).to_have_count(shown)
        reader.locator(".tl-further button").click()
    expect(reader.locator(".tl-results .tl-entry")).to_have_count(67)
    assert reader.locator(".tl-further button").count() == 0


def ask(page: Page, query: str) -> None:
    """Asks without leaving the page, as going back to an earlier search does."""
    page.evaluate(
        "query => { history.pushState(null, '', '?q=' + encodeURIComponent(query)); dispatchEvent(new PopStateEvent('popstate')); }", query
    )


def test_a_phrase_that_stands_nowhere_is_not_found_without_a_look_into_texts(reader: Page) -> None:
    reader.goto("explore.html")
    expect(reader.locator(".tl-status")).to_have_text("找到 206 篇")
    read: list[str] = []
    reader.on("request", lambda request: read.append(request.url) if "/data/text/" in request.url else None)
    ask(reader, '"entry plain"')
    expect(reader.locator(".tl-status")).to_have_text("没有找到")
    assert read == []


def test_results_come_to_the_page_as_they_are_found(reader: Page) -> None:
    """A phrase that a few entries far apart hold: what is found first is shown while the search goes on, with an honest count."""
    reader.goto("explore.html")
    expect(reader.locator(".tl-status")).to_have_text("找到 206 篇")
    reader.evaluate("""() => {
      tagloom.archive.soon = -1;
      const { entry } = tagloom.archive;
      let late = 0;
      tagloom.archive.entry = async (number) => {
        if (late++ === 30) await new Promise((goOn) => (window.goOn = goOn));
        return entry(number);
      };
    }""")
    ask(reader, '"plain entry" 段')
    reader.wait_for_function("() => Boolean(window.goOn)")
    expect(reader.locator(".tl-status")).to_have_text(re.compile("^至少 [1-9][0-9]? 篇，还在找……$"))
    shown = ids(reader)
    assert shown
    reader.evaluate("goOn()")
    expect(reader.locator(".tl-status")).to_have_text("找到 200 篇")
    assert len(ids(reader)) == 20
    assert ids(reader)[: len(shown)] == shown


def test_a_search_of_many_texts_reads_a_few_and_asks_before_it_reads_on(reader: Page) -> None:
    reader.goto("explore.html")
    expect(reader.locator(".tl-status")).to_have_text("找到 206 篇")
    reader.evaluate("tagloom.archive.step = 40")
    read: list[str] = []
    reader.on("request", lambda request: read.append(request.url) if "/data/text/" in request.url else None)
    status, onward = reader.locator(".tl-status[role=status]"), reader.get_by_role("button", name="继续往前查")
    ask(reader, "title:平凡")
    expect(status).to_have_text(re.compile(r"^往前查到 2025-0[78]-\d\d，目前找到 0 篇$"))
    assert len(read) <= 3
    days = []
    while onward.count():
        days.append(status.text_content())
        onward.press("Enter")
        expect(status).not_to_have_text(str(days[-1]))
    assert days == sorted(days, reverse=True)
    expect(status).to_have_text("没有找到")
    assert len(read) == len(set(read))


def test_a_search_that_stops_to_ask_shows_what_it_has(reader: Page) -> None:
    reader.goto("explore.html")
    expect(reader.locator(".tl-status")).to_have_text("找到 206 篇")
    reader.evaluate("tagloom.archive.step = 8")
    ask(reader, '"plain entry"')
    expect(reader.locator(".tl-status")).to_contain_text("往前查到 2025-")
    first = ids(reader)
    assert first
    reader.get_by_role("button", name="继续往前查").click()
    expect(reader.locator(f".tl-results .tl-entry >> nth={len(first)}")).to_be_visible()
    assert ids(reader)[: len(first)] == first


def test_without_script_the_bar_is_links(reader_site: Site, new_page: Callable[..., Page]) -> None:
    page = new_page(java_script_enabled=False)
    page.goto((reader_site.out / "tags/distributed-training.html").as_uri())
    page.locator(".tl-row a", has_text="论文").click()
    assert page.url.endswith("/kinds/paper.html")
    page.goto((reader_site.out / "explore.html").as_uri())
    assert page.locator("noscript a").count() == 2


def test_the_browser_finds_keys_as_the_index_makes_them(page: Page) -> None:
    cases = yaml.safe_load((REPO / "tests/outputs/cases/tokens.yml").read_text(encoding="utf-8"))
    page.set_content("<p></p>")
    page.evaluate("window.tagloom = {}")
    page.add_script_tag(path=str(REPO / "theme/assets/tokens.js"))
    for case in cases:
        assert set(page.evaluate("text => [...tagloom.tokens.keys([text])]", case["text"])) == expected_keys(case), case["text"]
