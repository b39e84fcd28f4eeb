"""Long lists in parts: the first ones as they are, the rest packed until they are wanted.

A packed part is its own HTML, made by the same template and escaped there, then deflated and
written in base 64 into an element that no browser runs or lays out. A script unpacks it when
a reader comes near. So a page grows by little where a report is long, and nothing that a
stranger wrote stands in it other than escaped or packed.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from markupsafe import Markup

from veridical.web.pages.check import CheckedStatement, FindingRow, VerdictKind
from veridical.web.pages.facts import FactKind, FactRow

CARDS_SHOWN = 300
"""Statements whose cards stand in a page as they are, folded ones and others each."""

FINDINGS_SHOWN = 200
FACTS_SHOWN = 60
"""Facts whose cards stand in a page as they are; each may hold passages of several sources."""

PART = 150
"""Cards or findings in one part."""

CITING_SHOWN = 30
"""Statements that an entry of the reference list is followed by; more are counted."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CardPart:
    """Cards of one verdict.

    Attributes:
        kind: the verdict.
        statements: in the order shown.
        is_packed: whether they wait to be unpacked.
    """

    kind: VerdictKind
    statements: tuple[CheckedStatement, ...]
    is_packed: bool

    @property
    def first(self) -> int:
        """The least index of a statement in it."""
        return min(one.statement for one in self.statements)

    @property
    def last(self) -> int:
        """The greatest index of a statement in it."""
        return max(one.statement for one in self.statements)


@dataclass(frozen=True, slots=True)
class FindingPart:
    """Findings that follow each other; `is_packed` as of cards."""

    findings: tuple[FindingRow, ...]
    is_packed: bool


@dataclass(frozen=True, slots=True)
class FactPart:
    """Facts of one verdict.

    Attributes:
        kind: the verdict.
        rows: in the order shown.
        is_packed: whether they wait to be unpacked.
    """

    kind: FactKind
    rows: tuple[FactRow, ...]
    is_packed: bool

    @property
    def first(self) -> int:
        """The least number of a row in it."""
        return min(row.number for row in self.rows)

    @property
    def last(self) -> int:
        """The greatest number of a row in it."""
        return max(row.number for row in self.rows)


def card_parts(
    statements: Sequence[CheckedStatement], verdicts: Sequence[VerdictKind]
) -> Iterator[CardPart]:
    """The cards in parts of one verdict each.

    Args:
        statements: in the order shown.
        verdicts: the kinds that are wanted.
    """
    kinds = {kind.name: kind for kind in verdicts}
    wanted = [one for one in statements if one.verdict in kinds]
    done = 0
    for verdict, group in groupby(wanted, key=lambda one: one.verdict):
        for part, is_packed in _parts(list(group), max(0, CARDS_SHOWN - done)):
            done += len(part)
            yield CardPart(kinds[verdict], tuple(part), is_packed)


def fact_parts(rows: Sequence[FactRow], kinds: Sequence[FactKind]) -> Iterator[FactPart]:
    """The facts in parts of one verdict each.

    Args:
        rows: in the order shown.
        kinds: every kind that a row names.
    """
    by_name = {kind.name: kind for kind in kinds}
    done = 0
    for verdict, group in groupby(rows, key=lambda row: row.verdict):
        for part, is_packed in _parts(list(group), max(0, FACTS_SHOWN - done)):
            done += len(part)
            yield FactPart(by_name[verdict], tuple(part), is_packed)


def finding_parts(findings: Sequence[FindingRow]) -> Iterator[FindingPart]:
    """The findings in parts."""
    for part, is_packed in _parts(findings, FINDINGS_SHOWN):
        yield FindingPart(tuple(part), is_packed)


def _parts(every: Sequence[T], shown: int) -> Iterator[tuple[Sequence[T], bool]]:
    """The first `shown` as they are, the rest in parts; a rest that fills none is shown too."""
    if len(every) <= shown + PART // 2 and shown:
        shown = len(every)
    if every[:shown]:
        yield every[:shown], False
    for start in range(shown, len(every), PART):
        yield every[start : start + PART], True


def packed(html: str) -> Markup:
    """`html` deflated (RFC 1950), in base 64: no character of it means anything in HTML."""
    deflated = zlib.compress(html.encode("utf-8", errors="backslashreplace"), 9)
    return Markup(base64.b64encode(deflated).decode("ascii"))  # noqa: S704
