"""The rule's mark of a conclusion: what of the main conclusion a report carries."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.checks.support_rule import Support, hold
from veridical.report.sentences import sentence_spans
from veridical.retrieval.passages import whole

HIGHEST = 10
ANOTHER = 3
"""The most where the report says otherwise of a part: the same topic, another conclusion."""
_WORTH = {
    Support.SUPPORTED: 1.0,
    Support.PARTLY: 0.5,
    Support.NOT_IN_SOURCE: 0.0,
    Support.CONTRADICTED: 0.0,
}


@dataclass(frozen=True, slots=True)
class Rated:
    """A mark from 0 to 10, and why."""

    alignment: int
    why: str


def rate_alignment(main_conclusion: str, report: str) -> Rated | None:
    """How far a report carries the main conclusion; None where either has no words.

    Each sentence of the main conclusion is held against the report: said in full it counts 1,
    in part a half. Where the report says otherwise of one, the mark is at most `ANOTHER`.

    Args:
        main_conclusion: of the experts.
        report: all that the report says.
    """
    spans = sentence_spans(main_conclusion)
    found = [hold(main_conclusion[a:b], [whole(report, source="report")]) for a, b in spans]
    held = [one for one in found if one is not None]
    if not held or not report.strip():
        return None
    share = sum(_WORTH[one.verdict] for one in held) / len(held)
    clash = next((one for one in held if one.verdict is Support.CONTRADICTED), None)
    mark = int(HIGHEST * share + 0.5)
    why = f"the report carries {share:.0%} of its {len(held)} sentences"
    if clash is None:
        return Rated(mark, why)
    return Rated(min(mark, ANOTHER), f"{why} and says otherwise of one: {clash.why}")
