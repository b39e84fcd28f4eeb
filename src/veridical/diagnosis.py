"""What a method shows of one report beside its scores: where a chain broke, what was marked.

A method supplies it as data and renders nothing (``docs/explanation/diagnosis.md``). A
`Diagnosis` speaks of the nodes of a gold graph; an `Exhibit` of anything else that was looked
at: criteria with their marks, key points with the words that say them, statements beside the
source or the figure that they were held against.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from veridical.ask import Quote
from veridical.score import Score


@dataclass(frozen=True, slots=True)
class NodeFinding:
    """What a method found out about one node of a gold graph.

    Attributes:
        node: the node's id.
        states: what was looked at (``retrieved``, ``cited``, ``instantiated``,
            ``supported`` …): yes, no, or None = unknown. A state that does not apply to
            the node's type is left out.
        note: what happened, in a sentence.
        quotes: where in the report it happened (``Quote.source`` = ``report``) or in an
            item (``Quote.source`` = the item's id).
        asks: identities of the asks that it rests on.
    """

    node: str
    states: Mapping[str, bool | None]
    note: str = ""
    quotes: tuple[Quote, ...] = ()
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Where one report's chain from evidence to conclusion holds, and where it breaks.

    Attributes:
        nodes: one finding per node, in the graph's order.
        broken: ids of the nodes at which the chain broke first; empty if it holds.
        furthest: the last gate that opened, "" if none did.
        summary: the diagnosis in a sentence.
        conclusion: the report's conclusion as found.
    """

    nodes: tuple[NodeFinding, ...] = ()
    broken: tuple[str, ...] = ()
    furthest: str = ""
    summary: str = ""
    conclusion: Quote | None = None


class Standing(StrEnum):
    """How a row of an exhibit came out; a page shows it by sign and color."""

    GOOD = "good"
    PARTLY = "partly"
    BAD = "bad"
    UNKNOWN = "unknown"
    """There is no verdict."""
    PLAIN = "plain"
    """It is neither good nor bad, as a criterion with its marks."""


@dataclass(frozen=True, slots=True)
class ExhibitMark:
    """A number in a row.

    Attributes:
        label: the head of its column (``this report``, ``the reference``, ``weight``).
        score: the number; `Undefined` says why there is none.
        lowest: least value of its scale.
        highest: greatest value of its scale.
    """

    label: str
    score: Score
    lowest: float = 0.0
    highest: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ExhibitRow:
    """One thing that was looked at.

    Attributes:
        text: what it is: a criterion, a key point, a statement of the report.
        group: what it stands under (a dimension, the cited source); rows of one group
            follow each other.
        verdict: how it came out, in the method's words (``covered``, ``contradicted``);
            "" where the marks say it.
        standing: whether that is good or bad.
        marks: its numbers, in the order of the columns.
        note: the grounds, in a sentence.
        quotes: the words it rests on; ``source`` is ``report``, or an item's or page's id.
        figure: the figure it is about, by its index in ``Report.figures``; None = none.
        picture: the picture it is about, by its path in the bench, as an item's or a
            query's; "" = none.
        read: what was read off the figure or the picture, label and value each.
        asks: identities of the asks that it rests on.
    """

    text: str
    group: str = ""
    verdict: str = ""
    standing: Standing = Standing.PLAIN
    marks: tuple[ExhibitMark, ...] = ()
    note: str = ""
    quotes: tuple[Quote, ...] = ()
    figure: int | None = None
    picture: str = ""
    read: tuple[tuple[str, str], ...] = ()
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibit:
    """One part of what a method shows of a report: a table if its rows have marks.

    Attributes:
        title: its head (``Key points``).
        note: what a reader must know to read it, in a sentence.
        rows: in the order shown.
    """

    title: str
    note: str = ""
    rows: tuple[ExhibitRow, ...] = ()
