"""The built-in rules find in the demo bench what its systems were made to break."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.measure import Context, Submission
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.hievidr.method import HIEVIDR
from veridical.report.model import EvidenceList
from veridical.report.parse import parse_report
from veridical.task import Bench, Task, read_bench

DEMO = Path(__file__).parents[4] / "src/veridical/runs/demo_bench"
SYSTEMS = json.loads((DEMO / "systems.json").read_text("utf-8"))


class Rules:
    """The built-in rules."""

    async def ask(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """Answer by rule."""
        return ask.by_rule()


@pytest.fixture(scope="module")
def bench() -> Bench:
    """The tasks and their corpus."""
    return read_bench(DEMO)


def evaluated(system: str, task: Task, bench: Bench) -> Evaluation:
    """One demo report under the rules."""
    folder = DEMO / "reports" / system
    path = next(folder / f"{task.id}{end}" for end in (".md", ".html")
                if (folder / f"{task.id}{end}").exists())  # fmt: skip
    given = json.loads((folder / f"{task.id}.evidence.json").read_text("utf-8"))
    evidence = EvidenceList(tuple(given["texts"]), tuple(given["images"]))
    report = parse_report(path.read_bytes(), evidence=evidence, name=path.name)
    submission = Submission(system, task.id, report, evidence)
    context = Context(task, submission, bench.corpus, Rules())
    return asyncio.run(evaluate_submission(HIEVIDR, context))


def supported(evaluation: Evaluation) -> list[str]:
    """The claims that count; none where the citation gate did not open."""
    tally = evaluation.tallies.get("hievidr.claim.supported")
    return sorted(s.node for s in tally.states if s.counts) if tally else []  # type: ignore[attr-defined]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_rules_see_where_a_system_breaks(system: str, bench: Bench) -> None:
    """The evidence it cites and the claims it supports, task by task."""
    found, expected = {}, {}
    for task in bench.tasks:
        evaluation = evaluated(system, task, bench)
        graph = task.gold.graph
        assert graph is not None
        assert evaluation.diagnosis is not None
        cited = [n.node for n in evaluation.diagnosis.nodes if n.states.get("cited")]
        found[task.id] = (sorted(cited), supported(evaluation))
        made = SYSTEMS[system]["expected"][task.id]
        expected[task.id] = (sorted(made["cited"]), sorted(made["supported"]))

    assert found == expected
