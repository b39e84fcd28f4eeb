"""Measures, gates, methods: data that one evaluator runs."""

from __future__ import annotations

import asyncio

import pytest

from tests.small_method import FOUND, GATE, GRADE, METHOD, Found
from veridical.asked import Asked
from veridical.errors import ConfigError
from veridical.measure import Context, Measurement, Scale, Submission
from veridical.report.parse import parse_report
from veridical.respondents import Roles
from veridical.score import Bounds, Measured
from veridical.task import Gold, Query, Task


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, True), (1, True), (1 + 1e-12, True), (-1e-12, True), (1.001, False), (-0.001, False)],
)
def test_a_scale_holds_its_ends_and_forgives_rounding(value: float, expected: bool) -> None:
    """The interval is closed; the last bits are nobody's fault."""
    assert expected == Scale(0, 1).holds(value)


def test_what_is_counted_has_no_upper_end() -> None:
    """Any number from the lowest on; nothing can be said of what a lost count was."""
    scale = Scale(0, None)

    assert [scale.holds(x) for x in (0, 1e12, -1, float("inf"))] == [True, True, False, False]
    assert scale.ends is None
    assert Scale(0, 2, higher_is_better=False).ends == Bounds(2.0, 0.0)


@pytest.mark.parametrize(
    ("lowest", "highest"),
    [(5, 5), (5, 1), (0, float("inf")), (float("nan"), 1)],
    ids=["zero span", "turned", "infinite", "no number"],
)
def test_a_scale_without_a_span_is_refused(lowest: float, highest: float) -> None:
    """Nothing could be told apart on it, and a share of it would divide by zero."""
    with pytest.raises(ConfigError) as raised:
        Scale(lowest, highest)

    assert str(raised.value) == (
        f"scale: has no span, got '{lowest} to {highest}'; "
        "expected two finite numbers, the lower one first. Correct its ends."
    )


def test_a_measure_collects_then_computes() -> None:
    """The tally is kept beside its score."""
    task = Task("t", Query("x"), gold=Gold("blue"))
    report = parse_report(b"It is blue.\n\nIt is red.", format="markdown", name="r")
    context = Context(task, Submission("s", "t", report), {}, Asked(Roles()))

    assert Measurement(Found(1, 1, ()), Measured(0.5, 2)) == asyncio.run(FOUND(context))


def test_a_method_knows_its_measures_and_gates() -> None:
    """Both in the order of the stages."""
    assert METHOD.measures == (FOUND, GRADE)
    assert METHOD.gates == (GATE,)
