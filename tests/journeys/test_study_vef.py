"""`veridical study vef`: a confusion table, by the rules and by a served model."""

from __future__ import annotations

import json
from pathlib import Path

from tests.journeys.program import Program
from tests.scripted_server import Act, ScriptedServer, Seen, saying
from veridical.runs.vef_study import SHIPPED


def few(folder: Path, count: int = 6) -> Path:
    """The first readings, with their picture."""
    lines = SHIPPED.read_text("utf-8").splitlines()[:count]
    (folder / "cases.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    for name in {json.loads(line)["picture"] for line in lines}:
        (folder / name).write_bytes((SHIPPED.parent / name).read_bytes())
    return folder / "cases.jsonl"


def test_the_rules_table(program: Program) -> None:
    """Without a model and without a file: the readings that ship."""
    done = program("study", "vef")
    lines = done.out.splitlines()

    assert done.code == 0, done.err
    assert lines[0].split() == ["reading", "cases", "pass", "fail", "no", "verdict", "right",
                                "named", "so"]  # fmt: skip
    assert [line.split()[-6:][0] for line in lines[3:7]] == ["13"] * 4
    assert lines[7].startswith("came out right: 0.")
    assert lines[8].startswith("by language: en ")


def test_a_model_that_sees_is_shown_each_picture(program: Program) -> None:
    """It passes all six of which two are right."""

    def passing(seen: Seen) -> Act:
        return saying(json.dumps({"nonce": seen.nonce, "why": "", "failures": [], "score": 9,
                                  "confidence": 1}))  # fmt: skip

    cases = few(program.folder)
    with ScriptedServer(passing) as server:
        done = program(
            "study", "vef", cases, "--vision", "mine:seer", "--base-url", server.base_url
        )
        kinds = [
            {p["type"] for p in seen.payload["messages"][-1]["content"]} for seen in server.seen
        ]

    assert done.code == 0, done.err
    assert kinds == [{"text", "image_url"}] * 6
    assert "came out right: 0.333 (n = 6)" in done.out


def test_a_model_of_text_has_no_verdict(program: Program) -> None:
    """And is sent nothing."""
    cases = few(program.folder)
    with ScriptedServer(saying("{}")) as server:
        done = program(
            "study", "vef", cases, "--judge", "mine:reader", "--base-url", server.base_url
        )
        calls = server.calls

    assert (done.code, calls) == (0, 0), done.err
    assert "came out right: undefined" in done.out
    assert "by language: none has a verdict" in done.out
