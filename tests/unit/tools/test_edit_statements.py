"""The edits that make a true sentence say something else."""

import random

import pytest

from tools.edit_statements import (
    figures,
    negations,
    other_number,
    other_subjects,
    other_values,
    reversals,
    terms_of,
)


@pytest.mark.parametrize(
    ("sentence", "language", "numbers"),
    [
        ("Two of the 150 flowers, 1.4 % in 1936.", "en", ["Two", "150", "1.4", "1936"]),
        ("Between 60 and 100 are normal.", "en", ["60", "100"]),
        ("The 26th meeting was on 16 November 2018.", "en", ["26", "16", "2018"]),
        ("太阴日长24小时50分，出现两次高潮。", "zh", ["24", "50", "两"]),
        ("GPT-4 and COVID-19 are names.", "en", []),
    ],
)
def test_every_number_of_a_quantity_or_date_is_found(
    sentence: str, language: str, numbers: list[str]
) -> None:
    """With or without a unit, in digits or in words; names are none."""
    assert [sentence[a:b] for a, b in figures(sentence, language)] == numbers


@pytest.mark.parametrize("written", ["7", "1,440", "98.0", "2018", "two", "Four", "两", "六"])
def test_another_number_is_another_number_of_the_same_shape(written: str) -> None:
    """As many signs of the same sorts, another value."""
    for seed in range(20):
        other = other_number(written, random.Random(seed))
        assert other != written
        assert other[0].isupper() == written[0].isupper()
        if any(map(str.isdigit, written)):
            assert [c.isdigit() for c in other] == [c.isdigit() for c in written]


def test_a_sentence_is_denied_at_each_place_or_a_denial_is_taken_away() -> None:
    """Auxiliaries, verbs, denials; in Chinese likewise."""
    assert negations("The lake is deep and stays cold.", "en") == [
        "The lake is not deep and stays cold.",
        "The lake is deep and does not stay cold.",
    ]
    assert negations("It cannot tell them apart.", "en")[0] == "It can tell them apart."
    assert negations("朔日是大潮。", "zh") == ["朔日并非大潮。"]
    assert negations("它没有大气。", "zh") == ["它有大气。"]


def test_each_direction_is_turned_round_alone() -> None:
    """One word at a time, its capital kept."""
    assert set(reversals("More heat makes it warmer.")) == {
        "Less heat makes it warmer.",
        "More heat makes it cooler.",
    }
    assert reversals("现存最早的书籍。") == ["现存最晚的书籍。"]


def test_a_value_comes_from_a_neighbor_with_the_same_unit() -> None:
    """Another unit, or a value the sentence has itself, does not do."""
    near = ["Mars has 15 °C.", "It is 4 km high.", "Venus has 464 °C."]

    assert other_values("Venus has 464 °C.", "en", near) == ["Venus has 15 °C."]


def test_the_subject_becomes_another_term_of_the_report() -> None:
    """Terms are what the report names again and again."""
    report = [
        "The Venus probe saw Venus and Mercury.",
        "Near Venus, Mercury is small, Mercury hot.",
    ]
    terms = terms_of(report, "en")

    assert terms == ["Mercury", "Venus"]
    assert other_subjects("Venus is hot.", terms) == ["Mercury is hot."]
    assert other_subjects("Venus is hotter than Mercury.", terms) == []
