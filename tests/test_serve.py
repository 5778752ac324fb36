"""`tagloom serve`: what is saved is what is served, and a mistake is shown where it is looked for."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote

import pytest

from tagloom.preview import Preview, Server
from tagloom.problems import Stopped
from tagloom.serve import answering, listen
from tagloom.watch import Watch
from tests.conftest import REPO

DEADLINE = 60.0
ENTRY = "---\ntitle: {title}\ndate: 2026-01-02\ntags: [First]\n---\n\nText.\n"


def ask(port: int, path: str) -> tuple[int, str | None, str]:
    """Status, `Location` and text of an answer."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=DEADLINE)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.getheader("Location"), answer.read().decode()


@dataclass
class Served:
    """A server of a site, at `port` below `/repo/`."""

    root: Path
    port: int
    process: subprocess.Popen[str]

    def get(self, address: str) -> tuple[int, str]:
        status, _, text = ask(self.port, f"/repo/{quote(address, safe='/?=')}")
        return status, text

    def get_when(self, address: str, holds: Callable[[int, str], bool]) -> tuple[int, str]:
        """The page at `address` as soon as `holds(status, text)`; each look waits for another build than the last."""
        end = time.monotonic() + DEADLINE
        while True:
            status, text = self.get(address)
            if holds(status, text):
                return status, text
            shown = re.search('data-build="([^"]+)"', text)
            assert shown, text
            assert time.monotonic() < end, text
            self.get(f".tagloom/builds?after={shown[1]}")

    def write(self, name: str, text: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def end(self) -> tuple[int, str]:
        """Ends the server as Ctrl-C does: exit status, and what was said on standard error."""
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=DEADLINE)
        return self.process.returncode, errors


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    root = tmp_path / "served"
    entries = root / "content" / "entries"
    entries.mkdir(parents=True)
    (root / "site.yml").write_text("title: Served\nframe: bare\nurl: https://o.example/repo/\n", encoding="utf-8")
    (entries / "one.md").write_text(ENTRY.format(title="One"), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(REPO / "generator"), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "tagloom", "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout
        said = ""
        for line in process.stdout:
            said += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/repo/", line):
                yield Served(root, int(found[1]), process)
                break
        process.kill()
        assert "Serving" in said, process.stderr and process.stderr.read()


def test_what_is_saved_is_served(served: Served) -> None:
    assert "One" in served.get("")[1]
    served.write("content/entries/one.md", ENTRY.format(title="Another name"))
    served.get_when("entries/one.html", lambda _, text: "Another name" in text)
    served.write("content/entries/2026/two.md", ENTRY.format(title="Two"))
    served.get_when("tags/first.html", lambda _, text: "Two" in text)
    (served.root / "content/entries/one.md").unlink()
    assert served.get_when("entries/one.html", lambda status, _: status == 404)


def test_a_broken_entry_is_told_on_the_page_and_in_the_terminal_until_it_is_mended(served: Served) -> None:
    served.write("content/entries/two.md", "---\ntitle: <script>alert(1)</script>\ndate: soon\n---\n")
    _, page = served.get_when("index.html", lambda _, text: "tl-preview" in text)
    banner = page.split('<div id="tl-preview"')[1]
    assert "content/entries/two.md:3" in unescape(banner)
    assert "<script>alert" not in banner
    assert "One" in page
    assert 'id="tl-preview"' in served.get("no/such/page.html")[1]
    on_disk = served.root / ".tagloom" / "preview"
    assert [
        path for path in on_disk.rglob("*.html") if "tl-preview" in path.read_text("utf-8") or "data-build" in path.read_text("utf-8")
    ] == []

    served.write("content/entries/two.md", ENTRY.format(title="Two"))
    served.get_when("index.html", lambda _, text: "tl-preview" not in text and "Two" in text)
    status, errors = served.end()
    assert (status, "content/entries/two.md:3" in errors, "Traceback" in errors) == (0, True, False)


def test_a_broken_site_file_keeps_what_is_served(served: Served) -> None:
    served.write("site.yml", "title: [\nurl: https://o.example/elsewhere/\n")
    _, page = served.get_when("index.html", lambda _, text: "tl-preview" in text)
    assert "Served" in page
    assert "site.yml" in page.split('<div id="tl-preview"')[1]
    served.write("site.yml", "title: Renamed\nframe: bare\nurl: https://o.example/repo/\n")
    served.get_when("index.html", lambda _, text: "Renamed" in text and "tl-preview" not in text)


def test_a_broken_template_keeps_what_is_served(served: Served) -> None:
    served.write("theme/bodies/notfound.html", "{% if %}")
    _, page = served.get_when("index.html", lambda _, text: "tl-preview" in text)
    assert "One" in page
    assert "notfound.html" in page.split('<div id="tl-preview"')[1]
    served.write("theme/bodies/notfound.html", "<h1>Lost</h1>")
    served.get_when("404.html", lambda _, text: "Lost" in text and "tl-preview" not in text)


def test_the_site_folder_is_left_alone_and_a_build_may_run_beside(served: Served) -> None:
    assert not (served.root / "site").exists()
    environment = {**os.environ, "PYTHONPATH": str(REPO / "generator")}
    done = subprocess.run(
        [sys.executable, "-m", "tagloom", "build"], cwd=served.root, env=environment, capture_output=True, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    served.write("content/entries/one.md", ENTRY.format(title="Later"))
    served.get_when("index.html", lambda _, text: "Later" in text)
    assert "Later" not in (served.root / "site" / "index.html").read_text("utf-8")


def test_a_port_in_use_is_told(served: Served) -> None:
    with pytest.raises(Stopped, match="in use"):
        listen("127.0.0.1", served.port, Preview(served.root))


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[tuple[Preview, str]]:
    """A preview of one page, and its address."""
    (tmp_path / "index.html").write_text(
        '<!doctype html><html lang="en"><head><title>t</title></head><body><p>first</p></body></html>', "utf-8"
    )
    (tmp_path / "tags").mkdir()
    preview = Preview(tmp_path, "/a b/")
    server = Server("127.0.0.1", 0, preview)
    with answering(server):
        yield preview, f"http://127.0.0.1:{server.server_port}/a%20b/"
    server.server_close()


def test_only_files_of_the_site_are_served(shown: tuple[Preview, str]) -> None:
    preview, address = shown
    (preview.folder.parent / "secret.txt").write_text("secret", "utf-8")
    port = int(re.findall(r":(\d+)/", address)[0])

    for path in ("/a%20b/../secret.txt", "/a%20b/%2e%2e/secret.txt", "/a%20b//etc/passwd", "/secret.txt", "/a%20b/%00"):
        status, _, body = ask(port, path)
        assert (status, "secret" in body) == (404, False), path
    assert ask(port, "/")[:2] == (302, "/a%20b/")
    assert ask(port, "/a%20b/tags")[:2] == (301, "/a%20b/tags/")
    assert json.loads(ask(port, "/a%20b/.tagloom/builds?after=none")[2]) == preview.build


def test_a_change_behind_a_linked_folder_is_heard_of(tmp_path: Path) -> None:
    entries, root = tmp_path / "notes", tmp_path / "site"
    entries.mkdir()
    (root / "content").mkdir(parents=True)
    (root / "content" / "entries").symlink_to(entries)
    with Watch(root) as watch:
        (entries / "a.md").write_text(ENTRY.format(title="Linked"), encoding="utf-8")
        assert watch.changed.wait(DEADLINE)
        assert watch.latest == "a.md"


def test_an_interrupt_that_python_drops_still_ends_the_wait(tmp_path: Path) -> None:
    watch = Watch(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        watch.end()
    # As when it is raised while a value is freed: nobody hears of it, and nothing has changed.
    with pytest.raises(KeyboardInterrupt):
        watch.wait(lambda: None)
