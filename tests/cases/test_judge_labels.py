"""Labels and forms that judges write, over real HTTP: U65 to U68, and more of their kind."""

from __future__ import annotations

import pytest

from tests.cases.judging import (
    LOST,
    SUPPORTED_WORDS,
    judged,
    outcome,
    outcomes,
    support,
    verdict,
)
from veridical.score import ratio

# U65

LABELS = {
    "SUPPORTED.": "supported",
    "Partially-supported": "partly",
    "not_supported": "not_in_source",
    "Unsupported": "not_in_source",
    "UNKNOWN": "not_in_source",
    "n/a": "not_in_source",
    "insufficient evidence": "not_in_source",
    "支持": "supported",
    "部分支持": "partly",
    "矛盾": "contradicted",
    "不支持": "not_in_source",
    "**Contradicted**": "contradicted",
    "supported（支持）": "supported",
    "maybe": LOST,
    "not quite supported": LOST,
    "supported? no": LOST,
    "supported/partly": LOST,
}


@pytest.mark.parametrize("label", LABELS)
def test_u65_label_spellings(label: str) -> None:
    """By a closed table; "not supported" never matches "supported"."""
    assert LABELS[label] == outcome(verdict(label, SUPPORTED_WORDS), ask=support())


# U67


def test_u67_dont_know_is_not_support() -> None:
    """Yes, idk, idk, no: one supported, two undecided, one contradicted, all shown."""
    claims = [support(f"The {word} fell to 5 million.") for word in ("loss", "net", "a", "b")]
    replies = [verdict(label, SUPPORTED_WORDS) for label in ("yes", "idk", "idk", "no")]
    found = outcomes(judged(*replies, asks=claims))

    assert found == ["supported", "not_in_source", "not_in_source", "contradicted"]
    decided = [one for one in found if one != "not_in_source"]
    strict = ratio(found.count("supported"), len(found), of="claims")
    of_decided = ratio(decided.count("supported"), len(decided), of="decided claims")
    assert (strict.value, of_decided.value) == (0.25, 0.5)


@pytest.mark.parametrize("label", ["I don't know", "cannot tell", "unsure", "无法判断", "证据不足"])
def test_u67_more_ways_not_to_know(label: str) -> None:
    """None of them is support, with or without a quote."""
    assert outcome(verdict(label), ask=support()) == "not_in_source"


# U68


@pytest.mark.parametrize(
    "why",
    [
        "The score is <score> because <your_reason>",
        "<your reason here>",
        "{{reason}}",
        "...",
        "string",
    ],
)
def test_u68_template_echoed(why: str) -> None:
    """A placeholder is no reason, and its verdict none."""
    found = judged(verdict("supported", SUPPORTED_WORDS, why), asks=[support()])[0]

    assert (found.reason, "placeholder" in found.detail) == (LOST, True)


@pytest.mark.parametrize(
    "reply",
    [
        '{"nonce": "<nonce>", "value": "<value>"}',
        verdict("supported|partly|contradicted|not_in_source", SUPPORTED_WORDS),
        verdict('one of "supported", "partly"', SUPPORTED_WORDS),
        '{"type": "object", "properties": {"nonce": {"type": "string"}}}',
    ],
)
def test_u68_more_forms_that_were_copied(reply: str) -> None:
    """The form, a list of labels, the schema itself."""
    assert outcome(reply, ask=support()) is LOST
