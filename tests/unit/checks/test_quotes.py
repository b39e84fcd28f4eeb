"""Quotes found in sources: U89 and its kinds."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veridical.checks.quotes import QuotableSource, Wanted, locate


@pytest.mark.parametrize(
    ("quote", "source", "stored"),
    [
        ('the "net" loss', "It was the  “net”\nloss.", "the  “net”\nloss"),
        ("the net loss", "It was the “net” loss.", "the “net” loss"),
        ("“The net loss.”", "It was the net loss, again", "the net loss"),
        ("1990-1995 -- a decade", "1990–1995 — a decade", None),
        ("1990-1995 - a decade", "in 1990–1995 — a decade", "1990–1995 — a decade"),
        ("an experiment ended", "An experi-\nment ended", "An experi-\nment ended"),
        ("a well-known case", "a well-\n  known case", "a well-\n  known case"),
        ("cooperation grew", "coop\u00adera\u200btion grew", "coop\u00adera\u200btion grew"),
        ("We don't know", "we don’t know", "we don’t know"),
        ("甲公司增长20%", "据报，甲公司\n增长２０％。", "甲公司\n增长２０％"),
        ("「增长」, 但下降。", "《增长》。增长，但 下降", "增长，但 下降"),
        ("caffe\u0301 culture", "caffé culture", "caffé culture"),
        ("grew by -5 %", "it grew by −5%", "grew by −5%"),
        ("...the net loss...", "was the net loss", "the net loss"),
        (
            "the quick brown fox … over the lazy dog",
            "the quick brown fox jumped over the lazy dog",
            "the quick brown fox jumped over the lazy dog",
        ),
        (
            "the quick brown fox [...] over the lazy dog",
            "The quick brown fox, it is said, jumped over the lazy dog.",
            "The quick brown fox, it is said, jumped over the lazy dog",
        ),
        ("said so... twice", "he said so... twice", "said so... twice"),
    ],
)
def test_folded_differences_do_not_hide_a_quote(
    quote: str, source: str, stored: str | None
) -> None:
    """The span is the source's own words, whatever copying changed."""
    found = locate(quote, source)

    assert (source[found[0] : found[1]] if found else None) == stored


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("words that are not there", "the net loss"),
        ("loss", "glossary"),
        ("5 percent", "fell by -5 percent"),
        ("12 mm", "1-2 mm"),
        ("20%", "20 units"),
        ("the dog", "the quick dog"),
        ("loss net", "net loss"),
        ("", "the net loss"),
        ("“...”", "wait ... “...”"),
        ("the ... dog", "the quick dog"),
        ("the quick fox ... over the dog", "the quick fox" + " x" * 99 + " over the dog"),
        ("over the lazy dog ... the quick brown fox", "the quick brown fox over the lazy dog"),
    ],
)
def test_other_words_are_no_quote(quote: str, source: str) -> None:
    """Words that do not stand in the source, in that order, are not found."""
    assert locate(quote, source) is None


def test_one_source_serves_many_quotes() -> None:
    """A folded source answers each quote with its first place."""
    source = QuotableSource("One two. Three four. One two.")

    assert [source.locate(quote) for quote in ("three four", "one two", "five")] == [
        (9, 19),
        (0, 7),
        None,
    ]


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80), st.integers(0, 80), st.integers(0, 80))
def test_whole_words_of_a_text_are_found_in_it(text: str, first: int, second: int) -> None:
    """A run of whole words quotes its text; the span lies in the text."""
    words = text.split()
    quote = " ".join(words[min(first, second) : max(first, second)])

    found = locate(quote, text)

    assert found is None or 0 <= found[0] < found[1] <= len(text)
    plain = quote.isascii() and quote.replace(" ", "").isalpha()
    assert found is not None or not plain


@pytest.mark.timed
@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("a" * 100_000, "a" * 200_000),
        ("aa " * 30_000 + "a", "aa " * 60_000),
        ("x", "-" * 200_000),
        ("x", "a-\n" * 60_000),
        ("x ... " * 1000, "x " * 100_000),
        ("one two three ... " * 3000, "one two three " * 15_000),
        ("[" * 1000, "[" * 200_000),
    ],
    ids=range(7),
)
def test_hostile_quotes_take_linear_time(quote: str, source: str) -> None:
    """Two hundred thousand characters take under two seconds."""
    start = time.process_time()

    locate(quote, source)

    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        (
            'the "Green Belt" - 41 plants',
            "By then the \u201cGreen Belt\u201d \u2013 41\u00a0plants fed it.",
        ),
        ("fed 9.6 TWh a year", "It fed  9.6\nTWh a year, and a year later more."),
        ("水量减少了18%", "据报告，水量减少了 18%。"),
    ],
)
def test_a_quote_is_found_around_one_of_its_words(quote: str, source: str) -> None:
    """Where marks and spaces alone differ, at the same place as by folding the whole source."""
    found = Wanted(quote).place(source)

    assert found is not None
    assert found == locate(quote, source)


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("port of call", "The report of calls came late."),
        ("the lake rose", "The river fell."),
        ("the lake \u2026 rose", "the lake, it is said, rose"),
        ("GREEN BELT", "the green belt"),
        ("", "the green belt"),
        ("\u2014", "a \u2014 b"),
    ],
)
def test_what_is_not_found_around_a_word(quote: str, source: str) -> None:
    """Parts of words, other words, ellipses, another case, no words: left to `locate`."""
    assert Wanted(quote).place(source) is None


def test_a_place_at_a_windows_edge_is_whole() -> None:
    """A word that goes on behind what is looked at is another word."""
    source = "alpha beta" + "s" * 200

    assert Wanted("alpha beta").place(source) is None
