"""Fact checking beside people's labels."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.golden.facts import LOST, NO, YES, Told
from veridical.errors import TaskFormatError
from veridical.runs.fact_study import study_facts
from veridical.runs.importers.judged_claims import JudgedStatement, read_judged
from veridical.score import Measured, Missing, Reason

ANSWER = {
    "prompt": "How long are rivers?",
    "response": "more",
    "sentences": {
        "sentence1": {
            "text": "both",
            "claims": ["The Rhine is 1,230 km long.", "The Elbe is short.", "Rivers are nice."],
            "claim_checkworthiness": ["factual", "factual", "opinion"],
            "claims_factuality_label": [True, False, "unknown"],
            "auto_evidence": [["The Rhine: 1,230 km.", "The Elbe: long."], ["The Elbe: long."]],
        }
    },
}


def written(folder: Path) -> Path:
    """A file of one answer."""
    path = folder / "judged.jsonl"
    path.write_text(json.dumps(ANSWER) + "\n", "utf-8")
    return path


def test_judged_statements_are_read(tmp_path: Path) -> None:
    """Factual ones with their labels; every text once."""
    judged, corpus = read_judged(written(tmp_path))

    assert judged == (
        JudgedStatement("1.1.1", "The Rhine is 1,230 km long.", "true", "How long are rivers?"),
        JudgedStatement("1.1.2", "The Elbe is short.", "false", "How long are rivers?"),
    )
    assert [item.text for item in corpus] == ["The Rhine: 1,230 km.", "The Elbe: long."]


def test_a_line_of_another_format_is_named(tmp_path: Path) -> None:
    """With its number."""
    path = tmp_path / "judged.jsonl"
    path.write_text('{"prompt": 3}\n', "utf-8")

    with pytest.raises(TaskFormatError, match=r"judged\.jsonl, line 1: does not follow"):
        read_judged(path)


def test_wrong_and_unknown_are_one(tmp_path: Path) -> None:
    """3 of 4 the same, one lost: wrong and silent both agree with "false" and "unknown"."""
    _, corpus = read_judged(written(tmp_path))
    labels = {"Rhine": "true", "Elbe": "false", "Oder": "unknown", "Main": "true", "Saar": "true"}
    judged = [JudgedStatement(n, f"The {n} is long.", label, "") for n, label in labels.items()]
    says = {"The Rhine is long.": YES, "The Elbe is long.": NO, "The Saar is long.": LOST}
    found = asyncio.run(study_facts(judged, corpus, Told(says)))  # type: ignore[arg-type]

    rate = found.agreement.rate
    assert isinstance(rate, Measured)
    assert (rate.value, rate.n, rate.missing) == (0.75, 4, Missing(((Reason.TIMEOUT, 1),)))
    assert [(d.id, d.people, d.standing) for d in found.disagreements] == [
        ("Main", "true", "silent")
    ]
