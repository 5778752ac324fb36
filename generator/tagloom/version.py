"""Which Tagloom this is: `0.1.0`."""

from __future__ import annotations

from pathlib import Path


def version() -> str:
    """The installed version; in a checkout that is not installed, the one it would be."""
    from importlib import metadata

    try:
        return metadata.version("tagloom")
    except metadata.PackageNotFoundError:
        import tomllib

        project = tomllib.loads(Path(__file__).parents[2].joinpath("pyproject.toml").read_text("utf-8"))["project"]
        return str(project["version"])
