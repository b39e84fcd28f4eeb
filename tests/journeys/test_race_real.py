"""RACE on the forty real reports by the hundred published rubrics, from the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.judged import DATE, results
from tests.journeys.program import Done, Program
from tests.marking_model import replying
from tests.scripted_server import ScriptedServer
from veridical.measure import STAND_IN
from veridical.methods.race.method import race
from veridical.methods.race.settings import Settings
from veridical.runs import verbs

DATA = Path(__file__).parents[3] / "shared" / "data" / "deepresearch_bench"
SOME = ("1", "2", "47", "51", "52", "97")
"""The first and the last of each language: the last is held against the first."""

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="no ../shared/data/deepresearch_bench")


@dataclass(frozen=True)
class Material:
    """A bench of the real queries, with the real reports.

    Attributes:
        folder: where the program is started.
        options: of RACE.
    """

    folder: Path
    options: tuple[str, ...]

    def run(self, verb: str, reports: str, *more: str) -> Done:
        """A verb on these reports."""
        return Program(self.folder, {})(verb, "bench", reports, *self.options, *more)


def lines(name: str) -> list[dict[str, Any]]:
    """A file of the published data."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").split("\n") if line]


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    """All reports in one folder, six of them in another."""
    folder = tmp_path_factory.mktemp("real")
    (folder / "bench").mkdir()
    queries = {str(one["id"]): one for one in lines("query.jsonl")}
    tasks = [
        {"schema": 1, "id": id_, "query": {"text": q["prompt"]}, "language": q["language"]}
        for id_, q in queries.items()
    ]
    text = "".join(json.dumps(task, ensure_ascii=False) + "\n" for task in tasks)
    (folder / "bench" / "tasks.jsonl").write_text(text, "utf-8")
    for one in lines("reports_claude_3_7.jsonl"):
        id_ = str(one["id"])
        for where in ("all", *(["some"] if id_ in SOME else [])):
            path = folder / where / "claude" / f"{id_}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(one["article"], "utf-8")
    rubrics = f"rubrics={DATA / 'criteria.jsonl'}"
    options = ("--method", "race", "--option", "rival=stand-in", "--option", rubrics)
    return Material(folder, (*options, "--may-lack-reports", "--date", DATE))


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedServer]:
    """A judge whose marks are drawn from criteria and reports."""
    with ScriptedServer(replying) as server:
        yield server


def test_the_rules_score_every_report(material: Material) -> None:
    """Each beside the next in its language, the last beside the first; nothing is missing."""
    folder, rubrics = material.folder, str(DATA / "criteria.jsonl")
    run = verbs.evaluate(
        folder / "bench",
        folder / "all",
        method=race(Settings(rival=STAND_IN, rubrics=rubrics)),
        out=folder / "rules",
        date=DATE,
        may_lack_reports=True,
    )
    found = results(folder / "rules")
    scores = [one["scores"]["race.overall"] for one in found.values()]
    reference = {
        task: one["tallies"]["race.overall"]["reference"] for (_, task), one in found.items()
    }
    criteria = {str(one["id"]): one["criterions"].values() for one in lines("criteria.jsonl")}
    written = sum(len(own) for _, task in found for own in criteria[task])

    assert (len(scores), {s["status"] for s in scores}) == (40, {"measured"})
    assert [reference[id_] for id_ in ("1", "47", "51", "97")] == [
        "claude/2", "claude/1", "claude/52", "claude/51",
    ]  # fmt: skip
    assert not any(s.get("missing") for s in scores)
    assert sum(s["n"] for s in scores) == written
    assert run.manifest.is_indicative


def test_a_scripted_judge_stays_in_the_plan(material: Material, server: ScriptedServer) -> None:
    """Two calls a report, one for each order, and as many tokens as were foreseen."""
    bound = ("--judge", "mine:m", "--base-url", server.base_url)
    plan = material.run("plan", "some", *bound)
    done = material.run("evaluate", "some", "--out", "served", *bound)
    manifest = json.loads((material.folder / "served" / "manifest.json").read_text("utf-8"))
    row = next(line for line in plan.out.splitlines() if line.startswith("judge"))
    calls, tokens = (_ends(cell) for cell in row.split()[2:4])
    (judge,) = manifest["models"]

    assert (plan.code, done.code) == (0, 0), plan.err + done.err
    assert "The reference is a stand-in" in done.out
    assert server.calls == 2 * len(SOME)
    assert calls == (2 * len(SOME), 2 * len(SOME))
    assert tokens[0] <= judge["input_tokens"] + judge["output_tokens"] <= tokens[1], row
    assert all(
        one["scores"]["race.overall"]["status"] == "measured"
        for one in results(material.folder / "served").values()
    )


def _ends(cell: str) -> tuple[int, int]:
    """Both ends of a range as it is printed."""
    ends = [int(n.replace(",", "")) for n in re.findall(r"[\d,]+", cell)]
    return ends[0], ends[-1]
