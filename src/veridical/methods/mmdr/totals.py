r"""The overall score of MMDeepResearch-Bench (arXiv:2601.12346), as published and as measured.

.. math::
    Overall = 0.2\,FLAE + 0.5\,TRACE + 0.3\,MOSAIC
            = 0.2\,GEN + 0.3\,EVI + 0.2\,VEF + 0.3\,MM

since TRACE is .4 VEF and .6 EVI. Both totals are sums in the second form, so that a missing Vef.
does not take what is said of the cited pages with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import fsum

from veridical.measure import Scale, Scorecard, Total
from veridical.methods.mmdr.gates import ends_by_convention, is_bare
from veridical.methods.mmdr.length import LENGTH
from veridical.methods.mmdr.mosaic_validity import VALIDITY, Bucket, bucket_of
from veridical.methods.mmdr.settings import DEFAULTS, LAMBDA, SHARES, SHORTEST, Settings, Variant
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


def part_shares(settings: Settings) -> Mapping[str, float]:
    r"""What each part counts under the settings: as printed, perturbed, or without a part.

    .. math::
        \omega_{EVI} = (1 - \lambda) \omega_{TRACE}, \quad
        \omega_{VEF} = \lambda \omega_{TRACE}, \quad \sum_p \omega_p = 1

    Args:
        settings: the variant, and what the three modules count.

    Returns:
        By the name of the part's measure, together 1; what counts nothing is left out. Without
        Vef. λ is 0; without MOSAIC the shares of FLAE and TRACE are scaled to 1.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, ablations: without Vef., without MOSAIC, with
        perturbed weights.

    Deviates:
        How the shares are scaled is not said. The means that are printed without Vef. follow
        neither from λ = 0 nor from leaving the part out.
    """
    flae, trace, mosaic = settings.module_shares
    weight = 0.0 if settings.variant is Variant.NO_VEF else LAMBDA
    found = {GEN: flae, EVI: trace * (1 - weight), VEF: trace * weight}
    if settings.variant is not Variant.NO_MOSAIC:
        found[MM] = mosaic
    whole = fsum(found.values())
    return {name: share / whole for name, share in found.items() if share}


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


def published(card: Scorecard, *, shares: Mapping[str, float] = PART_SHARES) -> Score:
    r"""The paper's overall score: whatever is absent counts 0, and a short report is 0.

    .. math:: 0.2\,GEN + 0.3\,EVI + 0.2\,VEF + 0.3\,MM

    Args:
        card: the scores of one report.
        shares: what each part counts.

    Returns:
        Measured in [0, 100]; what failed on the way is missing, and the bounds tell what the
        score could be with it. A report of fewer than 1,000 characters is 0.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, Sec. 5 with App. A.2; the length is the code's.
    """
    if _is_short(card):
        return Measured(0.0, 0)
    scores = [_part(card, EVI_PUBLISHED if name == EVI else name) for name in shares]
    values = [s.value if isinstance(s, Measured) else 0.0 for s in scores]
    missing = _missing(s for s in scores if not is_bare(s))
    bounds = _summed([_with_0(s) for s in scores], shares)
    n = sum(isinstance(s, Measured) for s in scores)
    value = fsum(w * v for w, v in zip(shares.values(), values, strict=True))
    return Measured(value, n, missing, bounds)


def measured(card: Scorecard, *, shares: Mapping[str, float] = PART_SHARES) -> Score:
    r"""The parts that were measured, their shares together 1; nothing stands in for the others.

    .. math:: \frac{\sum_{p\,measured} \omega_p S_p}{\sum_{p\,measured} \omega_p}

    Args:
        card: the scores of one report.
        shares: what each part counts.

    Returns:
        Measured in [0, 100], n = the parts that count. MOSAIC behind a closed gate is 0, since
        the method says so. The bounds put every other part at its ends.

    Undefined:
        No part was measured.

    Source:
        Ours, after MMDeepResearch-Bench, arXiv:2601.12346, Sec. 5.
    """
    scores = {name: _part(card, name) for name in shares}
    known = {
        name: s.value if isinstance(s, Measured) else 0.0
        for name, s in scores.items()
        if not isinstance(s, Undefined)
    }
    missing = _missing(scores.values())
    bounds = _summed([_ends(s) for s in scores.values()], shares)
    weight = fsum(shares[name] for name in known)
    if not any(isinstance(s, Measured) for s in scores.values()):
        reason = missing.counts[0][0] if missing.total else Reason.NOTHING_TO_CHECK
        return Undefined(reason, "no part was measured", missing, bounds)
    value = fsum(shares[name] * v for name, v in known.items()) / weight
    return Measured(value, len(known), missing, bounds)


def validity(card: Scorecard, *, shares: Mapping[str, float] = PART_SHARES) -> Score:
    r"""How far what is absent is nobody's fault; over all attempted reports, the mean p.

    .. math:: p = \operatorname{mean}_t w(r_t), \quad w = 1 \text{ where nothing is absent}

    Args:
        card: the scores of one report.
        shares: what each part counts.

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
    found = bucket(card, shares)
    missing = _missing(_part(card, name) for name in shares)
    value = 1.0 if found is None else VALIDITY[found]
    return Measured(value, 1, missing, Bounds(0.0, 1.0) if missing.total else None)


def bucket(card: Scorecard, shares: Mapping[str, float] = PART_SHARES) -> Bucket | None:
    """Where the fault lies that a part has no score; None where all have one."""
    if _is_short(card):
        return Bucket.MODEL
    scores = [_part(card, name) for name in shares]
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


def _summed(ends: Sequence[Bounds], shares: Mapping[str, float]) -> Bounds:
    weights = list(shares.values())
    return Bounds(
        fsum(w * e.worst for w, e in zip(weights, ends, strict=True)),
        fsum(w * e.best for w, e in zip(weights, ends, strict=True)),
    )


def totals(settings: Settings = DEFAULTS) -> tuple[Total, ...]:
    """The published and the measured total, and validity beside them."""
    points, shares = Scale(0, POINTS), part_shares(settings)
    return (
        Total(
            "published",
            "what is absent counts 0, as does a report of fewer than 1,000 characters",
            points,
            partial(published, shares=shares),
        ),
        Total(
            "measured",
            "only measured parts count, their shares together 1; MOSAIC behind a closed gate is 0",
            points,
            partial(measured, shares=shares),
        ),
        Total(
            "validity",
            "1 where nothing is absent; .9 for data out of reach, .8 a provider's failure, .5 one "
            "on the way, 0 the report's own; in no score",
            Scale(0, 1),
            partial(validity, shares=shares),
        ),
    )
