"""Does the longer report win because it is longer, and who would win at equal length?

Length is counted in any unit, such as characters, the same for all reports. What these
figures cannot tell: whether a longer report is better since it holds more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from math import exp, fsum, log

from veridical.score import NONE_MISSING, Bounds, Measured, Missing, Reason, Score, Undefined
from veridical.stats.by_task import ByTask, task_means
from veridical.stats.intervals import Estimate, pooled_estimate, statistic_estimate
from veridical.stats.win_rate import Duel, Outcome

Lengths = Mapping[tuple[str, str], float]
"""The length of a report by its task id and system, above 0."""

_Point = tuple[float, float]
_STEPS = 50
_FARTHEST = 30.0
"""A log odds beyond this is no estimate."""


def longer_wins(
    duels: Iterable[Duel], lengths: Lengths, *, level: float = 0.95, seed: int = 0
) -> Estimate | Undefined:
    """Share of decided duels that the longer report won; 0.5 is no bias.

    Args:
        duels: each counted once; ties and duels of equally long reports are left out.
        lengths: of the reports; a duel without both lengths is missing, not assessed.
        level: the confidence of the interval by task, in (0, 1).
        seed: of its resamples.

    Undefined:
        No decided duel of reports of different lengths.

    Source:
        Dubois et al., Length-Controlled AlpacaEval, arXiv:2404.04475, 2.
    """
    won: dict[str, list[Score]] = {}
    for duel in duels:
        gap = _log_ratio(duel, lengths)
        if isinstance(gap, Reason):
            won.setdefault(duel.task, []).append(Undefined(gap))
        elif gap and duel.outcome is not Outcome.TIE:
            longer = Outcome.FIRST if gap > 0 else Outcome.SECOND
            won.setdefault(duel.task, []).append(Measured(float(duel.outcome is longer)))
    return pooled_estimate(won, level=level, seed=seed, scale=Bounds(0.0, 1.0))


def win_rate_at_equal_length(
    duels: Iterable[Duel], lengths: Lengths, system: str, *, level: float = 0.95, seed: int = 0
) -> Estimate | Undefined:
    r"""The share of duels that `system` would win were all reports as long as the other's.

    .. math:: \frac{1}{1 + e^{-a}},\quad
        P(\text{win}) = \frac{1}{1 + e^{-a - b \log(l / l')}}

    with a and b the most likely ones, ties half a win, l and l′ the two lengths.

    Args:
        duels: each counted once; those without `system` are left out.
        lengths: of the reports; a duel without both lengths is missing, not assessed.
        system: whose wins.
        level: the confidence of the interval by task, in (0, 1).
        seed: of its resamples.

    Undefined:
        No duel with an outcome; lengths that always differ by the same factor; or every
        winner is told by length, or by the system, alone.

    Source:
        Dubois et al., Length-Controlled AlpacaEval, arXiv:2404.04475, 3.

    Deviates:
        One slope on the log ratio of lengths, in place of a slope for each model on tanh of
        the standardized difference; no term for the difficulty of the task.
    """
    points: dict[str, list[_Point]] = {}
    lost: list[Reason] = []
    for duel in duels:
        if system not in (duel.first, duel.second):
            continue
        gap = _log_ratio(duel, lengths)
        if isinstance(gap, Reason):
            lost.append(gap)
            continue
        won = {Outcome.FIRST: 1.0, Outcome.TIE: 0.5}.get(Outcome(duel.outcome), 0.0)
        points.setdefault(duel.task, []).append(
            (gap, won) if duel.first == system else (-gap, 1.0 - won)
        )
    fit = _pooled(_chance_at_zero, Missing.of(lost))
    return statistic_estimate(points, fit, level=level, seed=seed, scale=Bounds(0.0, 1.0))


def difference_at_equal_length(
    first: tuple[str, ByTask],
    second: tuple[str, ByTask],
    lengths: Lengths,
    *,
    level: float = 0.95,
    seed: int = 0,
) -> Estimate | Undefined:
    r"""The mean difference of two systems' scores were their reports equally long.

    .. math:: a,\quad d_t = a + b \log(l_t / l'_t)

    by least squares over the tasks that both have a score and a length for.

    Args:
        first: the first system's name and its scores by task id.
        second: the second system's.
        lengths: of the reports.
        level: the confidence of the interval by task, in (0, 1).
        seed: of its resamples.

    Undefined:
        Fewer than three such tasks, or lengths that always differ by the same factor.

    Source:
        The regression intercept (analysis of covariance); Fisher, Statistical Methods for
        Research Workers, 49.1.
    """
    ours, theirs = task_means(first[1]), task_means(second[1])
    points: dict[str, list[_Point]] = {}
    lost: list[Reason] = []
    for task in ours.values.keys() & theirs.values.keys():
        gap = _log_ratio(Duel(task, first[0], second[0], Outcome.TIE), lengths)
        if isinstance(gap, Reason):
            lost.append(gap)
        else:
            points[task] = [(gap, ours.values[task] - theirs.values[task])]
    missing = ours.missing + theirs.missing + Missing.of(lost)
    return statistic_estimate(points, _pooled(_intercept, missing), level=level, seed=seed)


def _log_ratio(duel: Duel, lengths: Lengths) -> float | Reason:
    """The log ratio of the two lengths, or why the duel cannot be used."""
    if isinstance(duel.outcome, Reason):
        return duel.outcome
    first = lengths.get((duel.task, duel.first))
    second = lengths.get((duel.task, duel.second))
    if not first or not second:
        return Reason.NOT_ASSESSED
    return log(first / second)


def _pooled(
    fit: Callable[[Sequence[_Point]], float | str], missing: Missing = NONE_MISSING
) -> Callable[[Sequence[Sequence[_Point]]], Score]:
    """A fit of points as a statistic of tasks."""

    def statistic(tasks: Sequence[Sequence[_Point]]) -> Score:
        points = list(chain.from_iterable(tasks))
        found = fit(points)
        if isinstance(found, str):
            return Undefined(Reason.NOTHING_TO_CHECK, found, missing)
        return Measured(found, n=len(points), missing=missing)

    return statistic


def _chance_at_zero(points: Sequence[_Point]) -> float | str:
    """The fitted chance at x = 0, by Newton's steps on the log likelihood."""
    if not points:
        return "no duel has an outcome"
    a = b = 0.0
    for _ in range(_STEPS):
        chances = [1 / (1 + exp(-a - b * x)) for x, _ in points]
        gaps = [y - p for (_, y), p in zip(points, chances, strict=True)]
        weights = [p * (1 - p) for p in chances]
        step = _solved(
            (fsum(weights), fsum(w * x for w, (x, _) in zip(weights, points, strict=True))),
            fsum(w * x * x for w, (x, _) in zip(weights, points, strict=True)),
            (fsum(gaps), fsum(g * x for g, (x, _) in zip(gaps, points, strict=True))),
        )
        if step is None:
            return "the lengths always differ by the same factor"
        a, b = a + step[0], b + step[1]
        if max(abs(a), abs(b * max(abs(x) for x, _ in points))) > _FARTHEST:
            return "no finite fit: length or system alone tells every winner"
        if max(map(abs, step)) < 1e-10:
            return 1 / (1 + exp(-a))
    return "no finite fit: length or system alone tells every winner"


def _intercept(points: Sequence[_Point]) -> float | str:
    """The least-squares value at x = 0."""
    if len(points) < 3:
        return f"{len(points)} tasks with scores and lengths; needs at least 3"
    found = _solved(
        (len(points), fsum(x for x, _ in points)),
        fsum(x * x for x, _ in points),
        (fsum(y for _, y in points), fsum(x * y for x, y in points)),
    )
    return "the lengths always differ by the same factor" if found is None else found[0]


def _solved(
    row: tuple[float, float], corner: float, right: tuple[float, float]
) -> tuple[float, float] | None:
    """Two symmetric linear equations; None where they do not tell a from b."""
    n, shared = row
    determinant = n * corner - shared * shared
    if determinant <= 1e-12 * n * corner:
        return None
    return (
        (right[0] * corner - right[1] * shared) / determinant,
        (right[1] * n - right[0] * shared) / determinant,
    )
