"""How a score, a measure's column and a gate are handed to a page."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.measure import Scale
from veridical.score import Score
from veridical.web.pages.frame import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A measure or a total as the head of a column.

    Attributes:
        name: of the measure (``paper.part.name``) or of the total.
        title: what the head says.
        scale: the interval of its scores; bars are drawn on it.
        source: where it was published, "" where it was not.
        convention: of a total, what it does with absent scores, in a sentence.
        is_total: whether it sums the others.
    """

    name: str
    title: str
    scale: Scale
    source: str = ""
    convention: str = ""
    is_total: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A score in a table.

    Attributes:
        score: a number, or why there is none.
        gated: how many reports the number leaves out since a gate was closed.
        note: what else must be said of it, in a few words.
        readings: what else the same part comes to, each with how it is counted there.
    """

    score: Score
    gated: int = 0
    note: str = ""
    readings: tuple[tuple[str, Score], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """A score of one report, with all that it was computed from.

    Attributes:
        column: the measure or total.
        score: the number, or why there is none.
        tally: the counted answers that its equation was given.
        asks: ids of the asks behind them, in order; shown as links.
    """

    column: Column
    score: Score
    tally: tuple[Fact, ...] = ()
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GateLine:
    """A gate of one report.

    Attributes:
        name: what must hold.
        opens: True, False, or None = undecided.
        is_reached: False where an earlier gate was closed.
        note: why it opened or not, in a sentence.
    """

    name: str
    opens: bool | None
    is_reached: bool = True
    note: str = ""
