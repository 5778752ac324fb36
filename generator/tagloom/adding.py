"""`tagloom new` and `tagloom import` at a terminal: what was typed in; files written, and lines about them, out."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import click

from tagloom.content.writing import NewEntry, Value
from tagloom.importers import fetch, reader_of
from tagloom.importers.fetching import Web
from tagloom.new import ask_for_entry, fitted, list_file, open_desk, plan_entry, plan_import, write_plans
from tagloom.problems import Stopped
from tagloom.report import counted


def add_entry(
    root: Path, address: str, given: Mapping[str, Value], file: Path | None, *, suggested: bool = False, dry_run: bool = False, ask: bool = False
) -> None:
    """Writes one entry. Raises Stopped when it cannot be fetched, stands already or is not sound."""
    desk = open_desk(root)
    path = list_file(root, file) if file else ""
    if ask and not address and not given.get("title"):
        address = question("Address, arXiv number or DOI (Enter to write by hand)", "")
    if address and (known := desk.known.find("", NewEntry({"url": address}))):
        # Nobody is asked about what stands here already.
        raise Stopped(f"{known[0]} is on the site already: {known[1]}", "change that entry instead")
    new = fitted(fetch(address, Web.at_hand(), desk.settings.zone), desk.settings) if address else NewEntry()
    new = new.having(**{name: value for name, value in given.items() if value})
    if not new.text("date"):
        new = new.having(date=desk.today(datetime.now(UTC)))
        if address:
            click.echo(f"{address} says no date: today's is written", err=True)
    if suggested and not new.names("tags"):
        new = new.having(tags=desk.suggestions(new))
    if ask:
        new = ask_for_entry(desk, new, question)
    plan = plan_entry(desk, new, path)
    if dry_run:
        click.echo(plan.text, nl=False)
        return
    if ask and not click.confirm(f"\n{plan.text}\nWrite {plan.path}?", default=True):
        return
    write_plans(desk, [plan], path)
    click.echo(f"{'added to' if path else 'wrote'} {plan.path}")
    if not new.names("tags") and (tags := desk.suggestions(new)):
        click.echo(f"tags it may have: {', '.join(tags)} (written with --suggested)")


def question(text: str, default: str) -> str:
    return str(click.prompt(text, default=default, show_default=bool(default)))


def add_from(root: Path, form: str, source: str, file: Path | None, *, dry_run: bool = False) -> int:
    """Writes the entries of a file of another format; the exit status: 1 when there were some that could not be taken."""
    desk = open_desk(root)
    path = list_file(root, file) if file else ""
    if source == "-":
        data = sys.stdin.buffer.read()
    elif form == "feed" and source.startswith(("https://", "http://")):
        data = Web.at_hand().get(source, "application/atom+xml, application/rss+xml, application/feed+json, */*;q=0.5").data
    else:
        data = Path(source).read_bytes()
    name = "standard input" if source == "-" else source
    outcome = plan_import(desk, reader_of(form)(data, name, desk.settings), path, name)
    if not dry_run:
        write_plans(desk, outcome.plans, path)
    for plan in outcome.plans:
        click.echo(f"{'would write' if dry_run else 'wrote'} {plan.path}{f': {plan.identity}' if path else ''}")
    for line in outcome.duplicates:
        click.echo(f"passed over: {line}", err=True)
    for line in outcome.refused:
        click.echo(f"not taken: {line}", err=True)
    total = len(outcome.plans) + len(outcome.duplicates) + len(outcome.refused)
    parts = [counted(total, "entry", "entries"), f"{len(outcome.plans)} {'to write' if dry_run else 'written'}"]
    if outcome.duplicates:
        parts.append(f"{len(outcome.duplicates)} on the site already")
    if outcome.refused:
        parts.append(f"{len(outcome.refused)} not taken")
    click.echo(", ".join(parts))
    return int(bool(outcome.refused))
