"""`tagloom tags`: look at the tags of a site, and change them in the vocabulary and in every entry at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from tagloom.renaming import Plan

SITE = click.option(
    "--site", "root", type=click.Path(path_type=Path), default=Path(), help="The folder that holds site.yml (default: this one)."
)
DRY = click.option("--dry-run", is_flag=True, help="Show what would change, as a diff, and change nothing.")


@click.group()
def tags() -> None:
    """List, suggest, rename and merge tags.

    \b
    Examples:
      tagloom tags list --undeclared
      tagloom tags suggest
      tagloom tags rename "Distributed Learning" "Distributed Training"
      tagloom tags merge 大语言模型 大型语言模型 LLMs --dry-run
    """


@tags.command("list")
@SITE
@click.option("--undeclared", is_flag=True, help="Only those that are not in content/tags.yml.")
@click.option("--unused", is_flag=True, help="Only those that no entry uses.")
def list_tags(root: Path, undeclared: bool, unused: bool) -> None:
    """Every tag with the number of its entries, the most used first.

    \b
    Examples:
      tagloom tags list
      tagloom tags list --undeclared | head
    """
    from tagloom.check.names import key_counts
    from tagloom.renaming import look_at

    site = look_at(root)
    counts = key_counts(site.shelf.entries, site.tags)
    terms = site.tags.complete({name: 1 for entry in site.shelf.entries for name in entry.tags}).terms
    for term in sorted(terms.values(), key=lambda one: (-counts[one.key], one.key)):
        if (undeclared and term.known) or (unused and counts[term.key]):
            continue
        others = [*term.names.values(), *term.aliases]
        told = f"  ({', '.join(others)})" if others else "" if term.known else "  (not in tags.yml)"
        click.echo(f"{counts[term.key]:6} {term.name}{told}")


@tags.command()
@SITE
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="How many to show.")
def suggest(root: Path, limit: int) -> None:
    """Tags that are likely one: near spellings, and a Chinese and an English name that nearly always stand together.

    Each line ends in the command that makes them one.

    \b
    Examples:
      tagloom tags suggest
      tagloom tags suggest --limit 500
    """
    from tagloom.check.suggesting import suggest as likely
    from tagloom.renaming import look_at

    site = look_at(root)
    found = likely(site.shelf.entries, site.tags)
    for one in found[:limit]:
        why = "near" if one.why == "near" else f"together {one.together} times"
        click.echo(f"{one.other} ({one.uses[1]}) → {one.keep} ({one.uses[0]}), {why}: {command('merge', one.keep, one.other)}")
    if len(found) > limit:
        click.echo(f"and {len(found) - limit} more: --limit {len(found)}")
    if not found:
        click.echo("no two tags look like one")


@tags.command()
@SITE
@DRY
@click.argument("old")
@click.argument("new")
def rename(root: Path, old: str, new: str, dry_run: bool) -> None:
    """Give a tag another name in content/tags.yml and in every entry; its old address leads to the new one.

    \b
    Examples:
      tagloom tags rename "Distributed Learning" "Distributed Training"
      tagloom tags rename 分布式训练 分布式学习 --dry-run
    """
    from tagloom.renaming import rename as plan_rename

    carry_out(plan_rename(root, old, new), dry_run)


@tags.command()
@SITE
@DRY
@click.argument("keep")
@click.argument("others", nargs=-1, required=True)
def merge(root: Path, keep: str, others: tuple[str, ...], dry_run: bool) -> None:
    """Make OTHERS one with the tag KEEP, in content/tags.yml and in every entry; their addresses lead to its page.

    \b
    Examples:
      tagloom tags merge 大语言模型 大型语言模型 LLMs
      tagloom tags merge Transformer Transformers --dry-run
    """
    from tagloom.renaming import merge as plan_merge

    carry_out(plan_merge(root, keep, others), dry_run)


def carry_out(plan: Plan, dry_run: bool) -> None:
    if dry_run:
        click.echo(plan.diff(), nl=False)
    else:
        plan.write()
    for note in plan.notes:
        click.echo(note, err=True)
    files = len(plan.after)
    told = f"{files} {'file' if files == 1 else 'files'}"
    click.echo(f"{told} would change" if dry_run else f"{told} changed" if files else "nothing to change", err=True)


def command(*words: str) -> str:
    """A command of this group as one types it."""
    import shlex

    return shlex.join(["tagloom", "tags", *words])
