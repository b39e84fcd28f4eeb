"""The rule's answers on a claim: which statements make it, and how well it is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veridical.checks.clash import ClashKind
from veridical.checks.reading import Said
from veridical.checks.support_rule import Held, Support, hold
from veridical.methods.hievidr.rules.features import content, coverage, saturated
from veridical.methods.hievidr.rules.rated import RuleRatings, rated
from veridical.retrieval.passages import Passage
from veridical.retrieval.tfidf import TfIdf, cosine

CANDIDATES = 3
GAIN = 0.15
"""Share of a claim that each of two statements must add to the other."""
SAME_CLAIM = 0.6
"""Share of a claim's words in a statement from which it says the same but for figures."""
CLEAR_TOKENS = 60
ENOUGH_AROUND = 30
_WHAT = {ClashKind.TERM: "something else", ClashKind.ROLE: "the other way round"}


@dataclass(frozen=True, slots=True)
class Found:
    """The numbers of the statements that make a claim, and why these or none."""

    numbers: tuple[int, ...]
    why: str


def find_claim(claim: str, statements: Sequence[Said]) -> Found:
    """The statement nearest to the claim if it carries it, or two that carry it together.

    A statement carries the claim where the claim, held against the statement as a source,
    is supported by rule: enough of its words, all of its numbers, no clash. Of two, each
    must say something of the claim that the other does not. A statement that is nearer to
    the claim and contradicts it ends the search: a report that says both does not say it.
    """
    model = TfIdf.fit([claim, *(s.text for s in statements)])
    wanted = model.vector(claim)
    alike = [(cosine(wanted, model.vector(s.text)), s) for s in statements]
    nearest = [s for c, s in sorted(alike, key=lambda a: (-a[0], a[1].number)) if c > 0]
    around = "\n".join([claim, *(s.text for s in statements)])
    seen: list[Held] = []
    for chosen in _choices(claim, nearest[:CANDIDATES]):
        held = hold(claim, [Passage("report", 0, " ".join(s.text for s in chosen))], around)
        if held is not None and held.verdict is Support.SUPPORTED:
            return Found(tuple(sorted(s.number for s in chosen)), held.why)
        if held is not None and _says_otherwise(held, is_nearest=not seen):
            return Found((), _why_not([held]))
        seen += [held] if held else []
    return Found((), _why_not(seen))


def _says_otherwise(held: Held, *, is_nearest: bool) -> bool:
    """A contradiction; or, in the nearest statement, the claim's words said of something else.

    Likewise of the same two things in each other's part.
    """
    is_copy = held.clash in (ClashKind.TERM, ClashKind.ROLE) and held.share >= SAME_CLAIM
    return held.verdict is Support.CONTRADICTED or (is_nearest and is_copy)


def _why_not(seen: Sequence[Held]) -> str:
    """What the nearest statements say instead: a clash, other figures, or nothing of it."""
    clash = next((h for h in seen if h.clash is not None), None)
    if clash is not None:
        return f"the nearest statement says otherwise: {_both(clash)}"
    closest = max(seen, key=lambda h: h.share, default=None)
    if closest is not None and closest.lacking and closest.share >= SAME_CLAIM:
        return f"the nearest statement has other figures; it lacks the gold’s {closest.lacking[0]}"
    return "no statement carries enough of it"


def _both(held: Held) -> str:
    """In what they differ, the report's words first: the claim was held against the report."""
    gold, report = held.against
    what = _WHAT.get(held.clash, held.clash) if held.clash else ""
    return f"{what} (report: “{report}”; gold: “{gold}”)"


def _choices(claim: str, best: Sequence[Said]) -> list[tuple[Said, ...]]:
    """Each candidate alone, nearest first; then pairs that add to each other."""
    alone: list[tuple[Said, ...]] = [(s,) for s in best]
    pairs = [(a, b) for i, a in enumerate(best) for b in best[i + 1 :]]
    adding = [p for p in pairs if _adds(claim, *p) and _adds(claim, *reversed(p))]
    return alone + [tuple(sorted(p, key=lambda s: s.number)) for p in adding]


def _adds(claim: str, first: Said, second: Said) -> bool:
    """Whether the second says part of the claim that the first does not."""
    return coverage(claim, f"{first.text} {second.text}") >= coverage(claim, first.text) + GAIN


def rate_claim(question: str, claim: str, written: str, around: str) -> RuleRatings:
    """Ratings of the three dimensions from shared words, neighbors and length."""
    beyond = len(content(around)) - len(content(written))
    extra = max(0, len(content(written)) - CLEAR_TOKENS)
    return rated(
        {
            "relevance": saturated(max(coverage(question, written), coverage(claim, written)), 0.6),
            "contextualization": saturated(max(0, beyond), ENOUGH_AROUND),
            "clarity": coverage(claim, written) * CLEAR_TOKENS / (CLEAR_TOKENS + extra),
        }
    )
