"""Conditions, limits and doubts that a statement drops."""

import pytest

from veridical.ask import Answer
from veridical.checks.qualified_rule import drops_a_condition
from veridical.checks.support import SupportAsk
from veridical.retrieval.passages import whole


@pytest.mark.parametrize(
    ("statement", "quoted", "expected"),
    [
        ("The drug halves tumors.", "The drug halves tumors in mice.", True),
        ("Rates fall in 2026.", "Rates fall in 2026 if inflation stays low.", True),
        ("Coffee prevents gout.", "Coffee may prevent gout.", True),
        ("咖啡预防痛风。", "咖啡可能预防痛风。", True),
        ("Coffee may prevent gout.", "Coffee might prevent gout.", False),
        ("The drug halves tumors.", "The drug halves tumors.", False),
        ("Coffee prevents gout.", "Coffee prevents gout. Tea may help as well.", False),
        ("Sales rose in May.", "Sales rose in May 2025.", False),
        ("Ice floats.", "", False),
        ("Ice floats.", "…", False),
    ],
)
def test_a_condition_that_is_dropped(statement: str, quoted: str, expected: bool) -> None:
    """In the sentence that says it, and not in the statement."""
    assert drops_a_condition(statement, quoted) is expected


def test_the_rules_verdict_is_qualified() -> None:
    """A supported statement whose source says it of mice alone."""
    source = whole("In a trial the drug halved the size of 34 tumors in mice.", source="s")
    found = SupportAsk("In a trial the drug halved the size of 34 tumors.", (source,)).by_rule()

    assert isinstance(found, Answer)
    assert (found.value.support, found.value.qualified) == ("supported", True)
