"""TRACE of MMDeepResearch-Bench (arXiv:2601.12346, App. A.2): can the report be trusted?

Evidence in words and evidence in pictures, put together with a fixed share of the latter.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from veridical.measure import Context, Law, Measure, Paper, Scale
from veridical.methods.mmdr.evidence import (
    POINTS,
    consistency,
    coverage,
    diversity,
    evidence,
    fidelity,
)
from veridical.methods.mmdr.evidence_collect import Collector
from veridical.methods.mmdr.evidence_tally import EvidenceTally
from veridical.methods.mmdr.settings import DEFAULTS, LAMBDA, Settings, Weighing
from veridical.methods.mmdr.vef import VefTally, vef
from veridical.methods.mmdr.vef import collect as collect_vef
from veridical.score import Bounds, Gated, Measured, Missing, Score, Undefined

_ANYTHING = Bounds(0.0, POINTS)


@dataclass(frozen=True, slots=True)
class TraceTally:
    """Both halves of one report's evidence."""

    evidence: EvidenceTally
    vef: VefTally


def trace(t: TraceTally, *, weights: Weighing = Weighing.JUDGE) -> Score:
    r"""TRACE: what pages say of the claims, and what the pictures of the query show.

    .. math:: TRACE = 100 (\lambda\, Vef + (1 - \lambda) \sum_k W_k E_k), \quad \lambda = 0.4

    Args:
        t: the tally of one report.
        weights: who weighs Con., Cov. and Fid.

    Returns:
        Measured in [0, 100], n = 2.

    Undefined:
        Vef. or what is said of the cited pages is missing; the bounds tell what TRACE could be.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, App. A.2, TRACE.

    Deviates:
        The released code counts a task without ground truth, and a failed judge, as 0.
    """
    seen, said = vef(t.vef), evidence(t.evidence, weights=weights)
    lost = [s for s in (said, seen) if not isinstance(s, Measured)]
    missing = _missing(seen) + _missing(said)
    pictures, words = _bounds(seen), _bounds(said)
    bounds = Bounds(
        LAMBDA * pictures.worst + (1 - LAMBDA) * words.worst,
        LAMBDA * pictures.best + (1 - LAMBDA) * words.best,
    )
    if lost:
        first = lost[0]
        assert isinstance(first, Undefined)
        return Undefined(first.reason, first.detail, missing, bounds)
    assert isinstance(seen, Measured)
    assert isinstance(said, Measured)
    return Measured(LAMBDA * seen.value + (1 - LAMBDA) * said.value, 2, missing, bounds)


def _missing(score: Score) -> Missing:
    """The missing items of a half; one that is Undefined without any counts as one."""
    assert not isinstance(score, Gated)
    if isinstance(score, Undefined) and not score.missing.total:
        return Missing.of([score.reason])
    return score.missing


def _bounds(score: Score) -> Bounds:
    assert not isinstance(score, Gated)
    return score.bounds or _ANYTHING


async def collect(context: Context, *, gather: Collector) -> TraceTally:
    """Both tallies; what was asked for one of them before is not asked again."""
    said, seen = await asyncio.gather(gather(context), collect_vef(context))
    return TraceTally(said, seen)


_Row = tuple[str, str, Scale, str, Callable[[EvidenceTally], Score]]


def evidence_measures(
    settings: Settings = DEFAULTS, gather: Collector | None = None
) -> tuple[Measure[EvidenceTally], ...]:
    """EVI, the three that it is made of, EVI as published, and diversity beside it."""
    points, share = Scale(0, POINTS), Scale(0, 1)
    own = partial(evidence, weights=settings.weights)
    rows: tuple[_Row, ...] = (
        ("evidence", "EVI", points, "TRACE", own),
        ("evidence.published", "EVI, as published", points, "the released code",
         partial(own, as_published=True)),
        ("evidence.consistency", "Con.", share, "TRACE", consistency),
        ("evidence.coverage", "Cov.", share, "TRACE", coverage),
        ("evidence.fidelity", "Fid.", share, "TRACE", fidelity),
        ("evidence.diversity", "Diversity of sites", share, "the released code", diversity),
    )  # fmt: skip
    collector = gather or Collector(settings)
    return tuple(
        Measure(
            name=f"mmdr.{name}",
            title=title,
            aspect="citation",
            scale=scale,
            source=Paper("MMDeepResearch-Bench", "2601.12346", where),
            tally_type=EvidenceTally,
            laws=frozenset({Law.ORDER_FREE}),
            collect=collector,
            equation=equation,
        )
        for name, title, scale, where, equation in rows
    )


def without_vef(
    settings: Settings = DEFAULTS, gather: Collector | None = None
) -> Measure[EvidenceTally]:
    """TRACE where nobody looks at the question's pictures: EVI, under the same name."""
    return replace(
        evidence_measures(settings, gather)[0], name="mmdr.trace", title="TRACE without Vef."
    )


def trace_measure(
    settings: Settings = DEFAULTS, gather: Collector | None = None
) -> Measure[TraceTally]:
    """TRACE itself."""
    return Measure(
        name="mmdr.trace",
        title="TRACE",
        aspect="citation",
        scale=Scale(0, POINTS),
        source=Paper("MMDeepResearch-Bench", "2601.12346", "TRACE"),
        tally_type=TraceTally,
        laws=frozenset({Law.ORDER_FREE}),
        collect=partial(collect, gather=gather or Collector(settings)),
        equation=partial(trace, weights=settings.weights),
    )
