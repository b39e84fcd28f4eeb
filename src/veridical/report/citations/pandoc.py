"""Citation keys with an at sign: ``[@roe2020; @doe99, p. 3]``, and ``@roe2020`` in the text.

In the text a key must be known, cited in brackets elsewhere, or end in a year; mail addresses
and handles (``@team``) are no citations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.known import normalize_label
from veridical.report.citations.mark import Label, Mark, Style
from veridical.report.citations.passage import Passage

NAME = "pandoc"

_KEY = r"@\{?([A-Za-z0-9_](?:[\w:.#$%&+?<>~/-]{0,80}\w)?)\}?"
_BRACKET = re.compile(r"\[([^\[\]\n@]{0,60}@[^\[\]\n]{1,300})\]")
_IN_BRACKET = re.compile(rf"(?<![\w.])-?{_KEY}")
_IN_TEXT = re.compile(r"(?<![\w.@/\[-])@([A-Za-z][\w:-]{1,60})(?![\w@])")
_YEARLY = re.compile(r"[A-Za-z][\w:-]*?(?:1[89]|20)\d\d[a-z]?(?:[A-Za-z]\w*)?")


def bracketed_keys(plain: str) -> frozenset[str]:
    """The normalized keys that stand in brackets anywhere in a text."""
    return frozenset(
        normalize_label(key[1])
        for found in _BRACKET.finditer(plain)
        for key in _IN_BRACKET.finditer(found[1])
    )


def find(passage: Passage) -> Iterator[Mark]:
    """All keys in brackets, and those keys in the text that can be told from handles."""
    for found in _BRACKET.finditer(passage.plain):
        labels = tuple(
            Label(key[1], passage.span(*key.span(1)))
            for key in _IN_BRACKET.finditer(passage.plain, *found.span(1))
        )
        if labels:
            yield Mark(NAME, *found.span(), passage.span(*found.span()), labels)
    for found in _IN_TEXT.finditer(passage.plain):
        key = normalize_label(found[1])
        if key in passage.known.keyed or passage.known.has(key) or _YEARLY.fullmatch(found[1]):
            span = passage.span(*found.span())
            label = Label(found[1], passage.span(*found.span(1)))
            yield Mark(NAME, *found.span(), span, (label,), is_word=True)


STYLE = Style(NAME, find, hints=("@",))
