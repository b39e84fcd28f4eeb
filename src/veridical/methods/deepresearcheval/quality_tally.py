"""What one report's marks are, criterion by criterion; nothing is computed here."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.score import Reason


@dataclass(frozen=True, slots=True)
class MarkedCriterion:
    """A criterion with the report's mark.

    Attributes:
        id: ``dimension-number``.
        criterion: it in a few words.
        explanation: how a report meets it.
        weight: its share of the dimension; all of them together 1.
        mark: from 0 to 10, two decimals; None if missing.
        missing: why there is none; None if there is one.
        ask: the ask's identity, by which the ledger has the grounds.
    """

    id: str
    criterion: str
    explanation: str
    weight: float
    mark: float | None
    missing: Reason | None = None
    ask: str = ""


@dataclass(frozen=True, slots=True)
class MarkedSide:
    """A dimension with its marks.

    Attributes:
        id: of `veridical.checks.quality_sides.General`, or ``task-1`` to ``task-3``.
        name: it in one to three words.
        definition: what a report is looked at for.
        is_general: whether every task has it.
        weight: its share of the whole; None if the weights are missing.
        criteria: with their marks; empty if there are none.
        missing: why there are no criteria; None if there are.
    """

    id: str
    name: str
    definition: str
    is_general: bool
    weight: float | None
    criteria: tuple[MarkedCriterion, ...]
    missing: Reason | None = None


@dataclass(frozen=True, slots=True)
class QualityTally:
    """A report by its task's rubric.

    Attributes:
        sides: the general dimensions, then the task's own; empty where nothing was marked.
        no_own: why the task's own dimensions are missing; None if they are there.
        no_weights: why the weights are missing; None if they are there.
        absent: why nothing was marked; None if it was.
        why: the same for a reader.
    """

    sides: tuple[MarkedSide, ...] = ()
    no_own: Reason | None = None
    no_weights: Reason | None = None
    absent: Reason | None = None
    why: str = ""
