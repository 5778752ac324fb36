"""Files beside a tag's page: its entries as BibTeX, and the page itself as Markdown.

In: an archive. Out: `TagBibtex` and `TagMarkdown` for each tag that has a page and a feed.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from dataclasses import dataclass

from tagloom import urls
from tagloom.outputs.citations import bibtex, csl
from tagloom.outputs.stamps import stamp_of
from tagloom.outputs.writing import clean
from tagloom.pages.entries import describe
from tagloom.pages.page import Site, original_of
from tagloom.vocabulary import Term

# A list of thousands would be made anew with each entry, and no reference manager wants it.
MOST_REFERENCES = 1000


@dataclass(frozen=True, slots=True)
class TagBibtex:
    """The newest entries of a tag as BibTeX; `total` of them there are."""

    term: Term
    reads: tuple[str, ...]
    total: int

    @property
    def address(self) -> str:
        return urls.feed("tags", self.term.slug, "bib")

    @property
    def owner(self) -> str:
        return f"tag '{self.term.name}'"

    def stamp(self, site: Site) -> bytes:
        told = (site.settings.url, site.settings.languages, self.total)
        return stamp_of(site, self.reads, self.term.stamp, marshal.dumps(told, 2))

    def render(self, site: Site) -> bytes:
        shown = len(self.reads)
        # BibTeX takes for a comment what stands outside its entries and holds no @.
        name = clean(self.term.name).replace("@", "at").replace("\n", " ")
        head = f"% {name}: {shown} of {self.total}\n\n" if shown < self.total else f"% {name}: {shown}\n\n"
        return (head + "\n".join([reference(site, entry_id) for entry_id in self.reads])).encode()


def reference(site: Site, entry_id: str) -> str:
    """The entry in BibTeX, made once for all tags it has."""
    kept: dict[str, str] = site.kept.setdefault("bibtex", {})
    found = kept.get(entry_id)
    if found is None:
        found = kept[entry_id] = bibtex(csl(site, site.archive.entries[entry_id], site.archive.prose(entry_id)))
    return found


@dataclass(frozen=True, slots=True)
class TagMarkdown:
    """What the tag's newest page says, for programs that read text."""

    term: Term
    reads: tuple[str, ...]
    total: int

    @property
    def address(self) -> str:
        return urls.feed("tags", self.term.slug, "md")

    @property
    def owner(self) -> str:
        return f"tag '{self.term.name}'"

    def stamp(self, site: Site) -> bytes:
        description = self.term.description_in(site.language)
        return stamp_of(
            site, self.reads, self.term.stamp, description, marshal.dumps((site.settings.languages, self.total, site.settings.url), 2)
        )

    def render(self, site: Site) -> bytes:
        term, words = self.term, site.words
        count = words("count.entries", n=self.total)
        lines = [
            f"# #{spelled(term.name_in(site.language))}",
            "",
            " · ".join([count, *(name for name in term.names.values() if name != term.name_in(site.language))]),
        ]
        about = term.description_in(site.language)
        lines += ["", about.replace("\n", " ")] if about else []
        lines += ["", *[line_of(site, entry_id) for entry_id in self.reads]]
        if len(self.reads) < self.total:
            lines += ["", f"[{words('pager.older')}]({urls.href(urls.term('tags', term.slug), self.address)})"]
        return ("\n".join(lines) + "\n").encode()


def line_of(site: Site, entry_id: str) -> str:
    """`- 2026-10-12 [Title](../entries/id.html): takeaway`, made once for all tags the entry has."""
    kept: dict[str, str] = site.kept.setdefault("markdown-lines", {})
    found = kept.get(entry_id)
    if found is None:
        entry = site.archive.entries[entry_id]
        link = urls.href(site.entry_address(entry_id), "tags/x.md")
        houses = " · ".join(term.name_in(site.language) for term in site.archive.institutions_of(entry))
        other = entry.title_in(site.language)
        facts = [
            spelled(other) if other != entry.title else "",
            spelled(houses),
            spelled(describe(site, entry_id, 300)),
            f"<{original}>" if (original := original_of(site, entry, "../")) else "",
        ]
        told = "".join(f"\n  {fact}  " for fact in facts if fact).rstrip()
        found = kept[entry_id] = f"- {entry.moment.day} [{spelled(entry.title)}]({link}){told}"
    return found


def spelled(text: str) -> str:
    """Plain text as one line of Markdown."""
    plain = " ".join(clean(text).split())
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#" else letter for letter in plain)


def tag_files(site: Site) -> Iterator[TagBibtex | TagMarkdown]:
    settings, archive = site.settings, site.archive
    least = max(settings.feeds.min, settings.tags.min)
    for key, ids in archive.by_tag.items():
        if len(ids) < least or not site.touches("tags", key):
            continue
        term = archive.tags.terms[key]
        if settings.wants("citations"):
            yield TagBibtex(term, ids[:MOST_REFERENCES], len(ids))
        if settings.wants("markdown"):
            yield TagMarkdown(term, tuple(urls.cut(ids, settings.lists.page)[0]), len(ids))
