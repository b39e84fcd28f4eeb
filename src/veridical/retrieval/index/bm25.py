"""BM25 over the words of English and the character pairs of Chinese.

Scores by bm25s (Lu, 2024, arXiv:2407.03618) in Lucene's form: of a query's token with document
frequency df among N items, ``ln(1 + (N - df + 0.5) / (df + 0.5))`` times
``tf / (tf + k1 (1 - b + b · length / mean length))``. The words are compared by their stems, and
those that say nothing are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from veridical.errors import ConfigError
from veridical.retrieval.index.port import Found, ranked
from veridical.retrieval.tfidf import tokens
from veridical.retrieval.words import EMPTY, stem

if TYPE_CHECKING:
    from collections.abc import Mapping

K1, B = 1.5, 0.75
_IDS, _MODEL = "ids.json", "bm25s"


class Bm25:
    """An `Index` in memory.

    Args:
        items: pairs of id and text; an id stands once.
    """

    def __init__(self, items: Iterable[tuple[str, str]]) -> None:
        pairs = list(items)
        self._ids: Sequence[str] = [id_ for id_, _ in pairs]
        self._at: Mapping[str, int] = {id_: n for n, id_ in enumerate(self._ids)}
        self._model = _fitted([words(text) for _, text in pairs])

    @property
    def name(self) -> str:
        """With its constants."""
        return f"bm25 k1={K1} b={B}"

    def __len__(self) -> int:
        """How many items it holds."""
        return len(self._ids)

    def search(self, query: str, k: int, *, without: Collection[str] = ()) -> tuple[Found, ...]:
        """The items that share words with the query, the best first."""
        known = [token for token in words(query) if token in self._vocabulary]
        if not known:
            return ()
        scores = self._model.get_scores(known)
        scores[[self._at[id_] for id_ in without if id_ in self._at]] = 0
        # all that reach the worst of the best, so that ties are cut by id and not by chance
        return ranked([(self._ids[n], float(scores[n])) for n in _at_least(scores, k)], k)

    def keep(self, folder: Path) -> None:
        """Write it into a folder that is there, so that `opened` need not make it again.

        Raises:
            OSError: the disk refuses.
        """
        folder.joinpath(_IDS).write_bytes(msgspec.json.encode(self._ids))
        if self._model is not None:
            self._model.save(folder / _MODEL, show_progress=False)

    @classmethod
    def opened(cls, folder: Path) -> Bm25:
        """What `keep` has written; its numbers are read when they are looked at.

        Raises:
            OSError, ValueError: it is not there, or not whole.
            ConfigError: the extra ``research`` is not installed.
        """
        index = cls(())
        index._ids = msgspec.json.decode(folder.joinpath(_IDS).read_bytes(), type=list[str])
        index._at = {id_: n for n, id_ in enumerate(index._ids)}
        if (folder / _MODEL).is_dir():
            index._model = _bm25s().BM25.load(folder / _MODEL, mmap=True, show_progress=False)
        return index

    @property
    def _vocabulary(self) -> Collection[str]:
        return self._model.vocab_dict if self._model is not None else ()


def words(text: str) -> list[str]:
    """What of a text is compared: stems of words, and pairs of characters."""
    return [stem(token) for token in tokens(text) if token not in EMPTY]


def _fitted(corpus: list[list[str]]) -> Any:
    if not any(corpus):
        return None
    model = _bm25s().BM25(k1=K1, b=B, method="lucene")
    model.index(corpus, show_progress=False)
    return model


def _bm25s() -> Any:
    try:
        import bm25s
    except ImportError as e:
        raise ConfigError(
            "search in a corpus",
            "bm25s is not installed",
            expected="the extra research",
            fix="Install it, as with `pip install 'veridical[research]'`.",
        ) from e
    return bm25s


def _at_least(scores: Any, k: int) -> list[int]:
    """Places of the `k` largest scores above 0, and of all that equal the least of them."""
    import numpy as np

    above = np.flatnonzero(scores > 0)
    if len(above) > k:
        own = scores[above]
        least = np.partition(own, len(own) - k)[len(own) - k]
        above = above[own >= least]
    return [int(n) for n in above]
