"""Scores in files: strict JSON, and back without loss."""

from __future__ import annotations

import msgspec
import pytest

from veridical.runs.records import (
    MeasureRecord,
    ScoreRecord,
    record_from_score,
    score_from_record,
)
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined

LOST = Missing.of([Reason.TIMEOUT, Reason.TIMEOUT, Reason.BUDGET])


@pytest.mark.parametrize(
    "score",
    [
        Measured(0.5, 4),
        Measured(0.0, 1),
        Measured(2.5, 4, LOST, Bounds(1, 4)),
        Measured(2.5, 4, LOST),
        Gated("claim"),
        Undefined(Reason.NOTHING_TO_CHECK),
        Undefined(Reason.GATE_UNDECIDED, "the gate", LOST, Bounds(0, 20)),
    ],
    ids=["plain", "zero", "bounded", "no bound", "gated", "undefined", "undecided"],
)
def test_a_score_survives_being_written(score: Score) -> None:
    """Value, counts, reasons, bounds, all of it."""
    line = msgspec.json.encode(record_from_score(score))

    assert score_from_record(msgspec.json.decode(line, type=ScoreRecord)) == score


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (Measured(1, 2), b'{"status":"measured","value":1.0,"n":2,"worst":1.0,"best":1.0}'),
        (Gated("claim"), b'{"status":"gated","by":"claim"}'),
        (
            Undefined(Reason.NO_GOLD, "no graph"),
            b'{"status":"undefined","reason":"no_gold","detail":"no graph"}',
        ),
    ],
    ids=["measured", "gated", "undefined"],
)
def test_how_a_score_is_written(score: Score, expected: bytes) -> None:
    """A whole number is written as the number that it is on a scale."""
    assert msgspec.json.encode(record_from_score(score)) == expected


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (ScoreRecord("measured"), "ScoreRecord: a measured score needs a value, got null."),
        (ScoreRecord("undefined"), "ScoreRecord: an undefined score needs a reason, got null."),
    ],
    ids=["no value", "no reason"],
)
def test_a_record_that_lacks_what_its_status_says_is_refused(
    record: ScoreRecord, message: str
) -> None:
    """It never turns into another kind of score."""
    with pytest.raises(ValueError, match="ScoreRecord") as raised:
        score_from_record(record)

    assert str(raised.value) == message


def test_the_ends_of_a_scale_are_worst_and_best() -> None:
    """Turned, where lower is better."""
    up = MeasureRecord("x", "X", "a", 1.0, 5.0, True, "s")

    assert up.ends == Bounds(1.0, 5.0)
    assert msgspec.structs.replace(up, higher_is_better=False).ends == Bounds(5.0, 1.0)
