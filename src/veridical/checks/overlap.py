"""How much of a statement do the words of a passage cover, and where?

The best window is the run of whole sentences, about sixty words long, that covers
most of what the statement says, each word weighed by how much it says: a word that
stands all over a source says little about one place in it. Coverage is no proof:
a window may cover all words of a statement and deny it.
"""

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from veridical.checks.words import STOP_WEIGHT, Word, words
from veridical.report.sentences import sentence_spans

WINDOW_WORDS = 60.0
# A pair overlaps the next one, so a Chinese word of two characters makes two pairs.
_PAIR_SIZE = 0.5
_LONGEST_PIECE = 40.0
_FEW_SENTENCES = 8
_TIE = 1e-9


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a passage that covers most of a statement.

    Attributes:
        start: Offset of its first code point in the passage.
        end: Offset after its last one; equal to `start` where nothing is covered.
        score: The weighted share of the statement's words that it covers, in [0, 1].
        whole: The share that the whole passage covers, in [score, 1].
        matched: Keys of the statement's words that stand in the window.
        missing: Keys of those that do not.
    """

    start: int
    end: int
    score: float
    whole: float
    matched: tuple[str, ...]
    missing: tuple[str, ...]


class PassageIndex:
    """A passage made ready for many statements.

    Build it once a source: a statement then costs as much as its words occur in the
    source, not as much as the source is long.
    """

    def __init__(self, text: str, language: str | None = None) -> None:
        """Read a passage.

        Args:
            text: The passage.
            language: A BCP-47 tag; found from the text when absent.
        """
        self.text = text
        self._spans: list[tuple[int, int]] = []
        self._sizes: list[float] = [0.0]
        self._places: dict[str, list[int]] = defaultdict(list)
        for span, piece in _pieces(text, language):
            self._add(span, piece)

    def window(self, statement: str, background: Mapping[str, float] | None = None) -> Window:
        """Find the window that covers most of a statement.

        Args:
            statement: What is said.
            background: How rare words are outside the passage, by key, in [0, 1];
                a word it lacks counts 1.

        Returns:
            The best window, the first and shortest of equals; an empty one at 0
            where the passage shares no word with the statement.

        Example:
            >>> passage = PassageIndex("It rained. Bees often visit clover.")
            >>> passage.window("Bees visit clover.").score
            1.0
        """
        weights = self._weights(words(statement), background or {})
        here = {key: self._places[key] for key in weights if key in self._places}
        telling = {key: at for key, at in here.items() if weights[key] > STOP_WEIGHT} or here
        if not here:
            return Window(0, 0, 0.0, 0.0, (), tuple(weights))
        first, last = self._best_run(telling, weights)
        matched = tuple(key for key, at in here.items() if _within(at, first, last))
        return Window(
            start=self._spans[first][0],
            end=self._spans[last][1],
            score=_share(matched, weights),
            whole=_share(here, weights),
            matched=matched,
            missing=tuple(key for key in weights if key not in frozenset(matched)),
        )

    def _add(self, span: tuple[int, int], piece: Sequence[Word]) -> None:
        at = len(self._spans)
        self._spans.append(span)
        self._sizes.append(self._sizes[-1] + math.fsum(map(_size, piece)))
        for key in {word.key for word in piece}:
            self._places[key].append(at)

    def _weights(self, said: Iterable[Word], background: Mapping[str, float]) -> dict[str, float]:
        weights: dict[str, float] = {}
        for word in said:
            weight = word.weight * background.get(word.key, 1.0) * self._rarity(word.key)
            weights[word.key] = max(weights.get(word.key, 0.0), weight)
        return weights

    def _rarity(self, key: str) -> float:
        """1 for a word in no sentence, down to half for one in every sentence."""
        sentences = len(self._spans)
        if sentences < _FEW_SENTENCES:
            return 1.0
        common = math.log1p(len(self._places.get(key, ()))) / math.log1p(sentences)
        return 1.0 - common / 2

    def _best_run(
        self, places: Mapping[str, Sequence[int]], weights: Mapping[str, float]
    ) -> tuple[int, int]:
        """Slide over the sentences that hold a word; both ends only move on."""
        events = sorted((at, key) for key, held in places.items() for at in held)
        count: Counter[str] = Counter()
        best, best_run, left = 0.0, (events[0][0], events[0][0]), 0
        covered = 0.0
        for at, key in events:
            covered += 0.0 if count[key] else weights[key]
            count[key] += 1
            while events[left][0] < at:
                first, dropped = events[left]
                is_spare = count[dropped] > 1
                if not is_spare and self._sizes[at + 1] - self._sizes[first] <= WINDOW_WORDS:
                    break
                count[dropped] -= 1
                covered -= 0.0 if is_spare else weights[dropped]
                left += 1
            if covered > best + _TIE:
                best, best_run = covered, (events[left][0], at)
        return best_run


passage_index = lru_cache(maxsize=512)(PassageIndex)
"""Many statements are held against one passage."""


def _pieces(text: str, language: str | None) -> Iterator[tuple[tuple[int, int], list[Word]]]:
    """Span and words of each sentence; an endless sentence is cut."""
    for start, end in sentence_spans(text, language):
        piece: list[Word] = []
        size = 0.0
        for word in words(text, start, end):
            if size >= _LONGEST_PIECE:
                yield (start, piece[-1].end), piece
                start, piece, size = word.start, [], 0.0
            piece.append(word)
            size += _size(word)
        if piece:
            yield (start, end), piece


def _size(word: Word) -> float:
    return _PAIR_SIZE if word.is_pair else 1.0


def _within(places: Sequence[int], first: int, last: int) -> bool:
    at = bisect_left(places, first)
    return at < len(places) and places[at] <= last


def _share(keys: Iterable[str], weights: Mapping[str, float]) -> float:
    total = math.fsum(weights.values())
    return min(1.0, math.fsum(weights[key] for key in keys) / total) if total else 0.0
