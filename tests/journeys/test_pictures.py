"""Pictures of a question on their way to one who sees, and what becomes of them where nobody does.

Two tasks of the demo bench show a picture. The server is in this process, so that what it was
sent can be looked at.
"""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.journeys.judged import DATE, Reference, reference, results
from tests.journeys.program import Done, Program
from tests.rule_server import RuleScript
from tests.scripted_server import ScriptedServer, Seen
from veridical.runs.demo import BENCH

ASKED = {"hievidr.report_on_pictures", "hievidr.answer_on_pictures"}
SHOWN = {"t-iris": "query_iris_petal_width.png", "t-rivers": "query_rivers_basins.png"}


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    """What the same judge gives in this process."""
    return reference(tmp_path_factory.mktemp("reference"))


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good system's reports on the tasks with pictures and on one without."""
    folder = tmp_path_factory.mktemp("some") / "reports"
    (folder / "atlas").mkdir(parents=True)
    for task in (*SHOWN, "t-water"):
        for path in (BENCH / "reports" / "atlas").glob(f"{task}.*"):
            shutil.copy(path, folder / "atlas")
    return folder


@contextmanager
def served(rules: Reference, folder: Path) -> Iterator[ScriptedServer]:
    """The rules over HTTP, until the block ends."""
    table = json.loads(rules.table.read_text("utf-8"))
    with ScriptedServer(RuleScript(table, 0.0, folder / "log")) as server:
        yield server


def evaluated(folder: Path, reports: Path, *more: str, bench: Path = BENCH) -> Done:
    """`evaluate` with these options."""
    return Program(folder, {})(
        *("evaluate", bench, reports, "--out", "run", "--date", DATE, "--may-lack-reports", *more)
    )


def judge(server: ScriptedServer, *more: str) -> tuple[str, ...]:
    """The options that name a judge."""
    return ("--judge", "mine:rules", "--base-url", server.base_url, *more)


def images(seen: Seen) -> list[bytes]:
    """What a request shows."""
    parts = [p for m in seen.payload["messages"] if isinstance(m["content"], list)
             for p in m["content"]]  # fmt: skip
    urls = [p["image_url"]["url"] for p in parts if p["type"] == "image_url"]
    return [base64.b64decode(url.partition(",")[2]) for url in urls]


def told(folder: Path) -> dict[tuple[str, str], dict]:
    """What became of each ask with a picture of the question, by task and kind."""
    return {
        (task, one["kind"]): one
        for (_, task), result in results(folder / "run").items()
        for one in result["asked"]
        if one["kind"] in ASKED
    }


def test_a_judge_of_text_gives_no_score(rules: Reference, reports: Path, tmp_path: Path) -> None:
    """Not assessed, with its reason, and never the rules' word in its place; no call for it."""
    with served(rules, tmp_path) as server:
        done = evaluated(tmp_path, reports, *judge(server))
        shown = [images(seen) for seen in server.seen]
    there = results(tmp_path / "run")

    assert (done.code, "vision: nobody; what has to be seen is not assessed" in done.out) == (
        0,
        True,
    )
    assert [one for one in shown if one] == []
    assert {one["no_verdict"] for one in told(tmp_path).values()} == {"not_assessed"}
    for task in SHOWN:
        scores = there["atlas", task]["scores"]
        assert scores["hievidr.report"]["missing"]["not_assessed"] >= 5
        assert scores["hievidr.answer"]["reason"] == "not_assessed"
    assert there["atlas", "t-water"]["scores"]["hievidr.report"]["status"] == "measured"


def test_one_who_sees_is_shown_them(rules: Reference, reports: Path, tmp_path: Path) -> None:
    """With --vision: the PNG itself, with its caption, in the asks for Report and Answer."""
    with served(rules, tmp_path) as server:
        more = ("--vision", "mine:rules")
        plan = Program(tmp_path, {})(
            *("plan", BENCH, reports, "--may-lack-reports", *judge(server, *more))
        )
        done = evaluated(tmp_path, reports, *judge(server, *more))
        seen = [one for one in server.seen if images(one)]
    files = {(BENCH / "images" / name).read_bytes() for name in SHOWN.values()}
    row = next(line for line in plan.out.splitlines() if line.startswith("vision"))

    assert done.code == 0
    assert {image for one in seen for image in images(one)} == files
    assert all("1.326" in one.prompt or "79.5" in one.prompt for one in seen)
    assert {kind for _, kind in told(tmp_path)} == ASKED
    assert len(seen) == len(told(tmp_path)) == 4
    assert all("key" in one and one["role"] == "vision" for one in told(tmp_path).values())
    low, high = (int(end) for end in row.split()[2].split("–"))
    assert low <= 4 <= high
    numbers = results(tmp_path / "run")["atlas", "t-rivers"]["scores"]
    assert {numbers[name]["status"] for name in ("hievidr.report", "hievidr.answer")} == {
        "measured"
    }


def test_a_judge_that_sees_looks_at_them_itself(
    rules: Reference, reports: Path, tmp_path: Path
) -> None:
    """Said in the file; and a model for pictures that is said to see none assesses none."""
    with served(rules, tmp_path) as server:
        role = f'model = "mine:rules"\nbase_url = "{server.base_url}"\n'
        kinds = {
            "judge sees": f"[roles.judge]\n{role}sees = true\n",
            "vision blind": f"[roles.judge]\n{role}[roles.vision]\n{role}sees = false\n",
        }
        found = {}
        for name, text in kinds.items():
            folder = tmp_path / name.replace(" ", "-")
            folder.mkdir()
            (folder / "veridical.toml").write_text(text, "utf-8")
            done = evaluated(folder, reports)
            assert done.code == 0
            found[name] = {one.get("no_verdict") for one in told(folder).values()}

    assert found == {"judge sees": {None}, "vision blind": {"not_assessed"}}


def test_recomputed_where_the_bench_has_moved(
    rules: Reference, reports: Path, tmp_path: Path
) -> None:
    """Pictures are named by their content, so another folder is the same bench."""
    bench = tmp_path / "bench"
    shutil.copytree(BENCH, bench)
    with served(rules, tmp_path) as server:
        evaluated(tmp_path, reports, *judge(server, "--vision", "mine:rules"), bench=bench)
    bench.rename(tmp_path / "moved")
    done = Program(tmp_path, {})("recompute", "run", "--bench", "moved")

    assert (done.code, done.out.splitlines()[-1]) == (0, "recomputed 3 reports, 0 differ.")


def test_the_rules_alone_stay_indicative(reports: Path, tmp_path: Path) -> None:
    """Without any model the rules rate the words, as everywhere, and say what they are."""
    done = evaluated(tmp_path, reports)
    there = results(tmp_path / "run")["atlas", "t-rivers"]

    assert (done.code, there["is_indicative"]) == (0, True)
    assert there["scores"]["hievidr.report"]["missing"] == {"not_assessed": 1}
