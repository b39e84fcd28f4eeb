"""Where sentences are cut, and where they are left whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veridical.checks.clauses import clauses


def parts(text: str) -> list[str]:
    """The parts' words."""
    return [text[a:b] for a, b in clauses(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Solar grew by 5% in 2020, while the share of coal fell to 20%.",
            ["Solar grew by 5% in 2020", "while the share of coal fell to 20%."],
        ),
        (
            "The bridge was built in 1883; it was closed in 1950.",
            ["The bridge was built in 1883", "it was closed in 1950."],
        ),
        (
            "甲公司成立于1998年；乙公司成立于2001年。",
            ["甲公司成立于1998年", "乙公司成立于2001年。"],
        ),
    ],
)
def test_main_clauses_are_cut(text: str, expected: list[str]) -> None:
    """Where the second one names its own subject and has a verb."""
    assert parts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It grew in 2020 but fell in 2021.",
        "It sold cars, trucks, and the parts of engines.",
        "He said (the bank was closed; the office was open) that nothing was lost.",
        "营收增长；下降。",
        "",
    ],
)
def test_other_sentences_stay_whole(text: str) -> None:
    """Lists, second verbs of one subject, what stands in brackets, what is too short."""
    assert parts(text) == [text]


@given(st.text(alphabet="ab 。；;,(（)while the was", max_size=80))
def test_parts_are_the_sentence(text: str) -> None:
    """In order, without overlap, and only marks and blanks are left out between them."""
    found = clauses(text)

    assert found[-1][1] == len(text)
    ends = [0, *(end for _, end in found)]
    between = [text[a:b] for a, (b, _) in zip(ends, found, strict=False)]
    assert all(set(gap) <= set(" ;；,，") for gap in between)
