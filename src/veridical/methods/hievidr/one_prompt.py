r"""The baseline that HiEviDR-Bench contrasts itself with (arXiv:2607.25151, Sec. 3.1, eq. 3).

One ask shows the report, the reference answer and the question; nothing of the evidence graph
is used and nothing is gated. It stands as a variant of the method, so that a run of it lies
beside a full run over the same reports.

Choices, since eq. 3 names no scale and no prompt: the judge rates the three things that the
paper says such judges assess, each from 1 to 5; the score is their mean on 0 to 100, the span of
the paper's own total.
"""

from __future__ import annotations

from dataclasses import dataclass

from veridical.ask import Answer
from veridical.checks.conclusion import conclusion_by_heading
from veridical.checks.ratings import Rated, ratings
from veridical.checks.reading import reading_text, said
from veridical.measure import Context, Law, Measure, Need, Paper, Scale, Scorecard, Total
from veridical.methods.hievidr.answer import gold_answer
from veridical.methods.hievidr.asks.one_prompt import DIMENSIONS, PictureWholeAsk, WholeAsk
from veridical.methods.hievidr.grades import grade
from veridical.methods.hievidr.settings import Norm
from veridical.score import Bounds, Measured, Reason, Score, Undefined

NAME = "hievidr.one_prompt"
WHOLE = 100
"""What a report is worth at most."""


@dataclass(frozen=True, slots=True)
class WholeTally:
    """The raw ratings.

    Attributes:
        ratings: of the three dimensions.
        why: the judge's grounds.
        asks: identities of the asks behind them.
    """

    ratings: tuple[Rated, ...]
    why: str = ""
    asks: tuple[str, ...] = ()


def one_prompt(t: WholeTally) -> Score:
    r"""The judge's impression of the whole report, as a number.

    .. math:: S = \text{Judge}(R, A^{*}, q) = 100 \cdot \frac{1}{3} \sum_k \frac{r_k - 1}{4}

    Args:
        t: the ratings, r_k from 1 to 5.

    Returns:
        Measured in [0, 100], n = the number of dimensions rated; dimensions without a rating
        are missing, and the bounds rate them 1 and 5.

    Undefined:
        No dimension was rated.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, eq. 3; how ratings make the number is ours.
    """
    if not t.ratings:
        return Undefined(Reason.NOTHING_TO_CHECK, "no dimension")
    g = grade(t.ratings, Norm.MINMAX)
    bounds = Bounds(WHOLE * g.worst, WHOLE * g.best)
    if g.mean is None:
        return Undefined(g.missing.counts[0][0], "no dimension was rated", g.missing, bounds)
    return Measured(WHOLE * g.mean, g.n, g.missing, bounds)


async def collect(context: Context) -> WholeTally:
    """Ask once."""
    ask = _ask(context)
    answer = await context.asker.ask(ask)
    why = answer.why if isinstance(answer, Answer) else answer.detail
    return WholeTally(ratings(answer, DIMENSIONS), why, (ask.identity(),))


def _ask(context: Context) -> WholeAsk:
    found = conclusion_by_heading(context.report)
    ask = WholeAsk(
        question=context.task.query.text,
        gold=gold_answer(context),
        report=reading_text(context.report),
        statements=said(context.report),
        conclusion=found.text if found else "",
        language=context.report.language,
    )
    pictures = context.query_pictures
    if not pictures:
        return ask
    captions = tuple(image.caption for image in context.task.query.images)
    return PictureWholeAsk(**vars(ask), pictures=pictures, captions=captions)


def measures() -> tuple[Measure[WholeTally], ...]:
    """The one measure."""
    return (
        Measure(
            name=NAME,
            title="One prompt",
            aspect="answer",
            scale=Scale(0, WHOLE),
            source=Paper("HiEviDR-Bench", "2607.25151", "eq. 3"),
            tally_type=WholeTally,
            needs=frozenset({Need.GOLD_GRAPH}),
            laws=frozenset({Law.ORDER_FREE}),
            collect=collect,
            equation=one_prompt,
        ),
    )


def whole(card: Scorecard) -> Score:
    """The baseline's only number.

    Args:
        card: the scores of one report.

    Returns:
        The score of eq. 3.

    Undefined:
        It was not scored.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, eq. 3.
    """
    return card.get(NAME, Undefined(Reason.NOT_ASSESSED, f"{NAME} was not scored"))


def totals() -> tuple[Total, ...]:
    """The one number under the name that tables rank by."""
    return (Total("measured", "one ask, nothing gated", Scale(0, WHOLE), whole),)
