"""Takes the picture of the README: `make site`, then `python -m tests.browser.picture`."""

from __future__ import annotations

import base64
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGS, chromium_path

REPO = Path(__file__).parents[2]
PAGE = REPO / "site" / "tags" / "distributed-training.html"
PICTURE = REPO / "content" / "pages" / "images" / "tag-page.webp"


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(playwright), args=[*ARGS, "--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light", device_scale_factor=1.5)
        page.goto(PAGE.as_uri(), wait_until="networkidle")
        # Playwright itself takes no WebP.
        taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": 72})
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_bytes(base64.b64decode(taken["data"]))
        browser.close()


if __name__ == "__main__":
    main()
