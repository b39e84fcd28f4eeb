"""One law over every method: a fault only moves items to missing.

Some asks fail, for some reason; all others are answered as before. Then every verdict that
is left is the one it was, every score that the faults touched says so, and the score that
an unharmed run gives lies within the bounds of the harmed one.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.measure import Context, Rival, Submission
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.registry import METHODS
from veridical.runs.submissions import Submitted, read_submissions
from veridical.score import Bounds, Gated, Measured, Reason, Undefined
from veridical.task import Bench, read_bench

DEMO = Path(__file__).parents[2] / "src" / "veridical" / "runs" / "demo_bench"
FAULTS = (
    Reason.UNREADABLE,
    Reason.REFUSED,
    Reason.RATE_LIMITED,
    Reason.TIMEOUT,
    Reason.UNAVAILABLE,
    Reason.BUDGET,
    Reason.OFFLINE,
    Reason.PENDING,
)
REPORTS = ("atlas/t-water", "cipher/t-rivers", "fable/t-heart", "drifter/t-tides")
SHARES = (0.1, 0.5, 0.9)


class Faulty:
    """The rules, of whose answers a share is lost."""

    def __init__(self, share: float, seed: int) -> None:
        self.share = share
        self.seed = seed

    async def ask(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """The rule's answer or a fault, by the ask alone: order changes nothing."""
        chance = random.Random(f"{self.seed} {ask.identity()}")
        if chance.random() < self.share:
            return NoVerdict(chance.choice(FAULTS), "a fault")
        return ask.by_rule()


@cache
def demo() -> tuple[Bench, dict[str, Submitted]]:
    """The shipped bench."""
    found = read_bench(DEMO)
    submitted = read_submissions(DEMO / "reports", found)
    return found, {f"{s.system}/{s.task_id}": s for s in submitted}


@cache
def parsed(name: str) -> Submission:
    """One report of it, beside another system's."""
    found = demo()[1][name].parsed()
    other = demo()[1][f"ember/{found.task_id}"].parsed()
    return replace(found, rival=Rival(other.system, other.task_id, other.report))


@cache
def evaluate(method: int, name: str, share: float, seed: int = 0) -> Evaluation:
    """One report with a share of its answers lost."""
    bench, _ = demo()
    task = next(t for t in bench.tasks if t.id == parsed(name).task_id)
    context = Context(task, parsed(name), bench.corpus, Faulty(share, seed))
    return asyncio.run(evaluate_submission(METHODS[method], context))


def unharmed(method: int, name: str) -> Evaluation:
    """The same report without any fault."""
    return evaluate(method, name, 0.0)


CASES = [
    pytest.param(method, name, share, id=f"{METHODS[method].name}-{name}-{share}")
    for method in range(len(METHODS))
    for name in REPORTS
    for share in SHARES
]


@pytest.mark.parametrize(("method", "name", "share"), CASES)
def test_verdicts_that_are_left_are_unchanged(method: int, name: str, share: float) -> None:
    """What both runs asked and got an answer to is the same answer."""
    before = {(e.ask.identity(), e.draw): e.answer for e in unharmed(method, name).asked}
    after = evaluate(method, name, share).asked
    changed = [
        e.ask.kind
        for e in after
        if isinstance(e.answer, Answer)
        and before.get((e.ask.identity(), e.draw)) != e.answer
        and (e.ask.identity(), e.draw) in before
    ]

    assert changed == []


def _within(value: float, bounds: Bounds) -> bool:
    low, high = sorted((bounds.worst, bounds.best))
    return low - 1e-9 <= value <= high + 1e-9


def _outside(evaluation: Evaluation, clean: Evaluation) -> list[str]:
    found = []
    pairs = [*evaluation.scores.items(), *evaluation.totals.items()]
    for name, score in pairs:
        was = clean.scores.get(name) or clean.totals.get(name)
        if isinstance(score, Gated) or score.bounds is None or not isinstance(was, Measured):
            continue
        if not _within(was.value, score.bounds):
            found.append(f"{name}: {was.value} outside {score.bounds}")
    return found


@pytest.mark.parametrize(("method", "name", "share"), CASES)
def test_the_unharmed_score_lies_within_the_bounds(method: int, name: str, share: float) -> None:
    """Whatever was lost, worst and best case hold what would have come out."""
    found = [
        line
        for seed in range(4)
        for line in _outside(evaluate(method, name, share, seed), unharmed(method, name))
    ]

    assert found == []


@pytest.mark.parametrize(("method", "name", "share"), CASES)
def test_a_score_that_moved_says_that_something_is_missing(
    method: int, name: str, share: float
) -> None:
    """No number changes silently: it is undefined, or counts what it lacks."""
    clean = unharmed(method, name)
    silent = []
    for seed in range(4):
        for part, score in evaluate(method, name, share, seed).scores.items():
            was = clean.scores[part]
            is_told = isinstance(score, Undefined) or (
                isinstance(score, Measured) and score.missing.total > 0
            )
            if score != was and not is_told:
                silent.append(f"{part}: {was} became {score}")

    assert silent == []


@pytest.mark.parametrize("method", range(len(METHODS)), ids=[m.name for m in METHODS])
def test_nothing_answered_measures_nothing_that_was_asked(method: int) -> None:
    """Every ask lost: no number rests on an ask, and no gate is closed by the loss."""
    found = evaluate(method, "atlas/t-water", 1.0)
    rests = [
        name
        for name, score in found.scores.items()
        if isinstance(score, Measured) and score.missing.total and score.n == 0
    ]

    assert rests == []
    assert {e.answer.reason for e in found.asked if isinstance(e.answer, NoVerdict)} <= set(FAULTS)
