"""What an entry looks like from outside, in 16 bytes: they change with anything in it and with the names of what it is tagged with."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from tagloom.pages.page import Site


def entry_stamp(site: Site, entry_id: str) -> bytes:
    kept: dict[str, bytes] = site.kept.setdefault("entry-stamps", {})
    found = kept.get(entry_id)
    if found is None:
        archive = site.archive
        entry, terms = archive.entries[entry_id], archive.tags.terms
        parts = [entry.digest, *(terms[key].stamp for key in archive.tag_keys[entry_id])]
        parts += [term.stamp for term in archive.institutions_of(entry)]
        source = archive.source_of(entry)
        if source:
            parts.append(source.stamp)
        found = kept[entry_id] = hashlib.blake2b(b"\0".join(parts), digest_size=16).digest()
    return found


def stamp_of(site: Site, ids: Iterable[str], *told: bytes | str) -> bytes:
    """A stamp of `told` and of the entries `ids`, in their order."""
    made = hashlib.blake2b(b"".join([entry_stamp(site, entry_id) for entry_id in ids]), digest_size=16)
    for part in told:
        made.update(b"\0" + (part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")))
    return made.digest()
