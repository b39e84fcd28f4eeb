"""Tallies and scorecards of HiEviDR-Bench built by hand."""

from __future__ import annotations

import pytest

from veridical.checks.ratings import Rated
from veridical.measure import Scorecard
from veridical.methods.hievidr import claim
from veridical.methods.hievidr.chain import ClaimState
from veridical.methods.hievidr.trace_tally import Compared, TraceTally
from veridical.score import Gated, Measured, Missing, Reason, Score

LOST = Missing.of([Reason.TIMEOUT])


def value(score: Score) -> float:
    """The number of a measured score."""
    assert isinstance(score, Measured)
    return score.value


def near(expected: float | list[float]) -> object:
    """`expected`, but for the last bits."""
    return pytest.approx(expected, abs=1e-9)


def ends(score: Score) -> list[float]:
    """Worst and best case."""
    assert not isinstance(score, Gated)
    assert score.bounds is not None
    return [score.bounds.worst, score.bounds.best]


def rated(ratings: list[int | None], dimensions: tuple[str, ...]) -> tuple[Rated, ...]:
    """Ratings by dimension; None = timed out."""
    return tuple(
        Rated(d, r) if r is not None else Rated(d, missing=Reason.TIMEOUT)
        for d, r in zip(dimensions, ratings, strict=True)
    )


def traced(
    gold: str,
    retrieved: str | None,
    cited: str | None,
    similar: dict[str, float | None] | None = None,
    *,
    outside: str = "",
    invalid: str = "",
) -> TraceTally:
    """A tally of ids; items in `similar` have that cosine, the others lie far off (0)."""
    gold_items = gold.split()
    had = None if retrieved is None else tuple(retrieved.split())
    used = None if cited is None else tuple(cited.split())
    others = tuple(
        Compared(i, (similar or {}).get(i, 0.0), i in (used or ()))
        for i in had or ()
        if i not in gold_items
    )
    pairs = tuple((i, i) for i in gold_items)
    return TraceTally(
        pairs, had, None, used, tuple(outside.split()), tuple(invalid.split()), others, 0.1
    )


FIGURE = traced("E1 E2 E3 E4 E5", "E1 E2 E3 E7", "E1 E2 E7")
"""The paper's figure: E7 is retrieved, cited and irrelevant."""


def of_claims(counts: str, *ratings: list[int | None]) -> claim.ClaimTally:
    """A tally; `counts` has +, - or ? per claim; ratings are for the + ones, in order."""
    held = {"+": True, "-": False, "?": None}
    states = tuple(
        ClaimState(f"C{n}", held[c], held[c], missing=Reason.TIMEOUT if c == "?" else None)
        for n, c in enumerate(counts, start=1)
    )
    open_ = [s.node for s in states if s.counts]
    return claim.ClaimTally(
        states,
        tuple(
            claim.RatedClaim(node, rated(r, claim.DIMENSIONS))
            for node, r in zip(open_, ratings, strict=True)
        ),
    )


POINTS = {
    "hievidr.report": 19.0,
    "hievidr.traceability": 8.0,
    "hievidr.citation": 7.0,
    "hievidr.claim": 5.0,
    "hievidr.answer": 3.0,
}


def card(**changes: Score) -> Scorecard:
    """Five measured parts, some of them changed, by the last word of their names."""
    scores: dict[str, Score] = {name: Measured(v) for name, v in POINTS.items()}
    scores["hievidr.traceability.recall"] = Measured(0.5, 4)
    scores["hievidr.traceability.identify"] = Measured(0.25, 4)
    return scores | {f"hievidr.{name.replace('__', '.')}": s for name, s in changes.items()}
