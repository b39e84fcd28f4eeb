"""A corpus as a tree: documents with their sections, and tables by domain and topic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from veridical.retrieval.corpora.cropped import BELOW
from veridical.runs.corpus import corpus_items, table_base
from veridical.task import Modality

_ABSTRACT_CHARACTERS = 100


class Branch(NamedTuple):
    """A line of a tree.

    Attributes:
        depth: from 0.
        name: of what stands there.
        pieces: at this place itself and below it.
        told: more about it; "" = nothing.
    """

    depth: int
    name: str
    pieces: int
    told: str = ""


def document_tree(folder: Path) -> list[Branch]:
    """Each document that is no table with its sections, in the order of the corpus.

    Raises:
        InputError: there is no corpus, or it cannot be read.
    """
    items = corpus_items(folder)
    return _branches(
        ((item.document or item.id, *filter(None, item.section.split(BELOW))), "")
        for item in items
        if item.modality is not Modality.TABLE
    )


def table_tree(folder: Path) -> list[Branch]:
    """Domains, sub-domains and topics with how many tables each has; topics with their abstract.

    Raises:
        InputError: there is no corpus, or it cannot be read.
    """
    return _branches(
        (tuple(filter(None, (one.domain, one.sub_domain, one.topic))), one.abstract)
        for one in table_base(folder).topics
        for _ in one.tables
    )


def _branches(paths: Iterable[tuple[tuple[str, ...], str]]) -> list[Branch]:
    counted: dict[tuple[str, ...], int] = {}
    told: dict[tuple[str, ...], str] = {}
    for path, words in paths:
        for depth in range(1, len(path) + 1):
            counted[path[:depth]] = counted.get(path[:depth], 0) + 1
        told[path] = " ".join(words.split())[:_ABSTRACT_CHARACTERS]
    return list(_ordered(counted, told))


def _ordered(
    counted: dict[tuple[str, ...], int], told: dict[tuple[str, ...], str]
) -> Iterator[Branch]:
    """What is below a place right after it, else in the order of its first piece."""
    below: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for path in counted:
        below.setdefault(path[:-1], []).append(path)
    waiting = below.get((), [])[::-1]
    while waiting:
        path = waiting.pop()
        yield Branch(len(path) - 1, path[-1], counted[path], told.get(path, ""))
        waiting += below.get(path, [])[::-1]
