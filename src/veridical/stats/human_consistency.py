"""OPC, FAP and FAS: do a judge's scores follow people's, over systems and inside tasks?

With a handful of systems OPC is near 1 for every judge and says little; FAP and FAS look
inside each task where the experts agree at all. PAR is in `preference`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from veridical.score import Bounds, Measured, Reason, Score, Undefined
from veridical.stats.by_task import measured_values
from veridical.stats.correlation import Pairs, pearson, spearman
from veridical.stats.exact import mean, tidied
from veridical.stats.icc import icc_one_way
from veridical.stats.intervals import Estimate, mean_estimate
from veridical.stats.preference import HumanScores, JudgeScores
from veridical.stats.readings import reading


@dataclass(frozen=True, slots=True)
class FilteredAverage:
    """FAP or FAS, and which tasks it rests on.

    Attributes:
        average: mean correlation over the kept tasks, with its interval; tasks whose
            correlation is undefined are missing in it.
        kept: tasks whose experts agree at all: ICC(1,1) ≥ 0.
        dropped: tasks with ICC(1,1) < 0.
        unrated: tasks whose ICC(1,1) is undefined, such as when every rating is the same.
    """

    average: Estimate | Undefined
    kept: int
    dropped: int
    unrated: int


def overall_pearson(judge: JudgeScores, human: HumanScores) -> Score:
    r"""OPC: Pearson's r of the systems' mean scores by the judge and by people.

    .. math:: OPC = r(\bar J_s, \bar H_s)

    Each system's means are over the reports that both have scored; a report's human score is
    the mean of its experts'.

    Args:
        judge: the judge's scores.
        human: the experts' scores.

    Returns:
        Measured in [-1, 1], `n` the systems; the papers print it times 100.

    Undefined:
        Fewer than two systems with common reports, or one side's means are all the same.

    Source:
        DeepResearch Bench, arXiv:2506.11763, human consistency (OPC);
        MMDeepResearch-Bench, arXiv:2601.12346, human consistency.
    """
    systems = sorted({system for reports in human.values() for system in reports})
    return pearson(_system_means(judge, human, system) for system in systems)


def filtered_average_pearson(
    judge: JudgeScores, human: HumanScores, *, level: float = 0.95, seed: int = 0
) -> FilteredAverage:
    r"""FAP: Pearson's r over the reports of a task, averaged where experts agree.

    .. math:: FAP = \frac{1}{|K|} \sum_{t \in K} r(J_{t\cdot}, \bar H_{t\cdot}),\quad
        K = \{t : ICC(1,1)_t \ge 0\}

    Args:
        judge: the judge's scores.
        human: the experts' scores.
        level: the confidence of the interval, in (0, 1).
        seed: of its resamples.

    Undefined:
        `average`, where no kept task has a correlation.

    Source:
        DeepResearch Bench, arXiv:2506.11763, human consistency (FAP).
    """
    return _filtered(judge, human, pearson, level=level, seed=seed)


def filtered_average_spearman(
    judge: JudgeScores, human: HumanScores, *, level: float = 0.95, seed: int = 0
) -> FilteredAverage:
    """FAS: as FAP, with Spearman's ρ.

    Args:
        judge: the judge's scores.
        human: the experts' scores.
        level: the confidence of the interval, in (0, 1).
        seed: of its resamples.

    Undefined:
        As for `filtered_average_pearson`.

    Source:
        DeepResearch Bench, arXiv:2506.11763, human consistency (FAS).
    """
    return _filtered(judge, human, spearman, level=level, seed=seed)


def _filtered(
    judge: JudgeScores,
    human: HumanScores,
    correlation: Callable[[Pairs], Score],
    *,
    level: float,
    seed: int,
) -> FilteredAverage:
    agreement = {task: _expert_agreement(human, task) for task in sorted(human)}
    known = {t: icc.value for t, icc in agreement.items() if isinstance(icc, Measured)}
    kept = [task for task, icc in known.items() if icc >= 0]
    found = {task: correlation(_reports(judge, human, task)) for task in kept}
    return FilteredAverage(
        average=mean_estimate(found, level=level, seed=seed, scale=Bounds(-1.0, 1.0)),
        kept=len(kept),
        dropped=len(known) - len(kept),
        unrated=len(agreement) - len(known),
    )


def _expert_agreement(human: HumanScores, task: str) -> Score:
    reports = human[task]
    return icc_one_way([reading(score) for score in reports[system]] for system in sorted(reports))


def _reports(judge: JudgeScores, human: HumanScores, task: str) -> Pairs:
    return [_report(judge, human, task, system) for system in sorted(human[task])]


def _report(
    judge: JudgeScores, human: HumanScores, task: str, system: str
) -> tuple[float | Reason, float | Reason]:
    score = judge.get(task, {}).get(system)
    ours = Reason.NOT_ASSESSED if score is None else reading(score)
    theirs = human.get(task, {}).get(system, ())
    numbers = measured_values(theirs)
    absent = next((r for r in map(reading, theirs) if isinstance(r, Reason)), Reason.NOT_ASSESSED)
    return (
        ours if isinstance(ours, Reason) else tidied(ours),
        tidied(mean(numbers)) if numbers else absent,
    )


def _system_means(
    judge: JudgeScores, human: HumanScores, system: str
) -> tuple[float | Reason, float | Reason]:
    reports = [_report(judge, human, task, system) for task in sorted(human)]
    both = [(j, h) for j, h in reports if not (isinstance(j, Reason) or isinstance(h, Reason))]
    if not both:
        return Reason.NOT_ASSESSED, Reason.NOT_ASSESSED
    return tidied(mean([j for j, _ in both])), tidied(mean([h for _, h in both]))
