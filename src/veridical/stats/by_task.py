"""One number a task: what a system's scores come to before systems are compared.

Tasks are what varies when a benchmark is drawn again, so they are the clusters of every
interval here. A task judged several times weighs as much as one judged once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from veridical.score import Measured, Missing, Reason, Score
from veridical.stats.readings import reading

ByTask = Mapping[str, Score | Sequence[Score]]
"""Scores by task id: one, or one for each repeat."""


@dataclass(frozen=True, slots=True)
class TaskMeans:
    """The mean score of each task that has one.

    Attributes:
        values: by task id, in the order of the ids.
        lost: why each other task has none (its first absent score's reason), by task id.
        missing: all scores without a number, by reason.
    """

    values: Mapping[str, float]
    lost: Mapping[str, Reason]
    missing: Missing


def task_means(scores: ByTask) -> TaskMeans:
    """The mean over each task's measured scores; absent scores are counted, never averaged."""
    values: dict[str, float] = {}
    lost: dict[str, Reason] = {}
    absent: list[Reason] = []
    for task in sorted(scores):
        readings = [reading(score) for score in repeats(scores[task])]
        numbers = [r for r in readings if not isinstance(r, Reason)]
        reasons = [r for r in readings if isinstance(r, Reason)]
        absent += reasons
        if numbers:
            values[task] = fsum(numbers) / len(numbers)
        elif reasons:
            lost[task] = reasons[0]
    return TaskMeans(values, lost, Missing.of(absent))


def repeats(scores: Score | Sequence[Score]) -> Sequence[Score]:
    """A task's scores as a sequence."""
    return scores if isinstance(scores, Sequence) else [scores]


def measured_values(scores: Iterable[Score]) -> list[float]:
    """The numbers among the scores."""
    return [score.value for score in scores if isinstance(score, Measured)]
