"""How alike is each retrieved item to the question? The IDF of the whole corpus, fitted once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from veridical.retrieval.tfidf import TfIdf, cosine
from veridical.task import Item


@dataclass
class Similarity:
    """Cosines over one corpus at a time; fitting again is saved while the corpus stays."""

    _corpus: Mapping[str, Item] | None = field(default=None, repr=False)
    _model: TfIdf = field(default_factory=lambda: TfIdf({}, 0), repr=False)

    def of(
        self, question: str, items: tuple[str, ...], corpus: Mapping[str, Item]
    ) -> dict[str, float | None]:
        """The cosine of the question and each item's text; None where the text is unknown."""
        model = self._fitted(corpus)
        asked = model.vector(question)
        return {
            i: cosine(asked, model.vector(corpus[i].text)) if i in corpus else None for i in items
        }

    def _fitted(self, corpus: Mapping[str, Item]) -> TfIdf:
        if self._corpus is not corpus:
            self._model = TfIdf.fit(item.text for item in corpus.values())
            self._corpus = corpus
        return self._model
