"""Statements with the pages they cite, read off the parsed report; each pair once.

FACT (arXiv:2506.11763, Sec. 4.2) has a model write out statement and address, and another call
find the duplicates. Here the parser tells both, so no pair is lost to a reply that broke off,
no statement is reworded, and the same report gives the same pairs. A statement that cites a
page twice, or the same words over the same page, are one pair. What is cited for a page keeps
the headers of its table; a number that stands for two entries names no page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import normalize

from veridical.checks.wording import wording
from veridical.findings.cited import page_key
from veridical.report.model import Report

_NO_WORD = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Cited:
    """A statement and a page that it cites.

    Attributes:
        statement: index into ``Report.statements``.
        page: the page's key.
        text: the statement as it is asked.
        language: of the statement.
    """

    statement: int
    page: str
    text: str
    language: str


def cited_pairs(report: Report) -> tuple[Cited, ...]:
    """Every statement–page pair of the report, in its order, repetitions included."""
    return tuple(_pairs(report))


def unique_pairs(pairs: tuple[Cited, ...]) -> tuple[Cited, ...]:
    """The first of all pairs that have one page and the same words.

    Case, white space and marks do not count; any other word does.
    """
    first: dict[tuple[str, str], Cited] = {}
    for pair in pairs:
        first.setdefault((pair.page, folded(pair.text)), pair)
    return tuple(first.values())


def folded(text: str) -> str:
    """The words alone, in one case."""
    return _NO_WORD.sub(" ", normalize("NFKC", text).casefold()).strip()


def _pairs(report: Report) -> Iterator[Cited]:
    for statement in report.statements:
        keys = (page_key(report, report.citations[c]) for c in statement.citations)
        text = wording(report, statement) if statement.citations else ""
        for key in keys:
            if key is not None:
                yield Cited(statement.index, key, text, statement.language)
