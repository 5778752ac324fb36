"""An entry as something to cite: CSL-JSON first, and from that BibTeX, RIS, Markdown and a plain reference.

`theme/assets/cite.js` makes the same forms from the same CSL-JSON in the reader's browser; the cases in tests/outputs/citations hold
both to one result. Keys come from entry ids, so they are unique in a site and stay when anything else changes.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any, NamedTuple
from urllib.parse import unquote

from tagloom import urls
from tagloom.entry import Entry, Prose
from tagloom.outputs.writing import clean, script_json
from tagloom.pages.card import titles_of
from tagloom.pages.page import Site, original_of
from tagloom.text.slugs import slug

Csl = dict[str, Any]

# Kinds are a site's own words; these are the usual ones. Others are web pages.
CSL_TYPES = {"paper": "article", "preprint": "article", "news": "article-newspaper", "blog": "post-weblog", "tweet": "post", "post": "post"}
RIS_TYPES = {"article": "JOUR", "article-newspaper": "NEWS", "post-weblog": "BLOG"}
ARXIV = re.compile(r"arxiv\.org/(?:abs|pdf|html)/((?:[a-z-]+(?:\.[A-Z]{2})?/\d{7}|\d{4}\.\d{4,5}))(?:v\d+)?(?=$|[/?#.])")
DOI = re.compile(r"(?:doi\.org/|^doi:\s*)(10\.\d{4,9}/[^\s?#]+)", re.IGNORECASE)
ARXIV_CLASS = re.compile(
    r"\b((?:cs|math|stat|eess|econ|physics|nlin|cond-mat|astro-ph|q-bio|q-fin)\.[A-Za-z-]{2,}|quant-ph|math-ph|gr-qc|hep-(?:ex|lat|ph|th)|nucl-(?:ex|th))\b"
)
SUFFIXES = frozenset({"Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV"})
JOINS = frozenset({"y", "e", "i"})  # `Agüera y Arcas` is one family name
LATEX = {
    "\\": r"\textbackslash{}",
    # Braces must balance in BibTeX even behind a backslash, so they are spelled without any.
    "{": r"\ensuremath{\lbrace}",
    "}": r"\ensuremath{\rbrace}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
    "|": r"\ensuremath{|}",
}
# What LaTeX would read as its own, and the first of two marks that it would draw as one.
SPECIAL = re.compile(r"[\\{}$&#_%~^<>|]|([-`'])(?=\1)")
# A word with a capital inside, such as `FlashMask-3` or `GPT-4o`, keeps it in styles that write titles small.
CAPITALS = re.compile(r"\S+[A-Z]\S*")


class Citation(NamedTuple):
    """What the entry's page holds: two forms to read without a script, and CSL-JSON for the script that makes the others."""

    plain: str
    bibtex: str
    json: str  # may stand in a script element


def citation(site: Site, entry_id: str) -> Citation:
    item = item_of(site, entry_id)
    return Citation(plain(item), bibtex(item), script_json(item))


def item_of(site: Site, entry_id: str) -> Csl:
    """`csl`, remembered for the one entry that its page asks for twice."""
    kept: tuple[str, Csl] | None = site.kept.get("csl")
    if kept is None or kept[0] != entry_id:
        kept = site.kept["csl"] = (entry_id, csl(site, site.archive.entries[entry_id], site.archive.prose(entry_id)))
    return kept[1]


def csl(site: Site, entry: Entry, prose: Prose) -> Csl:
    """The entry as an item of CSL-JSON. `custom.primaryClass` is arXiv's subject class."""
    title, language, *_ = titles_of(site, entry)
    authors = [name_of(name) for name in prose.authors if name.strip()]
    houses = [line(term.name) for term in site.archive.institutions_of(entry)]
    if not authors:
        authors = [{"literal": name} for name in houses or ([line(prose.handle)] if prose.handle else [])]
    addresses = [entry.url, *(link.url for link in prose.links)]
    arxiv = next((found[1] for address in addresses if (found := ARXIV.search(address))), "")
    doi = next((unquote(found[1]) for address in addresses if (found := DOI.search(address))), "")
    subject = ARXIV_CLASS.search(entry.source) if arxiv else None
    told: Csl = {
        "id": key_of(entry.id),
        "type": CSL_TYPES.get(entry.kind, "article" if arxiv or doi else "webpage"),
        "title": line(title),
        "author": authors,
        "issued": {"date-parts": [[int(part) for part in entry.moment.day.split("-")]]},
        "publisher": "; ".join(houses) if prose.authors else "",
        "archive": "arXiv" if arxiv else "",
        "archive_location": arxiv,
        "DOI": doi,
        "URL": original_of(site, entry) or site.settings.absolute(urls.encode(site.entry_address(entry.id))),
        "language": language,
        "keyword": ", ".join(line(term.name_in(site.language)) for term in site.archive.tags_of(entry.id)),
        "custom": {"primaryClass": subject[1]} if subject else {},
    }
    return {name: value for name, value in told.items() if value}


def line(text: str) -> str:
    return " ".join(clean(text).split())


def key_of(entry_id: str) -> str:
    """The entry's id as a BibTeX key. Where letters must go, a mark of the whole id keeps two keys apart."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._:-]*", entry_id):
        return entry_id
    plain = re.sub(r"[^A-Za-z0-9]+", "-", slug(entry_id)).strip("-") or "entry"
    return f"{plain}-{blake2b(entry_id.encode('utf-8', 'surrogatepass'), digest_size=4).hexdigest()}"


def name_of(written: str) -> dict[str, str]:
    """A person's name in CSL's parts. One word is taken whole, as are names in scripts that do not part them."""
    text = line(written)
    if "," in text:
        family, *rest = (part.strip() for part in text.split(","))
        if len(rest) > 1 and rest[0] in SUFFIXES:
            return filled(family=family, given=", ".join(rest[1:]), suffix=rest[0])
        return filled(family=family, given=", ".join(rest))
    words = text.split(" ")
    suffix = words.pop() if len(words) > 2 and words[-1] in SUFFIXES else ""
    if len(words) == 1:
        return {"literal": text}
    start = next((place for place, word in enumerate(words) if place and word[0].islower()), len(words) - 1)
    if words[start] in JOINS and start > 1:
        start -= 1
    return filled(family=" ".join(words[start:]), given=" ".join(words[:start]), suffix=suffix)


def filled(**parts: str) -> dict[str, str]:
    return {name: part for name, part in parts.items() if part}


def latex(text: str) -> str:
    """`text` so that LaTeX prints it as it is."""
    return SPECIAL.sub(lambda found: f"{found[0]}{{}}" if found[1] else LATEX[found[0]], text)


def bibtex(item: Csl) -> str:
    year, month, day = item["issued"]["date-parts"][0]
    fields = {
        "title": title_latex(item["title"]),
        "author": " and ".join(bibtex_name(name) for name in item.get("author", ())),
        "year": str(year),
        "month": str(month),
        "date": f"{year:04}-{month:02}-{day:02}",
        "eprint": item.get("archive_location", ""),
        "archivePrefix": item.get("archive", ""),
        "primaryClass": item.get("custom", {}).get("primaryClass", ""),
        "doi": verbatim(item.get("DOI", "")),
        "url": verbatim(item.get("URL", "")),
        "organization": latex(item.get("publisher", "")),
        "keywords": latex(item.get("keyword", "")),
    }
    rows = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
    return f"@misc{{{item['id']},\n{rows}\n}}\n"


def title_latex(title: str) -> str:
    return " ".join(f"{{{latex(word)}}}" if CAPITALS.fullmatch(word) else latex(word) for word in title.split(" "))


def bibtex_name(name: dict[str, str]) -> str:
    if "literal" in name:
        return braced(name["literal"], r"[\s,]|^others$")
    parts = [braced(name["family"], r",|\band\b"), latex(name.get("suffix", "")), braced(name.get("given", ""), r",|\band\b")]
    return ", ".join(filter(None, parts))


def braced(part: str, unsafe: str) -> str:
    """`part` of a name, whole where BibTeX would part it."""
    return f"{{{latex(part)}}}" if re.search(unsafe, part, re.IGNORECASE) else latex(part)


def verbatim(address: str) -> str:
    """An address as `url` and `doi` take it: unescaped, and without braces, which would end the field."""
    return address.replace("\\", "%5C").replace("{", "%7B").replace("}", "%7D")


def ris(item: Csl) -> str:
    year, month, day = item["issued"]["date-parts"][0]
    rows = [("TY", RIS_TYPES.get(item["type"], "ELEC")), ("ID", item["id"]), ("TI", item["title"])]
    rows += [
        ("AU", name.get("literal") or ", ".join(name[part] for part in ("family", "given", "suffix") if part in name))
        for name in item.get("author", ())
    ]
    rows += [("PY", str(year)), ("DA", f"{year:04}/{month:02}/{day:02}/")]
    rows += [("PB", item.get("publisher", "")), ("DO", item.get("DOI", "")), ("UR", item.get("URL", "")), ("LA", item.get("language", ""))]
    rows += [("N1", f"{item['archive']}:{item['archive_location']}")] if item.get("archive") else []
    rows += [("KW", word) for word in item.get("keyword", "").split(", ")]
    return "".join(f"{tag}  - {value}\r\n" for tag, value in rows if value) + "ER  - \r\n"


def markdown(item: Csl) -> str:
    title = re.sub(r"([\\\[\]*_`<>])", r"\\\1", item["title"])
    address = re.sub(r"[()\s<>\\]", lambda found: f"%{ord(found[0]):02X}", item.get("URL", ""))
    return reference(item, f"[{title}]({address})" if address else title, "")


def plain(item: Csl) -> str:
    return reference(item, item["title"], f"https://doi.org/{item['DOI']}" if item.get("DOI") else item.get("URL", ""))


def reference(item: Csl, title: str, address: str) -> str:
    """`Authors (2026). Title. Publisher. arXiv:2606.01234. https://…`"""
    who = ", ".join(
        name.get("literal") or " ".join(name[part] for part in ("given", "family", "suffix") if part in name)
        for name in item.get("author", ())
    )
    year = item["issued"]["date-parts"][0][0]
    eprint = f"{item['archive']}:{item['archive_location']}" if item.get("archive") else ""
    parts = [f"{who} ({year})" if who else f"({year})", title, item.get("publisher", ""), eprint]
    told = " ".join(part if re.search(r"[.?!。？！]$", part) else f"{part}." for part in parts if part)
    return f"{told} {address}" if address else told
