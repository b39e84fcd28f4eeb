"""Puts what is searched for in the language of the evidence, where somebody can translate it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, cast

from veridical.agents.hka.asks.intent import Intent
from veridical.agents.release.asks.translate import TranslateAsk
from veridical.agents.research.asks.gaps import Gaps
from veridical.agents.research.asks.plan import Plan
from veridical.ask import ONCE, Answer, Ask, Asker, Draw, NoVerdict
from veridical.report.language import UNDETERMINED, language_of

V = TypeVar("V")


@dataclass(frozen=True)
class Tongue:
    """Has queries translated that an answer brings in another language.

    Attributes:
        inner: who is asked.
        language: a code: of what is searched; "" = any.
    """

    inner: Asker
    language: str

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The inner asker's answer; its queries as they were where nobody translates them."""
        said = await self.inner.ask(ask, draw)
        if not self.language or isinstance(said, NoVerdict):
            return said
        queries = _queries(said.value)
        foreign = tuple(one for one in queries if not self._is_spoken(one))
        if not foreign:
            return said
        put = await self.inner.ask(TranslateAsk(foreign, self.language), draw)
        if isinstance(put, NoVerdict):
            return said
        told = dict(zip(foreign, put.value.queries, strict=True))
        value = _with(said.value, tuple(told.get(one, one) for one in queries))
        return cast("Answer[V]", Answer(value, said.why, said.quotes))

    def _is_spoken(self, query: str) -> bool:
        own = language_of(query).split("-")[0]
        if own == UNDETERMINED:  # too short to tell; its letters still may
            return has_han(query) or not self.language.startswith("zh")
        return own == self.language.split("-")[0]


def has_han(text: str) -> bool:
    """Whether a text has Chinese characters."""
    return any("\u3400" <= one <= "\u9fff" for one in text)


def _queries(value: Any) -> tuple[str, ...]:
    """What an answer would have searched for."""
    if isinstance(value, Plan):
        return value.sub_questions
    return value.queries if isinstance(value, Gaps | Intent) else ()


def _with(value: object, queries: tuple[str, ...]) -> object:
    """The same answer with other queries."""
    return Plan(queries) if isinstance(value, Plan) else type(value)(queries)  # type: ignore[call-arg]
