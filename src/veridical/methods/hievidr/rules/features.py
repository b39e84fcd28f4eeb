"""What can be counted in a few sentences: shared words, repetition, reasoning, numbers.

Words are compared by their keys (see `veridical.checks.words`), those that say little counting
little. All of it is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from veridical.checks.words import STOP_WEIGHT, words

_REASONING = re.compile(
    r"\b(?:because|therefore|thus|hence|since|so that|consequently|as a result|due to|leads? to|"
    r"which means|in contrast|by contrast|whereas|although|however|compared (?:with|to)|implies|"
    r"explains?|depends? on|in turn|if)\b|因为|因此|所以|由于|从而|导致|说明|意味着|相比|相较"
    r"|然而|但是|尽管|虽然|取决于|如果|於是|因為|由於|說明|雖然",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_SHINGLE = 3
_FEW_WORDS = 4


def content(text: str) -> list[str]:
    """The keys of the words that say something, in order."""
    return [word.key for word in words(text) if word.weight > STOP_WEIGHT]


def coverage(wanted: str, given: str) -> float:
    """How much of what `wanted` says is among the words of `given`, in [0, 1].

    Args:
        wanted: whose words are looked for.
        given: where.
    """
    weights = {word.key: word.weight for word in words(wanted)}
    total = sum(weights.values())
    there = {word.key for word in words(given)}
    return min(1.0, sum(w for k, w in weights.items() if k in there) / total) if total else 0.0


def share_matching(pattern: re.Pattern[str], texts: Sequence[str]) -> float:
    """The share of `texts` in which `pattern` is found; 0 for none."""
    return sum(bool(pattern.search(t)) for t in texts) / len(texts) if texts else 0.0


def reasoning(texts: Sequence[str]) -> float:
    """The share of sentences with a word of cause, contrast or condition."""
    return share_matching(_REASONING, texts)


def numeric(texts: Sequence[str]) -> float:
    """The share of sentences with a number."""
    return share_matching(_DIGIT, texts)


def repeated(texts: Iterable[str]) -> float:
    """The share of sentences most of whose word triples stood in the sentences before."""
    seen: set[tuple[str, ...]] = set()
    repeats = whole = 0
    for text in texts:
        keys = [word.key for word in words(text)]
        if len(keys) < _FEW_WORDS:
            continue
        shingles = {tuple(keys[i : i + _SHINGLE]) for i in range(len(keys) - _SHINGLE + 1)}
        repeats += len(shingles & seen) >= 0.6 * len(shingles)
        whole += 1
        seen |= shingles
    return repeats / whole if whole else 0.0


def connected(texts: Sequence[str]) -> float:
    """The share of neighboring sentences that share a content word; 1 for a lone one."""
    pairs = list(pairwise([set(content(t)) for t in texts]))
    return sum(bool(a & b) for a, b in pairs) / len(pairs) if pairs else 1.0


def saturated(value: float, enough: float) -> float:
    """`value` as a share of `enough`, at most 1."""
    return min(1.0, value / enough)


def frequent(texts: Iterable[str], most: int) -> set[str]:
    """The `most` commonest content words; ties in the order of first use."""
    return {t for t, _ in Counter(t for text in texts for t in content(text)).most_common(most)}
