"""What was found in a corpus, in the order that a model gives: the ask that the agents put."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from veridical.agents.research.asks.rank import RankAsk, Ranking
from veridical.ask import Answer, NoVerdict
from veridical.ledger import Kept, open_ledger
from veridical.models.endpoint import Endpoint
from veridical.models.limited import Patience
from veridical.models.port import Parameters
from veridical.models.stack import Stack
from veridical.report.language import language_of
from veridical.respondents.llm import LLM
from veridical.retrieval.loops import run_apart
from veridical.runs.corpus_index import FOLDER
from veridical.runs.files import refused


@dataclass
class AskedReranker:
    """A `Reranker` that asks a model; its answers are kept and not asked for again.

    Attributes:
        place: where it runs.
        model: as it is asked for.
        corpus: in whose folder answers are kept.
        patience: how long and how often to try.
        absence: why the last question brought no order; None where it did.
    """

    place: Endpoint
    model: str
    corpus: Path
    patience: Patience = field(default_factory=Patience)
    absence: NoVerdict | None = field(default=None, init=False)

    @property
    def name(self) -> str:
        """Endpoint and model."""
        return f"asked {self.place.name}:{self.model}"

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Above 0 for what the model names, the first the most; the others keep their order.

        Raises:
            ConfigError: the key is not in the environment.
            StoreError: answers cannot be kept.
        """
        language = "zh" if language_of(query).startswith("zh") else "en"
        said = run_apart(self._answer(RankAsk(query, tuple(texts), language)))
        self.absence = said if isinstance(said, NoVerdict) else None
        numbers: Sequence[int] = said.value.numbers if isinstance(said, Answer) else ()
        named = {number - 1: 1 / place for place, number in enumerate(numbers, start=1)}
        return [named.get(n, -float(n)) for n in range(len(texts))]

    async def _answer(self, ask: RankAsk) -> Answer[Ranking] | NoVerdict:
        path = self.corpus / FOLDER / "asked.db"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as e:
            raise refused(path, e) from e
        with open_ledger(path) as ledger:
            stack = Stack(ledger, patience=self.patience)
            try:
                model = stack.at(self.place, self.model)
                return await Kept(LLM(model, ledger, Parameters(temperature=0)), ledger).answer(ask)
            finally:
                await stack.aclose()
