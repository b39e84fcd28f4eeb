"""The rule's answer on a key point: is it taken up, where, and does what stands there agree?

The place is the run of sentences that holds most of the key point's words, a word counting less
the more of the report's sentences it stands in, a number counting double. How much it holds says
whether the point is taken up; its figures and typed clashes say whether the report agrees. The
two thresholds were chosen on one half of the SummHay coverage labels (`bench.key_points`), by
sub-topic; what they reach on the other half is printed there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veridical.ask import Quote
from veridical.checks.overlap import Window, passage_index
from veridical.checks.support_rule import ENOUGH, ENOUGH_PAIRS, Held, Support, hold
from veridical.checks.words import words
from veridical.retrieval.passages import Passage

PARTLY = 0.40
"""Weighted share of a key point's words in one place from which the report touches it."""
SUBSTANTIALLY = 0.52
"""The same from which it takes it up."""
NOT, SOME, ALL = range(3)
"""Steps of either scale: none of it, some of it, all of it."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the rules make of a key point.

    Attributes:
        coverage: `NOT`, `SOME` or `ALL` of it is taken up.
        supportiveness: the same of what agrees with it.
        why: the grounds.
        quotes: the place, in the report's own words.
    """

    coverage: int
    supportiveness: int
    why: str
    quotes: tuple[Quote, ...]


def find_key_point(key_point: str, passages: Sequence[Passage]) -> Found | None:
    """Where a report takes a key point up, and whether it agrees; None without words.

    Args:
        key_point: what is looked for.
        passages: the report's words.
    """
    held = hold(key_point, passages)
    if held is None:
        return None
    seen = [(p, passage_index(p.text).window(key_point)) for p in passages]
    passage, window = max(seen, key=lambda one: one[1].score)
    coverage = _coverage(key_point, window)
    why = f"one place has {window.score:.0%} of its words, rare ones counting more"
    if coverage == NOT:
        return Found(NOT, NOT, why, ())
    return Found(
        coverage,
        _supportiveness(held, coverage),
        f"{why}; {held.why}",
        (_quote(passage, window),),
    )


def _coverage(key_point: str, window: Window) -> int:
    """How far it is taken up; pairs of characters match less often than words do."""
    said = words(key_point)
    is_paired = 2 * sum(word.is_pair for word in said) > len(said)
    score = window.score * (ENOUGH / ENOUGH_PAIRS if is_paired else 1.0)
    return sum(score >= least for least in (PARTLY, SUBSTANTIALLY))


def _supportiveness(held: Held, coverage: int) -> int:
    """None on a clash; all where the words and every figure are there; else some."""
    if held.verdict is Support.CONTRADICTED:
        return NOT
    return ALL if held.verdict is Support.SUPPORTED and coverage == ALL else SOME


def _quote(passage: Passage, window: Window) -> Quote:
    start, end = passage.start + window.start, passage.start + window.end
    return Quote(passage.source, start, end, passage.text[window.start : window.end])
