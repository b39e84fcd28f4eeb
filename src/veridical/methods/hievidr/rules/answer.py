"""The rule's ratings of a conclusion, held against the gold answer sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence

from veridical.ask import Answer
from veridical.checks.support_rule import Support, support_by_rule
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

    Accuracy falls with every point of the gold answer that the conclusion contradicts, and
    with the share of its words that the conclusion lacks.
    """
    del question
    points, said = sentences(gold), sentences(conclusion)
    labels = [_held(point, conclusion) for point in points]
    covered = sum(_WORTH[label] for label in labels) / len(points) if points else 0.0
    clashing = sum(label is Support.CONTRADICTED for label in labels)
    words = coverage(gold, conclusion)
    return rated(
        {
            "accuracy": words * (1 - clashing / len(points)) if points else 0.0,
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


def _held(point: str, conclusion: str) -> Support:
    verdict = support_by_rule(point, [Passage("conclusion", 0, conclusion)])
    return verdict.value if isinstance(verdict, Answer) else Support.NOT_IN_SOURCE


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
