"""Does a quote stand in a source, and where?

A quote is compared word by word and mark by mark after folding what copying
changes: white space, quotation marks, the shape of dashes and full-width forms,
soft and line-end hyphens, case. What is kept is the span in the source, so the
words stored are always the source's own.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import normalize

_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_HIDDEN = "\u00ad\u200b-\u200f\u2060\ufeff"
_LETTER = rf"[^\W\d_{_CJK}]"
_HYPHEN = r"[-\u2010\u2011](?:[ \t]*\r?\n\s{0,20})?"
_TOKEN = re.compile(
    rf"[{_CJK}]"
    r"|(?:(?<![^\W_])[-\u2212])?\d+(?:[.,]\d+)*"
    rf"|{_LETTER}(?:{_LETTER}|[{_HIDDEN}\u0300-\u036f]|['\u2019](?={_LETTER})|{_HYPHEN}(?={_LETTER}))*"
    r"|\u2026+|\.{2,}"
    rf"|[^\w\s{_HIDDEN}]|_"
)
_IN_WORD = re.compile(rf"[{_HIDDEN}]|[-\u2010\u2011]\s*")
_QUOTES = frozenset(
    "\"'`\u00b4\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2032\u2033"
    "\u00ab\u00bb\u2039\u203a\u300c\u300d\u300e\u300f"
)
_SAME_MARK = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
    | {"\u3002": ".", "\u3001": ","}
)
_AROUND = frozenset(".,;:!?()[]{}-*_#|\u2026")
_SEPARATOR = "\x1f"
_ELLIPSIS = "\u2026"
_SHORTEST_PART = 3
_LONGEST_GAP = 60


class QuotableSource:
    """A source folded once, for many quotes."""

    def __init__(self, source: str) -> None:
        """Fold a source; takes time and memory linear in its length."""
        self._keys, self._spans = _folded(source)
        self._text = _joined(self._keys)
        self._offsets = _offsets(self._keys)

    def locate(self, quote: str) -> tuple[int, int] | None:
        """Find a quote in the source.

        Args:
            quote: The words quoted; marks around them do not count, and an
                ellipsis inside may stand for a short gap.

        Returns:
            The span of the first place in the source where the words stand;
            None if they do not, or if the quote has no words.
        """
        keys = _stripped(_keys(quote))
        found = self._find(keys, 0) or self._find_parts(keys)
        return (self._spans[found[0]][0], self._spans[found[1]][1]) if found else None

    def _find(self, keys: Sequence[str], first: int) -> tuple[int, int] | None:
        """The first and last token of the next place where the keys stand."""
        if not keys or first >= len(self._keys):
            return None
        at = self._text.find(_joined(keys), self._offsets[first])
        if at < 0:
            return None
        token = bisect_left(self._offsets, at)
        return token, token + len(keys) - 1

    def _find_parts(self, keys: Sequence[str]) -> tuple[int, int] | None:
        """The parts of an elided quote, in order and close together."""
        parts = _parts(keys)
        if len(parts) < 2 or any(_words(part) < _SHORTEST_PART for part in parts):
            return None
        start = end = None
        for part in parts:
            found = self._find(part, 0 if end is None else end + 1)
            if found is None or (end is not None and found[0] - end > _LONGEST_GAP):
                return None
            start = found[0] if start is None else start
            end = found[1]
        return None if start is None or end is None else (start, end)


def locate(quote: str, source: str) -> tuple[int, int] | None:
    """Find a quote in a source; see `QuotableSource.locate`.

    Example:
        >>> locate('the "net" loss', "It was the  “net”  loss.")
        (7, 23)
    """
    return QuotableSource(source).locate(quote)


class Wanted:
    """A quote folded once, to be looked for in many sources around one of its words.

    Most quotes change marks and spaces and no letter. Then one word tells where to look, and only
    what stands around it is folded: much quicker than folding a whole source. Where this finds a
    place, the words stand there as `locate` demands it; where it finds none they still may, their
    longest word hyphenated, in another case or in full-width letters, or with an ellipsis.
    """

    def __init__(self, quote: str) -> None:
        """Fold a quote; takes time linear in its length."""
        runs = _RUN.findall(quote)
        keys = _stripped(_keys(quote))
        self._anchor = "" if _ELLIPSIS in keys else max(runs, key=len, default="")
        self._joined, self._many = _joined(keys), len(keys)
        at = quote.find(self._anchor)
        after = len(quote) - at - len(self._anchor)
        self._before = at + at // 2 + _SLACK
        self._after = len(self._anchor) + after + after // 2 + _SLACK

    def place(self, source: str) -> tuple[int, int] | None:
        """The span of the first place in `source` that is found so; None if there is none."""
        if not self._anchor or not self._many:
            return None
        at = source.find(self._anchor)
        for _ in range(_MOST_PLACES):
            if at < 0:
                return None
            first = _blank_before(source, at - self._before)
            found = self._standing(source, first, min(at + self._after, len(source)))
            if found is not None:
                return found
            at = source.find(self._anchor, at + 1)
        return None

    def _standing(self, source: str, first: int, last: int) -> tuple[int, int] | None:
        """The span in ``source[first:last]`` whose tokens are the quote's."""
        keys = _keys(source, first, last)
        if self._joined not in _joined(keys):
            return None
        spans = _token_spans(source, first, last)
        if spans and spans[-1][1] == last < len(source):
            del keys[-1]  # it may go on behind
        joined = _joined(keys)
        at = joined.find(self._joined)
        if at < 0:
            return None
        token = joined.count(_SEPARATOR, 0, at)
        return spans[token][0], spans[token + self._many - 1][1]


_RUN = re.compile(rf"[{_CJK}]+|[A-Za-z]+|[0-9]+")
_MOST_PLACES = 8
_SLACK = 24
"""Characters, beside half as many as the quote has, that a source may have in between."""


def _blank_before(source: str, at: int) -> int:
    """The last blank before `at`, where a token surely begins or ends; 0 if there is none."""
    return max(source.rfind(" ", 0, max(at, 0)), 0)


def _folded(
    text: str, first: int = 0, last: int | None = None
) -> tuple[list[str], list[tuple[int, int]]]:
    return _keys(text, first, last), _token_spans(text, first, last)


def _keys(text: str, first: int = 0, last: int | None = None) -> list[str]:
    """The folded tokens of ``text[first:last]``, quotation marks left out."""
    tokens = _TOKEN.findall(text, first, len(text) if last is None else last)
    # most are plain words: nothing but their case is folded
    return [
        token.lower() if token.isalnum() and token.isascii() else _key(token)
        for token in tokens
        if token not in _QUOTES
    ]


def _token_spans(text: str, first: int = 0, last: int | None = None) -> list[tuple[int, int]]:
    """Where these tokens stand."""
    found = _TOKEN.finditer(text, first, len(text) if last is None else last)
    return [token.span() for token in found if token[0] not in _QUOTES]


@lru_cache(maxsize=4096)
def _key(token: str) -> str:
    if token[0].isalpha():
        token = _IN_WORD.sub("", token).replace("\u2019", "'")
        return token.lower() if token.isascii() else normalize("NFKC", token).casefold()
    if token.startswith(("\u2026", "..")):
        return _ELLIPSIS
    return normalize("NFKC", token.translate(_SAME_MARK))


def _joined(keys: Sequence[str]) -> str:
    """Keys between separators, so that no key matches inside another."""
    return _SEPARATOR + _SEPARATOR.join(keys) + _SEPARATOR if keys else ""


def _offsets(keys: Sequence[str]) -> list[int]:
    """Where the separator before each key stands in the joined text."""
    offsets: list[int] = []
    at = 0
    for key in keys:
        offsets.append(at)
        at += len(key) + 1
    return offsets


def _stripped(keys: Sequence[str]) -> Sequence[str]:
    """Without the marks before the first and after the last word."""
    places = [at for at, key in enumerate(keys) if key not in _AROUND]
    return keys[places[0] : places[-1] + 1] if _words(keys) else ()


def _parts(keys: Sequence[str]) -> list[Sequence[str]]:
    parts: list[Sequence[str]] = []
    start = 0
    for at, key in enumerate((*keys, _ELLIPSIS)):
        if key == _ELLIPSIS:
            parts.append(_stripped(keys[start:at]))
            start = at + 1
    return [part for part in parts if part]


def _words(keys: Sequence[str]) -> int:
    return sum(map(_is_word, keys))


def _is_word(key: str) -> bool:
    return any(map(str.isalnum, key))
