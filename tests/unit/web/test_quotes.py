"""Quotes on a page: places, origins, marks in stored texts."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.web.sample import IN_ITEM, IN_REPORT, asks, diagnosis, report
from veridical.ask import Quote
from veridical.web.quotes import all_quotes, quote_origin, quote_place, quoted_text

TEXT = "Ice has 917 kg/m³ & floats."


def _quote(start: int, end: int, text: str = TEXT) -> Quote:
    return Quote("item", start, end, text[start:end])


def test_a_quote_of_the_report_leads_to_its_statement() -> None:
    """Characters 23 to 40 lie in the second statement."""
    assert quote_place(Quote("report", 23, 40, ""), report(), ()) == "s1"


def test_a_quote_of_an_item_leads_to_its_mark() -> None:
    """The fragment names item and offsets."""
    assert quote_place(IN_ITEM, report(), ("water-01",)) == "quote-water-01-9-26"


def test_a_quote_of_what_is_not_shown_leads_nowhere() -> None:
    """No dead anchor."""
    assert quote_place(IN_ITEM, report(), ()) == ""


def test_the_origin_names_line_and_offsets() -> None:
    """Offsets are code points of the source."""
    assert quote_origin(IN_REPORT, report()) == "report, line 1, characters 0–17"


def test_every_quote_is_listed_once() -> None:
    """The same words in an ask and a finding are one mark."""
    assert all_quotes(asks(), diagnosis()) == (IN_ITEM, IN_REPORT)


def test_a_quote_is_marked_where_it_stands() -> None:
    """The rest of the text is escaped around it."""
    assert quoted_text(TEXT, "item", [_quote(8, 17)]) == (
        'Ice has <mark><span id="quote-item-8-17"></span>917 kg/m³</mark> &amp; floats.'
    )


def test_overlapping_quotes_share_a_mark() -> None:
    """Both can still be reached."""
    assert quoted_text(TEXT, "item", [_quote(0, 7), _quote(4, 11)]) == (
        '<mark><span id="quote-item-0-7"></span><span id="quote-item-4-11"></span>'
        "Ice has 917</mark> kg/m³ &amp; floats."
    )


def test_a_quote_inside_a_longer_one_does_not_end_it() -> None:
    """A third quote that meets only the longer one still joins it."""
    marked = quoted_text(TEXT, "item", [_quote(0, 17), _quote(4, 7), _quote(8, 11)])

    assert marked.count("<mark>") == 1


def test_words_that_are_not_at_their_place_are_not_marked() -> None:
    """A quote that does not match the stored text shows nothing."""
    assert "<mark>" not in quoted_text(TEXT, "item", [Quote("item", 0, 3, "Eis")])


@given(
    st.text(max_size=60),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=6),
)
def test_marking_never_changes_the_text(text: str, spans: list[tuple[int, int]]) -> None:
    """Without its tags the marked text is the text, whatever was quoted."""
    quotes = [Quote("item", a, b, text[a:b]) for a, b in spans]
    marked = quoted_text(text, "item", quotes)
    bare = re.sub(r'</?mark>|<span id="[^"]*"></span>', "", marked)

    assert bare == quoted_text(text, "item", [])
