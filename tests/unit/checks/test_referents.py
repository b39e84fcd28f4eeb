"""Names in the place of pronouns, by the rules, and what is left as it is."""

from __future__ import annotations

import pytest

from veridical.checks.referents import NEAR, resolved


@pytest.mark.parametrize(
    ("text", "before", "wording"),
    [
        ("It was founded in 1998.", ["Acme Corp makes anvils."], "Acme Corp was founded in 1998."),
        ("Its sales rose.", ["Acme Corp makes anvils."], "Acme Corp’s sales rose."),
        (
            "However, the company lost 5%.",
            ["In 2020, General Motors reported a loss."],
            "General Motors lost 5%.",
        ),
        ("They grew.", ["The United States exports grain."], "The United States grew."),
        ("该公司营收下降5%。", ["华为技术有限公司成立于1987年。"], "华为技术有限公司营收下降5%。"),
        ("其营收增长20%。", ["比亚迪公司成立于1995年。"], "比亚迪公司的营收增长20%。"),
        ("它由OpenAI开发。", ["ChatGPT于2022年发布。"], "ChatGPT由OpenAI开发。"),
    ],
)
def test_a_subject_is_named(text: str, before: list[str], wording: str) -> None:
    """The nearest name that opens a sentence before it."""
    found = resolved(text, before)

    assert (found.wording, found.open) == (wording, "")


@pytest.mark.parametrize(
    ("text", "before", "open_word"),
    [
        ("It was founded in 1998.", [], "It"),
        ("Its revenue rose.", ["Deliveries were strong."], "Its"),
        ("This was agreed in 1951.", ["The BIS issued a rule."], "This"),
        ("He resigned in 2019.", ["Acme Corp makes anvils."], "He"),
        ("她在2013年退休。", ["甲公司增长。"], "她"),
    ],
)
def test_nothing_is_guessed(text: str, before: list[str], open_word: str) -> None:
    """No name near, a common word, an event, a person: it stays, and says what is open."""
    found = resolved(text, before)

    assert (found.wording, found.open, found.name) == (text, open_word, "")


@pytest.mark.parametrize(
    "text",
    ["The Model Z has wheels.", "Acme grew.", "其他公司也增长。", "The law of gravity holds."],
)
def test_other_subjects_stay(text: str) -> None:
    """What names its subject needs nothing."""
    found = resolved(text, ["Globex Inc makes pipes."])

    assert (found.wording, found.open) == (text, "")


def test_names_far_away_are_not_taken() -> None:
    """Only the last few sentences are looked at."""
    before = ["Acme Corp makes anvils.", *["nothing is named here."] * NEAR]

    assert resolved("It was founded in 1998.", before).open == "It"
