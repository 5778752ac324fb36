"""Rules about the tags that entries use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from tagloom.check.nearness import near_pairs
from tagloom.check.rules import Checked, Found, rule
from tagloom.entry import Entry
from tagloom.problems import did_you_mean, nearest
from tagloom.text.slugs import fold
from tagloom.vocabulary import Term, Vocabulary


def uses_of(checked: Checked) -> Counter[str]:
    """How often each spelling of a tag is used."""
    return Counter(name for entry in checked.entries for name in entry.tags)


@rule("warning", "在 `tags: {strict: yes}` 时，标签不在 tags.yml 里。")
def unknown_tag(checked: Checked) -> Iterator[Found]:
    """With `tags: {strict: yes}`, a tag that is not in tags.yml is told."""
    if not checked.settings.tags.strict:
        return
    unknown = {name for name in uses_of(checked) if checked.tags.resolve(name) is None}
    known = [term.name for term in checked.tags.terms.values()]
    for entry, name in each_use(checked.entries, unknown):
        near = nearest(name, known)
        remedy = did_you_mean(name, [near]) if near else "add it to content/tags.yml"
        yield Found(f"the tag '{name}' is not in content/tags.yml", remedy, entry, ("tags",), name)


@rule("hint", "标签写的是别名或旧名，改用词表里的名字；译名不算。", mends=True)
def tag_alias(checked: Checked) -> Iterator[Found]:
    """A tag is written by an alias or a former name; write the name that tags.yml gives it. Translations are names too."""
    others: dict[str, Term] = {}
    for name in uses_of(checked):
        term = checked.tags.resolve(name)
        if term and name_kind(term, name):
            others[name] = term
    for entry, name in each_use(checked.entries, others):
        term = others[name]
        fact = f"'{name}' is {name_kind(term, name)} of the tag '{term.name}'"
        yield Found(fact, f"write '{term.name}'", entry, ("tags",), name)


def name_kind(term: Term, name: str) -> str:
    """`an alias` or `a former name`, when `name` is one; "" for the term's own name and its translations."""
    folded = fold(name)
    if folded == term.key or any(folded == fold(own) for own in term.names.values()):
        return ""
    if any(folded == fold(former) for former in term.formerly):
        return "a former name"
    return "an alias" if any(folded == fold(alias) for alias in term.aliases) else ""


@rule("warning", "两个标签只差一个字、单复数或标点，多半是同一个；两个都在 tags.yml 里的不算。")
def near_duplicate_tag(checked: Checked) -> Iterator[Found]:
    """Two tags differ by one letter, a plural or marks only, and are likely one. Two that stand in tags.yml are both meant."""
    spellings = spellings_of(checked)
    counts = Counter({key: sum(uses.values()) for key, uses in spellings.items()})
    usual: dict[str, str] = {}
    for one, other in near_names(counts, checked.tags):
        rarer, other = sorted((one, other), key=lambda key: (key in checked.tags.terms, counts[key], key))
        usual[rarer] = other
        if checked.fresh:  # a pull request that brings the usual one answers for it as well
            usual.setdefault(other, rarer)
    meant = {name: key for key in usual for name in spellings.get(key, ())}
    told: set[frozenset[str]] = set()
    for entry, name in each_use(reversed(checked.elders_first()), meant):
        key, other = meant[name], usual[meant[name]]
        if frozenset((key, other)) in told:
            continue
        told.add(frozenset((key, other)))
        better = name_shown(checked.tags, other, spellings)
        fact = f"the tag '{name}' (used {times(counts[key])}) is near to '{better}' ({times(counts[other])})"
        yield Found(fact, f"write '{better}', or list both in content/tags.yml", entry, ("tags",), name)


def spellings_of(checked: Checked) -> dict[str, Counter[str]]:
    """Key of each tag that is used -> its spellings and how often each is written."""
    found: dict[str, Counter[str]] = {}
    for name, count in uses_of(checked).items():
        folded = fold(name)
        found.setdefault(checked.tags.keys.get(folded, folded), Counter())[name] += count
    return found


def key_counts(entries: Iterable[Entry], tags: Vocabulary) -> Counter[str]:
    """Key of each tag that is used -> how many entries have it."""
    entries = list(entries)
    key_of = {name: tags.keys.get(fold(name), fold(name)) for name in {name for entry in entries for name in entry.tags}}
    return Counter(key for entry in entries for key in {key_of[name] for name in entry.tags})


def name_shown(tags: Vocabulary, key: str, spellings: Mapping[str, Counter[str]]) -> str:
    """The vocabulary's name of a tag, else its most used spelling."""
    term = tags.terms.get(key)
    return term.name if term else min(spellings[key], key=lambda name: (-spellings[key][name], name))


def near_names(counts: Counter[str], tags: Vocabulary) -> Iterator[tuple[str, str]]:
    """The keys of near tags of which one is used, but for those that the vocabulary tells apart."""
    known = tags.terms
    for one, other in near_pairs(sorted(set(counts) | set(known))):
        if not (one in known and other in known) and (counts[one] or counts[other]):
            yield one, other


def times(count: int) -> str:
    return {0: "not yet", 1: "once"}.get(count, f"{count} times")


def each_use(entries: Iterable[Entry], names: Collection[str]) -> Iterator[tuple[Entry, str]]:
    """Each entry that uses one of `names`, with the name."""
    if not names:
        return
    for entry in entries:
        for name in entry.tags:
            if name in names:
                yield entry, name
