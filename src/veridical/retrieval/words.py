"""What of a token counts when texts are compared: a word's stem, and pieces of its spelling.

A stem is the word without its plural's ending, five letters of it, so that "masks" meets "mask"
and "floats" "floating". Four letters in a row let "asymptomatic" meet "symptoms". A number, a
short word and a pair of characters of an unspaced script count whole. Names of one thing that
share no letters, of which a text uses the one and a statement the other, count as one.
"""

from __future__ import annotations

STEM, PIECE = 5, 4
"""Letters of a stem, and of a piece of spelling."""
SHORTEST_PLURAL = 4

_EMPTY = """
a about after all also an and any are as at be been but by can could did do does for from had has
have he her his how if in into is it its may might more most no not of on one only or other our
out over she should so some such than that the their them then there these they this those to up
was we were what when where which who will with would you your
"""
EMPTY = frozenset(_EMPTY.split())
"""English words that say nothing of what a text is about."""
_LIGHT = """
am because being both doing down each few i just me mine my myself once ours per same something
themselves until upon us very via while whom whose within without yet
ain aren couldn didn doesn don hadn hasn haven isn ll re shouldn t ve wasn weren won wouldn
"""
LIGHT = EMPTY | frozenset(_LIGHT.split())
"""The same with more of them, and what an apostrophe leaves of a word: for single sentences."""


_NAMES = """
coronavirus covid covid19 sars cov ncov sarscov2 2019ncov
america american usa
britain british uk
europe european eu
"""


def stem(word: str) -> str:
    """What a word has in common with its other forms.

    Args:
        word: a token in lower case.

    Example:
        >>> stem("masks"), stem("studies"), stem("1234567"), stem("水的"), stem("covid")
        ('mask', 'study', '1234567', '水的', 'coron')
    """
    if not (word.isascii() and word.isalpha()):
        return _ONE_NAME.get(word, word)
    if len(word) >= SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss"):
        word = f"{word[:-3]}y" if word.endswith("ies") else word[:-1]
    return _ONE_NAME.get(word[:STEM], word[:STEM])


_ROWS = [
    [name[:STEM] if name.isalpha() else name for name in row.split()]
    for row in _NAMES.strip().splitlines()
]
_ONE_NAME = {name: row[0] for row in _ROWS for name in row}


def spelling(word: str) -> frozenset[str]:
    """Every four letters in a row of a word, a shorter one whole; of no word, nothing.

    Args:
        word: a token in lower case.

    Example:
        >>> sorted(spelling("symptom"))
        ['mpto', 'ptom', 'symp', 'ympt']
    """
    if not (word.isascii() and word.isalpha()):
        return frozenset()
    return frozenset(word[i : i + PIECE] for i in range(max(1, len(word) - PIECE + 1)))
