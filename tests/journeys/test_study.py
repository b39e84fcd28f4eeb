"""`veridical study facts`: agreement with people, and what to judge anew."""

from __future__ import annotations

import json

from tests.journeys.program import Program
from tests.unit.runs.test_fact_study import ANSWER


def test_agreement_and_disagreements(program: Program) -> None:
    """One of two the same; the other is written with what was read for it."""
    sentence = {**ANSWER["sentences"]["sentence1"], "claims_factuality_label": [True, True, True]}  # type: ignore[index]
    answer = {**ANSWER, "sentences": {"sentence1": sentence}}
    (program.folder / "judged.jsonl").write_text(json.dumps(answer) + "\n", "utf-8")
    done = program("study", "facts", "judged.jsonl", "--out", "anew.jsonl")
    (line,) = (program.folder / "anew.jsonl").read_text("utf-8").splitlines()

    assert done.code == 0, done.err
    assert "agreement 0.500 (n = 2)" in done.out
    assert "disagreements: 1, in anew.jsonl" in done.out
    assert json.loads(line)["people"] == "true"
