"""Ratings are whole numbers from 1 to 5 or missing; nothing is ever clamped."""

from dataclasses import dataclass

import msgspec
import pytest

from veridical.ask import Answer, NoVerdict
from veridical.checks.ratings import Rated, Rating, rating_from_share, ratings, values
from veridical.score import Reason


@pytest.mark.parametrize("value", [0, 6, -1, 4.5, "4", True, None, 80])
def test_what_is_no_rating_is_refused_when_read(value: object) -> None:
    """Out of range, fractions, words: no rating, and none is pulled into the range."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(value), type=Rating)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_whole_numbers_of_the_scale_are_ratings(value: int) -> None:
    """1 to 5."""
    assert msgspec.json.decode(msgspec.json.encode(value), type=Rating) == value


@dataclass
class Two:
    """An answer in two dimensions that no reader has checked."""

    depth: object
    scope: object


@pytest.mark.parametrize("value", [0, 6, 4.0, "5", True])
def test_a_respondent_cannot_slip_in_what_is_no_rating(value: object) -> None:
    """An answer that was never decoded is checked again where it is counted."""
    found = ratings(Answer(Two(value, 3)), ("depth", "scope"))

    assert found == (Rated("depth", missing=Reason.UNREADABLE), Rated("scope", 3))


def test_no_verdict_is_missing_in_every_dimension() -> None:
    """A failed ask leaves no number."""
    found = ratings(NoVerdict(Reason.TIMEOUT), ("depth", "scope"))

    assert [r.missing for r in found] == [Reason.TIMEOUT, Reason.TIMEOUT]
    assert values(found) == []


def test_none_is_not_assessed() -> None:
    """A respondent may say that one dimension cannot be assessed."""
    found = ratings(Answer(Two(None, 3)), ("depth", "scope"))

    assert found[0] == Rated("depth", missing=Reason.NOT_ASSESSED)


@pytest.mark.parametrize(
    ("share", "rating"), [(0.0, 1), (0.12, 1), (0.13, 2), (0.5, 3), (0.87, 4), (0.88, 5), (1.0, 5)]
)
def test_a_share_becomes_a_rating_in_even_steps(share: float, rating: int) -> None:
    """Of [0, 1] each inner rating takes a quarter."""
    assert rating_from_share(share) == rating


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_what_is_no_share_is_refused(share: float) -> None:
    """Rules do not clamp either."""
    with pytest.raises(ValueError, match="needs a share"):
        rating_from_share(share)
