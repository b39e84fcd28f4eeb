"""Which words speak of one thing, though they share no letters: "pet" and "dog", 下降 and 减少.

Rows of everyday words in English and Chinese, ours, by no text's names. They are a hint that two
texts speak of one thing, never that they say the same: "rise" is beside "higher", "son" beside
"daughter". A word may stand in several rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_FILE = Path(__file__).parent / "related.txt"
_NONE: frozenset[int] = frozenset()


def related(word: str) -> frozenset[int]:
    """The numbers of the rows that a word stands in; none for most words.

    Args:
        word: a token in lower case; of Chinese, a pair of characters.

    Example:
        >>> bool(related("pet") & related("canine")), related("veridical")
        (True, frozenset())
    """
    return _rows().get(word, _NONE)


@cache
def _rows() -> Mapping[str, frozenset[int]]:
    found: defaultdict[str, set[int]] = defaultdict(set)
    for number, row in enumerate(_FILE.read_text(encoding="utf-8").splitlines()):
        for word in row.split():
            found[word].add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}
