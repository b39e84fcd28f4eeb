"""Scores as flat rows, in the formats of other tools."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.unit.runs.test_leaderboard import HALF, MANIFEST, result
from veridical.runs.export.csv import csv_of
from veridical.runs.load import Run, ScoreRow
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Undefined


@pytest.fixture
def rows(tmp_path: Path) -> tuple[ScoreRow, ...]:
    """Three scores: one that lacks items, one gated, one undefined."""
    missing = Missing.of([Reason.TIMEOUT, Reason.BUDGET, Reason.TIMEOUT])
    lost = Measured(0.1 + 0.2, 4, missing, Bounds(0.25, 0.5))
    none = Undefined(Reason.UNREADABLE, '=1+"1"\n二')
    one = replace(
        result("系统", "t1", HALF, lost, Gated("claim"), none),
        respondent="rules/2",
        is_indicative=True,
    )
    return Run(tmp_path, MANIFEST, (one,)).rows


def test_rows_hold_every_score_and_total(rows: tuple[ScoreRow, ...]) -> None:
    """Flat, absent numbers as None."""
    assert rows[0] == {
        "system": "系统",
        "task": "t1",
        "kind": "measure",
        "name": "m.a",
        "status": "measured",
        "value": 0.1 + 0.2,
        "n": 4,
        "missing": 3,
        "missing_by_reason": "budget=1;timeout=2",
        "worst": 0.25,
        "best": 0.5,
        "by": "",
        "reason": "",
        "detail": "",
        "respondent": "rules/2",
        "is_indicative": True,
    }
    assert [(r["kind"], r["name"], r["value"], r["by"], r["reason"]) for r in rows[1:]] == [
        ("measure", "m.errors", None, "claim", ""),
        ("total", "published", None, "", "unreadable"),
    ]


def test_csv_reads_back_to_the_last_bit(rows: tuple[ScoreRow, ...]) -> None:
    """UTF-8, a head, absent numbers as empty cells."""
    text = csv_of(rows).decode("utf-8")
    found = list(csv.DictReader(io.StringIO(text, newline="")))

    assert [float(found[0]["value"]), found[1]["value"], found[0]["system"]] == [
        0.1 + 0.2,
        "",
        "系统",
    ]
    assert list(found[0]) == list(rows[0])
    assert [(row["respondent"], row["is_indicative"]) for row in found] == [("rules/2", "true")] * 3


def test_csv_runs_no_formula(rows: tuple[ScoreRow, ...]) -> None:
    """What a stranger wrote is text in a spreadsheet."""
    found = list(csv.DictReader(io.StringIO(csv_of(rows).decode("utf-8"), newline="")))

    assert found[2]["detail"] == '\'=1+"1"\n二'


def test_csv_of_nothing_is_empty() -> None:
    """No rows, no head."""
    assert csv_of([]) == b""
