"""The whole site as one zip that opens from disk: a site's folder in, `<title>-<day of the newest entry>.zip` out.

The same input gives the same bytes: names are sorted, and every file bears the newest entry's day and the same permissions. The zip is
made of the site as it stands without it; then the home page gets a link to it, and the zip is published beside.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from pathlib import Path

from tagloom.build import Tell, build, silent
from tagloom.places import WORK
from tagloom.report import Report
from tagloom.settings import read_settings
from tagloom.text.slugs import slug

FOLDER = "bundle"  # below .tagloom
# Compressed already: packing them again takes time and saves nothing.
PACKED = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".woff", ".woff2", ".zip", ".gz", ".pdf", ".mp3", ".mp4", ".webm"})
FIRST_YEAR = 1980  # a zip knows no earlier one
MODE = 0o100644


def bundle(root: Path, output: Path, to: Path | None = None, *, jobs: int = 0, tell: Tell = silent) -> tuple[Report, Path | None]:
    """Builds the site and its zip. With `to`, or when site.yml says `bundle: no`, the zip stays apart from the site, without a link to it.

    Gives the build's report, and where the zip is; None when there is no site to pack.
    """
    report = build(root, output, jobs=jobs, tell=tell)
    if report.output is None:
        return report, None
    folder = to or root / WORK / FOLDER
    settings, _ = read_settings(root)
    file = folder / bundle_name(settings.title, report.newest_day)
    folder.mkdir(parents=True, exist_ok=True)
    if to is None:
        for old in folder.glob("*.zip"):
            old.unlink()
    write_zip(file, output, report.output.addresses, report.newest_day)
    if to is None and settings.wants("bundle"):
        report = build(root, output, jobs=jobs, tell=tell, offline=file)
        file = output / "offline" / file.name
    return report, file


def bundle_name(title: str, day: str) -> str:
    return f"{slug(title)}-{day}.zip" if day else f"{slug(title)}.zip"


def write_zip(file: Path, folder: Path, addresses: Iterable[str], day: str) -> None:
    """Packs the files at `addresses` below `folder`, all of them dated `day`."""
    year, month, date = (int(part) for part in (day or "1980-01-01").split("-"))
    moment = (year, month, date, 0, 0, 0) if year >= FIRST_YEAR else (FIRST_YEAR, 1, 1, 0, 0, 0)
    beside = file.with_name(f"{file.name}.tagloom-new")
    with zipfile.ZipFile(beside, "w") as pack:
        for address in sorted(addresses):
            facts = zipfile.ZipInfo(address, moment)
            facts.create_system, facts.external_attr = 3, MODE << 16
            facts.compress_type = zipfile.ZIP_STORED if Path(address).suffix.lower() in PACKED else zipfile.ZIP_DEFLATED
            pack.writestr(facts, folder.joinpath(*address.split("/")).read_bytes())
    beside.replace(file)
