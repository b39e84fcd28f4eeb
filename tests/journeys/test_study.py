"""`veridical study`: agreement with people, and what to judge anew."""

from __future__ import annotations

import json

from tests.journeys.program import Program
from tests.unit.runs.test_fact_study import ANSWER
from tests.unit.runs.test_people_studies import SUMMARIES, rating


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


def test_key_points_beside_people(program: Program) -> None:
    """Each rater's share, the stored model's among them."""
    (program.folder / "labelled.json").write_text(json.dumps(SUMMARIES), "utf-8")
    done = program("study", "key-points", "labelled.json")

    assert done.code == 0, done.err
    assert "6 key points of 2 tasks; the same label as people:" in done.out
    assert "prompted x: 0.750 (n = 4, 2 without a label)" in done.out


def test_preference_beside_raters(program: Program) -> None:
    """By the rules, which do not look at the order."""
    (program.folder / "rated.json").write_text(json.dumps([rating(1, -2), rating(1, 0)]), "utf-8")
    done = program("study", "preference", "rated.json")

    assert done.code == 0, done.err
    assert "two raters: 0.500 (n = 1); 1 ties of one side, 0 opposed" in done.out
    assert "0 of 1 preferences flip" in done.out
