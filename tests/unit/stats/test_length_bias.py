"""Length: who wins for it, and who would win without it."""

from __future__ import annotations

from math import sqrt

import pytest

from veridical.score import Measured, Missing, Reason, Score, Undefined
from veridical.stats import length_bias
from veridical.stats.intervals import Estimate, Interval
from veridical.stats.length_bias import (
    difference_at_equal_length,
    longer_wins,
    win_rate_at_equal_length,
)
from veridical.stats.win_rate import Duel, Outcome

FIRST, SECOND, TIE = Outcome.FIRST, Outcome.SECOND, Outcome.TIE


def nothing(detail: str, missing: Missing = Missing()) -> Undefined:  # noqa: B008
    """Nothing to check, and why."""
    return Undefined(Reason.NOTHING_TO_CHECK, detail, missing)


def duels(
    *played: tuple[float, Outcome | Reason],
) -> tuple[list[Duel], dict[tuple[str, str], float]]:
    """Duels of a and b, one a task, by how many times as long a's report is."""
    lengths = {(f"t{at}", "a"): 100.0 * times for at, (times, _) in enumerate(played)}
    lengths |= {(f"t{at}", "b"): 100.0 for at in range(len(played))}
    return [Duel(f"t{at}", "a", "b", outcome) for at, (_, outcome) in enumerate(played)], lengths


def test_longer_wins() -> None:
    """The longer wins t0, t1 and loses t2; a tie, an equal length and a lost duel are apart."""
    played, lengths = duels(
        (2, FIRST), (0.5, SECOND), (2, SECOND), (2, TIE), (1, FIRST), (2, Reason.TIMEOUT)
    )

    found = longer_wins(played, lengths)

    assert isinstance(found, Estimate)
    assert (found.value, found.n, found.missing.total) == (pytest.approx(2 / 3), 3, 1)


def test_a_report_without_a_length_is_not_assessed() -> None:
    """It is no equal length."""
    played, lengths = duels((2, FIRST), (2, FIRST))
    del lengths["t1", "b"]

    found = longer_wins(played, lengths)

    assert isinstance(found, Estimate)
    assert found.missing == Missing(((Reason.NOT_ASSESSED, 1),))


# twice as long: 4 of 5 won, log odds ln 4; half as long: 2 of 5, ln(2/3)
# in the middle a = ln(4·2/3)/2 = ln √(8/3): the chance is 1/(1 + √(3/8)) = .6202
PLAYED = [(2.0, FIRST)] * 4 + [(2.0, SECOND)] + [(0.5, FIRST)] * 2 + [(0.5, SECOND)] * 3


def test_win_rate_at_equal_length() -> None:
    """Between the rates of the longer and the shorter."""
    found = win_rate_at_equal_length(*duels(*PLAYED, *PLAYED), "a")

    assert isinstance(found, Estimate)
    assert found.value == pytest.approx(1 / (1 + sqrt(3 / 8)))
    assert isinstance(found.interval, Interval)
    assert found.value in found.interval


def test_the_other_system_has_the_other_share() -> None:
    """Whichever is asked for; duels of others and lost ones are left out."""
    played, lengths = duels(*PLAYED, (2.0, Reason.TIMEOUT))

    a = win_rate_at_equal_length([*played, Duel("t0", "b", "c", FIRST)], lengths, "a")
    b = win_rate_at_equal_length(played, lengths, "b")

    assert isinstance(a, Estimate)
    assert isinstance(b, Estimate)
    assert a.missing == b.missing == Missing(((Reason.TIMEOUT, 1),))
    assert a.value + b.value == pytest.approx(1.0)


def test_ties_are_half_a_win() -> None:
    """All tied: one half."""
    found = win_rate_at_equal_length(*duels((2, TIE), (0.5, TIE)), "a")

    assert isinstance(found, Estimate)
    assert found.value == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("played", "detail"),
    [
        ([], "no duel has an outcome"),
        ([(2, FIRST), (2, SECOND)], "the lengths always differ by the same factor"),
        (
            [(2, FIRST), (0.5, SECOND), (3, FIRST)],
            "no finite fit: length or system alone tells every winner",
        ),
    ],
)
def test_win_rate_without_a_fit_is_undefined(
    played: list[tuple[float, Outcome | Reason]], detail: str
) -> None:
    """It is not drawn out to nothing or all."""
    assert win_rate_at_equal_length(*duels(*played), "a") == nothing(detail)


def test_a_fit_that_does_not_settle_is_undefined(monkeypatch: pytest.MonkeyPatch) -> None:
    """A half-found chance is not shown."""
    monkeypatch.setattr(length_bias, "_STEPS", 1)

    found = win_rate_at_equal_length(*duels(*PLAYED), "a")

    assert isinstance(found, Undefined)
    assert found.detail == "no finite fit: length or system alone tells every winner"


def numbers(*values: float) -> dict[str, Score]:
    """One score a task."""
    return {f"t{at}": Measured(value) for at, value in enumerate(values)}


def test_difference_at_equal_length() -> None:
    """−.1, .1, .3 at half, equal and double length: .1 in the middle."""
    _, lengths = duels((0.5, TIE), (1, TIE), (2, TIE))
    scores = numbers(0.4, 0.6, 0.8), numbers(0.5, 0.5, 0.5)

    found = difference_at_equal_length(("a", scores[0]), ("b", scores[1]), lengths)

    assert isinstance(found, Estimate)
    assert found.value == pytest.approx(0.1)


def test_difference_without_lengths_is_undefined() -> None:
    """Two tasks are left; then all are of the same ratio."""
    _, lengths = duels((0.5, TIE), (2, TIE))
    scores = numbers(1, 2, 3)

    found = difference_at_equal_length(("a", scores), ("b", scores), lengths)

    assert found == nothing(
        "2 tasks with scores and lengths; needs at least 3",
        Missing(((Reason.NOT_ASSESSED, 1),)),
    )
    _, even = duels((2, TIE), (2, TIE), (2, TIE))
    assert difference_at_equal_length(("a", scores), ("b", scores), even) == nothing(
        "the lengths always differ by the same factor"
    )
