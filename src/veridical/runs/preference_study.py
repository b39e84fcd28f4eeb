"""How often do a respondent and people prefer the same of two answers?

Both orders are asked; a preference stands only if it is said in both. Each rater is a person
whom the respondent agrees with or not, and raters are compared with each other as the mark to
reach.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from veridical.ask import Asker, NoVerdict
from veridical.checks.preference import (
    BothWays,
    PositionBias,
    PreferenceAsk,
    Side,
    position_bias,
    prefer,
)
from veridical.report.language import language_of
from veridical.runs.importers.answer_pairs import JudgedPair
from veridical.score import Reason
from veridical.stats.preference import (
    PairwiseAgreement,
    Preference,
    PreferencePair,
    pairwise_agreement,
)

_SIGN = {Side.FIRST: 1.0, Side.TIE: 0.0, Side.SECOND: -1.0}


@dataclass(frozen=True, slots=True)
class PreferenceStudy:
    """A respondent and raters, pair by pair.

    Attributes:
        with_raters: the respondent with each single rater of each pair.
        between_raters: each two raters of a pair; the first takes the judge's place.
        longer: the longer answer preferred, with each rater: what length alone reaches.
        bias: how far the respondent hangs on the order.
        pairs: how many pairs there are.
    """

    with_raters: PairwiseAgreement
    between_raters: PairwiseAgreement
    longer: PairwiseAgreement
    bias: PositionBias
    pairs: int


async def study_preference(judged: Sequence[JudgedPair], asker: Asker) -> PreferenceStudy:
    """Ask about every pair in both orders, and compare with people.

    Args:
        judged: pairs of answers with people's preferences.
        asker: who answers.
    """
    said = await asyncio.gather(*(prefer(_ask(one), asker) for one in judged))
    ours = [_preference(both) for both in said]
    longer = [float(len(one.first) - len(one.second)) for one in judged]
    return PreferenceStudy(
        pairwise_agreement(_with_raters(judged, ours)),
        pairwise_agreement(
            PreferencePair(one.id, a, b) for one in judged for a, b in combinations(one.people, 2)
        ),
        pairwise_agreement(_with_raters(judged, longer)),
        position_bias(said),
        len(judged),
    )


def _ask(one: JudgedPair) -> PreferenceAsk:
    return PreferenceAsk(one.query, one.first, one.second, language=language_of(one.query))


def _preference(both: BothWays) -> Preference | Reason:
    verdict = both.verdict
    return verdict.reason if isinstance(verdict, NoVerdict) else _SIGN[verdict]


def _with_raters(
    judged: Sequence[JudgedPair], judge: Sequence[Preference | Reason]
) -> list[PreferencePair]:
    return [
        PreferencePair(one.id, ours, person)
        for one, ours in zip(judged, judge, strict=True)
        for person in one.people
    ]
