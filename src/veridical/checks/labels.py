"""The label sets of the papers, each a map from one verdict; written once, here.

A judge is asked once, for a `Verdict`. What a paper calls it is read off: nobody is asked anew
in a paper's own words, and two methods never disagree on what one source says. An absence has
no label, save where a paper has one for it.
"""

from __future__ import annotations

from enum import StrEnum

from veridical.ask import Answer, NoVerdict
from veridical.checks.verdict import Rest, Support, Verdict
from veridical.score import Reason


class FactLabel(StrEnum):
    """DeepResearch Bench's FACT (arXiv:2506.11763): of a statement and the page it cites."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    UNKNOWN = "unknown"


class CheckLabel(StrEnum):
    """DeepResearchEval's fact checking (arXiv:2601.09688): of a statement and the evidence."""

    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "unknown"


class TraceSigns(StrEnum):
    """What TRACE of MMDeepResearch-Bench looks for in a claim and its page.

    Its judge considers missing evidence, contradiction, over-specificity and causal inversion;
    a verdict tells the first three apart, and an inversion is one kind of contradiction.
    """

    SUPPORTED = "supported"
    OVER_SPECIFIC = "over_specific"
    CONTRADICTED = "contradicted"
    MISSING_EVIDENCE = "missing_evidence"


TRACE_STRENGTH: dict[TraceSigns, float] = {
    TraceSigns.SUPPORTED: 1.0,
    TraceSigns.OVER_SPECIFIC: 0.5,
    TraceSigns.MISSING_EVIDENCE: 0.0,
    TraceSigns.CONTRADICTED: 0.0,
}
"""Support strength of a pair in [0, 1]. The paper's judge gives a number; ours a label, so the
middle is our choice."""

_FACT = {
    Support.SUPPORTED: FactLabel.SUPPORTED,
    Support.PARTLY: FactLabel.SUPPORTED,
    Support.CONTRADICTED: FactLabel.UNSUPPORTED,
    Support.NOT_IN_SOURCE: FactLabel.UNSUPPORTED,
}
_CHECK = {
    Support.SUPPORTED: CheckLabel.RIGHT,
    Support.CONTRADICTED: CheckLabel.WRONG,
    Support.NOT_IN_SOURCE: CheckLabel.UNKNOWN,
}
_CHECK_PARTLY = {
    Rest.CONTRADICTED: CheckLabel.WRONG,
    Rest.UNVERIFIABLE: CheckLabel.UNKNOWN,
    Rest.NONE: None,
}


def fact_label(said: Answer[Verdict] | NoVerdict) -> FactLabel | None:
    """FACT's label; None where something failed and nothing is known.

    Supported = all or part of the statement is on the page; unsupported = none of it;
    unknown = the page has no valid content.
    """
    if isinstance(said, NoVerdict):
        return FactLabel.UNKNOWN if said.reason is Reason.UNREACHABLE else None
    return _FACT[said.value.support]


def fact_label_strict(said: Answer[Verdict] | NoVerdict) -> FactLabel | None:
    """The same where part of a statement is not enough: only all of it is supported."""
    if isinstance(said, Answer) and said.value.support is Support.PARTLY:
        return FactLabel.UNSUPPORTED
    return fact_label(said)


def check_label(said: Answer[Verdict] | NoVerdict) -> CheckLabel | None:
    """DeepResearchEval's label; None where there is no verdict or a part is left untold.

    A mix with wrong content is wrong, a mix with unverifiable content unknown. A page out of
    reach is an absence, never "unknown": what evidence there is was not seen.
    """
    if isinstance(said, NoVerdict):
        return None
    if said.value.support is Support.PARTLY:
        return _CHECK_PARTLY[said.value.rest]
    return _CHECK[said.value.support]


def trace_signs(said: Answer[Verdict] | NoVerdict) -> TraceSigns | None:
    """What TRACE would note of the pair; None where there is no verdict.

    A partly supported claim, or one whose condition is dropped, says more than its page.
    """
    if isinstance(said, NoVerdict):
        return None
    match said.value:
        case Verdict(support=Support.CONTRADICTED) | Verdict(rest=Rest.CONTRADICTED):
            return TraceSigns.CONTRADICTED
        case Verdict(support=Support.NOT_IN_SOURCE):
            return TraceSigns.MISSING_EVIDENCE
        case Verdict(support=Support.SUPPORTED, qualified=False):
            return TraceSigns.SUPPORTED
        case _:
            return TraceSigns.OVER_SPECIFIC
