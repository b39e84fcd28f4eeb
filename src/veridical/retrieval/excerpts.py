"""The passages of each source that a statement is judged by, each source cut once.

A report asks one source about many statements. Cutting and weighing it anew for each would
cost statements times length; here it costs each once.
"""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from dataclasses import dataclass, field

from veridical.retrieval.passages import (
    PASSAGE_CHARACTERS,
    SHOWN_PASSAGES,
    Excerpt,
    Passage,
    passages,
)
from veridical.retrieval.tfidf import TfIdf
from veridical.sources import Fetched


@dataclass
class Excerpts:
    """Excerpts of sources, by the ids of the sources.

    Attributes:
        limit: how many passages of a source are shown at most.
        characters: how long a passage is at most, in code points.
    """

    limit: int = SHOWN_PASSAGES
    characters: int = PASSAGE_CHARACTERS
    _cut: dict[str, _Cut] = field(default_factory=dict)

    def of(self, statement: str, source: Fetched) -> Excerpt:
        """The passages of `source` most alike to `statement`, in the source's order.

        The same as `veridical.retrieval.passages.excerpt` gives for its text.
        """
        if source.id not in self._cut:
            self._cut[source.id] = _Cut.of(source, self.limit, self.characters)
        cut = self._cut[source.id]
        return Excerpt(cut.most_alike(statement, self.limit), len(source.text))


@dataclass(frozen=True)
class _Cut:
    """A source in pieces, with the weights of their tokens; none where all is shown."""

    pieces: tuple[Passage, ...]
    model: TfIdf | None
    weights: dict[str, tuple[array[int], array[float]]]

    @classmethod
    def of(cls, source: Fetched, limit: int, characters: int) -> _Cut:
        pieces = passages(source.text, source=source.id, characters=characters)
        if len(pieces) <= limit:
            return cls(pieces, None, {})
        model = TfIdf.fit(p.text for p in pieces)
        weights: dict[str, tuple[array[int], array[float]]] = {
            token: (array("L"), array("d")) for token in model.idf
        }
        for number, piece in enumerate(pieces):
            for token, weight in model.vector(piece.text).items():
                weights[token][0].append(number)
                weights[token][1].append(weight)
        return cls(pieces, model, weights)

    def most_alike(self, statement: str, limit: int) -> tuple[Passage, ...]:
        if self.model is None:
            return self.pieces
        shares: dict[int, list[float]] = defaultdict(list)
        for token, weight in self.model.vector(statement).items():
            for number, other in zip(*self.weights[token], strict=True):
                shares[number].append(weight * other)
        alike = {number: math.fsum(own) for number, own in shares.items()}
        ranked = sorted(range(len(self.pieces)), key=lambda n: (-alike.get(n, 0.0), n))
        return tuple(self.pieces[n] for n in sorted(ranked[:limit]))
