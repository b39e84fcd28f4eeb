"""What a rule says: ratings by dimension, the grounds, the words they rest on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from veridical.ask import Quote
from veridical.checks.ratings import rating_from_share


@dataclass(frozen=True, slots=True)
class RuleRatings:
    """Ratings from 1 to 5 with what they were read off.

    Attributes:
        ratings: by dimension.
        why: the shares they come from.
        quotes: words of the evidence that they rest on.
    """

    ratings: dict[str, int]
    why: str
    quotes: tuple[Quote, ...] = ()


def rated(shares: Mapping[str, float], quotes: tuple[Quote, ...] = ()) -> RuleRatings:
    """Ratings from shares in [0, 1], by dimension."""
    why = ", ".join(f"{name} {share:.2f}" for name, share in shares.items())
    ratings = {name: rating_from_share(share) for name, share in shares.items()}
    return RuleRatings(ratings, f"by rule, from 0 to 1: {why}", quotes)
