"""What a report's page shows of MMDR-Bench beside its scores: channels, claims, what went wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from veridical.diagnosis import Exhibit, ExhibitMark, ExhibitRow, Standing
from veridical.measure import Context, Scorecard
from veridical.methods.mmdr.evidence_tally import EvidenceTally, Pair
from veridical.methods.mmdr.failures import TITLES, FailureTally
from veridical.methods.mmdr.flae import DIMENSIONS, FlaeTally
from veridical.report.model import Report
from veridical.score import Measured, Reason, Score, Undefined

_NOTE = (
    "Support is full from {tau:g} on. A page out of reach supports nothing and is in no mean; "
    "sources that are not to be used lower the consistency."
)


def trace_exhibits(
    context: Context, tallies: Mapping[str, object], scores: Scorecard
) -> tuple[Exhibit, ...]:
    """Both channels of FLAE, every claim beside its page, and why a report fails Vef.

    Args:
        context: the report, whose words are shown.
        tallies: by measure.
        scores: by measure.
    """
    found = []
    quality = next((t for t in tallies.values() if isinstance(t, FlaeTally)), None)
    if quality is not None and not quality.is_empty:
        found.append(_channels(quality, scores))
    said = next((t for t in tallies.values() if isinstance(t, EvidenceTally)), None)
    if said is not None and said.pairs:
        found.append(_claims(context.report, said))
    failed = next((t for t in tallies.values() if isinstance(t, FailureTally)), None)
    if failed is not None and failed.label is not None:
        found.append(_failure(failed))
    return tuple(found)


def _channels(t: FlaeTally, scores: Scorecard) -> Exhibit:
    rows = tuple(_channel(t, n, name, scores) for n, name in enumerate(DIMENSIONS))
    alpha = "is missing" if t.alpha is None else f"is {t.alpha:.2f}"
    note = f"The judge's share of the formula, α, {alpha}. Where another α counts, it is a setting."
    return Exhibit(title="Quality in both channels", note=note, rows=rows)


def _channel(t: FlaeTally, at: int, name: str, scores: Scorecard) -> ExhibitRow:
    why = dict(t.missing)
    weight = _known(t.weights.all[at] if t.weights else None, why.get("weights"))
    judge = _known(t.judge.all[at] if t.judge else None, why.get("judge"))
    fused = scores.get(f"mmdr.flae.{name}", Undefined(Reason.NOT_ASSESSED))
    return ExhibitRow(
        text=name.capitalize(),
        marks=(
            ExhibitMark("weight", weight),
            ExhibitMark("formula", Measured(t.form.all[at])),
            ExhibitMark("judge", judge),
            ExhibitMark("both", fused),
        ),
    )


def _known(value: float | None, missing: Reason | None) -> Score:
    return Undefined(missing or Reason.NOT_ASSESSED) if value is None else Measured(value)


def _claims(report: Report, t: EvidenceTally) -> Exhibit:
    pages: defaultdict[str, list[ExhibitRow]] = defaultdict(list)
    for pair in t.pairs:
        pages[pair.page].append(_claim(report, pair, t.tau))
    return Exhibit(
        title="Claims and the pages they cite",
        note=_NOTE.format(tau=t.tau),
        rows=tuple(row for rows in pages.values() for row in rows),
    )


def _claim(report: Report, pair: Pair, tau: float) -> ExhibitRow:
    return ExhibitRow(
        text=report.statements[pair.statement].text,
        group=f"{pair.page} ({pair.category})",
        verdict=_verdict(pair),
        standing=_standing(pair, tau),
        note=pair.why,
        quotes=pair.quotes,
        asks=(pair.ask,) if pair.ask else (),
    )


def _verdict(pair: Pair) -> str:
    one = pair.judged
    if one is None:
        return f"no verdict: {pair.missing}"
    told = f"support {one.support:.2f}, made up {one.hallucination:.2f}"
    return f"{told}, turned round {one.inversion:.2f}, follows {one.chain_sound:.2f}"


def _standing(pair: Pair, tau: float) -> Standing:
    if pair.judged is None:
        return Standing.UNKNOWN
    if pair.judged.support >= tau:
        return Standing.GOOD
    return Standing.PARTLY if pair.judged.support > 0 else Standing.BAD


def _failure(t: FailureTally) -> Exhibit:
    assert t.label is not None
    row = ExhibitRow(text=TITLES[t.label], verdict=t.label, standing=Standing.BAD, note=t.why)
    return Exhibit(title="Why it fails Vef.", rows=(row,))
