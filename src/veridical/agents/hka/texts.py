"""The Unstructured Knowledge Analyzer: searches texts and pictures, and keeps what it finds.

The planner sees a summary; the writer is given the pieces themselves. The pieces of a corpus are
as large as the chunks into which the released code cuts pages, so none is cut again.
"""

from __future__ import annotations

from dataclasses import dataclass

from veridical.agents.hka.asks.intent import IntentAsk
from veridical.agents.hka.asks.summary import SummaryAsk
from veridical.agents.research.journal import Journal
from veridical.agents.research.library import Library, words_of
from veridical.ask import Answer
from veridical.task import Item

_SILENT = {"en": "Nothing was found that bears on it.", "zh": "没有找到相关内容。"}


@dataclass(frozen=True)
class TextAnalyst:
    """Searches a library.

    Attributes:
        library: of texts and pictures.
        journal: where asks are put and steps noted.
        k: items that a query finds.
        language: of the report.
    """

    library: Library
    journal: Journal
    k: int
    language: str

    async def found(self, query: str, subtask: str) -> tuple[str, list[Item]]:
        """A summary for the planner, and the items, each once, best first."""
        said = await self.journal.ask(IntentAsk(query, subtask, self.language))
        queries = said.value.queries if isinstance(said, Answer) else (query,)
        items: dict[str, Item] = {}
        for one in queries:
            items |= {i.id: i for i in self.library.search(one, self.k, self.journal)}
        if not items:
            return silent(self.language), []
        texts = tuple(words_of(item) for item in items.values())
        summary = await self.journal.ask(SummaryAsk(query, texts, self.language))
        if isinstance(summary, Answer):
            return summary.value.text, list(items.values())
        return silent(self.language), list(items.values())


def silent(language: str) -> str:
    """What the planner is told where nothing was found."""
    return _SILENT["zh" if language.startswith("zh") else "en"]
