"""What each system's scores come to."""

from __future__ import annotations

import msgspec
import pytest

from veridical.runs.leaderboard import (
    NO_GATE,
    Funnel,
    difficulties_of,
    funnel,
    labels_of,
    leaderboard_rows,
    ranked,
    readings,
    standings,
)
from veridical.runs.records import (
    Manifest,
    MeasureRecord,
    ReportResult,
    RunStatus,
    TotalRecord,
    record_from_score,
)
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined
from veridical.task import Query, Task

MANIFEST = Manifest(
    schema=1,
    run="0",
    method="m",
    method_version="1",
    settings={},
    measures=(
        MeasureRecord("m.a", "A", "x", 0.0, 1.0, True, "s"),
        MeasureRecord("m.errors", "E", "x", 0.0, 10.0, False, "s"),
    ),
    gates=("citation", "claim"),
    totals=(TotalRecord("published", "gated counts 0", 0.0, 100.0),),
    respondents={},
    is_indicative=True,
    bench="b",
    bench_sha256="0",
    reports="r",
    reports_sha256="0",
    systems=("two", "one"),
    tasks=("t1", "t2"),
    date="2026-01-15",
    veridical="0",
    status=RunStatus.COMPLETE,
)


def result(
    system: str, task: str, gates: dict[str, bool | None], a: Score, errors: Score, total: Score
) -> ReportResult:
    """One result."""
    return ReportResult(
        system=system,
        task=task,
        report_path="x",
        report_sha256="0",
        report_name="x",
        scores={"m.a": record_from_score(a), "m.errors": record_from_score(errors)},
        gates=gates,
        totals={"published": record_from_score(total)},
        tallies={},
        asked=(),
    )


OPEN = {"citation": True, "claim": True}
HALF = {"citation": True, "claim": False}
SHUT: dict[str, bool | None] = {"citation": False}


def test_standings_are_in_the_order_of_names() -> None:
    """The order of arrival, and that of the manifest, do not matter."""
    results = [
        result(system, task, OPEN, Measured(1.0), Measured(0.0), Measured(9.0))
        for system in ("two", "one")
        for task in ("t2", "t1")
    ]

    assert [(s.system, s.reports, s.absent) for s in standings(MANIFEST, results)] == [
        ("one", 2, ()),
        ("two", 2, ()),
    ]


def test_means_with_what_is_gated_and_missing() -> None:
    """A gated score is in no mean of its measure; the published total has its own rule."""
    results = [
        result("one", "t1", OPEN, Measured(0.5), Measured(4.0), Measured(60.0)),
        result("one", "t2", HALF, Gated("claim"), Undefined(Reason.TIMEOUT), Measured(20.0)),
    ]
    found = standings(MANIFEST, results)[0]

    part = found.measures["m.a"]
    assert (part.mean, part.n, part.gated, part.bounds) == (0.5, 1, 1, Bounds(0.5, 0.5))
    errors = found.measures["m.errors"]
    assert (errors.mean, errors.undefined) == (4.0, Missing(((Reason.TIMEOUT, 1),)))
    # lower is better: at worst the lost one is 10, at best 0
    assert errors.bounds == Bounds(worst=7.0, best=2.0)
    assert found.totals["published"].mean == 40.0


def test_a_report_that_is_not_there_is_missing_not_forgotten() -> None:
    """A system cannot rise by leaving tasks out: the bounds say so."""
    results = [result("one", "t1", OPEN, Measured(1.0), Measured(0.0), Measured(90.0))]
    found = standings(MANIFEST, results)[0]

    assert (found.reports, found.absent) == (1, ("t2",))
    assert found.measures["m.a"].bounds == Bounds(0.5, 1.0)
    assert found.measures["m.a"].undefined == Missing(((Reason.UNAVAILABLE, 1),))
    assert found.totals["published"].bounds == Bounds(45.0, 95.0)


def test_a_system_without_any_result_stands_there_too() -> None:
    """With nothing measured, and the scales as bounds."""
    found = standings(MANIFEST, [])[1]

    assert (found.system, found.reports, found.absent) == ("two", 0, ("t1", "t2"))
    assert (found.measures["m.a"].mean, found.measures["m.a"].bounds) == (None, Bounds(0.0, 1.0))


@pytest.mark.parametrize(
    ("gates", "furthest", "undecided"),
    [
        ([OPEN, OPEN], {NO_GATE: 0, "citation": 0, "claim": 2}, {"citation": 0, "claim": 0}),
        ([HALF, SHUT], {NO_GATE: 1, "citation": 1, "claim": 0}, {"citation": 0, "claim": 0}),
        (
            [{"citation": None}, {"citation": True, "claim": None}],
            {NO_GATE: 0, "citation": 0, "claim": 0},
            {"citation": 1, "claim": 1},
        ),
        ([{}], {NO_GATE: 1, "citation": 0, "claim": 0}, {"citation": 0, "claim": 0}),
    ],
    ids=["all through", "stopped", "undecided", "no gate"],
)
def test_how_far_reports_get(
    gates: list[dict[str, bool | None]], furthest: dict[str, int], undecided: dict[str, int]
) -> None:
    """By the last open gate; an undecided one is told apart from a closed one."""
    zero = Measured(0.0)
    results = [result("one", f"t{n}", g, zero, zero, zero) for n, g in enumerate(gates)]

    assert funnel(("citation", "claim"), results) == Funnel(furthest, undecided)


def test_ranks_are_by_the_first_total_and_then_by_name() -> None:
    """Who has none stands last, not as a zero."""
    manifest = msgspec.structs.replace(MANIFEST, systems=("a", "b", "c", "d"), tasks=("t1",))
    one = Measured(1.0)
    lost = Undefined(Reason.TIMEOUT)
    totals = {"a": lost, "b": Measured(3.0), "c": Measured(7.0), "d": Measured(3.0)}
    results = [result(name, "t1", OPEN, one, one, total) for name, total in totals.items()]
    found = ranked(manifest, standings(manifest, results))

    assert [standing.system for standing in found] == ["c", "b", "d", "a"]


def test_readings_of_a_part_have_its_scale() -> None:
    """What lies below a part on another scale is one of its inner numbers."""

    def measure(name: str, highest: float) -> MeasureRecord:
        return MeasureRecord(name, name, "x", 0.0, highest, True, "s")

    named = [("p.a", 20), ("p.a.other", 20), ("p.a.share", 1), ("p.b.alone", 20), ("p.ab", 5)]
    measures = tuple(measure(name, highest) for name, highest in named)
    found = readings(msgspec.structs.replace(MANIFEST, measures=measures))

    assert {name: part.name for name, part in found.items()} == {
        "p.a": "p.a",
        "p.a.other": "p.a",
        "p.ab": "p.ab",
    }


def test_another_reading_of_a_count_has_its_title() -> None:
    """All counts have one scale: figures from the web are no other reading of all figures."""

    def count(name: str, title: str) -> MeasureRecord:
        return MeasureRecord(name, title, "x", 0.0, None, True, "s")

    measures = (
        count("p.a", "Figures"),
        count("p.a.web", "Figures from the web"),
        count("p.a.if_any", "Figures, where there are some"),
        MeasureRecord("p.a.share", "Figures, of all", "x", 0.0, 1.0, True, "s"),
    )
    found = readings(msgspec.structs.replace(MANIFEST, measures=measures))

    assert found.keys() == {"p.a", "p.a.if_any"}


def test_a_count_of_an_absent_report_has_no_bounds() -> None:
    """It could be anything."""
    measure = MeasureRecord("m.a", "A", "x", 0.0, None, True, "s")
    manifest = msgspec.structs.replace(MANIFEST, measures=(measure,))
    only = [result("one", "t1", OPEN, Measured(3.0), Measured(0.5), Measured(1.0))]

    (found,) = [s for s in standings(manifest, only) if s.system == "one"]

    assert found.absent
    assert (found.measures["m.a"].mean, found.measures["m.a"].bounds) == (3.0, None)


def test_rows_by_difficulty() -> None:
    """First over all tasks, then over those of each; absent reports count among their own."""
    a, b = Measured(0.2, 1), Measured(0.8, 1)
    total = Measured(10.0, 1)
    results = (
        result("one", "t1", OPEN, a, b, total),
        result("one", "t2", OPEN, b, b, total),
        result("two", "t2", OPEN, a, b, Undefined(Reason.TIMEOUT)),
    )
    found = leaderboard_rows(MANIFEST, results, {"t1": "hard", "t2": "easy"})
    means = {(r["difficulty"], r["system"]): r for r in found if r["name"] == "m.a"}

    assert list(dict.fromkeys(r["difficulty"] for r in found)) == ["all", "hard", "easy"]
    assert {key: row["mean"] for key, row in means.items()} == {
        ("all", "one"): 0.5,
        ("all", "two"): 0.2,
        ("hard", "one"): 0.2,
        ("hard", "two"): None,
        ("easy", "one"): 0.8,
        ("easy", "two"): 0.2,
    }
    lost = means["hard", "two"]
    assert (lost["tasks"], lost["undefined"], lost["undefined_by_reason"]) == (
        1,
        1,
        "unavailable=1",
    )


def test_a_task_without_a_difficulty_is_among_all_alone() -> None:
    """There is no row of a name for it."""
    found = leaderboard_rows(MANIFEST, (), {"t1": "hard"})

    assert {(r["difficulty"], r["tasks"]) for r in found} == {("all", 2), ("hard", 1)}


def test_rows_by_other_labels() -> None:
    """Regime, domain and language of the tasks, where they differ; difficulty also by tag."""
    tasks = [
        Task("t1", Query("a"), "en", "life", tags={"regime": "research", "difficulty": "hard"}),
        Task("t2", Query("b"), "en", "art", tags={"regime": "daily"}),
    ]
    labels = labels_of(tasks)
    a, b, total = Measured(0.2, 1), Measured(0.8, 1), Measured(10.0, 1)
    results = (result("one", "t1", OPEN, a, b, total), result("one", "t2", OPEN, b, b, total))
    found = leaderboard_rows(MANIFEST, results, difficulties_of(tasks), labels)
    means = {
        (r["label"], r["value"]): r["mean"]
        for r in found
        if r["name"] == "m.a" and r["system"] == "one"
    }

    assert difficulties_of(tasks) == {"t1": "hard"}
    assert list(labels) == ["regime", "domain"]
    assert means == {
        ("", ""): 0.5,
        ("difficulty", "hard"): 0.2,
        ("regime", "research"): 0.2,
        ("regime", "daily"): 0.8,
        ("domain", "life"): 0.2,
        ("domain", "art"): 0.8,
    }
    assert {r["difficulty"] for r in found if r["label"] == "regime"} == {""}
