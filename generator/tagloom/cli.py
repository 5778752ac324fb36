"""The command line: what people type in, what the other modules do out.

Each command imports what it needs when it runs, so that `tagloom --version` and a warm `tagloom build` load nothing heavy.
Exit statuses: 0 fine, 1 the content has errors, 2 the command could not run.
"""

from __future__ import annotations

import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tagloom.tags import tags
from tagloom.terminal import Commands

if TYPE_CHECKING:
    from tagloom.report import Report

FOLDER = click.Path(path_type=Path)
SITE = click.option("--site", "root", type=FOLDER, default=Path(), help="The folder that holds site.yml (default: this one).")
JOBS = click.option("-j", "--jobs", type=click.IntRange(min=0), default=0, help="Processes to use (default: one a core).")


def tell_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from tagloom.version import version

        click.echo(f"tagloom {version()}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("-V", "--version", is_flag=True, is_eager=True, expose_value=False, callback=tell_version, help="Show the version and exit.")
def main() -> None:
    """Weave dated, tagged entries into a static archive.

    \b
    Begin a site:           tagloom init my-archive
    See it while you write: cd my-archive && tagloom serve
    Look for mistakes:      tagloom check
    Build it into site/:    tagloom build

    Exit status: 0 fine, 1 the content has errors, 2 the command could not run. `tagloom COMMAND --help` has examples.
    """


@main.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--title", default="", help="The site's title.")
@click.option("--language", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="The language it is written in.")
@click.option("--url", default="", help="Its address (default: that of --repo on GitHub Pages).")
@click.option("--repo", default="", metavar="OWNER/NAME", help="Its repository on GitHub.")
@click.option("--force", is_flag=True, help="Keep what is in DIR, and write what is missing.")
def init(folder: Path, title: str, language: str, url: str, repo: str, force: bool) -> None:
    """Begin a site in the folder DIR.

    It gets settings, three example entries, vocabularies, a page and GitHub workflows, and builds as it is.

    \b
    Examples:
      tagloom init my-archive
      tagloom init reading --title "What we read" --repo octo/reading
      tagloom init duku --language zh --title 读库 --url https://duku.example/
    """
    from tagloom.init import Wish, begin_site

    written = begin_site(folder, Wish(language, title, url, repo), force=force)
    click.echo(f"{len(written)} files in {folder}. Next:")
    click.echo(f"  cd {shlex.quote(str(folder))}\n  tagloom serve")


@main.command()
@SITE
@click.option("-o", "--output", type=FOLDER, help="Where the pages go (default: site/ beside site.yml).")
@JOBS
@click.option("--timings", is_flag=True, help="Print how long each step took.")
def build(root: Path, output: Path | None, jobs: int, timings: bool) -> None:
    """Build the site into site/.

    Only what changed is read, and only what changed is written.

    \b
    Examples:
      tagloom build
      tagloom build --site ../my-archive --output /tmp/preview
    """
    report = built(root, output or root / "site", jobs)
    if timings:
        for step, seconds in report.timings.items():
            click.echo(f"  {step:<10} {seconds * 1000:8.1f} ms")
    sys.exit(report.exit_status)


@main.command()
@SITE
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 lets other machines in.")
@click.option("-p", "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 takes any that is free.")
@click.option("--open", "open_browser", is_flag=True, help="Open the site in a browser.")
def serve(root: Path, host: str, port: int, open_browser: bool) -> None:
    """Show the site here, and follow each change.

    What is wrong with an entry is told here and on every page, until it is mended. site/ is left alone.

    \b
    Examples:
      tagloom serve
      tagloom serve --port 0 --open
      tagloom serve --site ../my-archive --host 0.0.0.0
    """
    from tagloom.serve import serve as serve_site

    serve_site(root, host, port, open_browser=open_browser)


@main.command()
@SITE
@JOBS
@click.option("--format", "form", type=click.Choice(["text", "github", "json", "sarif"]), default="text", help="How problems are written (default: text).")
@click.option("--since", default="", metavar="REV", help="Tell only what changed since HEAD parted from REV, such as origin/main.")
@click.option("--summary", type=FOLDER, help="With --since: add what changed, in Markdown, to this file, such as $GITHUB_STEP_SUMMARY.")
@click.option("--fix", "mend", is_flag=True, help="Mend what has one right answer, and nothing else in the file.")
@click.option("--rules", is_flag=True, help="List all rules as a Markdown table.")
def check(root: Path, jobs: int, form: str, since: str, summary: Path | None, mend: bool, rules: bool) -> None:
    """Report every problem, and publish nothing.

    \b
    Examples:
      tagloom check
      tagloom check --fix
      tagloom check --since origin/main --format github
      tagloom check --since HEAD^ --summary summary.md
      tagloom check --format sarif > tagloom.sarif
    """
    from tagloom.check.site import check_site

    if rules:
        from tagloom.check.book import table

        click.echo(table("en"), nl=False)
        return
    if mend:
        from tagloom.check.mending import mend_site

        for told in mend_site(root, since=since):
            click.echo(told, err=True)
    if summary and not since:
        raise click.UsageError("--summary tells what changed, and needs --since to say since when")
    report = check_site(root, jobs=jobs, since=since, summary=summary)
    if form == "text":
        tell_report(report, root)
    else:
        from tagloom.check.report import FORMS, folder_in_repository

        click.echo(FORMS[form](report, folder_in_repository(root)), nl=False)
        click.echo(report.closing_line, err=True)
    sys.exit(report.exit_status)


@main.command()
@click.argument("address", metavar="[URL]", default="")
@SITE
@click.option("--title", default="", help="The title.")
@click.option("--date", default="", help="The day, or the day and time (default: the work's own, else today).")
@click.option("--url", default="", help="The address of the original, without looking it up.")
@click.option("-t", "--tag", "tags", multiple=True, help="A tag; may be given several times.")
@click.option("--institution", "institutions", multiple=True, help="An institution; may be given several times.")
@click.option("--author", "authors", multiple=True, help="An author; may be given several times.")
@click.option("--kind", default="", help="One of the kinds of site.yml.")
@click.option("--category", default="", help="One of the categories of site.yml.")
@click.option("--source", default="", help="Where you met it.")
@click.option("--takeaway", default="", help="One line under the title.")
@click.option("--id", "identity", default="", help="Its name in addresses (default: made from the title).")
@click.option("--suggested", is_flag=True, help="Take the tags that title and summary name.")
@click.option("--file", type=FOLDER, help="Add it to this list instead of writing a file of its own.")
@click.option("--dry-run", is_flag=True, help="Print the file, write nothing.")
@click.option("-y", "--yes", is_flag=True, help="Ask nothing.")
def new(address: str, root: Path, identity: str, suggested: bool, file: Path | None, dry_run: bool, yes: bool, **fields: str | tuple[str, ...]) -> None:
    """Write an entry: from answers, from options, or from what URL says of itself.

    URL is an arXiv number or address, a DOI, or a web page. What options say goes before what the page says.

    \b
    Examples:
      tagloom new 2310.01889
      tagloom new https://arxiv.org/abs/2310.01889 --tag "Distributed Training"
      tagloom new 10.1145/3458817.3476209 --suggested --yes
      tagloom new --title "Ring Attention" --date 2023-10-03 --kind paper
      tagloom new https://example.com/post --file content/entries/2026/june.yml
    """
    from tagloom.adding import add_entry

    add_entry(root, address, {"id": identity, **fields}, file, suggested=suggested, dry_run=dry_run, ask=not yes and sys.stdin.isatty() and sys.stdout.isatty())


@main.command(name="import")
@click.argument("form", metavar="FORMAT", type=click.Choice(["bibtex", "csl", "feed", "issue-form"]))
@click.argument("source", metavar="FILE")
@SITE
@click.option("--file", type=FOLDER, help="Add all to this list instead of a file for each.")
@click.option("--dry-run", is_flag=True, help="Tell what would be written, write nothing.")
def import_entries(form: str, source: str, root: Path, file: Path | None, dry_run: bool) -> None:
    """Write entries from a file of another format: bibtex, csl (CSL JSON), feed (RSS, Atom, JSON Feed), issue-form.

    FILE may be - for standard input; a feed may be an address. What is on the site already is passed over, and told.

    \b
    Examples:
      tagloom import bibtex references.bib --file content/entries/references.yml
      tagloom import feed https://example.com/feed.xml --dry-run
      gh issue view 12 --json body --jq .body | tagloom import issue-form -
    """
    from tagloom.adding import add_from

    sys.exit(add_from(root, form, source, file, dry_run=dry_run))


@main.command()
@SITE
@click.option("-o", "--output", type=FOLDER, help="The folder to publish (default: site/ beside site.yml).")
@click.option("--remote", default="origin", show_default=True, help="The remote to push to.")
@click.option("--branch", default="gh-pages", show_default=True, help="The branch that is served.")
@click.option("-m", "--message", default="Publish the site", show_default=True, help="The commit's message.")
@click.option("--no-build", is_flag=True, help="Push the folder as it stands.")
@click.option("--force", is_flag=True, help="Publish even when the content has errors.")
def deploy(root: Path, output: Path | None, no_build: bool, force: bool, **target: str) -> None:
    """Build the site and push it to a branch.

    GitHub Pages and its like serve the branch as it stands: for sites without the workflow that `tagloom init` writes.

    \b
    Examples:
      tagloom deploy
      tagloom deploy --branch pages --message "October"
      tagloom deploy --no-build --remote mirror
    """
    from tagloom.deploy import Target
    from tagloom.deploy import deploy as push
    from tagloom.settings import read_settings

    folder = output or root / "site"
    if not no_build:
        report = built(root, folder)
        if report.unusable or (report.exit_status and not force):
            click.echo("not published: mend what is told above, or publish the rest with --force", err=True)
            sys.exit(report.exit_status)
    commit = push(root, folder, read_settings(root)[0], Target(**target))
    click.echo(f"{commit} is on {target['remote']}/{target['branch']}")


@main.command()
@SITE
@click.option("-o", "--output", type=FOLDER, help="Where the pages go (default: site/ beside site.yml).")
@click.option("--to", type=FOLDER, help="Put the zip into this folder, and no link to it on the site.")
@JOBS
def bundle(root: Path, output: Path | None, to: Path | None, jobs: int) -> None:
    """Build the site, and a zip of it to read offline.

    Unpacked, it opens by a double click on index.html, without a server or a network. The site's home page links to it.

    \b
    Examples:
      tagloom bundle
      tagloom bundle --to ~/Desktop
    """
    from tagloom import crew
    from tagloom.bundle import bundle as pack
    from tagloom.terminal import progress

    crew.collect_nothing()
    folder = output or root / "site"
    with progress() as tell:
        report, file = pack(root, folder, to, jobs=jobs, tell=tell)
    tell_report(report, folder)
    if file:
        click.echo(f"{file}, {file.stat().st_size / 1e6:.1f} MB")
    sys.exit(report.exit_status)


@main.command()
@click.argument("folder", metavar="[DIR]", type=FOLDER, default=Path("site"))
@click.option("--url", default="", help="Where it is published (default: what its home page says).")
@JOBS
def verify(folder: Path, url: str, jobs: int) -> None:
    """Look a built site over, without a network.

    Tells dead links and anchors, links that leave the site, elements of one id, feeds and data that do not parse, pages missing in the
    sitemap, and what would need a network or a server. DIR is site/ when it is not named.

    \b
    Examples:
      tagloom verify
      tagloom verify /tmp/preview --url https://owner.github.io/repo/
    """
    from tagloom.terminal import tell_problems
    from tagloom.verify import verify as look_over

    problems = look_over(folder, url, jobs=jobs)
    tell_problems(problems)
    errors = sum(problem.severity == "error" for problem in problems)
    click.echo(f"{folder}: {len(problems)} problems, {errors} of them errors" if problems else f"{folder}: nothing wrong")
    sys.exit(int(bool(errors)))


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes commands.

    \b
    Examples:
      eval "$(tagloom completion bash)"        in ~/.bashrc
      eval "$(tagloom completion zsh)"         in ~/.zshrc
      tagloom completion fish > ~/.config/fish/completions/tagloom.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind
    click.echo(kind(main, {}, "tagloom", "_TAGLOOM_COMPLETE").source())


def built(root: Path, output: Path, jobs: int = 0) -> Report:
    """The report of a build, told; when nothing has changed since the last, of that one."""
    from tagloom import crew
    from tagloom.seal import look

    crew.collect_nothing()
    seen = look(root, output, datetime.now(UTC))
    report = seen.sealed_report
    if report is None:
        from tagloom.build import build as build_site
        from tagloom.terminal import progress

        with progress() as tell:
            report = build_site(root, output, jobs=jobs, tell=tell, seen=seen)
    tell_report(report, output)
    return report


@main.command()
@SITE
@click.argument("name", type=click.Choice(["entry", "list", "tags", "institutions", "site"]), default="entry")
def schema(root: Path, name: str) -> None:
    """Print the JSON Schema of an entry, a list of entries, a vocabulary or site.yml.

    A built site has them at schema/entry.json and so on; a first line such as

    \b
      # yaml-language-server: $schema=https://owner.github.io/repo/schema/list.json

    makes VS Code complete fields, kinds, categories and tags in that file.

    \b
    Examples:
      tagloom schema list > list.schema.json
      tagloom schema site --site ../my-archive
    """
    from tagloom.check.site import read_site
    from tagloom.outputs.schemas import schema_file

    click.echo(schema_file(name).render(read_site(root)).decode(), nl=False)


main.add_command(tags)


def tell_report(report: Report, output: Path) -> None:
    """The problems, how many entries are where, and what was written."""
    from tagloom.terminal import tell_problems

    tell_problems(report.problems)
    if report.unusable:
        return
    click.echo(report.closing_line)
    if report.output:
        done = report.output
        click.echo(f"{done.files} files in {output}, {len(done.written)} written, {len(done.removed)} removed")
        for line in done.size_notice:
            click.echo(line)


if __name__ == "__main__":
    main(prog_name="tagloom")
