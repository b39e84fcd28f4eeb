"""The rule's ratings of a conclusion, held against the gold answer sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence

from veridical.checks.support_rule import Held, Support, hold
from veridical.methods.hievidr.rules.citation import FLAWED, OTHER_FIGURE, SAME_WORDS
from veridical.methods.hievidr.rules.features import (
    connected,
    content,
    coverage,
    numeric,
    reasoning,
    repeated,
    saturated,
)
from veridical.methods.hievidr.rules.rated import RuleRatings, rated
from veridical.report.sentences import sentence_spans
from veridical.retrieval.passages import Passage

ROOM = 1.5
"""How many times the gold answer's length a conclusion may have and still be concise."""

_WORTH = {
    Support.SUPPORTED: 1.0,
    Support.PARTLY: 0.5,
    Support.NOT_IN_SOURCE: 0.0,
    Support.CONTRADICTED: 0.0,
}


def rate_answer(question: str, gold: str, conclusion: str) -> RuleRatings:
    """Ratings of the six dimensions.

    Accuracy falls with every point of the gold answer that the conclusion contradicts or
    gives with other figures, and with the share of its words that the conclusion lacks; the
    best rating is for a conclusion without any such point.
    """
    del question
    points, said = sentences(gold), sentences(conclusion)
    held = [_held(point, conclusion) for point in points]
    covered = sum(_WORTH[h.verdict] for h in held if h) / len(points) if points else 0.0
    wrong = sum(map(_wrong, held))
    words = coverage(gold, conclusion)
    accuracy = words * (1 - wrong / len(points)) if points else 0.0
    return rated(
        {
            "accuracy": min(accuracy, FLAWED) if wrong else accuracy,
            "coherence": connected(said),
            "integration": _joined(points, said),
            "completeness": (covered + words) / 2,
            "depth": _as_deep(points, said),
            "conciseness": _concise(gold, conclusion) * (1 - repeated(said)),
        }
    )


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [text[start:end] for start, end in sentence_spans(text)]


def _held(point: str, conclusion: str) -> Held | None:
    return hold(point, [Passage("conclusion", 0, conclusion)])


def _wrong(held: Held | None) -> float:
    """How wrong the conclusion has a point: wholly where it clashes, mostly in a figure."""
    if held is None:
        return 0.0
    if held.verdict is Support.CONTRADICTED:
        return 1.0
    return 1.0 - OTHER_FIGURE if held.lacking and held.share >= SAME_WORDS else 0.0


def _joined(points: Sequence[str], said: Sequence[str]) -> float:
    """The share of the gold answer's points that some sentence of the conclusion takes up."""
    taken = [max((coverage(p, s) for s in said), default=0.0) >= 0.3 for p in points]
    return sum(taken) / len(points) if points else 0.0


def _as_deep(points: Sequence[str], said: Sequence[str]) -> float:
    """Reasons and numbers, measured by how many the gold answer gives."""
    given = reasoning(said) * len(said) + numeric(said) * len(said)
    wanted = reasoning(points) * len(points) + numeric(points) * len(points)
    return saturated(given, wanted) if wanted else saturated(len(said), len(points) or 1)


def _concise(gold: str, conclusion: str) -> float:
    room = ROOM * len(content(gold))
    return min(1.0, room / max(1, len(content(conclusion))))
