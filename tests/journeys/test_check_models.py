"""`veridical check` with a served judge."""

from __future__ import annotations

import json

from tests.journeys.program import Program
from tests.scripted_server import Act, ScriptedServer

REPLY = '{"nonce": "NONCE", "quotes": [], "why": "no word of it", "value": "not_in_source"}'
REPORT = "Ice floats on water because it is lighter [1].\n\n[1] On ice. https://ice.example/a\n"
SOURCE = "Ice floats on water, since it is lighter than water.\n"


def test_a_served_judge_checks_a_report(program: Program) -> None:
    """Its verdict stands, is kept beside the output, and is found again without a call."""
    folder = program.folder
    (folder / "sources").mkdir()
    (folder / "sources" / "1.md").write_text(SOURCE, "utf-8")
    (folder / "report.md").write_text(REPORT, "utf-8")
    with ScriptedServer(Act(text=REPLY)) as server:
        judge = ("--judge", "mine:m", "--base-url", server.base_url)
        first = program("check", "report.md", "--sources", "sources", *judge)
        (path,) = (folder / "veridical-check").glob("*.check.json")
        written = json.loads(path.read_bytes())
        calls = server.calls
        offline = program("check", "report.md", "--sources", "sources", *judge, "--offline")
        other = ("--offline", "--ledger", "other.ledger")
        unknown = program("check", "report.md", "--sources", "sources", *judge, *other)

    assert (first.code, calls, server.calls) == (0, 1, 1)
    assert "1 not in source" in first.out
    assert "indicative" not in first.out
    assert (folder / "veridical-check.ledger").is_file()
    assert (offline.code, "1 not in source" in offline.out) == (0, True)
    assert unknown.code == 2
    assert written["is_indicative"] is False


def test_the_model_that_answered_is_named(program: Program) -> None:
    """As it was asked for and as it named itself, the same whether bought or found."""
    folder = program.folder
    (folder / "sources").mkdir()
    (folder / "sources" / "1.md").write_text(SOURCE, "utf-8")
    (folder / "report.md").write_text(REPORT, "utf-8")
    with ScriptedServer(Act(text=REPLY, model="scripted-1")) as server:
        judge = ("--judge", "mine:m", "--base-url", server.base_url)
        found = []
        for more in ((), ("--offline",)):
            program("check", "report.md", "--sources", "sources", *judge, *more)
            (path,) = (folder / "veridical-check").glob("*.check.json")
            found.append(json.loads(path.read_bytes())["models"])
    (model,) = found[0]
    (page,) = (folder / "veridical-check").glob("*.check.html")

    assert (model["role"], model["endpoint"], model["requested"]) == ("judge", "mine", "m")
    assert (model["resolved"], model["replies"]) == (["scripted-1"], 1)
    assert found[0] == found[1]
    assert "mine:m, answered by scripted-1" in page.read_text("utf-8")


def test_a_budget_for_all_reports(program: Program) -> None:
    """Two reports share it; the second stays without a verdict, and the program says so."""
    folder = program.folder
    (folder / "sources").mkdir()
    (folder / "sources" / "1.md").write_text(SOURCE, "utf-8")
    (folder / "a.md").write_text(REPORT, "utf-8")
    (folder / "b.md").write_text(REPORT.replace("lighter", "less dense"), "utf-8")
    with ScriptedServer(Act(text=REPLY)) as server:
        judge = ("--judge", "mine:m", "--base-url", server.base_url, "--max-calls", "1")
        done = program("check", "a.md", "b.md", "--sources", "sources", *judge)

    assert (done.code, server.calls) == (2, 1)
    assert "stopped by the budget of 1 calls." in done.err
