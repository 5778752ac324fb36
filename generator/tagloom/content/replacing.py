"""Files and their new bytes in; all of them on disk, or none, out."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

from tagloom.problems import Stopped

BESIDE = ".tagloom-new"


def write_all(files: Mapping[Path, bytes], before: Mapping[Path, bytes | None]) -> None:
    """Writes each of `files`. When one cannot be written, those already replaced get back the bytes they had (`before`; None: there was none).

    Raises Stopped when a file is not what `before` says: somebody else is writing it.
    """
    for path in files:
        now = path.read_bytes() if path.exists() else None
        if now != before[path]:
            raise Stopped(f"{path} changed while it was read; nothing is written", "run it again")
    prepared: dict[Path, Path] = {}
    replaced: list[Path] = []
    try:
        for path, data in files.items():
            prepared[path] = beside = path.with_name(path.name + BESIDE)
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(data)
            if path.exists():
                beside.chmod(path.stat().st_mode & 0o777)
        for path, beside in prepared.items():
            beside.replace(path)
            replaced.append(path)
    except BaseException:
        for path in replaced:
            put_back(path, before[path])
        raise
    finally:
        for beside in prepared.values():
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)


def put_back(path: Path, data: bytes | None) -> None:
    with contextlib.suppress(OSError):
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
