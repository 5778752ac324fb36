"""The command line: what people type in, what the other modules do out.

Each command imports what it needs when it runs, so that `tagloom --version` and a warm `tagloom build` load nothing heavy.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from tagloom.report import Report

SITE = click.option("--site", "root", type=click.Path(path_type=Path, file_okay=False), default=Path(), help="The folder that holds site.yml (default: this one).")


class Commands(click.Group):
    """Lists commands in the order they are written here: the order people meet them in."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(None, "-V", "--version", package_name="tagloom", message="tagloom %(version)s")
def main() -> None:
    """Weave dated, tagged entries into a static archive.

    \b
    Begin a site:        tagloom init my-archive
    Build it:            cd my-archive && tagloom build
    See it while editing: tagloom serve
    """


@main.command()
@SITE
@click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), help="Where the pages go (default: site/ beside site.yml).")
@click.option("-j", "--jobs", type=click.IntRange(min=0), default=0, help="Processes to use (default: one a core).")
@click.option("--timings", is_flag=True, help="Print how long each step took.")
def build(root: Path, output: Path | None, jobs: int, timings: bool) -> None:
    """Build the site: read what changed, write what changed.

    \b
    Examples:
      tagloom build
      tagloom build --site ../my-archive --output /tmp/preview
    """
    from tagloom.build import build as build_site
    from tagloom.terminal import progress, tell_problems

    with progress() as tell:
        report = build_site(root, output or root / "site", jobs=jobs, tell=tell)
    tell_problems(report)
    tell_outcome(report, output or root / "site")
    if timings:
        for step, seconds in report.timings.items():
            click.echo(f"  {step:<10} {seconds * 1000:8.1f} ms")
    sys.exit(report.exit_status)


def tell_outcome(report: Report, output: Path) -> None:
    click.echo(report.closing_line)
    if report.output:
        done = report.output
        click.echo(f"{len(done.sizes)} files in {output}, {len(done.written)} written, {len(done.removed)} removed")


if __name__ == "__main__":
    main(prog_name="tagloom")
