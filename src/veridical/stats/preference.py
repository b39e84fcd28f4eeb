"""PAR: does a judge prefer, of two reports on a task, the one that people prefer?

Ties are counted as half and shown, since the sources leave them open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum

from veridical.score import Bounds, Measured, Reason, Score, Undefined
from veridical.stats.exact import gap
from veridical.stats.intervals import Estimate, pooled_estimate
from veridical.stats.readings import reading

Preference = float
"""Above 0 where the first report is preferred, below 0 where the second, 0 for a tie."""

JudgeScores = Mapping[str, Mapping[str, Score]]
"""A judge's score by task id and system."""

HumanScores = Mapping[str, Mapping[str, Sequence[Score]]]
"""People's scores by task id and system, the experts of a task always in one order."""


@dataclass(frozen=True, slots=True)
class PreferencePair:
    """What a judge and people prefer of the same two reports.

    Attributes:
        task: the task that both reports answer.
        judge: the judge's preference, or why there is none.
        human: one expert's preference, or the majority's.
    """

    task: str
    judge: Preference | Reason
    human: Preference | Reason


@dataclass(frozen=True, slots=True)
class PairwiseAgreement:
    """PAR, with its ties.

    Attributes:
        rate: (alike + ties of one side / 2) / n, with its interval by task.
        alike: pairs with the same sign, both tied included.
        both_tied: those among them that both call a tie.
        judge_tied: pairs that the judge alone calls a tie; each counts half.
        human_tied: pairs that people alone call a tie; each counts half.
        opposed: pairs with opposite signs.
    """

    rate: Estimate | Undefined
    alike: int
    both_tied: int
    judge_tied: int
    human_tied: int
    opposed: int


def pairwise_agreement(
    pairs: Iterable[PreferencePair], *, level: float = 0.95, seed: int = 0
) -> PairwiseAgreement:
    r"""PAR: share of pairs of reports that a judge orders as people do.

    .. math:: PAR = \frac1n \sum [\operatorname{sign} j = \operatorname{sign} h]
        + \tfrac12 [\text{one side alone ties}]

    Args:
        pairs: one for each two reports and each expert (`expert_pairs`: DeepResearch Bench's
            900), or one for each two reports with the majority's preference
            (`majority_pairs`: MMDeepResearch-Bench, KDR-Bench).
        level: the confidence of the interval, in (0, 1).
        seed: of its resamples.

    Undefined:
        `rate`, where no pair has both preferences.

    Source:
        DeepResearch Bench, arXiv:2506.11763, human consistency (PAR).

    Deviates:
        The paper does not say how a tie of one side counts; here it counts half.
    """
    credits: dict[str, list[Score]] = {}
    kinds: Counter[str] = Counter()
    for pair in pairs:
        kind = _kind(pair)
        kinds[kind if isinstance(kind, str) else "missing"] += 1
        credit = kind if isinstance(kind, Undefined) else Measured(_CREDIT[kind])
        credits.setdefault(pair.task, []).append(credit)
    return PairwiseAgreement(
        rate=pooled_estimate(credits, level=level, seed=seed, scale=Bounds(0.0, 1.0)),
        alike=kinds["alike"] + kinds["both_tied"],
        both_tied=kinds["both_tied"],
        judge_tied=kinds["judge_tied"],
        human_tied=kinds["human_tied"],
        opposed=kinds["opposed"],
    )


def expert_pairs(judge: JudgeScores, human: HumanScores) -> list[PreferencePair]:
    """Every two reports on a task, against each single expert."""
    return [
        PreferencePair(task, _gap(judge[task].get(a), judge[task].get(b)), vote)
        for task, a, b, votes in _votes(human)
        if task in judge
        for vote in votes
    ]


def majority_pairs(judge: JudgeScores, human: HumanScores) -> list[PreferencePair]:
    """Every two reports on a task, against what most of the experts prefer."""
    return [
        PreferencePair(task, _gap(judge[task].get(a), judge[task].get(b)), majority(votes))
        for task, a, b, votes in _votes(human)
        if task in judge
    ]


def between_experts(human: HumanScores) -> list[PreferencePair]:
    """Every two experts on every two reports: the ceiling that people set for a judge."""
    return [
        PreferencePair(task, one, other)
        for task, _, _, votes in _votes(human)
        for one, other in combinations(votes, 2)
    ]


def majority(votes: Sequence[Preference | Reason]) -> Preference | Reason:
    """The side with more votes; 0 where there are as many for each; absent votes are none."""
    cast = [_sign(vote) for vote in votes if not isinstance(vote, Reason)]
    if cast:
        return float(_sign(fsum(cast)))
    return next((vote for vote in votes if isinstance(vote, Reason)), Reason.NOTHING_TO_CHECK)


_CREDIT = {"alike": 1.0, "both_tied": 1.0, "judge_tied": 0.5, "human_tied": 0.5, "opposed": 0.0}


def _kind(pair: PreferencePair) -> str | Undefined:
    if isinstance(pair.judge, Reason):
        return Undefined(pair.judge)
    if isinstance(pair.human, Reason):
        return Undefined(pair.human)
    judge, human = _sign(pair.judge), _sign(pair.human)
    if judge == human:
        return "alike" if judge else "both_tied"
    if judge and human:
        return "opposed"
    return "human_tied" if judge else "judge_tied"


def _votes(
    human: HumanScores,
) -> Iterable[tuple[str, str, str, list[Preference | Reason]]]:
    """For every two reports on a task each expert's preference."""
    for task in sorted(human):
        for a, b in combinations(sorted(human[task]), 2):
            scores = zip(human[task][a], human[task][b], strict=True)
            yield task, a, b, [_gap(first, second) for first, second in scores]


def _gap(first: Score | None, second: Score | None) -> Preference | Reason:
    if first is None or second is None:
        return Reason.NOT_ASSESSED
    a, b = reading(first), reading(second)
    if isinstance(a, Reason):
        return a
    return b if isinstance(b, Reason) else gap(a, b)


def _sign(x: float) -> int:
    return (x > 0) - (x < 0)
