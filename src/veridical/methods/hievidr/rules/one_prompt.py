"""The rule's ratings of a report as a whole: what can be counted without following its chain."""

from __future__ import annotations

from collections.abc import Sequence

from veridical.checks.reading import Said
from veridical.methods.hievidr.rules.answer import rate_answer
from veridical.methods.hievidr.rules.features import connected, repeated
from veridical.methods.hievidr.rules.rated import RuleRatings, rated


def rate_whole(gold: str, conclusion: str, statements: Sequence[Said]) -> RuleRatings:
    """Ratings of the three dimensions.

    Args:
        gold: the reference answer.
        conclusion: the words that should give it.
        statements: at least one.
    """
    texts = [s.text for s in statements]
    answered = rate_answer("", gold, conclusion).ratings
    return rated(
        {
            "correctness": (answered["accuracy"] + answered["completeness"] - 2) / 8,
            "fluency": (connected(texts) + 1.0 - repeated(texts)) / 2,
            "citation": sum(bool(s.sources) for s in statements) / len(statements),
        }
    )
