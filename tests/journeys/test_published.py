"""A run by a model takes the paper's judge settings, and names all in which it departs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.journeys.judged import DATE, Reference, reference
from tests.journeys.program import Done, Program
from tests.rule_server import RuleScript
from tests.scripted_server import Act, ScriptedServer, Seen, failing
from veridical.runs.demo import BENCH

MODEL = "model rules; published: Qwen3-VL-235B-A22B-Instruct"
TOGETHER = "up to 10 questions about the same text in a call; published: one by one"
BLIND = "nobody answers as vision; published: Qwen3-VL-235B-A22B-Instruct"
PAGES = "rendered pages are shown with the text; without --page-pictures, the text and its pictures"


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    """What the same judge gives in this process."""
    return reference(tmp_path_factory.mktemp("reference"))


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One report."""
    folder = tmp_path_factory.mktemp("one") / "reports"
    (folder / "atlas").mkdir(parents=True)
    for path in (BENCH / "reports" / "atlas").glob("t-water.*"):
        shutil.copy(path, folder / "atlas")
    return folder


def run(folder: Path, reports: Path, server: ScriptedServer, *more: str) -> tuple[Done, list[str]]:
    """`evaluate`, and the departures that its manifest names."""
    folder.mkdir(exist_ok=True)
    done = Program(folder, {})(
        *("evaluate", BENCH, reports, "--out", "run", "--date", DATE, "--may-lack-reports"),
        *("--judge", "mine:rules", "--base-url", server.base_url, *more),
    )
    manifest = json.loads((folder / "run" / "manifest.json").read_text("utf-8"))
    return done, manifest["models"][0]["departures"]


def temperatures(server: ScriptedServer) -> set[float | None]:
    """What was sent."""
    return {seen.payload.get("temperature") for seen in server.seen}


def test_the_preset_is_sent_and_departures_are_named(
    rules: Reference, reports: Path, tmp_path: Path
) -> None:
    """0.2 unless a flag says otherwise; in the manifest, on the terminal and in the results."""
    table = json.loads(rules.table.read_text("utf-8"))
    with ScriptedServer(RuleScript(table, 0.0, tmp_path / "log")) as server:
        done, named = run(tmp_path / "preset", reports, server)
        preset = temperatures(server)
        server.seen.clear()
        other, named_then = run(
            tmp_path / "other", reports, server, "--temperature", "0.7", "--one-by-one"
        )
        said = temperatures(server)

    assert (done.code, preset, other.code, said) == (0, {0.2}, 0, {0.7})
    assert named == [MODEL, TOGETHER, BLIND, PAGES]
    assert named_then == [MODEL, "temperature 0.7; published: 0.2", BLIND, PAGES]
    assert [f"  not as published: {one}" in done.out.splitlines() for one in named] == [True] * 4
    lines = (tmp_path / "preset" / "run" / "leaderboard.csv").read_text("utf-8").splitlines()
    assert lines[0].endswith(",departures")
    assert all(MODEL in line and PAGES in line for line in lines[1:])


def test_an_endpoint_that_takes_no_temperature(
    rules: Reference, reports: Path, tmp_path: Path
) -> None:
    """Asked without one, and named; the same when the run is gone on with, and recomputed."""
    table = RuleScript(json.loads(rules.table.read_text("utf-8")), 0.0, tmp_path / "log")

    def script(seen: Seen) -> Act:
        if "temperature" in seen.payload:
            return failing(400, "Unsupported parameter: 'temperature' is not supported.")
        return table(seen)

    with ScriptedServer(script) as server:
        done, named = run(tmp_path / "r", reports, server)
        calls = server.calls
        again, named_again = run(tmp_path / "r", reports, server)
        assert server.calls == calls
    recomputed = Program(tmp_path / "r", {})("recompute", "run")

    assert (done.code, again.code, recomputed.code) == (0, 0, 0)
    assert (
        named == named_again == [MODEL, TOGETHER, BLIND, PAGES, "the endpoint takes no temperature"]
    )
