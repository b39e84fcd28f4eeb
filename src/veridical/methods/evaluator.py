"""The one evaluator: a method's stages over one submission, in their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from veridical.asked import Asked, Exchange
from veridical.diagnosis import Diagnosis, Exhibit
from veridical.errors import NeedError
from veridical.measure import AnyMeasure, Context, Gate, Method, Need, Scale
from veridical.score import Gated, Measured, Reason, Score, Undefined
from veridical.task import Gold, Task


@dataclass(frozen=True)
class Evaluation:
    """One report scored by one method.

    Attributes:
        scores: by measure, in the method's order.
        gates: open (true), closed (false) or undecided (None), by gate, in order; a gate
            behind one that did not open was not tried and is not in it.
        totals: by total, in the method's order.
        tallies: by measure, what its score was computed from; measures that were not
            asked have none.
        asked: every ask with its answer, in the order of identities and draws.
        diagnosis: where the chain breaks; None if the method does not say.
        exhibits: what else was looked at, for a report's page; computed again from the
            tallies whenever it is shown, never kept.
    """

    scores: Mapping[str, Score]
    gates: Mapping[str, bool | None]
    totals: Mapping[str, Score]
    tallies: Mapping[str, object]
    asked: tuple[Exchange, ...]
    diagnosis: Diagnosis | None = None
    exhibits: tuple[Exhibit, ...] = ()


async def evaluate_submission(method: Method, context: Context) -> Evaluation:
    """Score one submission.

    A closed gate gives `Gated` for all that follows; an undecided one gives `Undefined`,
    with the ends of each measure's scale as bounds, since closed is the worst that can
    turn out and open the best. In neither case is anything asked any more.

    Raises:
        NeedError: the task lacks gold that some measure needs; nothing was asked.
        ValueError: a measure's equation left its scale, which is a fault of the method.
    """
    check_needs(method, context.task, given=BESIDE_TASKS)
    asked = Asked(context.asker)
    context = replace(context, asker=asked)
    stages = _Stages()
    for stage in method.stages:
        await stages.run(stage, context)
    totals = {total.name: total.equation(stages.scores) for total in method.totals}
    for total in method.totals:
        _refuse_off_scale(total.name, total.scale, totals[total.name])
    seen = (context, stages.tallies, stages.scores)
    return Evaluation(
        stages.scores,
        stages.gates,
        totals,
        stages.tallies,
        asked.exchanges,
        method.diagnose(*seen) if method.diagnose else None,
        method.exhibits(*seen) if method.exhibits else (),
    )


class _Stages:
    """What the stages so far have found, and what stopped them."""

    def __init__(self) -> None:
        self.scores: dict[str, Score] = {}
        self.gates: dict[str, bool | None] = {}
        self.tallies: dict[str, object] = {}
        self._shut: Gate | None = None

    async def run(self, stage: AnyMeasure | Gate, context: Context) -> None:
        if self._shut is not None:
            self._skip(stage, self._shut)
        elif isinstance(stage, Gate):
            is_open = await stage.opens(context)
            self.gates[stage.name] = is_open
            self._shut = None if is_open else stage
        else:
            measurement = await stage(context)
            _refuse_off_scale(stage.name, stage.scale, measurement.score)
            self.tallies[stage.name] = measurement.tally
            self.scores[stage.name] = measurement.score

    def _skip(self, stage: AnyMeasure | Gate, shut: Gate) -> None:
        if isinstance(stage, Gate):
            return
        is_undecided = self.gates[shut.name] is None
        self.scores[stage.name] = (
            undecided(stage.scale, shut.name) if is_undecided else Gated(shut.name)
        )


def undecided(scale: Scale, gate: str) -> Undefined:
    """The score behind a gate whose input is missing: anything on its scale."""
    return Undefined(Reason.GATE_UNDECIDED, f'the gate "{gate}" is undecided', bounds=scale.ends)


def _refuse_off_scale(name: str, scale: Scale, score: Score) -> None:
    if isinstance(score, Measured) and not scale.holds(score.value):
        raise ValueError(
            f"{name}: left its scale, got {score.value!r}; "
            f"expected {scale.lowest} to {_end(scale)}. Mend its equation."
        )


def _end(scale: Scale) -> str:
    return "any number above it" if scale.highest is None else str(scale.highest)


_EXPECTED = {
    Need.GOLD_GRAPH: "Gold.graph",
    Need.GOLD_ANSWER: "Gold.answer",
    Need.RIVAL: "another system's report",
    Need.KEY_POINTS: "Gold.main_conclusion and Gold.key_points, or Gold.graph",
}


BESIDE_TASKS = frozenset({Need.RIVAL})
"""What comes with a submission, not with a task; a measure says of each report if it lacks it."""


def check_needs(
    method: Method,
    task: Task,
    others: Iterable[Method] = (),
    *,
    given: frozenset[Need] = frozenset(),
) -> None:
    """Refuse a task that lacks what the method's measures need, before anything is asked.

    Args:
        method: what is to be measured.
        task: the task.
        others: methods to name as a way out, where the task has what they need.
        given: what is brought otherwise.

    Raises:
        NeedError: the task lacks something.
    """
    lacking = _needs(method) - _has(task.gold) - given
    if not lacking:
        return
    able = sorted(m.name for m in others if _needs(m) <= _has(task.gold))
    fix = "Add it to the task, or leave the task out."
    raise NeedError(
        f'{method.name} on task "{task.id}"',
        f"needs {' and '.join(sorted(lacking))}, got {_shown(task.gold)}",
        expected=" and ".join(_EXPECTED[need] for need in sorted(lacking)),
        fix=f"Choose a method from: {', '.join(able)}." if able else fix,
    )


def _needs(method: Method) -> frozenset[Need]:
    return frozenset(need for measure in method.measures for need in measure.needs)


def _has(gold: Gold) -> frozenset[Need]:
    has_points = gold.main_conclusion is not None and bool(gold.key_points)
    has = {
        Need.GOLD_GRAPH: gold.graph is not None,
        Need.GOLD_ANSWER: gold.answer is not None,
        Need.KEY_POINTS: has_points or gold.graph is not None,
    }
    return frozenset(need for need, is_there in has.items() if is_there)


def _shown(gold: Gold) -> str:
    there = {
        "answer": gold.answer,
        "graph": gold.graph,
        "main_conclusion": gold.main_conclusion,
        "key_points": gold.key_points,
    }
    return f"Gold({', '.join(f'{name}=…' for name, value in there.items() if value)})"
