r"""FLAE of MMDeepResearch-Bench (arXiv:2601.12346, App. A.2): how good a report is as a report.

Let :math:`s^{form}_d` and :math:`s^{judge}_d` be the two channels' scores of a dimension d
(readability, insightfulness, structural completeness), :math:`W_d` its weight, α the share of
the formula.

Deviations: β and the features are ours (`features`), so are the definitions behind
:math:`\alpha_{det}` (`signals`). The judge reads the whole report, not its first 14,000
characters. What the judge did not say is missing, with bounds; the released code takes fixed
numbers for it. An empty report is 0 by rule and is not asked about.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum
from typing import TypeVar

from veridical.ask import Answer, NoVerdict
from veridical.checks.reading import reading_text
from veridical.measure import Context, Law, Measure, Paper, Scale
from veridical.methods.mmdr.asks.flae import Alpha, AlphaAsk, Marks, MarksAsk, WeightsAsk
from veridical.methods.mmdr.asks.shares import together_one
from veridical.methods.mmdr.features import Features, Three, features, formula
from veridical.methods.mmdr.settings import DEFAULTS, DETERMINISTIC, JUDGED, Settings, regime_of
from veridical.methods.mmdr.signals import Signals, deterministic_alpha, signals
from veridical.methods.once import OncePerReport
from veridical.report.language import language_of
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined

V = TypeVar("V")
DIMENSIONS = ("readability", "insightfulness", "structure")
POINTS = 100.0
_ANY = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class FlaeTally:
    """Both channels of one report, with what weighs them.

    Attributes:
        features: what the formula channel is fed with.
        signals: what α_det is made of.
        form: the formula channel's scores.
        judge: the judge's marks; None if missing.
        weights: of the dimensions, together 1; None if missing.
        alpha: the judge's share of the formula channel; None if missing or not asked for.
        missing: why something is, by what: ``judge``, ``weights``, ``alpha``.
    """

    features: Features
    signals: Signals
    form: Three
    judge: Three | None = None
    weights: Three | None = None
    alpha: float | None = None
    missing: tuple[tuple[str, Reason], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the report says nothing."""
        return self.features.is_empty


def flae(t: FlaeTally, *, alpha: str = JUDGED) -> Score:
    r"""Quality of a report: the fused scores of three dimensions, weighed for the task.

    .. math::
        s_d = \alpha s^{form}_d + (1 - \alpha) s^{judge}_d, \quad
        FLAE = 100 \sum_d W_d s_d

    Args:
        t: the tally of one report.
        alpha: where α comes from: ``judge``, ``deterministic`` or a number.

    Returns:
        Measured in [0, 100], n = 3; 0 for a report that says nothing.

    Undefined:
        The judge's marks, the weights or α are missing, and count.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, App. A.2, FLAE.

    Deviates:
        The released code has a fourth dimension, which no table of the paper shows, weighs by a
        softmax and fixes α by the kind of task.
    """
    if t.is_empty:
        return Measured(0.0, len(DIMENSIONS))
    ends = [_fused(t, d, alpha) for d in range(len(DIMENSIONS))]
    weights = t.weights.all if t.weights else None
    return _summed(ends, weights, _lost(t, alpha, with_weights=True))


def dimension(t: FlaeTally, *, at: int, alpha: str = JUDGED) -> Score:
    r"""One dimension's score: formula and judge fused.

    .. math:: s_d = \alpha s^{form}_d + (1 - \alpha) s^{judge}_d

    Args:
        t: the tally of one report.
        at: which dimension, from 0, in the paper's order.
        alpha: where α comes from: ``judge``, ``deterministic`` or a number.

    Returns:
        Measured in [0, 1], n = 1; the paper's tables show 100 times it.

    Undefined:
        The judge's marks or α are missing, and count.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, App. A.2, FLAE, fusion.
    """
    if t.is_empty:
        return Measured(0.0)
    low, high = _fused(t, at, alpha)
    lost = _lost(t, alpha, with_weights=False)
    if lost.total:
        return Undefined(lost.counts[0][0], _told(t), lost, Bounds(low, high))
    return Measured(low)


def _fused(t: FlaeTally, at: int, alpha: str) -> tuple[float, float]:
    """The ends between which a dimension's score lies; equal where nothing is missing."""
    form = t.form.all[at]
    low, high = (t.judge.all[at],) * 2 if t.judge else _ANY
    share = _alpha(t, alpha)
    if share is None:
        return min(form, low), max(form, high)
    return share * form + (1 - share) * low, share * form + (1 - share) * high


def _alpha(t: FlaeTally, alpha: str) -> float | None:
    if alpha == JUDGED:
        return t.alpha
    return deterministic_alpha(t.signals) if alpha == DETERMINISTIC else float(alpha)


def _summed(
    ends: Sequence[tuple[float, float]], weights: Sequence[float] | None, lost: Missing
) -> Score:
    """Scores weighed; without weights, anything between the least and the greatest of them."""
    lows, highs = zip(*ends, strict=True)
    if weights is None:
        bounds = Bounds(POINTS * min(lows), POINTS * max(highs))
    else:
        low, high = (fsum(w * s for w, s in zip(weights, e, strict=True)) for e in (lows, highs))
        bounds = Bounds(POINTS * low, POINTS * high)
    if lost.total:
        return Undefined(lost.counts[0][0], "a channel of FLAE is missing", lost, bounds)
    return Measured(bounds.worst, len(ends))


def _lost(t: FlaeTally, alpha: str, *, with_weights: bool) -> Missing:
    """What is missing and counts: α only where it is judged, the marks unless α is 1."""
    counts = {"weights": with_weights, "alpha": alpha == JUDGED, "judge": _alpha(t, alpha) != 1.0}
    return Missing.of(reason for name, reason in t.missing if counts[name])


def _told(t: FlaeTally) -> str:
    return "missing: " + ", ".join(name for name, _ in t.missing)


@dataclass(eq=False)
class Collector(OncePerReport[FlaeTally]):
    """Counts what can be counted, and asks for marks, weights and α; once per report.

    Attributes:
        settings: whether α is asked for.
    """

    settings: Settings = DEFAULTS

    async def counted(self, context: Context) -> FlaeTally:
        """The tally of one report."""
        task, report = context.task, context.report
        seen = signals(report, regime_of(task), len(task.query.images))
        counted = features(report, seen)
        if counted.is_empty:
            return FlaeTally(counted, seen, formula(counted))
        language = language_for(context)
        query = task.query.text
        marks, weights, alpha = await asyncio.gather(
            context.asker.ask(MarksAsk(query, reading_text(report), counted, language)),
            context.asker.ask(WeightsAsk(query, seen, language)),
            self._alpha(context, AlphaAsk(seen, language)),
        )
        weighed = together_one(weights.value.all) if isinstance(weights, Answer) else None
        lost = {"judge": _why(marks), "weights": _why(weights), "alpha": _why(alpha)}
        if isinstance(weights, Answer) and weighed is None:
            lost["weights"] = Reason.UNREADABLE
        return FlaeTally(
            counted,
            seen,
            formula(counted),
            _three(marks),
            Three(*weighed) if weighed else None,
            alpha.value.alpha if isinstance(alpha, Answer) else None,
            tuple((name, reason) for name, reason in lost.items() if reason is not None),
        )

    async def _alpha(self, context: Context, ask: AlphaAsk) -> Answer[Alpha] | NoVerdict | None:
        return await context.asker.ask(ask) if self.settings.alpha == JUDGED else None


def language_for(context: Context) -> str:
    """The language in which is asked: the query's, whatever language the report is in."""
    return context.task.language or language_of(context.task.query.text)


def _why(said: Answer[V] | NoVerdict | None) -> Reason | None:
    return said.reason if isinstance(said, NoVerdict) else None


def _three(said: Answer[Marks] | NoVerdict) -> Three | None:
    if isinstance(said, NoVerdict):
        return None
    return Three(float(said.value.read), float(said.value.insh), float(said.value.stru))


_Row = tuple[str, str, Scale, Callable[[FlaeTally], Score]]


def measures(
    settings: Settings = DEFAULTS, collect: Collector | None = None
) -> tuple[Measure[FlaeTally], ...]:
    """FLAE under the settings, its dimensions, and what other values of α make of it."""
    points, share = Scale(0, POINTS), Scale(0, 1)
    of_alpha: tuple[tuple[str, str, str], ...] = (
        ("deterministic", "FLAE, α by formula", DETERMINISTIC),
        ("formula", "FLAE, formula alone", "1"),
        ("judge", "FLAE, judge alone", "0"),
    )
    rows: list[_Row] = [
        ("flae", "FLAE", points, partial(flae, alpha=settings.alpha)),
        *(
            (f"flae.{d}", d.capitalize(), share, partial(dimension, at=n, alpha=settings.alpha))
            for n, d in enumerate(DIMENSIONS)
        ),
        *((f"flae.{name}", title, points, partial(flae, alpha=a)) for name, title, a in of_alpha),
    ]
    gathered = collect or Collector(settings)
    return tuple(
        Measure(
            name=f"mmdr.{name}",
            title=title,
            aspect="writing",
            scale=scale,
            source=Paper("MMDeepResearch-Bench", "2601.12346", "FLAE"),
            tally_type=FlaeTally,
            laws=frozenset({Law.ORDER_FREE}),
            collect=gathered,
            equation=equation,
        )
        for name, title, scale, equation in rows
    )
