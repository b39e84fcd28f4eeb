"""Does each planted defect move the score that should fall, and no other?"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass

from bench.row import Row
from tools.inject_defects import DEFECTS, Defect, Place, again
from veridical.measure import Context, Submission
from veridical.methods.evaluator import evaluate_submission
from veridical.methods.registry import METHODS
from veridical.respondents import Roles
from veridical.runs.demo import BENCH
from veridical.runs.submissions import Submitted, read_submissions
from veridical.score import Measured, Score
from veridical.task import Bench, Task, read_bench

SEEDS = 20
SOUND = "atlas"
PARTS = (
    "hievidr.report",
    "hievidr.traceability",
    "hievidr.citation",
    "hievidr.claim",
    "hievidr.answer",
)
MOST_POINTS = 1.0


@dataclass(frozen=True)
class Outcome:
    """What one injected defect did.

    Attributes:
        seed: of the injection.
        task: which report.
        has_fallen: whether a score that should fall fell.
        moved: points by which parts that are not downstream moved.
        risen: points by which a part rose, 0 where none did.
    """

    seed: int
    task: str
    has_fallen: bool
    moved: dict[str, float]
    risen: float


def points(score: Score) -> float:
    """A part's points by the published convention: behind a closed gate there are none."""
    return score.value if isinstance(score, Measured) else 0.0


def scores(task: Task, submission: Submission, bench: Bench) -> dict[str, float]:
    """The points of one report, judged by the built-in rules."""
    context = Context(task, submission, bench.corpus, Roles())
    card = asyncio.run(evaluate_submission(METHODS[0], context)).scores
    return {name: points(score) for name, score in card.items()}


class Laboratory:
    """The sound reports of the demo with their scores."""

    def __init__(self) -> None:
        self.bench = read_bench(BENCH)
        self.tasks = {task.id: task for task in self.bench.tasks}
        found = read_submissions(BENCH / "reports", self.bench)
        self.sound = {s.task_id: s for s in found if s.system == SOUND}
        self._before: dict[str, dict[str, float]] = {}

    def before(self, task_id: str) -> dict[str, float]:
        """The points of the sound report."""
        if task_id not in self._before:
            submission = self.sound[task_id].parsed()
            self._before[task_id] = scores(self.tasks[task_id], submission, self.bench)
        return self._before[task_id]

    def outcomes(self, defect: Defect, language: str, seeds: int = SEEDS) -> Iterator[Outcome]:
        """Inject `defect` with each seed into one report of that language."""
        reports = [s for s in self.sound.values() if self.tasks[s.task_id].language == language]
        for seed in range(seeds):
            chance = random.Random(f"{defect.name} {language} {seed}")
            for submitted in chance.sample(reports, len(reports)):
                source = defect.inject(self._place(submitted), chance)
                if source is not None:
                    yield self._outcome(defect, submitted, source, seed)
                    break

    def _place(self, submitted: Submitted) -> Place:
        texts = {item.id: item.text for item in self.bench.corpus.values()}
        return Place(self.tasks[submitted.task_id], submitted.parsed(), texts)

    def _outcome(self, defect: Defect, submitted: Submitted, source: str, seed: int) -> Outcome:
        task = self.tasks[submitted.task_id]
        before, after = self.before(task.id), scores(task, again(submitted, source), self.bench)
        still = [name for name in PARTS if name not in defect.may_move]
        return Outcome(
            seed=seed,
            task=task.id,
            has_fallen=any(after[name] < before[name] - 1e-9 for name in defect.falls),
            moved={n: abs(after[n] - before[n]) for n in still if after[n] != before[n]},
            risen=max(0.0, *(after[n] - before[n] for n in PARTS)),
        )


def measure() -> list[Row]:
    """The share of seeds that fall as they should, the largest movement elsewhere, and rise."""
    laboratory, rows = Laboratory(), []
    for defect in DEFECTS:
        for language in ("en", "zh"):
            found = list(laboratory.outcomes(defect, language))
            share = sum(o.has_fallen for o in found) / len(found)
            moved = max((p for o in found for p in o.moved.values()), default=0.0)
            risen = max((o.risen for o in found), default=0.0)
            name = f"{defect.name}, {language}"
            rows.append(Row(f"{name}: {len(found)} seeds, falls", share, "share", 0.9, "more"))
            rows.append(Row(f"{name}: moves elsewhere at most", moved, "points", MOST_POINTS))
            rows.append(Row(f"{name}: a part rises at most", risen, "points", MOST_POINTS))
    return rows
