r"""KDR's vision-enhanced measure (arXiv:2604.07720, Sec. 4.2.3): win rates, by page pictures.

Let n be the pairs of a report with a rival on the same question that have a verdict, w those it
wins and t the ties.

Deviations and choices:
The paper shows the share of questions that one system wins against another, as an MLLM prefers;
aspects, ties, order and rendering are not told. Here pages are rendered in one style without
names, up to the same number for both; four aspects and an overall verdict are asked in both
orders; where the orders disagree it is a tie, and counted as a flip. Each unordered pair is put
once in each order, and counts for both its sides. A pair whose pages cannot be shown, or seen by
whoever answers, is not assessed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from veridical.ask import NoVerdict
from veridical.checks.page_preference import (
    ASPECTS,
    OVERALL,
    PagePreferenceAsk,
    prefer_pages,
)
from veridical.checks.preference import Side, position_bias
from veridical.measure import Context, Law, Measure, Paper, Rival, Scale
from veridical.methods.kdr.points import POINTS, in_points
from veridical.methods.kdr.tally import PairSeen, PairsTally
from veridical.report.language import language_of
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined, ratio

NO_RIVALS = "there is no other report on this task to compare with"
NO_PAGES = "its pages are not rendered: --page-pictures N shows them to who sees"
NO_PAIR = "no pair has a verdict in both orders"


def win_rate(t: PairsTally) -> Score:
    r"""The share of pairs that the report wins, a tie counting half.

    .. math:: W = 100 \, \frac{w + t / 2}{n}

    Args:
        t: the pairs.

    Returns:
        Measured in [0, 100], 50 = as good as its rivals; n = the pairs with a verdict in both
        orders.

    Undefined:
        There is no rival, or no pair has a verdict in both orders.

    Source:
        Knowledgeable Deep Research, arXiv:2604.07720, Sec. 4.2.3, win rate.

    Deviates:
        The paper does not tell aspects, ties and orders; they are ours.
    """
    return in_points(aspect_share(t, aspect=OVERALL))


def aspect_share(t: PairsTally, *, aspect: str) -> Score:
    r"""The share of pairs that the report wins in one aspect, a tie counting half.

    .. math:: \frac{w + t / 2}{n}

    Args:
        t: the pairs.
        aspect: what alone is compared.

    Returns:
        Measured in [0, 1], 0.5 = as good as its rivals; n = the pairs with a verdict in both
        orders.

    Undefined:
        There is no rival, or no pair has a verdict in both orders.

    Source:
        Ours, beside the win rate of Knowledgeable Deep Research, arXiv:2604.07720, Sec. 4.2.3.
    """
    if not t.pairs:
        return Undefined(Reason.NO_GOLD, NO_RIVALS)
    verdicts = [p.both_ways(aspect).verdict for p in t.pairs]
    lost = Missing.of(v.reason for v in verdicts if isinstance(v, NoVerdict))
    won = verdicts.count(Side.FIRST) + verdicts.count(Side.TIE) / 2
    ends = Bounds(won / len(verdicts), (won + lost.total) / len(verdicts))
    n = len(verdicts) - lost.total
    if not n:
        return Undefined(lost.counts[0][0], NO_PAIR, lost, ends)
    return Measured(won / n, n, lost, ends)


def ties(t: PairsTally) -> Score:
    """The share of pairs that are ties, flips among them.

    Args:
        t: the pairs.

    Returns:
        Measured in [0, 1]; n = the pairs with a verdict in both orders.

    Undefined:
        There is no rival, or no pair has a verdict in both orders.

    Source:
        Ours, beside the win rate of Knowledgeable Deep Research, arXiv:2604.07720, Sec. 4.2.3.
    """
    if not t.pairs:
        return Undefined(Reason.NO_GOLD, NO_RIVALS)
    verdicts = [p.both_ways(OVERALL).verdict for p in t.pairs]
    lost = Missing.of(v.reason for v in verdicts if isinstance(v, NoVerdict))
    judged = len(verdicts) - lost.total
    return ratio(verdicts.count(Side.TIE), judged, of=NO_PAIR.removeprefix("no "), missing=lost)


def flips(t: PairsTally) -> Score:
    """The share of pairs whose verdict changes sides with the order.

    Args:
        t: the pairs.

    Returns:
        Measured in [0, 1], 0 is best; n = the pairs with a verdict in both orders.

    Undefined:
        There is no rival, or no pair has a verdict in both orders.

    Source:
        Ours, beside the win rate of Knowledgeable Deep Research, arXiv:2604.07720, Sec. 4.2.3.
    """
    if not t.pairs:
        return Undefined(Reason.NO_GOLD, NO_RIVALS)
    return position_bias(p.both_ways(OVERALL) for p in t.pairs).rate


async def collect_pairs(context: Context) -> PairsTally:
    """Compare the report's pages with those of each rival."""
    rivals = context.submission.rivals
    return PairsTally(tuple(await asyncio.gather(*(_pair(context, one) for one in rivals))))


async def _pair(context: Context, rival: Rival) -> PairSeen:
    own, other = context.page_pictures, context.pages_of_rival(rival)
    if not own or not other:
        return PairSeen.unseen(rival.system, _why(context, rival))
    query = context.task.query.text
    language = context.task.language or language_of(query)
    ask = PagePreferenceAsk(query, own, other, language)
    said = await prefer_pages(ask, context.asker)
    return PairSeen.of(rival.system, said)


def _why(context: Context, rival: Rival) -> str:
    """Why there are no pages to show: of the report, else of the rival's."""
    for pictures in (context.submission.pictures, rival.pictures):
        if pictures is not None and pictures.pages is not None and pictures.pages.why_none:
            return pictures.pages.why_none
    return NO_PAGES


_Row = tuple[str, str, Scale, Callable[[PairsTally], Score]]


def vision_measures() -> tuple[Measure[PairsTally], ...]:
    """The win rate, each aspect's, and what the order does; a system's is over all its pairs."""
    share = Scale(0, 1)
    rows: list[_Row] = [
        ("", "Win rate", Scale(0, POINTS), win_rate),
        *((f".{a}", f"Pairs won in {a}", share, partial(aspect_share, aspect=a)) for a in ASPECTS),
        (".ties", "Ties", share, ties),
        (".flips", "Flips with the order", Scale(0, 1, higher_is_better=False), flips),
    ]
    where = "Sec. 4.2.3"
    return tuple(
        Measure(
            name=f"kdr.win_rate{name}",
            title=title,
            aspect="figures",
            scale=scale,
            source=Paper(
                "Knowledgeable Deep Research", "2604.07720", f"after {where}" if name else where
            ),
            tally_type=PairsTally,
            laws=frozenset({Law.ORDER_FREE}),
            collect=collect_pairs,
            equation=equation,
            is_pooled=True,
        )
        for name, title, scale, equation in rows
    )
