"""The published schemas and the readers agree: what one takes the other takes, what one refuses the other refuses."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tagloom.content.front_matter import Unreadable, cut, decode
from tagloom.content.reading import read_file
from tagloom.content.schema import NAMES, Name, schema, schema_line
from tagloom.settings import Settings, parse_settings
from tagloom.vocabulary import parse_vocabulary
from tests.conftest import REPO, Site, tagloom

CASES = Path(__file__).parent / "cases"
SITE: dict[str, Any] = {
    "kinds": {"paper": {"zh": "论文", "en": "Papers"}, "blog": {"zh": "博客"}},
    "categories": {"model": {"zh": "模型", "en": "Models"}},
    "zone": "Asia/Shanghai",
}
# What JSON Schema cannot tell: the bytes, what YAML drops, control characters, and names that hold signs only.
BEYOND = {"encoding", "control-character", "yaml-syntax", "yaml-too-large", "yaml-mark", "twice-key", "front-matter"}


class Core(yaml.SafeLoader):
    """YAML 1.2's core schema, which VS Code speaks: no is a text, and so is a date."""


Core.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", list("-+0123456789.")),
    ("merge", r"^<<$", ["<"]),
):
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), first)


@cache
def validator(name: Name) -> jsonschema.Draft7Validator:
    made = schema(name, Settings(**SITE), ["Training"], ["NVIDIA"])
    jsonschema.Draft7Validator.check_schema(made)
    return jsonschema.Draft7Validator(made)


def as_typed(text: str) -> Any:
    """What a YAML reader that types its values makes of a text."""
    return yaml.load(text, Core)


def cases() -> list[Any]:
    found = []
    for file in sorted(CASES.glob("*.yml")):
        for case in yaml.safe_load(file.read_text(encoding="utf-8")):
            if "encoding" not in case:
                found.append(pytest.param(case, id=f"{file.stem}: {case['name']}"))
    return found


@pytest.mark.parametrize("case", cases())
def test_an_entry_that_is_read_is_valid_and_one_that_is_refused_is_not(case: dict[str, Any]) -> None:
    text = case["text"] if "text" in case else f"---\ntitle: A title\ndate: 2024-01-05\n{case['head']}\n---\n"
    path = case.get("file", "a.md")
    reading = read_file(path, text.encode("utf-8", "surrogatepass"), Settings(**SITE))
    wrong = {problem.rule for problem in reading.problems if problem.severity == "error"}
    if wrong & BEYOND or "\\ud8" in text.lower():
        return
    try:
        clean = decode(text.encode("utf-8", "surrogatepass"))[0]
        head = clean if not path.endswith(".md") else cut(clean)
        if not isinstance(head, str) and head.form == "toml":
            return
        value = as_typed(head if isinstance(head, str) else head.head)
    except (Unreadable, yaml.YAMLError, TypeError):
        return
    name: Name = "entry" if path.endswith(".md") else "list"
    value = {} if value is None and name == "entry" else value
    faults = [f"{list(fault.absolute_path)}: {fault.message[:200]}" for fault in validator(name).iter_errors(value)]
    assert bool(faults) == bool(wrong), (wrong, faults)


@pytest.mark.parametrize(
    "text",
    [
        "Training: {zh: 训练, aliases: [x, 1.10], formerly: old, broader: More, slug: t, description: {zh: 好}}\nMore:\nList: [a, b]\nAlias: a2\n",
        "A: {zh-Hant: 標題, description: text}\n",
        "A: {alias: [x]}\n",
        "A: {aliases: {x: y}}\n",
        "A: {aliases: [x, [y]]}\n",
        "A: {zh: [x]}\n",
        "A: {broader: [x]}\nx:\n",
        "A: {description: [x]}\n",
        "- A\n- B\n",
        "",
    ],
)
def test_the_schema_of_a_vocabulary_agrees_with_its_reader(text: str) -> None:
    _, faults = parse_vocabulary(text, "content/tags.yml")
    assert validator("tags").is_valid(as_typed(text)) == (not [fault for fault in faults if fault.rule != "vocabulary-broader"]), faults


@pytest.mark.parametrize(
    "text",
    [
        "title: 2024\nurl: https://example.com\nlanguages: [zh, en]\nlists: {page: 20, compact: yes}\ntags: {strict: true}\n",
        "kinds: [a, b]\ncategories: {x: X, y: {zh: 歪}}\nscore: {max: 5}\nfuture: hide\noutputs: {feeds: no}\ncheck: {long-title: off}\nnav: [home]\nmkdocs:\n",
        "titel: T\n", "url: example.com\n", "languages: []\n", "lists: {page: 0}\n", "lists: {paeg: 1}\n", "lists: 5\n", "tags: {strict: maybe}\n",
        "future: maybe\n", "outputs: {feds: no}\n", "check: {x: loud}\n", "nav: home\n", "mkdocs: x\n", "score: {max: ten}\n", "title: [a]\n", "frame: paper\n",
        "zone: not a zone\n", "kinds: paper\n", "- a\n", "",
    ],
)  # fmt: skip
def test_the_schema_of_the_settings_agrees_with_their_reader(text: str) -> None:
    _, faults = parse_settings(text)
    assert validator("site").is_valid(as_typed(text)) == (not faults), faults


def test_an_item_may_have_its_date_from_the_defaults() -> None:
    assert validator("list").is_valid({"defaults": {"date": "2024-01-05"}, "entries": [{"title": "A"}]})
    assert not validator("list").is_valid({"defaults": {"kind": "paper"}, "entries": [{"title": "A"}]})
    assert not validator("list").is_valid({"defaults": {"date": "2024-01-05"}, "entries": [{"kind": "paper"}]})


def test_editors_are_offered_the_sites_own_words() -> None:
    told = json.dumps(schema("entry", Settings(**SITE, languages=("zh", "en")), ["Training", "训练"], ["NVIDIA"]), ensure_ascii=False)
    for word in ('["paper", "blog"]', '["Training", "训练"]', '["NVIDIA"]', "标题。"):
        assert word in told, word


@pytest.mark.parametrize("name", NAMES)
def test_a_site_publishes_what_the_command_prints(own_site: Site, name: str) -> None:
    published = (own_site.out / "schema" / f"{name}.json").read_text(encoding="utf-8")
    assert tagloom("schema", name, cwd=own_site.root).stdout == published
    jsonschema.Draft7Validator.check_schema(json.loads(published))


def test_this_repositorys_own_files_are_valid_and_name_their_schema(own_site: Site) -> None:
    lists = [(file.relative_to(REPO).as_posix(), "list") for file in (REPO / "content" / "entries").rglob("*.yml")]
    for path, name in (("content/tags.yml", "tags"), ("content/institutions.yml", "institutions"), ("site.yml", "site"), *lists):
        made = json.loads((own_site.out / "schema" / f"{name}.json").read_text(encoding="utf-8"))
        text = (REPO / path).read_text(encoding="utf-8")
        assert list(jsonschema.Draft7Validator(made).iter_errors(as_typed(text))) == [], path
        assert text.startswith(schema_line(path, "https://tagloom.github.io/tagloom/")), path
    for file in (REPO / "content" / "entries").rglob("*.md"):
        made = json.loads((own_site.out / "schema" / "entry.json").read_text(encoding="utf-8"))
        value = as_typed(cut(file.read_text(encoding="utf-8")).head)
        assert list(jsonschema.Draft7Validator(made).iter_errors(value)) == [], file


def test_a_new_site_names_the_schema_of_each_of_its_files(tmp_path: Path) -> None:
    tagloom("init", "here", cwd=tmp_path)
    tagloom("init", "there", "--repo", "owner/repo", cwd=tmp_path)
    for path, name in (("site.yml", "site"), ("content/tags.yml", "tags"), ("content/entries/papers.yml", "list")):
        local = (tmp_path / "here" / path).read_text(encoding="utf-8").splitlines()[0].partition("$schema=")[2]
        assert (tmp_path / "here" / path).parent.joinpath(local).resolve() == tmp_path / "here" / "site" / "schema" / f"{name}.json"
        first = (tmp_path / "there" / path).read_text(encoding="utf-8").splitlines()[0]
        assert first == f"# yaml-language-server: $schema=https://owner.github.io/repo/schema/{name}.json"
