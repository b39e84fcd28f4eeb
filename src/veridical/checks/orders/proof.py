"""Is there surely no order in a text? Told without reading it letter by letter.

Most texts give no orders. What every order needs, a stem or something that hides one, is looked
for among the different words of a text, which are few; only a text that may hold one is read on.
"""

from __future__ import annotations

import re
from functools import lru_cache

from veridical.checks.orders.bare import has_long_run, in_bytes, kinds_of, may_be_mixed
from veridical.checks.orders.stems import CHINESE, patterns_for
from veridical.checks.orders.unmask import has_escape, letter_of, unmixed

_ASCII = bytes(range(0x80))
_LONGEST_MIXED = 30
"""Characters of a word in which digits stand for letters."""
_LONGER = re.compile(rb"\S{%d}" % (_LONGEST_MIXED + 1))
_FEW = 4
_HARMLESS = frozenset(" \"'.,:;!?()-")


def _kept(code: int) -> int:
    character = chr(code)
    is_kept = character.isascii() and (character.isalnum() or character in "@$*`~")
    return ord(character.lower()) if is_kept else ord(" ")


_SPACED = bytes(map(_kept, range(256)))
"""Letters in lower case, digits and what stands for letters, marks; all else is blank."""
_BLANKED = bytes(ord("a") if 0x61 <= code <= 0x7A else ord(" ") for code in range(256))
_SINGLE = frozenset(bytes([code]) for code in range(0x61, 0x7B))
_LEET = bytes.maketrans(b"013457@$", b"oieastas")


class _Neutral(dict[str, str]):
    """What a character outside of ASCII is read as, if that neither makes nor hides a word."""

    def __missing__(self, character: str) -> str:
        read = letter_of(character)
        if read.isascii():
            is_neutral = read in _HARMLESS
        else:
            is_neutral = kinds_of([read]) == b"!" and not CHINESE.search(read)
        self[character] = read if is_neutral else ""
        return self[character]


_NEUTRAL = _Neutral()


def is_bare(text: str) -> bool:
    """Whether `text` surely gives no order; false says nothing.

    True only where nothing is to be unmasked but digits in the place of letters, nothing is
    coded, and no stem stands with what has to follow it. Takes time linear in its length.
    """
    coded = in_bytes(text)
    others = set(coded.translate(None, _ASCII).decode("utf-8", "surrogatepass"))
    if not all(map(_NEUTRAL.__getitem__, others)) or has_escape(text) or has_long_run(coded):
        return False
    read = _read(text, others)
    if read is not text:
        coded = in_bytes(read)
    spaced = coded.translate(_SPACED)
    # each word once: most of a text repeats itself
    different = set(spaced.split())
    words = b" ".join(different)
    kinds = kinds_of([words.decode("ascii")])
    if b"*" in kinds or _may_be_set_apart(different & _SINGLE, words, spaced):
        return False
    is_mixed = may_be_mixed(kinds)
    if is_mixed and _LONGER.search(words):
        return False
    patterns = patterns_for(words + b" " + words.translate(_LEET) if is_mixed else words, read)
    if not patterns:
        return True
    letters = coded.lower().decode("utf-8", "surrogatepass")
    letters = unmixed(letters) if is_mixed else letters
    return not any(pattern.search(letters) for pattern in patterns)


was_bare = lru_cache(maxsize=256)(is_bare)
"""The same, remembered: one source is shown with many statements."""


def _read(text: str, others: set[str]) -> str:
    """The text with characters outside of ASCII as they are read."""
    for one in others:
        if _NEUTRAL[one] != one:
            text = text.replace(one, _NEUTRAL[one])
    return text


def _may_be_set_apart(alone: set[bytes], words: bytes, spaced: bytes) -> bool:
    """Whether two letters may stand alone beside each other.

    Args:
        alone: letters that stand alone between blanks, digits and marks.
        words: the different words.
        spaced: the text.
    """
    if b"@" in words or b"$" in words or len(alone) >= _FEW:
        return b" a a " in b" %b " % spaced.translate(_BLANKED)
    # most often it is an article, and only another letter beside it counts
    text = b" %b " % spaced if alone else b""
    return any(b" %b %b " % (one, other) in text for one in alone for other in alone)
