"""The sum of HiEviDR-Bench's five parts (arXiv:2607.25151, eq. 5), with and without absences.

The paper's own total turns absences into numbers; the scores beside it do not. The
*published* total applies the paper's conventions and names them; the *measured* total adds
what was measured. Both say how much they could move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from veridical.measure import Scale, Scorecard, Total
from veridical.methods.hievidr.grades import POINTS
from veridical.methods.hievidr.trace_tally import NOTHING_IRRELEVANT, NOTHING_RETRIEVED, Known
from veridical.methods.hievidr.traceability import weighed
from veridical.score import (
    NONE_MISSING,
    Bounds,
    Gated,
    Measured,
    Missing,
    Reason,
    Score,
    Undefined,
)

PARTS = (
    "hievidr.report",
    "hievidr.traceability",
    "hievidr.citation",
    "hievidr.claim",
    "hievidr.answer",
)
"""The five parts of eq. 5, in the paper's order."""

TRACEABILITY = "hievidr.traceability"
EVERYTHING = Bounds(0.0, float(POINTS))


def published(card: Scorecard, parts: Sequence[str] = PARTS) -> Score:
    r"""The paper's total: what a closed gate withholds counts 0.

    .. math:: S = S_{report} + S_{trace} + S_{citation} + S_{claim} + S_{answer}

    Args:
        card: the scores of one report.
        parts: which of the five are added.

    Returns:
        Measured in [0, 20 · the number of parts]. Where no retrieved item is irrelevant, s3
        counts 1 if anything was retrieved and 0 if not.

    Undefined:
        A part is Undefined for any other reason; the bounds tell what the total could be.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, eq. 5 with Sec. 3.2, "Progressive Gating".
    """
    scores = [_by_convention(name, card) for name in parts]
    missing, bounds = _missing(scores), _bounds(scores)
    for score in scores:
        if isinstance(score, Undefined):
            return Undefined(score.reason, score.detail, missing, bounds)
    value = sum(s.value for s in scores if isinstance(s, Measured))
    return Measured(value, len(scores), missing, bounds)


def measured(card: Scorecard, parts: Sequence[str] = PARTS) -> Score:
    """The sum of the parts that were measured; nothing stands in for the others.

    Args:
        card: the scores of one report.
        parts: which of the five are added.

    Returns:
        Measured in [0, 20 · the number of parts], n = the number of measured parts. Undefined
        parts are missing; the bounds put them at their own ends, and gated parts at 0.

    Undefined:
        No part was measured.

    Source:
        Ours, after HiEviDR-Bench, arXiv:2607.25151, eq. 5.
    """
    scores = [card[name] for name in parts if name in card]
    values = [s.value for s in scores if isinstance(s, Measured)]
    missing = _missing(scores)
    if values:
        return Measured(sum(values), len(values), missing, _bounds(scores))
    reason = missing.counts[0][0] if missing.counts else Reason.NOTHING_TO_CHECK
    return Undefined(reason, "no part was measured", missing, _bounds(scores))


def _by_convention(name: str, card: Scorecard) -> Score:
    score = card.get(name, Undefined(Reason.NOT_ASSESSED, f"{name} was not scored"))
    if name == TRACEABILITY and isinstance(score, Undefined):
        return _traceability_by_convention(card, score)
    return score


def _traceability_by_convention(card: Scorecard, score: Undefined) -> Score:
    """Eq. 10 with the paper's number for 0/0; `score` itself where that is not the reason."""
    s1, s2, s3 = (card.get(f"{TRACEABILITY}.{part}") for part in ("recall", "identify", "avoid"))
    stand_in = {NOTHING_IRRELEVANT: 1.0, NOTHING_RETRIEVED: 0.0}
    if (
        isinstance(s1, Measured)
        and isinstance(s2, Measured)
        and isinstance(s3, Undefined)
        and s3.detail in stand_in
    ):
        by_convention: Known = Measured(stand_in[s3.detail])
        return weighed(s1, s2, by_convention, n=s1.n)
    return score


def _missing(scores: Sequence[Score]) -> Missing:
    """The missing items of every part; an Undefined part without any counts as one."""
    found = NONE_MISSING
    for score in scores:
        if isinstance(score, Undefined) and not score.missing.total:
            found += Missing.of([score.reason])
        elif not isinstance(score, Gated):
            found += score.missing
    return found


def _bounds(scores: Sequence[Score]) -> Bounds:
    total = Bounds(0.0, 0.0)
    for score in scores:
        if not isinstance(score, Gated):
            total += score.bounds or EVERYTHING
    return total


def totals() -> tuple[Total, ...]:
    """The published and the measured total, each with and without the Report Score."""
    rest = tuple(part for part in PARTS if part != "hievidr.report")
    as_published = (
        "a part behind a closed gate counts 0; where no retrieved item is irrelevant, s3 "
        "counts 1, or 0 if nothing was retrieved"
    )
    as_measured = "only measured parts are added; gated and undefined parts are left out"
    return tuple(
        Total(name, convention, Scale(0, POINTS * len(parts)), partial(equation, parts=parts))
        for name, convention, equation, parts in (
            ("published", as_published, published, PARTS),
            ("measured", as_measured, measured, PARTS),
            ("published_without_report", f"without Report; {as_published}", published, rest),
            ("measured_without_report", f"without Report; {as_measured}", measured, rest),
        )
    )
