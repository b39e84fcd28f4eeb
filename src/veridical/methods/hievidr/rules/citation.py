"""The rule's ratings of a citation: words, numbers, and where the marker stands."""

from __future__ import annotations

from collections.abc import Sequence

from veridical.ask import NoVerdict
from veridical.checks.support_rule import Held, Support, hold
from veridical.methods.hievidr.citing import CitingStatement
from veridical.methods.hievidr.rules.features import content, coverage, saturated
from veridical.methods.hievidr.rules.rated import RuleRatings, rated
from veridical.retrieval.passages import passages
from veridical.score import Reason

FULL_SENTENCE = 6
"""Content tokens from which a statement says something of its own."""
SAME_WORDS = 0.8
"""Share of a statement's words in the evidence from which it says the same but for figures."""
OTHER_FIGURE = 0.25
"""How well such a statement agrees when one of its figures is not the evidence's."""
FLAWED = 0.87
"""The most that what has a known flaw can be worth: it never earns the best rating."""
ENOUGH_SHARED = 0.3
"""Share of a statement's content in the evidence from which it draws on it."""

MOST_PLACES = 60
"""Places that the rules look at; a report that cites one item more often is not read on."""

_WORTH = {
    Support.SUPPORTED: 1.0,
    Support.PARTLY: 0.5,
    Support.NOT_IN_SOURCE: 0.25,
    Support.CONTRADICTED: 0.0,
}


def rate_citation(
    item: str, evidence: str, contexts: Sequence[CitingStatement]
) -> RuleRatings | NoVerdict:
    """Ratings of the four dimensions over the places that cite the item."""
    if not contexts:
        return NoVerdict(Reason.NOTHING_TO_CHECK, "the marker stands at no statement")
    contexts = contexts[:MOST_PLACES]
    shown = passages(evidence, source=item)
    of_text = {text: hold(text, shown) for text in {c.text: None for c in contexts}}
    held = [of_text[c.text] for c in contexts]
    quotes = tuple(q for h in held if h for q in h.quotes)
    n = len(contexts)
    return rated(
        {
            "accuracy": sum(_worth(h) for h in held) / n,
            "consistency": sum(_agrees(h) for h in held) / n,
            "structure": sum(_placed(c) for c in contexts) / n,
            "integration": sum(_worked_in(c.text, evidence) for c in contexts) / n,
        },
        quotes,
    )


def _worth(held: Held | None) -> float:
    """What the verdict is worth; a figure that is not the evidence's is worth little."""
    worth = _WORTH[held.verdict if held else Support.NOT_IN_SOURCE]
    return min(worth, _agrees(held))


def _agrees(held: Held | None) -> float:
    """No clash; the same words with a figure that the evidence does not have agree little."""
    if held is None:
        return 1.0
    if held.verdict is Support.CONTRADICTED:
        return 0.0
    return OTHER_FIGURE if held.lacking and held.share >= SAME_WORDS else 1.0


def _placed(context: CitingStatement) -> float:
    """Right at its statement; a marker that may speak for several sentences counts half."""
    return 1.0 if context.is_certain else 0.5


def _worked_in(text: str, evidence: str) -> float:
    """A full sentence that draws on the evidence's words."""
    full = saturated(len(content(text)), FULL_SENTENCE)
    return (full + saturated(coverage(text, evidence), ENOUGH_SHARED)) / 2
