"""One number a task: what a system's scores come to before systems are compared.

Tasks are what varies when a benchmark is drawn again, so they are the clusters of every
interval here. A task judged several times weighs as much as one judged once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from veridical.score import Gated, Measured, Missing, Score, Undefined
from veridical.stats.exact import mean

ByTask = Mapping[str, Score | Sequence[Score]]
"""Scores by task id: one, or one for each repeat."""


@dataclass(frozen=True, slots=True)
class TaskMeans:
    """The mean score of each task that has one.

    Attributes:
        values: by task id, in the order of the ids.
        lost: the first absent score of each other task, by task id.
        n: how many scores were measured.
        missing: all scores without a number, by reason.
        gated: all scores not asked, since a gate was closed.
    """

    values: Mapping[str, float]
    lost: Mapping[str, Gated | Undefined]
    n: int
    missing: Missing
    gated: int


def task_means(scores: ByTask) -> TaskMeans:
    """The mean over each task's measured scores; absent scores are counted, never averaged."""
    values: dict[str, float] = {}
    lost: dict[str, Gated | Undefined] = {}
    every: list[Score] = []
    for task in sorted(scores):
        found = repeats(scores[task])
        every += found
        numbers = measured_values(found)
        if numbers:
            values[task] = mean(numbers)
        else:
            lost.update((task, s) for s in found[:1] if not isinstance(s, Measured))
    return TaskMeans(
        values=values,
        lost=lost,
        n=len(measured_values(every)),
        missing=Missing.of(s.reason for s in every if isinstance(s, Undefined)),
        gated=sum(isinstance(s, Gated) for s in every),
    )


def repeats(scores: Score | Sequence[Score]) -> Sequence[Score]:
    """A task's scores as a sequence."""
    return scores if isinstance(scores, Sequence) else [scores]


def measured_values(scores: Iterable[Score]) -> list[float]:
    """The numbers among the scores."""
    return [score.value for score in scores if isinstance(score, Measured)]
