"""Results as lines, and the status that they give a run."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import pytest

from tests.small_method import Grades
from veridical.runs.records import AskedRecord, ReportResult, RunStatus, record_from_score
from veridical.runs.results import (
    is_sealed,
    is_settled,
    line_of,
    missing_reasons,
    sealed,
    status_of,
    strict_json,
)
from veridical.score import Measured, Missing, Reason, Score, Undefined

SEEN = Measured(1.0)


def result(*scores: Score, asked: tuple[AskedRecord, ...] = ()) -> ReportResult:
    """A result with these scores."""
    return ReportResult(
        system="s",
        task="t",
        report_path="reports/x.md",
        report_sha256="00",
        report_name="t.md",
        scores={f"m{n}": record_from_score(score) for n, score in enumerate(scores)},
        gates={},
        totals={},
        tallies={},
        asked=asked,
    )


def lost(*reasons: Reason) -> Measured:
    """A score that lacks items."""
    return Measured(1.0, 3, Missing.of(reasons))


UNDECIDED = Undefined(Reason.GATE_UNDECIDED)
WAITS = AskedRecord("a", "k", no_verdict=Reason.PENDING)
FAILS = AskedRecord("a", "k", no_verdict=Reason.TIMEOUT)


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([result(SEEN)], RunStatus.COMPLETE),
        ([result(Undefined(Reason.NOTHING_TO_CHECK))], RunStatus.COMPLETE),
        ([result(lost(Reason.NOT_ASSESSED), Undefined(Reason.NO_GOLD))], RunStatus.COMPLETE),
        ([result(SEEN), result(lost(Reason.TIMEOUT))], RunStatus.INCOMPLETE),
        ([result(Undefined(Reason.UNREACHABLE))], RunStatus.INCOMPLETE),
        ([result(lost(Reason.PENDING))], RunStatus.WAITING),
        ([result(lost(Reason.PENDING, Reason.NOT_ASSESSED))], RunStatus.WAITING),
        ([result(lost(Reason.PENDING)), result(lost(Reason.BUDGET))], RunStatus.INCOMPLETE),
        ([result(UNDECIDED, asked=(WAITS,))], RunStatus.WAITING),
        ([result(UNDECIDED, asked=(WAITS, FAILS))], RunStatus.INCOMPLETE),
        ([result(UNDECIDED)], RunStatus.INCOMPLETE),
        ([result(SEEN, asked=(FAILS,))], RunStatus.COMPLETE),
        ([], RunStatus.COMPLETE),
    ],
    ids=[
        "all measured",
        "nothing to check",
        "not tried",
        "one timeout",
        "unreachable",
        "pending",
        "pending and not tried",
        "pending and budget",
        "gate waits",
        "gate waits and fails",
        "gate undecided",
        "a failed draw that no score lacks",
        "no report",
    ],
)
def test_status_by_what_is_missing(results: list[ReportResult], expected: RunStatus) -> None:
    """Only what failed or waits makes a run less than complete."""
    assert status_of(results, expected=len(results)) == expected


def test_a_result_that_is_not_there_leaves_a_run_incomplete() -> None:
    """Even if all others are whole."""
    assert status_of([result(SEEN)], expected=2) == RunStatus.INCOMPLETE


def test_reasons_of_items_and_of_scores_count() -> None:
    """And those behind an undecided gate."""
    found = result(lost(Reason.BUDGET), Undefined(Reason.OFFLINE), UNDECIDED, asked=(WAITS,))

    assert missing_reasons(found) == {
        Reason.BUDGET,
        Reason.OFFLINE,
        Reason.GATE_UNDECIDED,
        Reason.PENDING,
    }


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (result(SEEN, Undefined(Reason.NO_GOLD)), True),
        (result(lost(Reason.UNREADABLE)), False),
        (result(lost(Reason.PENDING)), False),
        (result(UNDECIDED), False),
    ],
)
def test_settled_is_what_asking_again_could_not_change(found: ReportResult, expected: bool) -> None:
    """Failures and what waits are tried again."""
    assert is_settled(found) == expected


@dataclass(frozen=True)
class Deep:
    """A tally with numbers further down."""

    parts: dict[str, tuple[Grades, ...]]
    names: frozenset[str]


def test_a_tally_is_written_in_one_way() -> None:
    """Fields in their order, sets sorted."""
    tally = Deep({"b": (Grades((1.0,), (Reason.TIMEOUT,)),)}, frozenset("zyx"))

    expected = b'{"parts":{"b":[{"grades":[1.0],"missing":["timeout"]}]},"names":["x","y","z"]}'
    assert strict_json(tally) == expected


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_tally_of_no_number_is_refused(value: float) -> None:
    """It would be written as null, which reads as absent."""
    with pytest.raises(ValueError, match="tally") as raised:
        strict_json(Deep({"a": (Grades((1.0, value), ()),)}, frozenset()))

    assert str(raised.value) == (
        f"tally: holds {value!r}, which is no number; keep an absence instead."
    )


def test_a_result_reads_back_as_the_same_line() -> None:
    """Encoding what was decoded changes no byte."""
    line = msgspec.json.encode(result(lost(Reason.TIMEOUT), UNDECIDED, asked=(WAITS,)))

    assert msgspec.json.encode(msgspec.json.decode(line, type=ReportResult)) == line


def test_a_seal_holds_for_what_was_written() -> None:
    """Through a file and back; whatever is changed, taken away or put in breaks it."""
    found = sealed(result(SEEN, asked=(WAITS,)))
    again = msgspec.json.decode(line_of(found), type=ReportResult)
    changes = (
        {"system": "other"},
        {"asked": ()},
        {"scores": {"m0": record_from_score(Measured(0.5))}},
        {"is_indicative": True},
        {"tallies": {"m0": msgspec.Raw(b"{}")}},
        {"seal": ""},
    )

    assert is_sealed(again)
    assert not is_sealed(result(SEEN))
    assert [c for c in changes if is_sealed(msgspec.structs.replace(again, **c))] == []
