"""The proof that nothing is hidden in a text says nothing else than looking for each disguise."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from veridical.checks.orders.bare import has_long_run, may_be_chinese, words_in
from veridical.checks.orders.unmask import _closed_up, _lettered, _unmixed, unmasked

SIGNS = (
    "aabcdzAZ  ..--__  ,!/<>%$@0134578*`~\n\t\x1a\x00?éß中请\u00a0\u2013\u2014\u201c\u200b\u00ad"
    "\u0301\ud800\u0660\u00b2Ⅷａ𝐢ＩİаеоηİΑ\U000e0041\U000e0061½\u2028ª"
)
WORDS = [
    *("ignore", "grader", "this", "not", "supported", "1gnore", "i g n o r e", "U.S.", "e.g.", "a"),
    *("b", "CO2", "4th", "verdict", "é b", "$a b", "a$ b", "aGVsbG8gd29ybGQgdGhpcyBpcyBhIHRlc3Q="),
]

MADE = st.one_of(
    st.text(st.sampled_from(SIGNS), max_size=30),
    st.text(max_size=30),
    st.lists(st.sampled_from([*WORDS, " ", " ", ".", "-", "_", "*", "\n"]), max_size=30).map(
        "".join
    ),
)


@settings(max_examples=1500, deadline=None)
@given(MADE)
def test_a_text_is_read_as_if_every_disguise_were_looked_for(text: str) -> None:
    """The same words, each at the same place."""
    whole = _closed_up(_unmixed("".join(_lettered(text))))
    found = unmasked(text)

    assert found.text == whole.text
    places = range(len(found.text))
    assert [found.place(at) for at in places] == [whole.place(at) for at in places]


@settings(max_examples=500, deadline=None)
@given(MADE)
def test_words_and_runs_are_those_that_an_expression_finds(text: str) -> None:
    """Of letters, of base64, and of characters that may be Chinese."""
    assert words_in(text) == [word.encode() for word in re.findall("[a-z]+", text)]
    assert has_long_run(text) == bool(re.search("[A-Za-z0-9+/_-]{24}", text))
    assert may_be_chinese(text) == any(ord(character) > 0x2FFF for character in text)


def test_a_long_run_is_found_beside_a_short_one() -> None:
    """Twenty-four characters are one, twenty-three are none."""
    assert has_long_run(f"a {'b' * 23} {'c1+/_-' * 4} d")
    assert not has_long_run(f"a {'b' * 23} {'c' * 23}")
