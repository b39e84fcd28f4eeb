"""Readings and their absence: each item is counted once."""

from __future__ import annotations

import pytest

from veridical.score import Gated, Measured, Missing, Reason, Undefined
from veridical.stats.by_task import task_means
from veridical.stats.correlation import pearson
from veridical.stats.readings import complete_pairs, complete_rows, reading


def test_a_pair_is_lost_once() -> None:
    """A pair without both readings counts by the first absent one."""
    kept, missing = complete_pairs(
        [(1, 2), (Reason.TIMEOUT, Reason.REFUSED), (3, Reason.REFUSED), (Reason.TIMEOUT, 4)]
    )

    assert kept == [(1, 2)]
    assert missing == Missing(((Reason.REFUSED, 1), (Reason.TIMEOUT, 2)))


def test_a_row_is_lost_once() -> None:
    """A row with two absent readings is one missing item."""
    kept, missing = complete_rows([["a", "b"], [Reason.TIMEOUT, Reason.TIMEOUT]])

    assert (kept, missing.total) == ([["a", "b"]], 1)


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (Measured(0.5), 0.5),
        (Undefined(Reason.NO_GOLD), Reason.NO_GOLD),
        (Gated("answer"), Reason.NOT_ASSESSED),
    ],
)
def test_a_score_as_a_reading(score: object, expected: object) -> None:
    """A number, or the reason that there is none."""
    assert reading(score) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_number_is_refused(value: float) -> None:
    """A NaN would silently become the result."""
    with pytest.raises(ValueError, match=r"^pearson: must be finite, got ") as caught:
        pearson([(1.0, value), (2.0, 1.0)])

    assert str(caught.value) == (
        f"pearson: must be finite, got {value!r}; expected a number. "
        "Give the reason for which there is none instead."
    )


def test_repeats_of_a_task_are_averaged() -> None:
    """The absent repeat is counted and averaged with nothing."""
    means = task_means(
        {
            "b": [Measured(1.0), Measured(0.0), Undefined(Reason.TIMEOUT)],
            "a": Measured(0.25),
            "c": Gated("answer"),
            "d": [Undefined(Reason.REFUSED)],
            "e": [],
        }
    )

    assert dict(means.values) == {"a": 0.25, "b": 0.5}
    assert dict(means.lost) == {"c": Gated("answer"), "d": Undefined(Reason.REFUSED)}
    assert (means.n, means.gated) == (3, 1)
    assert means.missing == Missing(((Reason.REFUSED, 1), (Reason.TIMEOUT, 1)))
