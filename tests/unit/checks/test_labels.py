"""What the papers call a verdict: read off one verdict, each mapping by the paper's own words."""

from __future__ import annotations

import pytest

from veridical.ask import Answer, NoVerdict
from veridical.checks.labels import (
    TRACE_STRENGTH,
    CheckLabel,
    FactLabel,
    TraceSigns,
    check_label,
    fact_label,
    fact_label_strict,
    trace_signs,
)
from veridical.checks.verdict import Rest, Support, Verdict
from veridical.score import Reason

SUPPORTED = Verdict(Support.SUPPORTED)
QUALIFIED = Verdict(Support.SUPPORTED, qualified=True)
PARTLY = Verdict(Support.PARTLY)
MIXED = Verdict(Support.PARTLY, Rest.CONTRADICTED)
HALF = Verdict(Support.PARTLY, Rest.UNVERIFIABLE)
CONTRADICTED = Verdict(Support.CONTRADICTED)
NOT_IN = Verdict(Support.NOT_IN_SOURCE)


@pytest.mark.parametrize(
    ("verdict", "fact", "strict", "check", "trace"),
    [
        (SUPPORTED, "supported", "supported", "right", "supported"),
        (QUALIFIED, "supported", "supported", "right", "over_specific"),
        (PARTLY, "supported", "unsupported", None, "over_specific"),
        (MIXED, "supported", "unsupported", "wrong", "contradicted"),
        (HALF, "supported", "unsupported", "unknown", "over_specific"),
        (CONTRADICTED, "unsupported", "unsupported", "wrong", "contradicted"),
        (NOT_IN, "unsupported", "unsupported", "unknown", "missing_evidence"),
    ],
    ids=str,
)
def test_a_verdict_in_the_words_of_each_paper(
    verdict: Verdict, fact: str, strict: str, check: str | None, trace: str
) -> None:
    """FACT: all or part is supported. DeepResearchEval: a mix with wrong content is wrong."""
    said = Answer(verdict)

    assert fact_label(said) == FactLabel(fact)
    assert fact_label_strict(said) == FactLabel(strict)
    assert check_label(said) == (CheckLabel(check) if check else None)
    assert trace_signs(said) == TraceSigns(trace)


@pytest.mark.parametrize("reason", Reason)
def test_an_absence_has_no_label(reason: Reason) -> None:
    """Only FACT has a word for a page without valid content; no absence is "unsupported"."""
    absent = NoVerdict(reason)
    unknown = FactLabel.UNKNOWN if reason is Reason.UNREACHABLE else None

    assert (fact_label(absent), fact_label_strict(absent)) == (unknown, unknown)
    assert (check_label(absent), trace_signs(absent)) == (None, None)


def test_more_support_is_never_less_strength() -> None:
    """TRACE's strengths lie in [0, 1], in the order of the signs."""
    order = ["supported", "over_specific", "missing_evidence", "contradicted"]

    assert [sign.value for sign in TRACE_STRENGTH] == order
    assert sorted(TRACE_STRENGTH.values(), reverse=True) == list(TRACE_STRENGTH.values())


@pytest.mark.parametrize("support", [s for s in Support if s is not Support.PARTLY])
def test_only_partly_has_a_rest(support: Support) -> None:
    """Two who mean the same give equal verdicts."""
    assert Verdict(support, Rest.CONTRADICTED) == Verdict(support)


@pytest.mark.parametrize("support", [Support.CONTRADICTED, Support.NOT_IN_SOURCE])
def test_only_what_the_source_says_can_be_qualified(support: Support) -> None:
    """There is no condition on what it does not say."""
    assert Verdict(support, qualified=True) == Verdict(support)


def test_a_verdict_in_words() -> None:
    """For grounds and tables."""
    assert str(Verdict(Support.PARTLY, Rest.CONTRADICTED, qualified=True)) == (
        "partly, the rest contradicted, qualified"
    )
    assert str(NOT_IN) == "not in source"
