"""A panel of judges without each of them: who stands apart, and is the panel better without?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from veridical.score import Reason, Score
from veridical.stats.exact import mean
from veridical.stats.readings import present

Value = TypeVar("Value", bound=Hashable)
Rows = Sequence[Sequence[Value | Reason]]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One judge against the panel.

    Attributes:
        judge: its name.
        without: agreement of the others among themselves.
        with_rest: agreement of this judge with what the others say together.
    """

    judge: str
    without: Score
    with_rest: Score


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel's agreement, whole and without each judge.

    Attributes:
        whole: agreement of all judges.
        judges: each judge left out, in the order given.
    """

    whole: Score
    judges: tuple[LeftOut, ...]


def leave_one_judge_out(
    rows: Rows[Value],
    judges: Sequence[str],
    *,
    among: Callable[[Rows[Value]], Score],
    between: Callable[[Sequence[tuple[Value | Reason, Value | Reason]]], Score],
    together: Callable[[Sequence[Value]], Value | Reason],
) -> Panel:
    """The panel's agreement without each judge, and each judge's with the rest.

    Args:
        rows: items × judges; an absent reading is its reason.
        judges: the names of the columns.
        among: agreement of any number of judges, such as `alpha.nominal_alpha`.
        between: agreement of two, such as `kappa.cohen_kappa`.
        together: what several say together, such as `plurality` or `average`.

    Raises:
        ValueError: a row that is not as long as `judges`.

    Source:
        Leave-one-out cross-validation of raters; the agreement is that of the functions given.
    """
    for row in rows:
        if len(row) != len(judges):
            raise ValueError(
                f"leave_one_judge_out: row must have a reading of each judge, got {len(row)}; "
                f"expected {len(judges)}. Give a reason for each absent reading."
            )

    def said(row: Sequence[Value | Reason]) -> Value | Reason:
        values, absent = present(row)
        return together(values) if values else next(iter(absent), Reason.NOTHING_TO_CHECK)

    found = []
    for at, judge in enumerate(judges):
        others = [[*row[:at], *row[at + 1 :]] for row in rows]
        pairs = [(row[at], said(rest)) for row, rest in zip(rows, others, strict=True)]
        found.append(LeftOut(judge, among(others), between(pairs)))
    return Panel(among(rows), tuple(found))


def plurality(values: Sequence[Value]) -> Value | Reason:
    """The label most often given; none where two share the first place."""
    ranked = Counter(values).most_common(2)
    if len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
        return Reason.NOTHING_TO_CHECK
    return ranked[0][0]


def average(values: Sequence[float]) -> float | Reason:
    """The mean of the numbers given."""
    return mean(values)
