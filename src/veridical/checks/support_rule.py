"""The built-in rules' verdict on support: shared words, all numbers, typed clashes.

Indicative: rules do not understand. They say "supported" only with the words of the source
that carry the statement, all of its numbers among them, and "contradicted" only on a clash
of a known type. What they cannot tell is "not in the source", with the share they saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.overlap import PassageIndex, Window
from veridical.checks.words import Word, words
from veridical.retrieval.passages import Passage
from veridical.score import Reason

ENOUGH = 0.72
"""Weighted share of a statement's words from which a passage carries it."""
SOME = 0.45
"""Weighted share from which a passage carries part of it."""


class Support(StrEnum):
    """What a source says of a statement."""

    SUPPORTED = "supported"
    PARTLY = "partly"
    CONTRADICTED = "contradicted"
    NOT_IN_SOURCE = "not_in_source"


@dataclass(frozen=True, slots=True)
class _Seen:
    """A passage with its window for the statement."""

    passage: Passage
    window: Window

    @property
    def text(self) -> str:
        return self.passage.text[self.window.start : self.window.end]

    @property
    def quote(self) -> Quote:
        start = self.passage.start + self.window.start
        return Quote(self.passage.source, start, start + len(self.text), self.text)


def support_by_rule(statement: str, passages: Sequence[Passage]) -> Answer[Support] | NoVerdict:
    """What the rules say of a statement, given passages.

    Args:
        statement: what is said, without citation markers.
        passages: what the source says.

    Returns:
        A verdict with quotes from the passages; none where the statement has no words or
        there is no passage.
    """
    said = list(words(statement))
    if not said or not passages:
        return NoVerdict(Reason.NOTHING_TO_CHECK, "no words to compare")
    seen = [_Seen(p, PassageIndex(p.text).window(statement)) for p in passages]
    best = max(seen, key=lambda s: s.window.score)
    joined = _joined(said, seen, best)
    matched = {key for s in joined for key in s.window.matched}
    share = _share(said, matched)
    lacking = sorted({w.key for w in said if w.is_number} - matched)
    quotes = tuple(s.quote for s in joined if s.text)
    if share >= ENOUGH and not lacking:
        why = f"the quoted words carry {share:.0%} of it and all of its numbers"
        return Answer(Support.SUPPORTED, why, quotes)
    if share >= SOME and quotes:
        missing = f"; the number {lacking[0]} is not there" if lacking else ""
        return Answer(Support.PARTLY, f"the quoted words carry {share:.0%} of it{missing}", quotes)
    return Answer(Support.NOT_IN_SOURCE, f"at most {share:.0%} of its words stand together")


def _joined(said: Sequence[Word], seen: Sequence[_Seen], best: _Seen) -> list[_Seen]:
    """The best passage alone if it carries the statement; else with those that add to it."""
    chosen, matched = [best], set(best.window.matched)
    if _share(said, matched) >= ENOUGH:
        return chosen
    for other in sorted(seen, key=lambda s: -s.window.score):
        gained = _share(said, matched | set(other.window.matched)) - _share(said, matched)
        if gained > 0 and other.passage.source != best.passage.source:
            chosen.append(other)
            matched |= set(other.window.matched)
    return chosen


def _share(said: Iterable[Word], matched: set[str]) -> float:
    weights = {word.key: word.weight for word in said}
    total = sum(weights.values())
    return sum(w for key, w in weights.items() if key in matched) / total if total else 0.0
