"""What "supported" needs beside a quote, where the material gives orders to its judge."""

from __future__ import annotations

import re
from collections.abc import Iterable

from veridical.ask import Quote
from veridical.checks.orders.finder import orders_in
from veridical.checks.orders.material import Attack, attacks_in, joined
from veridical.checks.words import words

_NUMERAL = re.compile("[〇零一二三四五六七八九十百千万亿两]{2,}")

LEAST_SHARE = 0.6
"""Of the statement's words by weight, that the rest of the material has to hold."""


def doubt(statement: str, texts: Iterable[Quote]) -> Attack | None:
    """The order for which "supported" is not believed; None = it is believed.

    A judge that obeys an order can quote a true sentence beside it. So where there is one, what
    stands outside of all orders must hold every number of the statement and most of its words.

    Args:
        statement: what is said to be supported.
        texts: the material.
    """
    shown = joined(texts)
    found = attacks_in(shown)
    if not found:
        return None
    outside = "\n".join(_outside(text.text) for text in shown)
    held = {word.key for word in words(outside)}
    asked = {word.key: word for word in words(statement)}
    total = sum(word.weight for word in asked.values())
    share = sum(word.weight for key, word in asked.items() if key in held) / (total or 1.0)
    numbers = all(key in held for key, word in asked.items() if word.is_number)
    numbers = numbers and all(one in outside for one in _NUMERAL.findall(statement))
    return None if numbers and share >= LEAST_SHARE else found[0]


def _outside(text: str) -> str:
    """The text without its orders."""
    at, kept = 0, []
    for order in orders_in(text):
        kept.append(text[at : order.start])
        at = order.end
    return "\n".join([*kept, text[at:]])
