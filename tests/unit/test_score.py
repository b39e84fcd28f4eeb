"""Scores: absence is a value, and every number is finite."""

from __future__ import annotations

import math

import pytest

from veridical.score import (
    HARMLESS,
    NONE_MISSING,
    Bounds,
    Measured,
    Missing,
    Reason,
    Undefined,
    ratio,
)


def test_ratio_of_judged_items() -> None:
    """4 right and 2 wrong of 10, 4 failed: 4/6 of the judged, 4/10 at worst, 8/10 at best."""
    failed = Missing.of([Reason.TIMEOUT] * 4)

    assert Measured(4 / 6, 6, failed, Bounds(0.4, 0.8)) == ratio(4, 6, of="units", missing=failed)


def test_ratio_without_missing_has_closed_bounds() -> None:
    """Where nothing is missing both bounds are the value."""
    assert Bounds(0.5, 0.5) == ratio(1, 2, of="units").bounds


def test_ratio_of_nothing_is_undefined() -> None:
    """0 of 0 is neither 0 nor 1."""
    assert Undefined(Reason.NOTHING_TO_CHECK, "no units") == ratio(0, 0, of="units")


def test_ratio_of_missing_items_alone_names_their_reason() -> None:
    """Where every item failed there is no number, and the bounds are the whole scale."""
    missing = Missing.of([Reason.REFUSED])
    expected = Undefined(Reason.REFUSED, "no units", missing, Bounds(0, 1))

    assert expected == ratio(0, 0, of="units", missing=missing)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_measured_refuses_what_is_no_number(value: float) -> None:
    """A NaN or an infinity can never be a score."""
    with pytest.raises(ValueError, match="Measured") as raised:
        Measured(value)

    expected = f"Measured.value: must be finite, got {value!r}; return Undefined(reason) instead."
    assert expected == str(raised.value)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_bounds_refuse_what_is_no_number(value: float) -> None:
    """A bound that is no number would be written as null."""
    with pytest.raises(ValueError, match="Bounds") as raised:
        Bounds(0, value)

    expected = (
        f"Bounds: must be finite, got 0 and {value!r}; use bounds=None where there is no bound."
    )
    assert expected == str(raised.value)


def test_measured_with_missing_items_has_no_bound_unless_given() -> None:
    """Where the equation is not monotone in the missing items there is no bound."""
    assert Measured(0.5, 2, Missing.of([Reason.OFFLINE])).bounds is None


def test_missing_counts_by_reason_in_the_order_of_names() -> None:
    """The order of arrival does not matter."""
    one = Missing.of([Reason.TIMEOUT, Reason.BUDGET, Reason.TIMEOUT])
    other = Missing.of([Reason.BUDGET, Reason.TIMEOUT, Reason.TIMEOUT])

    assert ((Reason.BUDGET, 1), (Reason.TIMEOUT, 2)) == one.counts == other.counts


def test_missing_adds_up() -> None:
    """Both counts together."""
    both = Missing.of([Reason.BUDGET]) + Missing.of([Reason.BUDGET, Reason.PENDING])

    assert Missing(((Reason.BUDGET, 2), (Reason.PENDING, 1))) == both
    assert (both.total, NONE_MISSING.total) == (3, 0)


def test_only_failures_are_harmful() -> None:
    """What nobody tried is not a failure; what failed is, whatever else is missing."""
    harmless = Missing.of(HARMLESS)

    assert not harmless.is_harmful
    assert (harmless + Missing.of([Reason.UNREADABLE])).is_harmful


def test_bounds_add_up() -> None:
    """The bounds of a sum are the sums of the bounds."""
    assert Bounds(1.5, 4) == Bounds(0.5, 1) + Bounds(1, 3)


def test_reasons_are_the_closed_list() -> None:
    """The list of reasons is closed."""
    expected = (
        "unreadable refused rate_limited timeout unavailable budget offline pending "
        "unreachable not_assessed nothing_to_check no_gold gate_undecided"
    )

    assert expected.split() == [reason.value for reason in Reason]
