"""A figure read back: what is written in it, held against the table that it was drawn from.

A number that stands at a row's name must be one of that row's numbers, or its difference from the
mean, rounded as it is written. Bars and curves without numbers are not measured.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from statistics import fmean

import msgspec

from veridical.agents.hka.asks.reading import ReadFigureAsk
from veridical.agents.research.journal import Journal
from veridical.ask import Answer, Attachment
from veridical.checks.figure_reading import read_figure
from veridical.retrieval.tables import Column, ColumnKind, Table
from veridical.sources.eyes import NO_OCR, Eyes

SURE = 0.8
"""Of a reader's confidence; what is read with less says nothing."""
VISION = "vision"


class ReadState(StrEnum):
    """What reading a figure back came to."""

    AGREES = "agrees"
    DIFFERS = "differs"
    NOT_ASSESSED = "not_assessed"


class ReadValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that stands at a row's name.

    Attributes:
        label: the row's name as it was read.
        read: the number.
        table: the row's numbers.
        agrees: whether it is one of them.
    """

    label: str
    read: float
    table: tuple[float, ...]
    agrees: bool


class ReadBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one reader found.

    Attributes:
        reader: who read.
        state: what it came to.
        values: numbers that stand at rows' names.
        why: why nothing was assessed; "" = it was.
    """

    reader: str
    state: ReadState
    values: tuple[ReadValue, ...] = ()
    why: str = ""


async def read_back(
    picture: Attachment,
    table: Table,
    *,
    eyes: Eyes | None,
    journal: Journal,
    language: str,
) -> tuple[ReadBack, ...]:
    """What each reader that is here finds in a figure; one that says why where none is.

    Args:
        picture: the figure.
        table: that it was drawn from.
        eyes: what reads letters on this machine; None = nothing does.
        journal: where whoever sees is asked.
        language: of the report.
    """
    found = [*_by_eyes(picture, table, eyes)]
    said = await journal.ask(ReadFigureAsk(picture, language))
    if isinstance(said, Answer):
        found.append(_held(VISION, ((one.label, one.value) for one in said.value.values), table))
    return tuple(found) or (ReadBack("", ReadState.NOT_ASSESSED, why=NO_OCR),)


def _by_eyes(picture: Attachment, table: Table, eyes: Eyes | None) -> Iterator[ReadBack]:
    read = eyes.read(picture) if eyes is not None else None
    if eyes is None or read is None:
        return
    pairs = (
        (label, -one.value.value if one.text.startswith(("-", "−")) else one.value.value)
        for one in read_figure(read).values
        if one.confidence >= SURE
        for label in one.labels
    )
    yield _held(read.engine, pairs, table)


def _held(reader: str, pairs: Iterable[tuple[str, float]], table: Table) -> ReadBack:
    rows = _rows(table)
    values = []
    for label, number in pairs:
        own = rows.get(_plain(label))
        if own is not None:
            agrees = any(_is(number, one) for one in own)
            values.append(ReadValue(label, number, own, agrees))
    if not values:
        why = "no number was read that stands at a row's name"
        return ReadBack(reader, ReadState.NOT_ASSESSED, why=why)
    agrees = all(one.agrees for one in values)
    return ReadBack(reader, ReadState.AGREES if agrees else ReadState.DIFFERS, tuple(values))


def _rows(table: Table) -> Mapping[str, tuple[float, ...]]:
    """The numbers of each row, and their differences from the mean, by the row's names."""
    places = table.column(ColumnKind.NUMBER)
    means = {
        n: fmean([v for v in table.values(n) if isinstance(v, float)] or [0.0]) for n in places
    }
    found: dict[str, tuple[float, ...]] = {}
    for row in table.rows:
        numbers = [(n, v) for n in places if isinstance(v := row[n], float)]
        own = (*(v for _, v in numbers), *(v - means[n] for n, v in numbers))
        for n, column in enumerate(table.columns):
            value = row[n]
            if value is None or (column.kind is ColumnKind.NUMBER and n):
                continue
            for name in _names(value, column):
                found.setdefault(_plain(name), own)
    return found


def _names(value: object, column: Column) -> tuple[str, ...]:
    """A row's name as programs write it: with its unit, or with its heading."""
    text = _short(value)
    return str(value), text, f"{text} {column.unit}", f"{column.heading} {text}"


def _short(value: object) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _plain(text: str) -> str:
    """Letters and digits alone: eyes see gaps and points as they please."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if c.isalnum())


def _is(read: float, value: float) -> bool:
    """Whether a number is a value to as many digits as it shows; the sign may be lost."""
    shown = f"{abs(read):.12g}"
    decimals = len(shown.partition(".")[2])
    near = abs(abs(value) - abs(read)) <= 0.5 * 10**-decimals + 1e-9 * abs(value)
    return near or (abs(read) >= 1000 and float(f"{abs(value):.4g}") == abs(read))
