"""How likely is a yes, by the tokens of a reply?

Answers that decide between yes and no before they give grounds can be weighed: where the
endpoint lists the likeliest tokens, the mass on "yes" stands against the mass on "no". Nothing is
guessed: where the place of the word is not certain, or neither word is listed, there is no
probability.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp
from typing import TypeVar
from unicodedata import normalize

from veridical.ask import Answer, Token

V = TypeVar("V")

LIKELIEST = 5
"""Tokens that are listed at each place."""


class Decision(StrEnum):
    """Yes or no."""

    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Weighed(Answer[V]):
    """An answer with the probability of its yes.

    Attributes:
        probability: P(yes) / (P(yes) + P(no)), in [0, 1]; None = the reply does not tell it.
    """

    probability: float | None = None


_SPELLED = {
    "yes": Decision.YES,
    "是": Decision.YES,
    "no": Decision.NO,
    "否": Decision.NO,
}


def probability_of_yes(text: str, tokens: Sequence[Token], field: str) -> float | None:
    r"""How likely the field's "yes" was, against "no", when the reply came to it.

    .. math:: \frac{P(\text{yes})}{P(\text{yes}) + P(\text{no})}

    Args:
        text: the reply, JSON with the field in it.
        tokens: of the reply; together its text.
        field: whose value is yes or no.

    Returns:
        A share in [0, 1]; None where the field stands nowhere or at several places, where the
        tokens are not those of the text, or where neither word is among those listed.
    """
    at = _place(text, field)
    found = None if at is None else _covering(text, tokens, at)
    if found is None:
        return None
    token, ahead = found
    mass = dict.fromkeys(Decision, 0.0)
    for decision, probability in _decisions(token, ahead):
        mass[decision] += probability
    total = mass[Decision.YES] + mass[Decision.NO]
    return mass[Decision.YES] / total if total > 0 else None


def _place(text: str, field: str) -> int | None:
    """Where the field's value begins, past its quotation mark, if the field stands there once."""
    key = rf'(?<!\\)"{re.escape(field)}"\s{{0,9}}:\s{{0,9}}"?'
    found = list(re.finditer(key, text))
    return found[0].end() if len(found) == 1 else None


def _covering(text: str, tokens: Sequence[Token], at: int) -> tuple[Token, int] | None:
    """The token that holds the character at `at`, and how many of its own come before it."""
    start = "".join(token.token for token in tokens).find(text)
    if start < 0 or not text:
        return None
    seen = 0
    for token in tokens:
        if seen <= start + at < seen + len(token.token):
            return token, start + at - seen
        seen += len(token.token)
    return None


def _decisions(token: Token, ahead: int) -> Iterator[tuple[Decision, float]]:
    """Each listed token that goes on with yes or no, with its probability."""
    lead = token.token[:ahead]
    listed = dict(token.top) or {token.token: token.logprob}
    for spelled, logprob in listed.items():
        if spelled.startswith(lead):
            decision = _SPELLED.get(_letters(spelled[len(lead) :]))
            if decision is not None:
                yield decision, exp(logprob)


def _letters(spelled: str) -> str:
    plain = normalize("NFKC", spelled).casefold()
    return plain.strip(" \t\r\n\"'`.,:;}{")
