"""site.yml in; the options of a MkDocs build out, and what MkDocs refuses told at its line of site.yml.

`mkdocs:` is read again here, the way MkDocs reads its own file, because Settings keeps every scalar as text. Tags that name
a Python object are followed only into the packages that Material's own documentation names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from tagloom.frames.frame import Section
from tagloom.frames.navigation import Stop, read_navigation, site_problem
from tagloom.frames.slots import source_address
from tagloom.problems import Problem, Severity, did_you_mean
from tagloom.settings import FILE, Settings
from tagloom.text import yaml

# Keys that site.yml's own keys decide, and which one.
OURS = {
    "site_name": "title",
    "site_url": "url",
    "nav": "nav",
    "docs_dir": "content/pages",
    "site_dir": "the --output option of `tagloom build`",
    "use_directory_urls": "no key: every address ends in a file name",
}
CORRECT = "correct it, or delete it"
# Features of Material that load pages or an index by script, which a folder on disk cannot give.
NEED_A_SERVER = ("navigation.instant", "search.", "navigation.tracking")
FEATURES = ("navigation.tabs", "navigation.prune", "navigation.indexes", "navigation.top", "content.action.edit", "content.code.copy")
NAMED_IN = ("material.", "materialx.", "pymdownx.", "markdown.", "mermaid2.")
LANGUAGES = {"zh-hans": "zh", "zh-cn": "zh", "zh-sg": "zh", "zh-hk": "zh-Hant", "zh-hant": "zh-Hant", "zh-tw": "zh-TW", "pt-br": "pt-BR"}
EXTENSIONS = ["admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables", "pymdownx.details", "pymdownx.superfences"]


def options(settings: Settings, root: Path, pages: Path, site: Path, sections: Sequence[Section]) -> tuple[dict[str, Any], list[Problem]]:
    """The options, and warnings for those of the site's that are left out. Raises HostRefused."""
    from tagloom.frames.frame import HostRefused

    own = read_options(root)
    stops, problems = read_navigation(settings, root, sections, [file.relative_to(pages).as_posix() for file in pages.rglob("*.md")])
    problems += [
        site_problem(root, "mkdocs-value", f"mkdocs: '{key}' is decided by {OURS[key]}", "delete it here", ("mkdocs", key), key=True)
        for key in own
        if key in OURS
    ]
    if problems:
        raise HostRefused(problems)
    wanted = merged(ours(settings, pages, site, stops), own)
    return wanted, drop_what_needs_a_server(wanted, root)


def ours(settings: Settings, pages: Path, site: Path, stops: Sequence[Stop]) -> dict[str, Any]:
    """What Tagloom asks of MkDocs before the site's own options are merged in."""
    repo = settings.repo if "://" in settings.repo or not settings.repo else f"https://github.com/{settings.repo}"
    from markdown.extensions.toc import slugify_unicode

    wanted: dict[str, Any] = {
        # MkDocs puts names into HTML as they are.
        "site_name": escape(settings.title),
        "site_description": settings.description or settings.subtitle or None,
        "site_url": settings.url or None,
        "docs_dir": str(pages),
        "site_dir": str(site),
        "use_directory_urls": False,
        "nav": [item(stop) for stop in stops] or None,
        "theme": material(settings.language, repo),
        "plugins": [],
        # Headings in any script get an anchor of their own letters, as on GitHub.
        "markdown_extensions": [*EXTENSIONS, {"toc": {"slugify": slugify_unicode}}],
        "validation": {"absolute_links": "relative_to_docs", "anchors": "warn", "nav": {"omitted_files": "ignore"}},
        "copyright": " · ".join(escape(text) for text in (settings.title, settings.subtitle) if text),
        "extra": {"generator": False, "tagloom": True, "search": settings.wants("search"), "languages": list(settings.languages)},
    }
    if repo:
        wanted |= {"repo_url": repo, "repo_name": settings.repo, "edit_uri": f"edit/{settings.branch}/content/pages/"}
    return wanted


def item(stop: Stop) -> Any:
    """A stop as MkDocs writes it in `nav`."""
    target: Any = [item(inner) for inner in stop.group] if stop.group else stop.page or stop.link
    if stop.section:
        target = source_address(stop.section.address)
    return {escape(stop.title): target} if stop.title else target


def material(language: str, repo: str) -> dict[str, Any]:
    """Material, in the site's language, with nothing from another host and three palettes: the reader's system's, light, dark."""

    def toggle(icon: str, name: str) -> dict[str, str]:
        return {"icon": f"material/{icon}", "name": name}

    chinese = language.lower().startswith("zh")
    names = ("跟随系统", "浅色", "深色") if chinese else ("System colours", "Light", "Dark")
    return {
        "name": "material",
        "language": LANGUAGES.get(language.lower(), language.split("-", maxsplit=1)[0] or "en"),
        "font": False,
        "icon": {"repo": "material/github" if "github.com" in repo else "material/source-repository"},
        "features": list(FEATURES),
        "palette": [
            {"media": "(prefers-color-scheme)", "primary": "white", "toggle": toggle("brightness-auto", names[0])},
            {"media": "(prefers-color-scheme: light)", "scheme": "default", "primary": "white", "toggle": toggle("brightness-7", names[1])},
            {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "black", "toggle": toggle("brightness-4", names[2])},
        ],
    }


def merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """`own` over `base`: mappings are merged, `features` and `markdown_extensions` are joined, the rest is replaced."""
    found = dict(base)
    for key, value in own.items():
        before = found.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            found[key] = merged(before, value)
        elif isinstance(before, list) and isinstance(value, list) and key in ("features", "markdown_extensions"):
            given = {named(item) for item in value}
            found[key] = [item for item in before if named(item) not in given] + value
        else:
            found[key] = value
    return found


def named(item: Any) -> str:
    """The name of an item that is written `name` or `{name: options}`."""
    return str(next(iter(item), "")) if isinstance(item, dict) else str(item)


def drop_what_needs_a_server(wanted: dict[str, Any], root: Path) -> list[Problem]:
    """Takes out, with a warning, what would break on a page opened from a folder."""
    problems = []
    look = wanted["theme"]
    features: list[Any] = look["features"] if isinstance(look, dict) and isinstance(look["features"], list) else []
    for feature in list(features):
        if isinstance(feature, str) and feature.startswith(NEED_A_SERVER):
            features.remove(feature)
            path = place_of(root, feature)
            problems.append(site_problem(root, "mkdocs-value", f"'{feature}' needs a server and is left out", "delete it", path))
    plugins = wanted["plugins"]
    for plugin in list(plugins) if isinstance(plugins, (list, dict)) else []:
        name = named(plugin)
        if name in ("search", "material/search", "tagloom"):
            plugins.pop(plugin) if isinstance(plugins, dict) else plugins.remove(plugin)
            remedy = "delete it: Tagloom has a search of its own" if "search" in name else "delete it"
            problems.append(site_problem(root, "mkdocs-value", f"the plugin '{name}' is left out", remedy, place_of(root, name)))
    return [replace(problem, severity="warning") for problem in problems]


def read_options(root: Path) -> dict[str, Any]:
    """`mkdocs:` of site.yml with numbers, truths and tags, as MkDocs would read it."""
    import yaml as pyyaml

    class SafeNames(pyyaml.SafeLoader):
        """Safe, and knows the names of objects that Material's documentation asks for."""

    def allowed(_: Any, name: str, __: Any) -> Any:
        import importlib

        module, _dot, attribute = name.rpartition(".")
        if not name.startswith(NAMED_IN):
            raise pyyaml.YAMLError(f"'{name}' is not a name that site.yml may use")
        return getattr(importlib.import_module(module), attribute)

    SafeNames.add_multi_constructor("tag:yaml.org,2002:python/name:", allowed)
    file = root / FILE
    try:
        values = SafeNames(file.read_bytes().decode("utf-8-sig")).get_single_data() if file.is_file() else {}
    except (pyyaml.YAMLError, ImportError, AttributeError) as error:
        from tagloom.frames.frame import HostRefused

        fact = f"mkdocs: {getattr(error, 'problem', '') or error}"
        raise HostRefused([site_problem(root, "mkdocs-refused", fact, CORRECT, ("mkdocs",))]) from None
    own = (values or {}).get("mkdocs") or {}
    return {str(key): value for key, value in own.items()}


def refusals(root: Path, faults: Iterable[tuple[str, Any]], severity: Severity = "error") -> list[Problem]:
    """MkDocs' complaints about options, each at the value of site.yml that it names."""
    from mkdocs.config.defaults import MkDocsConfig

    known = [key for key, _ in MkDocsConfig._schema]
    problems = []
    for key, fault in faults:
        unknown = key not in known
        told = str(fault).strip().replace(f"{root}/", "")
        words = [key, *re.findall(r"[\"'“]([^\"'“”]+)[\"'”]", told)]
        path: tuple[yaml.Key, ...] = next((found for word in reversed(words) if (found := place_of(root, word, key))), ("mkdocs", key))
        fact = f"mkdocs: '{key}' is not an option of MkDocs" if unknown else f"mkdocs: {key}: {told}"
        remedy = did_you_mean(key, known) if unknown else ""
        problem = site_problem(root, "mkdocs-refused", fact, remedy if 0 < len(remedy) < 80 else CORRECT, path, key=unknown)
        problems.append(replace(problem, severity=severity))
    return problems


def place_of(root: Path, word: str, key: str = "") -> tuple[yaml.Key, ...]:
    """The path in site.yml to the first key or value `word` below `mkdocs:` (and below `key`); empty when there is none."""
    file = root / FILE
    if not file.is_file():
        return ()
    values = yaml.parse(file.read_bytes().decode("utf-8-sig"))
    start: tuple[yaml.Key, ...] = ("mkdocs", key) if key else ("mkdocs",)
    node: Any = values
    for step in start:
        node = node.get(step) if isinstance(node, dict) else None
    found = search(node, word)
    return (*start, *found) if found is not None else ()


def search(node: Any, word: str) -> tuple[yaml.Key, ...] | None:
    """The path below `node` to `word`, or None."""
    if node == word:
        return ()
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, value in inner:
        if step == word:
            return (step,)
        found = search(value, word)
        if found is not None:
            return (step, *found)
    return None
