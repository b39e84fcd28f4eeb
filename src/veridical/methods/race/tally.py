"""What one report's marks are, beside those of the reference; nothing is computed here."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.checks.dimensions import Dimension
from veridical.methods.race.rubric import WeightDraw
from veridical.score import Missing, Reason


@dataclass(frozen=True, slots=True)
class Seen:
    """Both reports' marks for a criterion in one order.

    Attributes:
        target: of the report under test, from 0 to 10; None if missing.
        reference: of the reference.
        missing: why there are none; None if there are.
        ask: the ask's identity, by which the ledger has the grounds.
    """

    target: float | None
    reference: float | None
    missing: Reason | None = None
    ask: str = ""


@dataclass(frozen=True, slots=True)
class Marked:
    """A criterion with its marks in both orders.

    Attributes:
        id: ``dimension-number``.
        criterion: it in a few words.
        weight: its share of the dimension.
        target_first: where the report under test was shown first.
        reference_first: where the reference was shown first.
        explanation: how a report meets it.
    """

    id: str
    criterion: str
    weight: float
    target_first: Seen
    reference_first: Seen
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class MarkedDimension:
    """A dimension with its criteria.

    Attributes:
        name: which.
        criteria: with their marks; empty if there are none.
        missing: why there are none; None if there are.
    """

    name: Dimension
    criteria: tuple[Marked, ...]
    missing: Reason | None = None


@dataclass(frozen=True, slots=True)
class RaceTally:
    """A report beside the reference.

    Attributes:
        reference: whose report the reference is, and on which task: ``system/task``; "" if
            there is none.
        draws: of the dimensions' weights.
        dimensions: in their order; empty where nothing was compared.
        absent: why nothing was compared; None if it was.
        why: the same for a reader.
    """

    reference: str
    draws: tuple[WeightDraw, ...] = ()
    dimensions: tuple[MarkedDimension, ...] = ()
    absent: Reason | None = None
    why: str = ""

    @property
    def missing_draws(self) -> Missing:
        """The drawings of weights that did not come, by reason."""
        return Missing.of(d.missing for d in self.draws if d.missing is not None)
