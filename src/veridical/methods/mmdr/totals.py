r"""The overall score of MMDeepResearch-Bench (arXiv:2601.12346), as published and as measured.

.. math::
    Overall = 0.2\,FLAE + 0.5\,TRACE + 0.3\,MOSAIC
            = 0.2\,GEN + 0.3\,EVI + 0.2\,VEF + 0.3\,MM

since TRACE is .4 VEF and .6 EVI. Both totals are sums in the second form, so that a missing Vef.
does not take what is said of the cited pages with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum

from veridical.measure import Scale, Scorecard, Total
from veridical.methods.mmdr.gates import ends_by_convention, is_bare
from veridical.methods.mmdr.length import LENGTH
from veridical.methods.mmdr.mosaic_validity import VALIDITY, Bucket, bucket_of
from veridical.methods.mmdr.settings import LAMBDA, SHARES, SHORTEST
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

POINTS = 100.0
GEN, EVI, VEF, MM = "mmdr.flae", "mmdr.evidence", "mmdr.vef", "mmdr.mosaic"
EVI_PUBLISHED = "mmdr.evidence.published"
PART_SHARES: Mapping[str, float] = {
    GEN: SHARES["flae"],
    EVI: SHARES["trace"] * (1 - LAMBDA),
    VEF: SHARES["trace"] * LAMBDA,
    MM: SHARES["mosaic"],
}
"""What each part counts; together 1."""
_ANYTHING = Bounds(0.0, POINTS)
_NOT_SCORED = Undefined(Reason.NOT_ASSESSED, "not scored")


def overall(flae: float, trace: float, mosaic: float) -> float:
    r"""The overall score of three modules.

    .. math:: Overall = 0.2\,FLAE + 0.5\,TRACE + 0.3\,MOSAIC

    Args:
        flae: in [0, 100].
        trace: likewise.
        mosaic: likewise; 0 behind a closed gate.

    Returns:
        In [0, 100].

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, Sec. 5, overall score.
    """
    return SHARES["flae"] * flae + SHARES["trace"] * trace + SHARES["mosaic"] * mosaic


def published(card: Scorecard) -> Score:
    r"""The paper's overall score: whatever is absent counts 0, and a short report is 0.

    .. math:: 0.2\,GEN + 0.3\,EVI + 0.2\,VEF + 0.3\,MM

    Args:
        card: the scores of one report.

    Returns:
        Measured in [0, 100]; what failed on the way is missing, and the bounds tell what the
        score could be with it. A report of fewer than 1,000 characters is 0.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, Sec. 5 with App. A.2; the length is the code's.
    """
    if _is_short(card):
        return Measured(0.0, 0)
    scores = [_part(card, EVI_PUBLISHED if name == EVI else name) for name in PART_SHARES]
    values = [s.value if isinstance(s, Measured) else 0.0 for s in scores]
    missing = _missing(s for s in scores if not is_bare(s))
    bounds = _summed([_with_0(s) for s in scores])
    n = sum(isinstance(s, Measured) for s in scores)
    value = fsum(w * v for w, v in zip(PART_SHARES.values(), values, strict=True))
    return Measured(value, n, missing, bounds)


def measured(card: Scorecard) -> Score:
    r"""The parts that were measured, their shares together 1; nothing stands in for the others.

    .. math:: \frac{\sum_{p\,measured} \omega_p S_p}{\sum_{p\,measured} \omega_p}

    Args:
        card: the scores of one report.

    Returns:
        Measured in [0, 100], n = the parts that count. MOSAIC behind a closed gate is 0, since
        the method says so. The bounds put every other part at its ends.

    Undefined:
        No part was measured.

    Source:
        Ours, after MMDeepResearch-Bench, arXiv:2601.12346, Sec. 5.
    """
    scores = {name: _part(card, name) for name in PART_SHARES}
    known = {
        name: s.value if isinstance(s, Measured) else 0.0
        for name, s in scores.items()
        if not isinstance(s, Undefined)
    }
    missing = _missing(scores.values())
    bounds = _summed([_ends(s) for s in scores.values()])
    weight = fsum(PART_SHARES[name] for name in known)
    if not any(isinstance(s, Measured) for s in scores.values()):
        reason = missing.counts[0][0] if missing.total else Reason.NOTHING_TO_CHECK
        return Undefined(reason, "no part was measured", missing, bounds)
    value = fsum(PART_SHARES[name] * v for name, v in known.items()) / weight
    return Measured(value, len(known), missing, bounds)


def validity(card: Scorecard) -> Score:
    r"""How far what is absent is nobody's fault; over all attempted reports, the mean p.

    .. math:: p = \operatorname{mean}_t w(r_t), \quad w = 1 \text{ where nothing is absent}

    Args:
        card: the scores of one report.

    Returns:
        Measured in [0, 1]: 0 a failure of the report, .5 of the pipeline, .8 of a provider, .9 of
        access to data; where several apply, the first of provider, access, pipeline, report. It
        stands beside the score and is in none.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, appendix on reliability, N/A reasons.

    Deviates:
        The released code takes the mean over the absent reports alone, so that one of 140 scales
        the whole run; here every attempted report counts, a valid one 1.
    """
    found = bucket(card)
    missing = _missing(_part(card, name) for name in PART_SHARES)
    value = 1.0 if found is None else VALIDITY[found]
    return Measured(value, 1, missing, Bounds(0.0, 1.0) if missing.total else None)


def bucket(card: Scorecard) -> Bucket | None:
    """Where the fault lies that a part has no score; None where all have one."""
    if _is_short(card):
        return Bucket.MODEL
    scores = [_part(card, name) for name in PART_SHARES]
    reasons = [r for s in scores if isinstance(s, Undefined) for r in _reasons(s)]
    there = {bucket_of(reason) for reason in reasons}
    return next((one for one in Bucket if one in there), None)


def _reasons(score: Undefined) -> list[Reason]:
    return [reason for reason, _ in score.missing.counts] or [score.reason]


def _is_short(card: Scorecard) -> bool:
    length = card.get(LENGTH)
    return isinstance(length, Measured) and length.value < SHORTEST


def _with_0(score: Score) -> Bounds:
    """Where a part may lie in the published total: what stays absent is 0 there."""
    ends = ends_by_convention(score)
    return Bounds(0.0, ends.best) if isinstance(score, Undefined) else ends


def _part(card: Scorecard, name: str) -> Score:
    return card.get(name, _NOT_SCORED)


def _missing(scores: Iterable[Score]) -> Missing:
    found = NONE_MISSING
    for score in scores:
        if isinstance(score, Undefined) and not score.missing.total:
            found += Missing.of([score.reason])
        elif not isinstance(score, Gated):
            found += score.missing
    return found


def _ends(score: Score) -> Bounds:
    return Bounds(0.0, 0.0) if isinstance(score, Gated) else score.bounds or _ANYTHING


def _summed(ends: Sequence[Bounds]) -> Bounds:
    weights = list(PART_SHARES.values())
    return Bounds(
        fsum(w * e.worst for w, e in zip(weights, ends, strict=True)),
        fsum(w * e.best for w, e in zip(weights, ends, strict=True)),
    )


def totals() -> tuple[Total, ...]:
    """The published and the measured total, and validity beside them."""
    points = Scale(0, POINTS)
    return (
        Total(
            "published",
            "what is absent counts 0, as does a report of fewer than 1,000 characters",
            points,
            published,
        ),
        Total(
            "measured",
            "only measured parts count, their shares together 1; MOSAIC behind a closed gate is 0",
            points,
            measured,
        ),
        Total(
            "validity",
            "1 where nothing is absent; .9 for data out of reach, .8 a provider's failure, .5 one "
            "on the way, 0 the report's own; in no score",
            Scale(0, 1),
            validity,
        ),
    )
