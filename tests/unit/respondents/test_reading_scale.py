"""A number lies on the scale that was asked for, or it is none."""

from __future__ import annotations

import math

import pytest

from veridical.errors import AnswerError
from veridical.respondents.reading.decimals import has_decimal_comma, language_of
from veridical.respondents.reading.scale import Span, number_on, scale_warning

TEN = Span(0, 10)
FIVE = Span(1, 5, is_whole=True)


@pytest.mark.parametrize(
    ("said", "span", "expected"),
    [
        (8, TEN, 8),
        (8.5, TEN, 8.5),
        ("8", TEN, 8),
        ("8/10", TEN, 8),
        (" 8 / 10 ", TEN, 8),
        ("8 out of 10", TEN, 8),
        ("7.5/10", TEN, 7.5),
        ("8分", TEN, 8),
        ("８", TEN, 8),
        ("４／５", FIVE, 4),
        (4, FIVE, 4),
        (4.0, FIVE, 4),
        ("4.0", FIVE, 4),
        ("4/5", FIVE, 4),
        (0, TEN, 0),
        (10, TEN, 10),
        (-3, Span(), -3),
        (0.5, Span(0, 1), 0.5),
    ],
)
def test_a_number_on_the_scale_is_read(said: object, span: Span, expected: float) -> None:
    """As number, as digits, as a share of the scale's end."""
    assert expected == number_on(span, said, name="score")


@pytest.mark.parametrize(
    ("said", "span"),
    [
        ("eight", TEN),
        ("There are 5 reasons for a 9", TEN),
        ("8,5", TEN),
        ("8/5", TEN),
        ("8/100", TEN),
        ("80%", TEN),
        ("8-9", TEN),
        ("8 or 9", TEN),
        ("", TEN),
        ("five", FIVE),
        ("5²", Span(0, 100)),
        ("8¹", Span(0, 100)),
        ("①", TEN),
        ("⒈5", TEN),
        ("½", TEN),
        (11, TEN),
        (-1, TEN),
        (95, TEN),
        (6, FIVE),
        (0, FIVE),
        (4.5, FIVE),
        ("4.5", FIVE),
        ("8/10", FIVE),
        (True, FIVE),
        (None, TEN),
        ([4], FIVE),
        ({"a": 4}, FIVE),
        (math.nan, TEN),
        (math.inf, TEN),
        (-math.inf, Span()),
        ("nan", TEN),
        ("Infinity", Span()),
        (10**400, Span()),
        ("9" * 100, Span()),
        (0, Span(0, 1, is_lowest_out=True)),
        (1, Span(0, 1, is_highest_out=True)),
    ],
)
def test_what_is_not_on_the_scale_is_refused(said: object, span: Span) -> None:
    """Never clamped, never divided, never picked out of a sentence."""
    with pytest.raises(AnswerError):
        number_on(span, said, name="score")


def test_the_error_says_what_is_expected() -> None:
    """So that the model can mend it."""
    with pytest.raises(AnswerError) as raised:
        number_on(FIVE, "good", name="accuracy")

    expected = '"accuracy": does not fit, got good; expected a whole number from 1 to 5.'
    assert expected == str(raised.value)


@pytest.mark.parametrize(
    ("said", "expected"), [("8,5", 8.5), ("8,5/10", 8.5), ("8.5", 8.5), ("8", 8)]
)
def test_a_comma_is_read_where_the_language_writes_one(said: str, expected: float) -> None:
    """German, French and others."""
    assert expected == number_on(TEN, said, name="score", decimal_comma=True)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", True),
        ("fr-FR", True),
        ("pt_BR", True),
        ("ru", True),
        ("en", False),
        ("zh-CN", False),
        ("ja", False),
        ("de-CH", False),
        ("es-MX", False),
        ("", False),
    ],
)
def test_which_languages_write_a_comma(language: str, expected: bool) -> None:
    """By their primary tag, and by region where that differs."""
    assert expected == has_decimal_comma(language)


def test_the_language_is_the_asks_own() -> None:
    """What has none, says none."""

    class German:
        language = "de"

    assert [language_of(German()), language_of(object())] == ["de", ""]


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (FIVE, "a whole number from 1 to 5"),
        (TEN, "a number from 0 to 10"),
        (Span(0), "a number of at least 0"),
        (Span(None, 1), "a number of at most 1"),
        (Span(), "a number"),
    ],
)
def test_a_scale_says_itself(span: Span, expected: str) -> None:
    """In messages."""
    assert expected == str(span)


@pytest.mark.parametrize(
    ("values", "span", "expected"),
    [
        ([0.9], TEN, "the values fit a scale from 0 to 1, not one to 10"),
        ([0.9, 0.7, 1], TEN, "the values fit a scale from 0 to 1, not one to 10"),
        ([7, 8.5], Span(0, 100), "the values fit a scale from 0 to 10, not one to 100"),
        ([0.9, 4], TEN, ""),
        ([1, 1, 0], TEN, ""),
        ([7, 8], TEN, ""),
        ([7], Span(0, 100), ""),
        ([1, 1, 1], FIVE, ""),
        ([0.4], Span(0, 1), ""),
        ([0.4], Span(), ""),
        ([], TEN, ""),
    ],
)
def test_values_that_fit_another_scale_are_warned_of(
    values: list[float], span: Span, expected: str
) -> None:
    """They are on the scale and still hardly what was meant."""
    assert expected == scale_warning(values, span)
