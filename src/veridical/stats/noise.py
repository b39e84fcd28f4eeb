"""How much of a score's spread is noise: the agent's, run again, and the judge's, asked again.

Needs repeats. Where each report was judged once, the two noises cannot be told apart and are
given as one; where each task was run once, the agent's noise is unknown, not 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from veridical.score import Missing, Reason, Score, Undefined
from veridical.stats.by_task import measured_values
from veridical.stats.distributions import student_quantile
from veridical.stats.exact import as_integers

Repeated = Mapping[str, Sequence[Sequence[Score]]]
"""Scores by task id; for each of the agent's runs the judgings of its report."""


@dataclass(frozen=True, slots=True)
class Component:
    """One source of spread.

    Attributes:
        variance: its share of the variance of one score, at least 0.
        raw: the estimate before a negative one was set to 0.
        df: degrees of freedom it rests on.
    """

    variance: float
    raw: float
    df: int


@dataclass(frozen=True, slots=True)
class Noise:
    """Where the spread of one system's scores comes from.

    Attributes:
        judge: the same report judged again.
        agent: the same task run again, the judge's noise taken out.
        rerun: run and judged again once: both noises together.
        task: what tasks differ by in truth.
        tasks: how many tasks have a score.
        reports: how many reports have a score.
        n: how many scores there are.
        missing: scores without a number, by reason.
    """

    judge: Component | Undefined
    agent: Component | Undefined
    rerun: Component | Undefined
    task: Component | Undefined
    tasks: int
    reports: int
    n: int
    missing: Missing


@dataclass(frozen=True, slots=True)
class Repeats:
    """How often things are done: tasks, runs a task, judgings a report; each at least 1."""

    tasks: int
    runs: int = 1
    judgings: int = 1


def variance_components(scores: Repeated) -> Noise:
    r"""Judge noise, agent noise and task spread, by nested analysis of variance.

    .. math:: \sigma_J^2 = MS_J,\quad \sigma_A^2 = (MS_A - MS_J)/k,\quad
        \sigma_T^2 = (MS_T - \sigma_J^2 - k'\sigma_A^2)/k''

    with MS_J within reports, MS_A between the reports of a task, MS_T between tasks, and
    k, k′, k″ the mean group sizes, which allow for unequal numbers of repeats.

    Args:
        scores: one system's, on one measure.

    Undefined:
        `judge` where no report was judged twice; `agent` where no task was run twice or the
        judge's noise is unknown; `rerun` where no task was run twice; `task` where there is
        one task or a noise is unknown.

    Source:
        Searle, Casella & McCulloch, Variance Components, 3.6 and appendix F.1 (nested,
        unbalanced).
    """
    every = [score for runs in scores.values() for run in runs for score in run]
    missing = Missing.of(s.reason for s in every if isinstance(s, Undefined))
    values = [[measured_values(run) for run in scores[task]] for task in scores]
    groups = [[run for run in runs if run] for runs in values]
    groups = [runs for runs in groups if runs]
    table = _Nested.of(groups)
    judge = table.judge()
    agent = table.agent(judge)
    return Noise(
        judge=judge,
        agent=agent,
        rerun=table.rerun(judge, agent),
        task=table.task(judge, agent),
        tasks=table.tasks,
        reports=table.reports,
        n=table.n,
        missing=missing,
    )


def noise_floor(
    first: Noise, second: Noise, plan: Repeats, *, level: float = 0.95
) -> float | Undefined:
    r"""What the means of two systems may differ by for noise alone.

    .. math:: t_{df} \sqrt{\sum_{s=1,2} \frac{1}{T}
        \left(\frac{\sigma_{A,s}^2}{r} + \frac{\sigma_{J,s}^2}{r q}\right)}

    with T tasks, r runs a task, q judgings a report; df the smaller of the components'. Give
    the same noise twice to ask what the same system may differ by from itself.

    Args:
        first: of the one system.
        second: of the other.
        plan: how often tasks are run and reports judged.
        level: the confidence, in (0, 1).

    Returns:
        In the score's unit. Where judge and agent cannot be told apart, each report is taken
        as judged once.

    Undefined:
        No task was run twice: the agent's noise is unknown.
    """
    parts = [_error_of_mean(noise, plan) for noise in (first, second)]
    lacking = [part for part in parts if isinstance(part, Undefined)]
    if lacking:
        return lacking[0]
    known = [part for part in parts if not isinstance(part, Undefined)]
    df = min(df for _, df in known)
    return student_quantile((1 + level) / 2, df) * sqrt(sum(variance for variance, _ in known))


def judge_floor(
    first: Noise, second: Noise, plan: Repeats, *, level: float = 0.95
) -> float | Undefined:
    r"""What the means may differ by if the very same reports are judged again.

    .. math:: t_{df} \sqrt{\sum_{s=1,2} \sigma_{J,s}^2 / (T r q)}

    Args:
        first: of the one system.
        second: of the other.
        plan: how often tasks are run and reports judged.
        level: the confidence, in (0, 1).

    Undefined:
        No report was judged twice.
    """
    judges = [first.judge, second.judge]
    known = [judge for judge in judges if isinstance(judge, Component)]
    if len(known) < len(judges):
        return next(judge for judge in judges if isinstance(judge, Undefined))
    each = plan.tasks * plan.runs * plan.judgings
    df = min(judge.df for judge in known)
    variance = sum(judge.variance for judge in known) / each
    return student_quantile((1 + level) / 2, df) * sqrt(variance)


def _error_of_mean(noise: Noise, plan: Repeats) -> tuple[float, int] | Undefined:
    """The variance that noise gives the mean, and its degrees of freedom."""
    if isinstance(noise.rerun, Undefined):
        return noise.rerun
    reports = plan.tasks * plan.runs
    if isinstance(noise.agent, Undefined) or isinstance(noise.judge, Undefined):
        return noise.rerun.variance / reports, noise.rerun.df
    judge = noise.judge.variance / (reports * plan.judgings)
    return noise.agent.variance / reports + judge, noise.rerun.df


@dataclass(frozen=True, slots=True)
class _Nested:
    """Sums of squares of scores in reports in tasks, exact."""

    tasks: int
    reports: int
    n: int
    within_reports: Fraction
    between_reports: Fraction
    between_tasks: Fraction
    sizes: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, groups: Sequence[Sequence[Sequence[float]]]) -> _Nested:
        """Decompose the scores of each report of each task."""
        flat, denominator = as_integers(x for runs in groups for run in runs for x in run)
        sizes = tuple(tuple(len(run) for run in runs) for runs in groups)
        rest = iter(flat)
        sums = [[_sum_of(rest, size) for size in task] for task in sizes]
        unit = denominator * denominator
        squares = Fraction(sum(x * x for x in flat), unit)
        by_report = _over(
            [s for task in sums for s in task], [k for task in sizes for k in task], unit
        )
        by_task = _over([sum(task) for task in sums], [sum(task) for task in sizes], unit)
        overall = _over([sum(flat)], [len(flat)], unit) if flat else Fraction(0)
        return cls(
            tasks=len(sizes),
            reports=sum(map(len, sizes)),
            n=len(flat),
            within_reports=squares - by_report,
            between_reports=by_report - by_task,
            between_tasks=by_task - overall,
            sizes=sizes,
        )

    def judge(self) -> Component | Undefined:
        df = self.n - self.reports
        if df == 0:
            return Undefined(Reason.NOTHING_TO_CHECK, "no report was judged twice")
        return _component(self.within_reports / df, df)

    def agent(self, judge: Component | Undefined) -> Component | Undefined:
        df = self.reports - self.tasks
        if df == 0:
            return Undefined(Reason.NOTHING_TO_CHECK, "no task was run twice")
        if isinstance(judge, Undefined):
            return Undefined(Reason.NOTHING_TO_CHECK, "not to be told from the judge's noise")
        k = (self.n - self._inside()) / df
        noise = self.within_reports / (self.n - self.reports)
        return _component((self.between_reports / df - noise) / k, df)

    def rerun(
        self, judge: Component | Undefined, agent: Component | Undefined
    ) -> Component | Undefined:
        df = self.reports - self.tasks
        if df == 0:
            return Undefined(Reason.NOTHING_TO_CHECK, "no task was run twice")
        if isinstance(judge, Component) and isinstance(agent, Component):
            variance = judge.variance + agent.variance
            return Component(variance, judge.raw + agent.raw, df)
        return _component(self.between_reports / df, df)

    def task(
        self, judge: Component | Undefined, agent: Component | Undefined
    ) -> Component | Undefined:
        df = self.tasks - 1
        known = isinstance(judge, Component) and isinstance(agent, Component)
        if df < 1 or not known:
            detail = "fewer than two tasks" if df < 1 else "the noise is unknown"
            return Undefined(Reason.NOTHING_TO_CHECK, detail)
        assert isinstance(judge, Component)
        assert isinstance(agent, Component)
        all_squares = Fraction(sum(k * k for task in self.sizes for k in task), self.n)
        inner = (self._inside() - all_squares) / df
        outer = (self.n - Fraction(sum(sum(task) ** 2 for task in self.sizes), self.n)) / df
        noise = Fraction(judge.raw) + inner * Fraction(agent.raw)
        return _component((self.between_tasks / df - noise) / outer, df)

    def _inside(self) -> Fraction:
        """Σ over tasks of Σ n_run² / n_task."""
        return sum(
            (Fraction(sum(k * k for k in task), sum(task)) for task in self.sizes), Fraction(0)
        )


def _sum_of(values: Iterator[int], count: int) -> int:
    return sum(next(values) for _ in range(count))


def _over(sums: Sequence[int], sizes: Sequence[int], unit: int) -> Fraction:
    """Σ sum²/size."""
    return sum((Fraction(s * s, k * unit) for s, k in zip(sums, sizes, strict=True)), Fraction(0))


def _component(raw: Fraction, df: int) -> Component:
    return Component(max(0.0, float(raw)), float(raw), df)
