"""Pages that say the same in another language find each other, wherever the folder of the language stands."""

from __future__ import annotations

from pathlib import Path

from tagloom.frames.twins import mark_twins, twins


def test_a_folder_named_after_a_language_tells() -> None:
    found = twins(["about.html", "en/about.html", "guide/a.html", "guide/en/a.html", "guide/en/only.html", "assets/x.js"], ["zh", "en"])
    assert found == {
        "about.html": {"zh": "about.html", "en": "en/about.html"},
        "guide/a.html": {"zh": "guide/a.html", "en": "guide/en/a.html"},
        "guide/only.html": {"en": "guide/en/only.html"},
    }


def test_each_page_is_marked_with_its_language_and_leads_to_the_others(tmp_path: Path) -> None:
    files = {address: tmp_path / address.replace("/", "-") for address in ("about.html", "en/about.html", "other.html")}
    for file in files.values():
        file.write_text('<html lang="zh" class="x"><head></head><body></body></html>', encoding="utf-8")
    mark_twins(files, ["zh", "en"])
    own, other, alone = (file.read_text(encoding="utf-8") for file in files.values())
    assert own.startswith('<html lang="zh" data-tl-twins="zh about.html en en/about.html" class="x">')
    assert other.startswith('<html lang="en" data-tl-page="zh" data-tl-twins="zh about.html en en/about.html" class="x">')
    assert alone == '<html lang="zh" class="x"><head></head><body></body></html>'
