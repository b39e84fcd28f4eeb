"""Replies that break off: a mark that is there is the clean run's, and the rest is counted.

Over real HTTP, with rubrics and marks by a model; a share of all replies ends at six tenths, both
where the server says so and where it does not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.marking_model import cutting, replying
from tests.scripted_server import Script, ScriptedServer
from veridical.ask import Role
from veridical.ledger import open_ledger
from veridical.measure import Context, Method, Rival
from veridical.methods.deepresearcheval.method import deepresearcheval
from veridical.methods.deepresearcheval.quality_tally import QualityTally
from veridical.methods.deepresearcheval.settings import Part
from veridical.methods.deepresearcheval.settings import Settings as Quality
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.race.method import race
from veridical.methods.race.tally import RaceTally
from veridical.models.endpoint import Endpoint
from veridical.respondents import Roles
from veridical.runs.bound import bound
from veridical.runs.demo import BENCH
from veridical.runs.settings import Binding, Settings
from veridical.runs.submissions import read_submissions
from veridical.score import Measured, Undefined
from veridical.task import read_bench

METHODS = {
    "quality": deepresearcheval(Quality(parts=Part.QUALITY)),
    "race": race(),
}
SYSTEMS = ("atlas", "beacon", "cipher", "dune", "fable")
TASKS = ("t-water", "t-printing")
Found = dict[str, Evaluation]
Marks = dict[tuple[str, str, str], float | None]


def contexts() -> Iterator[Context]:
    """Five systems on an English and a Chinese task, each beside a sixth."""
    bench = read_bench(BENCH)
    tasks = {task.id: task for task in bench.tasks}
    found = {(s.system, s.task_id): s for s in read_submissions(BENCH / "reports", bench)}
    for task in TASKS:
        rival = found["ember", task].parsed()
        for system in SYSTEMS:
            if (system, task) in found:
                own = found[system, task].parsed()
                beside = replace(own, rival=Rival("ember", task, rival.report))
                yield Context(tasks[task], beside, bench.corpus, Roles())


def run(method: Method, script: Script, ledger: Path) -> tuple[Found, int]:
    """Every report scored, and how many calls it took."""

    async def scored(base_url: str) -> Found:
        place = Endpoint(name="cut", base_url=base_url)
        binding = Binding(endpoint="cut", model="m", place=place)
        models = Settings(bindings={Role.JUDGE: binding, Role.EXAMINER: binding})
        with open_ledger(ledger) as kept:
            async with bound(models, kept) as found:
                return {
                    f"{one.submission.system}/{one.task.id}": await evaluate_submission(
                        method, replace(one, asker=found.roles)
                    )
                    for one in contexts()
                }

    with ScriptedServer(script) as server:
        return asyncio.run(scored(server.base_url)), server.calls


def marks_of(found: Found) -> Marks:
    """All marks by report, criterion's id and words, and place; None where one is missing."""
    marks: Marks = {}
    for name, evaluation in found.items():
        tally = next(iter(evaluation.tallies.values()))
        if isinstance(tally, QualityTally):
            marks |= {(name, c.id, c.criterion): c.mark for s in tally.sides for c in s.criteria}
        assert isinstance(tally, QualityTally | RaceTally)
        for one in tally.dimensions if isinstance(tally, RaceTally) else ():
            for c in one.criteria:
                for place in ("target_first", "reference_first"):
                    seen = getattr(c, place)
                    marks[name, c.id, f"{c.criterion} {place} target"] = seen.target
                    marks[name, c.id, f"{c.criterion} {place} reference"] = seen.reference
    return marks


@pytest.fixture(scope="module", params=METHODS)
def method(request: pytest.FixtureRequest) -> Method:
    """Each method that marks by a rubric."""
    return METHODS[request.param]


@pytest.fixture(scope="module")
def clean(method: Method, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """Nothing is cut."""
    return run(method, replying, tmp_path_factory.mktemp("clean") / "ledger")[0]


@pytest.mark.parametrize("finish", ["length", "stop"])
@pytest.mark.parametrize(("share", "seed"), [(0.05, 0), (0.05, 1), (0.05, 2), (0.4, 3), (0.9, 4)])
def test_what_is_marked_is_marked_as_if_nothing_was_cut(
    method: Method, clean: Found, share: float, seed: int, finish: str, tmp_path: Path
) -> None:
    """No criterion changes, none goes without a word, and each score says what it lacks."""
    found, _ = run(method, cutting(share, seed=seed, finish=finish), tmp_path / "ledger")
    true, faulty = marks_of(clean), marks_of(found)

    # a criterion that is there is one of the clean run's, with its mark or with none
    assert faulty.keys() <= true.keys()
    assert {k: m for k, m in faulty.items() if m is not None}.items() <= true.items()
    for name, evaluation in found.items():
        for measure, score in evaluation.scores.items():
            if score == clean[name].scores[measure]:
                continue
            assert isinstance(score, Undefined) or (
                isinstance(score, Measured) and score.missing.total
            ), (name, measure)
    lost = true.keys() - {k for k, m in faulty.items() if m is not None}
    told = sum(_missing(e) for e in found.values())
    assert told or not lost


def _missing(evaluation: Evaluation) -> int:
    first = next(iter(evaluation.scores.values()))
    assert isinstance(first, Measured | Undefined)
    return first.missing.total


def test_a_run_after_it_asks_for_what_was_lost_alone(
    method: Method, clean: Found, tmp_path: Path
) -> None:
    """Nothing broken is kept for good: without faults the same ledger gives the clean marks."""
    run(method, cutting(0.4, seed=3), tmp_path / "ledger")
    mended, calls = run(method, replying, tmp_path / "ledger")
    whole = run(method, replying, tmp_path / "fresh")[1]

    assert marks_of(mended) == marks_of(clean)
    assert 0 < calls < whole
