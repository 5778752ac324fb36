"""Stamps of outputs that show entries."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from tagloom.pages.page import Site


def stamp_of(site: Site, ids: Iterable[str], *told: bytes | str) -> bytes:
    """A stamp of `told` and of the entries `ids`, in their order."""
    stamps = site.entry_stamps
    made = hashlib.blake2b(b"".join(map(stamps.__getitem__, ids)), digest_size=16)
    for part in told:
        made.update(b"\0" + (part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")))
    return made.digest()
