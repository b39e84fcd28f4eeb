"""Which items of a corpus are those that a task forbids to use?

A benchmark names references that a report must not stand on, such as the article that its answer
was taken from. A reference is an address, a DOI or an arXiv number, a site (``example.org`` and
all below it), a title, or an item's id.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from yarl import URL

from veridical.report.identity import Kind, find_urls, identify
from veridical.report.identity.host import canonical_host, normalize_host
from veridical.task import Item

_SITE = re.compile(r"(?:[\w-]+\.)+[\w-]{2,}")
_SHORTEST_TITLE = 4
"""Letters and digits that a title has at least: one of fewer would fit by chance."""


class References:
    """The items of a corpus by all that a reference may call them.

    Args:
        items: of the corpus; read once, in linear time.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self._ids: defaultdict[str, set[str]] = defaultdict(set)
        for item in items:
            for name in _names_of(item):
                self._ids[name].add(item.id)

    def ids_of(self, references: Sequence[str]) -> frozenset[str]:
        """The ids of the items that any of the references names."""
        names = (name for reference in references for name in _names_in(reference))
        return frozenset(id_ for name in names for id_ in self._ids.get(name, ()))


def _names_of(item: Item) -> Iterator[str]:
    yield f"id {item.id}"
    if item.document:
        yield f"id {item.document}"
    if title := _folded(item.title):
        yield f"title {title}"
    for mention in find_urls(item.source):
        yield from _addresses(mention.url)
        yield from (f"site {site}" for site in _sites(mention.url))


def _names_in(reference: str) -> Iterator[str]:
    said = reference.strip()
    yield f"id {said}"
    if title := _folded(said):
        yield f"title {title}"
    yield from _addresses(said)
    if _SITE.fullmatch(said):
        host = normalize_host(said)
        yield f"site {canonical_host(host) if host else said.casefold()}"


def _addresses(said: str) -> Iterator[str]:
    found = identify(said)
    if found.kind is not Kind.INVALID:
        yield from (f"at {name}" for name in (found.key, found.work) if name)


def _sites(address: str) -> Iterator[str]:
    """The host of an address and every name that it is below."""
    host = normalize_host(URL(identify(address).url or "").host or "")
    labels = canonical_host(host).split(".") if host else []
    yield from (".".join(labels[n:]) for n in range(len(labels) - 1))


def _folded(title: str) -> str:
    """A title by its letters and digits; "" where they are too few to tell it."""
    letters = "".join(c for c in title.casefold() if c.isalnum())
    return letters if len(letters) >= _SHORTEST_TITLE else ""
