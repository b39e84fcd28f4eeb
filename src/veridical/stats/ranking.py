"""Would the systems stand in the same order on other tasks of this kind?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum

from veridical.score import Measured, Reason, Undefined
from veridical.stats.bootstrap import percentile_ends, resamples
from veridical.stats.by_task import ByTask, task_means
from veridical.stats.correlation import kendall, middle_ranks
from veridical.stats.exact import tidied
from veridical.stats.intervals import FEWEST, too_few


@dataclass(frozen=True, slots=True)
class Ranked:
    """One system among the others.

    Attributes:
        mean: its mean over the common tasks.
        rank: 1 for the best; equal means share the middle of their ranks.
        lowest: the best rank in the middle 95 % (or `level`) of the resamples.
        highest: the worst one.
        first: share of resamples that it leads; those led by several are shared.
    """

    mean: float
    rank: float
    lowest: float
    highest: float
    first: float


@dataclass(frozen=True, slots=True)
class RankStability:
    """How firm the order of the systems is.

    Attributes:
        standings: by system, the best first.
        ahead: by two systems, the first one ahead in rank: share of resamples in which it
            still is, ties half.
        kendall: mean τ-b of the resampled order with the one found; None where the found
            means, or all resampled ones, are all equal.
        tasks: tasks that every system has a score for.
        left_out: tasks that some system has no score for.
    """

    standings: Mapping[str, Ranked]
    ahead: Mapping[tuple[str, str], float]
    kendall: float | None
    tasks: int
    left_out: int


def rank_stability(
    systems: Mapping[str, ByTask],
    *,
    is_less_better: bool = False,
    level: float = 0.95,
    seed: int = 0,
) -> RankStability | Undefined:
    """Rank the systems again on resampled tasks.

    Args:
        systems: each system's scores by task id.
        is_less_better: whether the lowest mean is rank 1.
        level: the share of resamples between the two ranks given, in (0, 1).
        seed: of the resamples.

    Undefined:
        Fewer than two systems, or fewer than 5 tasks that all have a score for.

    Source:
        Hall & Miller, Ann. Stat. 37 (2009) 3929 (bootstrap of ranks).
    """
    names = sorted(systems)
    means = {name: task_means(systems[name]) for name in names}
    every = {task for name in names for task in systems[name]}
    common = [t for t in sorted(every) if all(t in means[name].values for name in names)]
    if len(names) < 2:
        return Undefined(Reason.NOTHING_TO_CHECK, f"{len(names)} systems; a ranking needs two")
    if len(common) < FEWEST:
        return too_few(len(common))
    sign = 1.0 if is_less_better else -1.0
    rows = sorted([sign * means[name].values[task] for name in names] for task in common)
    found = _column_means(rows)
    drawn = [middle_ranks(_column_means(sample)) for sample in resamples(rows, seed=seed)]
    ranks = dict(zip(names, zip(*drawn, strict=True), strict=True))
    place = dict(zip(names, middle_ranks(found), strict=True))
    lead = dict(zip(names, _first_shares(drawn), strict=True))
    order = sorted(names, key=lambda name: (place[name], name))
    return RankStability(
        standings={
            name: Ranked(
                sign * found[names.index(name)],
                place[name],
                *percentile_ends(ranks[name], level),
                first=lead[name],
            )
            for name in order
        },
        ahead={(a, b): _ahead(ranks[a], ranks[b]) for a, b in combinations(order, 2)},
        kendall=_mean_kendall(middle_ranks(found), drawn),
        tasks=len(common),
        left_out=len(every) - len(common),
    )


def _column_means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [tidied(fsum(column) / len(rows)) for column in zip(*rows, strict=True)]


def _first_shares(drawn: Sequence[list[float]]) -> list[float]:
    """How often each system leads; several leaders share one resample."""
    shares = []
    for ranks in drawn:
        best = min(ranks)
        leaders = ranks.count(best)
        shares.append([1 / leaders if rank == best else 0.0 for rank in ranks])
    return _column_means(shares)


def _ahead(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """How often the first has the better rank, ties half."""
    won = sum((a < b) + (a <= b) for a, b in zip(ours, theirs, strict=True))
    return won / (2 * len(ours))


def _mean_kendall(found: Sequence[float], drawn: Sequence[Sequence[float]]) -> float | None:
    scores = [kendall(list(zip(found, ranks, strict=True))) for ranks in drawn]
    taus = [score.value for score in scores if isinstance(score, Measured)]
    return fsum(taus) / len(taus) if taus else None
