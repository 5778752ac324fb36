"""The words of a title and a summary in; the tags of the site that they name out.

A tag is named when its name, a translation or an alias stands in the text, folded as tags are. Work grows with the text, not with the tags.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tagloom.text.slugs import fold
from tagloom.vocabulary import Vocabulary

MOST = 6
LONGEST_NAME = 6  # words
LONGEST_WIDE = 12  # characters of a name in a script without spaces
WORD = re.compile(r"[^\W_]+(?:[+#.'/&][^\W_]+|\+\+|#)*")
WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff]+")
# Names so short that they stand in any text by chance.
LEAST = 2


def suggest_tags(title: str, summary: str, tags: Vocabulary, uses: Mapping[str, int]) -> list[str]:
    """At most `MOST` names: those of the title first, then the longer and the more used ones. `uses` counts entries by key of the tag."""
    found: dict[str, tuple[int, int, int]] = {}
    for weight, text in ((2, title), (1, summary)):
        for name in names_in(text):
            key = tags.keys.get(name)
            if key and key in tags.terms:
                rank = (weight, len(name), uses.get(key, 0))
                found[key] = max(found.get(key, rank), rank)
    # A tag within another that is named too says less: "training" beside "distributed training".
    spelled = {key: fold(tags.terms[key].name) for key in found}
    kept = [key for key in found if not any(other != key and f" {spelled[key]} " in f" {spelled[other]} " for other in found)]
    kept.sort(key=lambda key: (*(-number for number in found[key]), key))
    return [tags.terms[key].name for key in kept[:MOST]]


def names_in(text: str) -> set[str]:
    """Every run of a few words, or of a few characters of a script without spaces, as `fold` spells names."""
    folded = fold(text)
    words = WORD.findall(folded)
    found = {" ".join(words[start : start + size]) for start in range(len(words)) for size in range(1, LONGEST_NAME + 1)}
    # `LLMs` names the tag LLM, and `transformers` the tag Transformer.
    found |= {name[:-1] for name in found if name.endswith("s") and len(name) > 3}
    for run in WIDE.findall(folded):
        found |= {run[start : start + size] for start in range(len(run)) for size in range(LEAST, LONGEST_WIDE + 1)}
    return {name for name in found if len(name) >= LEAST}
