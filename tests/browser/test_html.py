"""Pages are valid HTML, by the W3C's Nu checker, and can be used by everybody, by axe's rules for WCAG 2.2 AA."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.crawl import one_of_each
from tests.conftest import Site

NU = Path(__file__).parents[1] / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"


def nu_errors(folder: Path, addresses: list[str]) -> list[str]:
    """What the checker finds on the pages, all in one start of Java."""
    command = ["java", "-Xss4m", "-jar", str(NU), "--errors-only", "--stdout", "--exit-zero-always", "--format", "json", *addresses]
    run = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=True)
    found = json.loads(run.stdout)["messages"]
    return [f"{Path(each['url']).name}:{each.get('lastLine', 0)}: {each['message']}: {each.get('extract', '')}" for each in found]


def test_the_checker_sees_an_error(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text("<!doctype html><title>x</title><p><div></p>", encoding="utf-8")
    assert any("div" in line for line in nu_errors(tmp_path, ["x.html"]))


def test_a_page_of_every_kind_is_valid(site: Site) -> None:
    assert nu_errors(site.out, one_of_each(site.out, redirects=True)) == []


def test_a_page_of_every_kind_is_accessible(site: Site, page: Page, axe: Callable[..., list[str]]) -> None:
    found = []
    for address in one_of_each(site.out):
        page.emulate_media(color_scheme="light")
        page.goto((site.out / address).as_uri(), wait_until="load")
        found += [f"{address}: {line}" for line in axe(page)]
        page.emulate_media(color_scheme="dark")
        found += [f"{address} (dark): {line}" for line in axe(page, only=("color-contrast",))]
    assert found == []
