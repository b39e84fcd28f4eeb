"""How likely a yes was, by the tokens that an endpoint lists."""

from __future__ import annotations

from math import log

import pytest

from veridical.checks.likelihood import probability_of_yes
from veridical.models.port import TokenLogprob

Top = dict[str, float]


def tokens(*pieces: str | tuple[str, Top]) -> list[TokenLogprob]:
    """Tokens of a reply; those that are listed with others have their probabilities."""
    found = []
    for piece in pieces:
        text, top = piece if isinstance(piece, tuple) else (piece, {})
        listed = tuple((token, log(p)) for token, p in top.items())
        found.append(TokenLogprob(text, listed[0][1] if listed else 0.0, listed))
    return found


def likely(*pieces: str | tuple[str, Top]) -> float | None:
    """P(yes) of the field "shown" of the reply that the tokens make."""
    listed = tokens(*pieces)
    return probability_of_yes("".join(t.token for t in listed), listed, "shown")


def test_the_mass_on_yes_stands_against_the_mass_on_no() -> None:
    """.6 + .1 on yes (two spellings), .2 + .05 on no, .05 elsewhere: .7 / .95."""
    top = {"yes": 0.6, "Yes": 0.1, "no": 0.2, "NO": 0.05, "partly": 0.05}

    assert likely('{"shown": "', ("yes", top), '", "why": ""}') == pytest.approx(0.7 / 0.95)


def test_a_token_that_begins_before_the_word_counts_by_its_end() -> None:
    """The token opens the quotation as well: .3 / (.3 + .6); another opening is none."""
    top = {' "no': 0.6, ' "yes': 0.3, " {yes": 0.1}

    assert likely('{"shown":', (' "no', top), '"}') == pytest.approx(0.3 / 0.9)


def test_without_listed_tokens_the_token_itself_counts() -> None:
    """An endpoint that lists none: all mass that is known is on it."""
    assert likely('{"shown": "', "no", '"}') == 0.0


@pytest.mark.parametrize(
    "pieces",
    [
        ('{"seen": "', ("yes", {"yes": 0.9}), '"}'),
        ('{"shown": "', ("yes", {"yes": 0.9}), '", "shown": "no"}'),
        ('{"shown": "', ("maybe", {"maybe": 0.9, "y": 0.1}), '"}'),
    ],
    ids=["no such field", "the field twice", "neither word"],
)
def test_what_is_not_certain_has_no_probability(pieces: tuple[str, ...]) -> None:
    """Never 0 in its place, as the released code has it where no mass is on either word."""
    assert likely(*pieces) is None


def test_tokens_of_another_text_tell_nothing() -> None:
    """The reply was repaired, or the endpoint lists something else."""
    listed = tokens('{"shown": "', ("yes", {"yes": 1.0}), '"}')

    assert probability_of_yes('{"shown": "no"}', listed, "shown") is None


def test_words_quoted_in_the_grounds_are_not_the_field() -> None:
    """An escaped mark inside a string begins no field."""
    top = {"no": 0.9, "yes": 0.1}

    found = likely('{"shown": "', ("no", top), '", "why": "it says \\"shown\\": \\"yes\\""}')
    assert found == pytest.approx(0.1)
