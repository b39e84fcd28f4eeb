"""How alike are two texts, by the words they share and how rare those are in a corpus?

TF-IDF with smoothed inverse document frequency and Euclidean length, the same numbers that
scikit-learn's `TfidfVectorizer` gives for the same tokens. Tokens are words in lower case;
of scripts written without spaces, pairs of neighboring characters.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import add
from typing import TypeAlias

Vector: TypeAlias = Mapping[str, float]
"""Weights by token, of Euclidean length 1, or empty."""

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
_TOKEN = re.compile(f"[{_UNSPACED}]+|[^\\W_{_UNSPACED}]+")
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")


def tokens(text: str) -> list[str]:
    """The tokens of `text`: words in lower case, Chinese and Japanese as character pairs.

    Args:
        text: any text; a lone character of an unspaced script stands for itself.

    Example:
        >>> tokens("The IDF of 水的密度")
        ['the', 'idf', 'of', '水的', '的密', '密度']
    """
    found: list[str] = []
    for run in _TOKEN.findall(text.casefold()):
        if not run.isascii() and len(run) > 1 and _IS_UNSPACED.match(run):
            found.extend(map(add, run, run[1:]))
        else:
            found.append(run)
    return found


def unspaced(text: str) -> int:
    """How many code points of a text are of scripts that are written without spaces."""
    return sum(map(len, _UNSPACED_RUN.findall(text)))


@dataclass(frozen=True)
class TfIdf:
    """Inverse document frequencies of one corpus.

    Attributes:
        idf: ``ln((1 + n) / (1 + df)) + 1`` by token, for the tokens of the corpus.
        documents: n, how many texts it was fitted on.
    """

    idf: Mapping[str, float]
    documents: int

    @classmethod
    def fit(cls, corpus: Iterable[str]) -> TfIdf:
        """Count in how many texts of `corpus` each token stands."""
        df: Counter[str] = Counter()
        n = 0
        for text in corpus:
            df.update(set(tokens(text)))
            n += 1
        return cls({t: math.log((1 + n) / (1 + d)) + 1 for t, d in df.items()}, n)

    def vector(self, text: str) -> Vector:
        """The weights of `text`; tokens that the corpus lacks weigh nothing."""
        tf = Counter(t for t in tokens(text) if t in self.idf)
        weights = {t: count * self.idf[t] for t, count in tf.items()}
        length = math.hypot(*weights.values())
        return {t: weight / length for t, weight in weights.items()} if length else {}


def cosine(a: Vector, b: Vector) -> float:
    """The cosine of two vectors, in [0, 1]; 0 where one is empty."""
    return math.fsum(weight * b[t] for t, weight in a.items() if t in b)
