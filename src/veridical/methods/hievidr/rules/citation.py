"""The rule's ratings of a citation: words, numbers, and where the marker stands."""

from __future__ import annotations

from collections.abc import Sequence

from veridical.ask import Answer, NoVerdict
from veridical.checks.support_rule import Support, support_by_rule
from veridical.methods.hievidr.citing import CitingStatement
from veridical.methods.hievidr.rules.features import content, coverage, saturated
from veridical.methods.hievidr.rules.rated import RuleRatings, rated
from veridical.retrieval.passages import passages
from veridical.score import Reason

FULL_SENTENCE = 6
"""Content tokens from which a statement says something of its own."""
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
    of_text = {text: support_by_rule(text, shown) for text in {c.text: None for c in contexts}}
    verdicts = [of_text[c.text] for c in contexts]
    labels = [v.value if isinstance(v, Answer) else Support.NOT_IN_SOURCE for v in verdicts]
    quotes = tuple(q for v in verdicts if isinstance(v, Answer) for q in v.quotes)
    n = len(contexts)
    return rated(
        {
            "accuracy": sum(_WORTH[label] for label in labels) / n,
            "consistency": sum(label is not Support.CONTRADICTED for label in labels) / n,
            "structure": sum(_placed(c) for c in contexts) / n,
            "integration": sum(_worked_in(c.text, evidence) for c in contexts) / n,
        },
        quotes,
    )


def _placed(context: CitingStatement) -> float:
    """Right at its statement; a marker that may speak for several sentences counts half."""
    return 1.0 if context.is_certain else 0.5


def _worked_in(text: str, evidence: str) -> float:
    """A full sentence that draws on the evidence's words."""
    full = saturated(len(content(text)), FULL_SENTENCE)
    return (full + saturated(coverage(text, evidence), ENOUGH_SHARED)) / 2
