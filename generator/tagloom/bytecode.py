"""Compiled templates by their source, in the user's own cache folder, since compiling takes longer than drawing forty pages.

Never in the site's folder: what a pull request can put there must not be run.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

# What an environment's author may set.
SIGNS = (
    "block_start_string", "block_end_string", "variable_start_string", "variable_end_string", "comment_start_string", "comment_end_string",
    "line_statement_prefix", "line_comment_prefix", "trim_blocks", "lstrip_blocks", "newline_sequence", "keep_trailing_newline", "optimized",
    "autoescape", "is_async", "sandboxed",
)  # fmt: skip


@cache
def compiled(name: str) -> Any:
    """Jinja's store called `name`; None where there can be none. Environments that compile differently need stores of their own."""
    from jinja2 import FileSystemBytecodeCache
    from platformdirs import user_cache_path

    try:
        folder = user_cache_path("tagloom") / name
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return FileSystemBytecodeCache(str(folder))
    except (OSError, RuntimeError):
        return None


def manner_of(environment: Any) -> str:
    """A name for all that decides how a Jinja environment compiles a template, besides its source."""
    signs = [getattr(environment, name) for name in SIGNS]
    told = [*map(repr, signs), *sorted(environment.extensions), *sorted(environment.filters), *sorted(environment.tests), *sorted(environment.policies)]
    return hashlib.blake2b("\0".join(told).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
