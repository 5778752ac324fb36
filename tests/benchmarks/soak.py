"""`python -m tests.benchmarks.soak --minutes 60`: random edits, each built warm and held against a clean build; stops at the first difference.

What it prints last is the seed and the edits that led there: `--seed` runs them again.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from tests.edits import begin, difference, edit, tree
from tests.test_edits import build, clean_tree

EDITS = 40


def soak(seed: int, root: Path) -> list[str]:
    """The edits that end in a difference, and the difference; empty when there is none."""
    draw = random.Random(seed)
    begin(root / "site", draw)
    build(root / "site")
    told = []
    for _ in range(EDITS):
        told.append(edit(root / "site", draw))
        build(root / "site")
        found = difference(tree(root / "site" / "site"), clean_tree(root / "site", root / "clean"))
        if found:
            return [*told, *found]
    return []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    end, seed = time.monotonic() + wanted.minutes * 60, wanted.seed
    while True:
        with tempfile.TemporaryDirectory() as folder:
            found = soak(seed, Path(folder))
        print(f"seed {seed}: {EDITS} edits, {'a difference' if found else 'no difference'}", flush=True)
        if found:
            print("\n".join(found))
            return 1
        if time.monotonic() > end:
            return 0
        seed += 1


if __name__ == "__main__":
    raise SystemExit(main())
