"""What an entry looks like from outside, in 16 bytes: they change with anything in it and with the names of what it is tagged with."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from tagloom.pages.page import Site


def entry_stamps(site: Site) -> Mapping[str, bytes]:
    """The stamp of every entry, by id; worked out once for a site."""
    found: dict[str, bytes] | None = site.kept.get("entry-stamps")
    if found is None:
        archive = site.archive
        tags = {key: archive.tags.terms[key].stamp for key in archive.by_tag}
        houses: dict[str, bytes] = {}
        found = {}
        for entry_id, entry in archive.entries.items():
            # The path as well: relative links begin there.
            place = f"{entry_id}\0{entry.path}".encode("utf-8", "surrogatepass")
            parts = [place, entry.digest, *[tags[key] for key in archive.tag_keys[entry_id]]]
            for name in entry.institutions:
                if name not in houses:
                    term = archive.institutions.resolve(name)
                    houses[name] = term.stamp if term else b""
                parts.append(houses[name])
            source = archive.source_of(entry)
            parts.append(source.stamp if source else b"")
            found[entry_id] = hashlib.blake2b(b"\0".join(parts), digest_size=16).digest()
        site.kept["entry-stamps"] = found
    return found


def stamp_of(site: Site, ids: Iterable[str], *told: bytes | str) -> bytes:
    """A stamp of `told` and of the entries `ids`, in their order."""
    stamps = entry_stamps(site)
    made = hashlib.blake2b(b"".join([stamps[entry_id] for entry_id in ids]), digest_size=16)
    for part in told:
        made.update(b"\0" + (part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")))
    return made.digest()
