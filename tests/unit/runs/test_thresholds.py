"""What is demanded of systems, and how a run ends that was asked for it."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.small_method import METHOD
from tests.unit.runs.test_leaderboard import MANIFEST, OPEN, SHUT, result
from veridical.errors import ConfigError
from veridical.runs.load import Run
from veridical.runs.records import AskedRecord, ReportResult, RunStatus
from veridical.runs.thresholds import (
    FAILED,
    INCOMPLETE,
    PASSED,
    Ending,
    Threshold,
    ending_of,
    thresholds_of,
)
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined

FULL = Measured(0.5, 1)
FAULTS = Measured(2.0, 1)
LOST = Missing.of([Reason.TIMEOUT])


def run(*results: ReportResult, status: RunStatus = RunStatus.COMPLETE) -> Run:
    """A run of one task, with these results."""
    systems = tuple(r.system for r in results)
    manifest = replace(MANIFEST, systems=systems, tasks=("t1",), status=status)
    return Run(Path("run"), manifest, results)


def one(
    total: Score, *, a: Score = FULL, errors: Score = FAULTS, system: str = "one"
) -> ReportResult:
    """A result with these scores."""
    return result(system, "t1", OPEN, a, errors, total)


def test_the_first_total_is_demanded_by_itself() -> None:
    """Every other score by its name; white space is no part of it."""
    first = METHOD.totals[0].name
    measure = METHOD.measures[0].name
    found = thresholds_of(METHOD, total=3, pairs=[f" {measure} = 1e-1"])

    assert found == (Threshold(first, 3.0), Threshold(measure, 0.1))
    assert thresholds_of(METHOD) == ()


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (["published"], "--min: is no pair, got published; expected SCORE=NUMBER. Correct it."),
        (["nope=1"], "--min: names no score, got nope; expected "),
        (["published=x"], "--min published: is no number, got x; expected a number. Correct it."),
        (["published=inf"], "--min published: is no number, got inf; expected a number."),
    ],
)
def test_a_threshold_that_means_nothing(pairs: list[str], message: str) -> None:
    """Is refused by name."""
    with pytest.raises(ConfigError) as caught:
        thresholds_of(METHOD, pairs=pairs)

    assert str(caught.value).startswith(message)


def test_a_method_without_totals_has_no_first() -> None:
    """Its scores are demanded by their names."""
    without = dataclasses.replace(METHOD, totals=())

    with pytest.raises(ConfigError) as caught:
        thresholds_of(without, total=1)
    assert str(caught.value) == (
        f"--min-total: has no meaning for {METHOD.name}, which has no total. "
        "Name a score with --min SCORE=X."
    )


def test_the_list_of_names_is_whole() -> None:
    """Totals and measures."""
    with pytest.raises(ConfigError) as caught:
        thresholds_of(METHOD, pairs=["nope=1"])

    names = [*(t.name for t in METHOD.totals), *(m.name for m in METHOD.measures)]
    assert " or ".join(names) in str(caught.value)


def test_nothing_demanded_and_nothing_missing() -> None:
    """Nothing is said."""
    assert ending_of([run(one(Measured(1.0, 1)))]) == Ending(PASSED, ())


@pytest.mark.parametrize(
    ("total", "code", "line"),
    [
        (Measured(50.0, 1), PASSED, "PASS: every system reaches published 50."),
        (Measured(49.0, 1), FAILED, 'FAIL: "one", published: 49 is below 50.'),
        (
            Gated("claim"),
            INCOMPLETE,
            'NOT MEASURED: "one", published: no score (1 behind a closed gate); '
            "the threshold 50 is neither met nor missed.",
        ),
        (
            Undefined(Reason.BUDGET),
            INCOMPLETE,
            'NOT MEASURED: "one", published: no score (1 budget); '
            "the threshold 50 is neither met nor missed.",
        ),
        (
            Measured(45.0, 3, LOST, Bounds(30.0, 60.0)),
            INCOMPLETE,
            'NOT MEASURED: "one", published: between 30 and 60 by what is missing (1 timeout); '
            "the threshold 50 is neither met nor missed.",
        ),
        (
            Measured(55.0, 3, LOST),
            INCOMPLETE,
            'NOT MEASURED: "one", published: 55, without bounds for what is missing (1 timeout); '
            "the threshold 50 is neither met nor missed.",
        ),
        (
            Measured(45.0, 3, LOST, Bounds(30.0, 49.0)),
            FAILED,
            'FAIL: "one", published: 45 is below 50.',
        ),
        (
            Measured(55.0, 3, LOST, Bounds(50.0, 60.0)),
            PASSED,
            "PASS: every system reaches published 50.",
        ),
        (
            Measured(50.0, 3, Missing.of([Reason.NOT_ASSESSED]), Bounds(30.0, 60.0)),
            PASSED,
            "PASS: every system reaches published 50.",
        ),
    ],
    ids=[
        "reached",
        "missed",
        "gated",
        "undefined",
        "undecided",
        "unbounded",
        "missed at best",
        "reached at worst",
        "nothing failed",
    ],
)
def test_a_threshold_on_a_score(total: Score, code: int, line: str) -> None:
    """What is missing because something failed leaves it open, unless it could change nothing."""
    found = ending_of([run(one(total))], [Threshold("published", 50)])

    assert found == Ending(code, (line,))


def test_a_score_whose_best_is_its_lowest() -> None:
    """Its bounds run the other way; a minimum is a minimum all the same."""
    errors = Measured(2.0, 2, LOST, Bounds(9.0, 1.0))
    scored = [run(one(Measured(1.0, 1), errors=errors))]

    codes = [ending_of(scored, [Threshold("m.errors", least)]).code for least in (1, 5, 9.5)]
    assert codes == [PASSED, INCOMPLETE, FAILED]


def test_a_miss_goes_before_what_is_open() -> None:
    """Both are said; the code is that of the miss."""
    both = run(one(Measured(1.0, 1)), one(Undefined(Reason.TIMEOUT), system="two"))
    found = ending_of([both], [Threshold("published", 2)])

    assert found.code == FAILED
    assert [line.split(":")[0] for line in found.lines] == ["FAIL", "NOT MEASURED"]


def test_an_incomplete_run_counts_asks() -> None:
    """Those without a verdict because something failed, by reason, of all; over all repeats."""
    asked = (
        AskedRecord("1", "k", no_verdict=Reason.TIMEOUT),
        AskedRecord("2", "k", no_verdict=Reason.BUDGET),
        AskedRecord("3", "k", no_verdict=Reason.NOT_ASSESSED),
        AskedRecord("4", "k", key="x"),
    )
    lost = replace(one(Measured(1.0, 1)), asked=asked)
    again = replace(lost, asked=asked[:1])
    runs = [run(r, status=RunStatus.INCOMPLETE) for r in (lost, again)]

    assert ending_of(runs) == Ending(
        INCOMPLETE,
        (
            "incomplete: 3 of 5 asks have no verdict (1 budget, 2 timeout). "
            "The same command again tries what is missing.",
        ),
    )


def test_an_incomplete_run_counts_scores_where_no_ask_failed() -> None:
    """Once for each reason."""
    lost = one(Measured(1.0, 1), a=Undefined(Reason.UNAVAILABLE), errors=Measured(1.0, 1, LOST))
    found = ending_of([run(lost, status=RunStatus.INCOMPLETE)])

    assert found.lines == (
        "incomplete: 2 scores lack something (1 timeout, 1 unavailable). "
        "The same command again tries what is missing.",
    )


def test_a_run_that_waits_says_so() -> None:
    """And what for."""
    asked = (AskedRecord("1", "k", no_verdict=Reason.PENDING),)
    found = ending_of([run(replace(one(FULL), asked=asked), status=RunStatus.WAITING)])

    assert found.code == INCOMPLETE
    assert found.lines[0].startswith("waiting: 1 of 1 asks have no verdict (1 pending).")


def test_a_closed_gate_is_no_failure() -> None:
    """Where nothing is demanded."""
    shut = result("one", "t1", SHUT, Gated("citation"), Gated("citation"), Measured(0.0, 1))

    assert ending_of([run(shut)]) == Ending(PASSED, ())


def test_a_last_part_that_only_one_score_has_names_it() -> None:
    """Of several, all are named instead of one being chosen."""
    measures = [m.name for m in METHOD.measures]
    ends = [name.rpartition(".")[2] for name in measures]
    (lone, end) = next((n, e) for n, e in zip(measures, ends, strict=True) if ends.count(e) == 1)

    assert [one.name for one in thresholds_of(METHOD, pairs=[f"{end}=1"])] == [lone]
    twice = dataclasses.replace(
        METHOD,
        stages=tuple(dataclasses.replace(METHOD.measures[0], name=n) for n in ("a.same", "b.same")),
    )
    with pytest.raises(ConfigError, match=r"names several scores, got same; expected a\.same or b"):
        thresholds_of(twice, pairs=["same=1"])
