"""Agreement where it is not defined, and what is missing from it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined
from veridical.stats.agreement import raw_agreement
from veridical.stats.alpha import alpha, nominal_alpha
from veridical.stats.icc import icc_one_way, icc_two_way_fixed, icc_two_way_random
from veridical.stats.kappa import cohen_kappa, fleiss_kappa, weighted_kappa

LOST = Reason.TIMEOUT
ONE_LOST = Missing(((LOST, 1),))


def undefined(detail: str, missing: Missing = Missing()) -> Undefined:  # noqa: B008
    """Nothing to check, and why."""
    return Undefined(Reason.NOTHING_TO_CHECK, detail, missing)


def test_raw_agreement_of_nothing_is_bounded_by_everything() -> None:
    """Both ends stay open where every item is lost."""
    found = raw_agreement([("a", LOST)])

    assert found.rate == Undefined(LOST, "no item rated by both", ONE_LOST, Bounds(0.0, 1.0))
    assert dict(found.labels) == {}


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([], undefined("no item was rated by all")),
        (
            [("a", "a"), ("a", "a"), ("a", LOST)],
            undefined("every rating is the same label", ONE_LOST),
        ),
    ],
)
def test_kappa_without_chance_is_undefined(pairs: list[tuple[str, str]], expected: Score) -> None:
    """One label throughout leaves nothing to agree on beyond chance; it is no 1 and no 0."""
    assert cohen_kappa(pairs) == expected
    assert fleiss_kappa(pairs) == expected


def test_kappa_can_fall_below_chance() -> None:
    """Two raters who always differ."""
    assert cohen_kappa([("a", "b"), ("b", "a")]) == Measured(-1.0, n=2)


def test_weighted_kappa_refuses_a_label_without_a_place() -> None:
    """A label outside the order has no distance."""
    with pytest.raises(ValueError, match=r"^weighted_kappa") as caught:
        weighted_kappa([("low", "huge")], order=["low", "high"])

    assert str(caught.value) == (
        "weighted_kappa: label is not in the order, got 'huge'; expected one of "
        "['low', 'high']. Name every label in `order`."
    )


@pytest.mark.parametrize(("rows", "lengths"), [([[1, 2], [1]], "[1, 2]"), ([[1], [2]], "[1]")])
def test_fleiss_kappa_refuses_ragged_rows(rows: list[list[int]], lengths: str) -> None:
    """Every item has as many readings, and at least two."""
    with pytest.raises(ValueError, match=r"^fleiss_kappa") as caught:
        fleiss_kappa(rows)

    assert str(caught.value) == (
        f"fleiss_kappa: rows must be equally long, got lengths {lengths}; expected one length "
        "of at least 2. Give a reason for each absent reading."
    )


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], undefined("no item has two ratings")),
        ([[1, LOST], [2]], undefined("no item has two ratings", ONE_LOST)),
        ([[1, 1], [1, 1, 1]], undefined("every rating is the same")),
    ],
)
def test_alpha_without_spread_is_undefined(rows: list[list[int]], expected: Score) -> None:
    """At every level."""
    found = [alpha(rows, level=level) for level in ("ordinal", "interval", "ratio")]  # type: ignore[arg-type]

    assert [nominal_alpha(rows), *found] == [expected] * 4


def test_ratio_alpha_refuses_negative_numbers() -> None:
    """A ratio scale starts at 0."""
    with pytest.raises(ValueError, match=r"^alpha") as caught:
        alpha([[1.0, -2.0]], level="ratio")

    assert str(caught.value) == (
        'alpha: level "ratio" has no negative numbers, got -2.0; expected 0 or more. '
        'Use level="interval".'
    )


Icc = Callable[[list[list[float]]], Score]
every_icc = pytest.mark.parametrize("icc", [icc_one_way, icc_two_way_random, icc_two_way_fixed])


@every_icc
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], undefined("0 items with 0 ratings each")),
        ([[1.0, 2.0], [1.0, LOST]], undefined("1 items with 2 ratings each", ONE_LOST)),
        ([[1.0], [2.0]], undefined("2 items with 1 ratings each")),
        ([[0.1, 0.1, 0.1], [0.1, 0.1, 0.1]], undefined("no spread among the items")),
    ],
)
def test_icc_without_spread_is_undefined(
    icc: Icc, rows: list[list[float]], expected: Score
) -> None:
    """Fewer than two items or ratings, or all the same."""
    assert icc(rows) == expected


@every_icc
def test_icc_refuses_ragged_rows(icc: Icc) -> None:
    """Every item has as many ratings."""
    with pytest.raises(ValueError, match=r"^icc_") as caught:
        icc([[1.0, 2.0], [1.0]])

    assert str(caught.value) == (
        f"{icc.__name__}: rows must be equally long, got lengths [1, 2]; expected one. "
        "Give a reason for each absent rating."
    )


def test_icc_of_perfect_raters_is_one() -> None:
    """No spread within the items."""
    assert icc_one_way([[1, 1], [2, 2], [4, 4]]) == Measured(1.0, n=3)
