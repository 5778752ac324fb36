"""A page's HTML in; what a reader sees in each of its elements with a class, out."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


@dataclass(eq=False, repr=False)
class Element:
    name: str
    attributes: dict[str, str]
    words: list[str] = field(default_factory=list)
    inner: list[Element] = field(default_factory=list)  # every element inside, in the order of the page

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    def all(self, name: str) -> list[Element]:
        """The elements inside that have the class `.name`, or are called `name`."""
        return [one for one in self.inner if (name[1:] in one.classes if name.startswith(".") else one.name == name)]

    def texts(self, name: str) -> list[str]:
        return [one.text for one in self.all(name)]


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {key: value or "" for key, value in attrs})
        for one in self.open:
            one.inner.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_endtag(self, tag: str) -> None:
        for place in range(len(self.open) - 1, 0, -1):
            if self.open[place].name == tag:
                del self.open[place:]
                break

    def handle_data(self, data: str) -> None:
        for one in self.open:
            one.words.append(data)


def shown(html: str) -> Element:
    page = Page()
    page.feed(html)
    return page.root
