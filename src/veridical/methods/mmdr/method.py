"""MMDeepResearch-Bench (arXiv:2601.12346) as a method: FLAE, TRACE, and MOSAIC behind a gate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from veridical.ask import Role
from veridical.diagnosis import Diagnosis, Exhibit
from veridical.measure import AnyMeasure, Context, Gate, JudgePreset, Method, Paper, Scorecard
from veridical.methods.mmdr import evidence_collect, failures, flae, length, mosaic_measures, trace
from veridical.methods.mmdr.exhibits import trace_exhibits
from veridical.methods.mmdr.failures import FailureTally
from veridical.methods.mmdr.gates import mosaic_gate
from veridical.methods.mmdr.picture_exhibits import picture_exhibits
from veridical.methods.mmdr.settings import DEFAULTS, Settings, Variant
from veridical.methods.mmdr.totals import PART_SHARES, bucket, part_shares, totals
from veridical.methods.mmdr.vef import VEF, VEF_SCORE
from veridical.score import Measured, Undefined

VERSION = "2"

PRESET = JudgePreset(
    model="Gemini-2.5-Pro",
    temperature=0.2,
    roles=(Role.JUDGE, Role.VISION),
    is_one_by_one=True,
    otherwise=(
        "the judge reads the whole report and, of a page, what was found for its claims; in the "
        "released code the first 14,000 and 9,000 characters",
        "claims are read by the parser; published: asked for",
        "temperature 0.2 for claims and Vef. as well; in the released code 0.1",
        "up to 4,096 tokens of reply in the released code; not set here",
    ),
    source=Paper("MMDeepResearch-Bench", "2601.12346", "its experiments"),
)


def mmdr(settings: Settings = DEFAULTS) -> Method:
    """The method under `settings`; they are recorded with every score."""
    return Method(
        name="mmdr",
        version=VERSION,
        stages=tuple(_stages(settings)),
        totals=totals(settings),
        settings=settings.shown(),
        preset=PRESET,
        diagnose=partial(diagnose, shares=part_shares(settings)),
        exhibits=exhibits,
    )


def _stages(settings: Settings) -> Iterator[AnyMeasure | Gate]:
    """The measures and the gate of a variant; what it leaves out is not asked about."""
    of_flae, of_evidence = flae.Collector(settings), evidence_collect.Collector(settings)
    yield from flae.measures(settings, of_flae)
    yield length.MEASURE
    yield from trace.evidence_measures(settings, of_evidence)
    if settings.variant is Variant.NO_VEF:
        yield trace.without_vef(settings, of_evidence)
    else:
        yield from (VEF, VEF_SCORE, trace.trace_measure(settings, of_evidence))
        yield from failures.measures()
    if settings.variant is not Variant.NO_MOSAIC:
        yield mosaic_gate(settings, of_flae, of_evidence)
        yield from mosaic_measures.measures(settings.pictures)


def exhibits(
    context: Context, tallies: Mapping[str, object], scores: Scorecard
) -> tuple[Exhibit, ...]:
    """What was looked at: the report's quality, its claims, then its pictures.

    Args:
        context: the report.
        tallies: by measure.
        scores: by measure.
    """
    seen = (context, tallies, scores)
    return (*trace_exhibits(*seen), *picture_exhibits(*seen))


def diagnose(
    context: Context,
    tallies: Mapping[str, object],
    scores: Scorecard,
    *,
    shares: Mapping[str, float] = PART_SHARES,
) -> Diagnosis:
    """Where a report loses most: the label of its failed pictures, and what is absent and why.

    Args:
        context: the report; not looked at again.
        tallies: by measure.
        scores: by measure.
        shares: what each part counts.
    """
    del context
    said = [*_of_pictures(tallies), *_of_evidence(scores), *_absent(scores, shares)]
    return Diagnosis(summary="; ".join(said))


def _of_pictures(tallies: Mapping[str, object]) -> list[str]:
    found = tallies.get("mmdr.failure.emi")
    if not isinstance(found, FailureTally) or found.label is None:
        return []
    return [f"fails Vef.: {found.label} ({failures.TITLES[found.label].lower()})"]


def _of_evidence(scores: Scorecard) -> list[str]:
    """The weakest of Con., Cov. and Fid."""
    names = {"Con.": "consistency", "Cov.": "coverage", "Fid.": "fidelity"}
    found = {n: scores.get(f"mmdr.evidence.{part}") for n, part in names.items()}
    known = {n: s.value for n, s in found.items() if isinstance(s, Measured)}
    if not known:
        return []
    name = min(known, key=known.__getitem__)
    return [f"weakest in its evidence: {name} {known[name]:.2f}"]


def _absent(scores: Scorecard, shares: Mapping[str, float]) -> list[str]:
    parts = ("mmdr.flae", "mmdr.evidence", "mmdr.vef", "mmdr.mosaic")
    lost = [f"{p} ({s.reason})" for p in parts if isinstance(s := scores.get(p), Undefined)]
    found = bucket(scores, shares)
    if not lost or found is None:
        return []
    return [f"absent: {', '.join(lost)}; first bucket: {found}"]


MMDR = mmdr()
