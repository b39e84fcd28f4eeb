"""Answer Score of HiEviDR-Bench (arXiv:2607.25151, Sec. 3.2, eq. 13).

The report's conclusion is rated against the gold answer in six dimensions. Reached only
through the answer gate.

Choice, where the paper is silent: the conclusion is the closing section by its heading;
without such a heading a respondent says where the report concludes
(`veridical.checks.conclusion`). Its place is kept and shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.conclusion import Conclusion, find_conclusion
from veridical.checks.ratings import Rated, ratings
from veridical.measure import Context, Law, Measure, Need, Paper, Scale
from veridical.methods.hievidr.asks.answer import DIMENSIONS, AnswerAsk, PictureAnswerAsk
from veridical.methods.hievidr.citing import quote
from veridical.methods.hievidr.grades import POINTS, grade
from veridical.methods.hievidr.settings import DEFAULTS, Norm, Settings
from veridical.score import Bounds, Measured, Reason, Score, Undefined


@dataclass(frozen=True, slots=True)
class AnswerTally:
    """The raw ratings r_k and what they are of.

    Attributes:
        ratings: of the six dimensions, in the paper's order.
        conclusion: the report's conclusion, in its own words; None if none was found.
        found_by: ``heading`` or ``ask``; "" if none was found.
        why: the judge's grounds.
        asks: identities of the asks.
    """

    ratings: tuple[Rated, ...]
    conclusion: Quote | None = None
    found_by: str = ""
    why: str = ""
    asks: tuple[str, ...] = ()


def answer(t: AnswerTally, norm: Norm = DEFAULTS.rating_norm) -> Score:
    r"""Answer Score: the mean of the dimensions' ratings, as points.

    .. math:: S_{answer} = 20 \cdot \frac{1}{5 |K_a|} \sum_{k \in K_a} r_k

    The gate of the printed formula is control flow: a closed one is never computed.

    Args:
        t: the ratings, r_k from 1 to 5.
        norm: ``ratio`` as printed, or ``minmax`` with (r - 1) / 4 in place of r / 5.

    Returns:
        Measured in [0, 20], n = the number of dimensions rated; dimensions without a rating
        are missing, and the bounds rate them 1 and 5.

    Undefined:
        No dimension was rated.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, eq. 13.
    """
    if not t.ratings:
        return Undefined(Reason.NOTHING_TO_CHECK, "no dimension")
    g = grade(t.ratings, norm)
    bounds = Bounds(POINTS * g.worst, POINTS * g.best)
    if g.mean is None:
        return Undefined(g.missing.counts[0][0], "no dimension was rated", g.missing, bounds)
    return Measured(POINTS * g.mean, g.n, g.missing, bounds)


async def collect(context: Context) -> AnswerTally:
    """Find the report's conclusion, then have it rated against the gold answer."""
    found = await find_conclusion(context.report, context.asker)
    if isinstance(found, NoVerdict):
        return AnswerTally(ratings(found, DIMENSIONS), why=found.detail)
    ask = _ask(found, context)
    given = await context.asker.ask(ask)
    return AnswerTally(
        ratings=ratings(given, DIMENSIONS),
        conclusion=_quoted(found, context),
        found_by=found.found_by,
        why=given.why if isinstance(given, Answer) else given.detail,
        asks=(*found.asks, ask.identity()),
    )


def _ask(found: Conclusion, context: Context) -> AnswerAsk:
    ask = AnswerAsk(
        question=context.task.query.text,
        gold=gold_answer(context),
        conclusion=found.text,
        language=context.report.language,
    )
    pictures = context.query_pictures
    if not pictures:
        return ask
    captions = tuple(image.caption for image in context.task.query.images)
    return PictureAnswerAsk(**vars(ask), pictures=pictures, captions=captions)


def _quoted(found: Conclusion, context: Context) -> Quote:
    return quote(context.report, found.span)


def gold_answer(context: Context) -> str:
    """The gold answer; the text of the graph's conclusion where there is no other."""
    gold = context.task.gold
    if gold.answer is not None:
        return gold.answer
    return gold.graph.conclusion.text if gold.graph else ""


def measures(settings: Settings = DEFAULTS) -> tuple[Measure[AnswerTally], ...]:
    """The Answer Score under the chosen reading."""
    return (
        Measure(
            name="hievidr.answer",
            title="Answer",
            aspect="answer",
            scale=Scale(0, POINTS),
            source=Paper("HiEviDR-Bench", "2607.25151", "eq. 13"),
            tally_type=AnswerTally,
            needs=frozenset({Need.GOLD_GRAPH}),
            laws=frozenset({Law.ORDER_FREE}),
            collect=collect,
            equation=partial(answer, norm=settings.rating_norm),
        ),
    )
