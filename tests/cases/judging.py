"""A judge over real HTTP, for the cases of what judges reply."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, ClassVar

import msgspec

from tests.model_requests import QUICK, place
from tests.scripted_server import Act, Script, ScriptedServer, in_turn, saying
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Part
from veridical.checks.support import SupportAsk, Verdict
from veridical.ledger import Ledger, open_ledger
from veridical.models.limited import Patience
from veridical.models.stack import Stack
from veridical.respondents.llm import LLM
from veridical.retrieval.passages import Passage
from veridical.score import Reason

OnTen = Annotated[float, msgspec.Meta(ge=0, le=10)]
OnOne = Annotated[float, msgspec.Meta(ge=0, le=1)]

SOURCE = "The  “net”\nloss fell to 5 million in 2023. The plant opened in Ghent."
SUPPORTED_WORDS = "loss fell to 5 million"
LOST = Reason.UNREADABLE


@contextmanager
def a_ledger() -> Iterator[Ledger]:
    """A ledger of its own."""
    with TemporaryDirectory() as folder, open_ledger(Path(folder) / "ledger.db") as ledger:
        yield ledger


@dataclass(frozen=True)
class Mark(Ask[float]):
    """A mark from 0 to 10."""

    kind: ClassVar[str] = "case.mark"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = OnTen

    text: str = "Some text."
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Text and question."""
        text = Part(self.text, untrusted=True, title="text")
        return (text, Part("Mark the text from 0 to 10; 10 is best."))

    def by_rule(self) -> Answer[float] | NoVerdict:
        """None."""
        return NoVerdict(Reason.NOT_ASSESSED)


@dataclass(frozen=True)
class Share(Mark):
    """The same from 0 to 1."""

    kind: ClassVar[str] = "case.share"
    answer_type: ClassVar[type] = OnOne

    def prompt(self) -> tuple[Part, ...]:
        """Text and question."""
        return (Part(self.text, untrusted=True, title="text"), Part("Mark it from 0 to 1."))


def support(statement: str = "The net loss fell to 5 million.", text: str = SOURCE) -> SupportAsk:
    """Whether one passage supports a statement."""
    return SupportAsk(statement, (Passage("s1", 0, text),))


def verdict(value: str, quote: str = "", why: str = "so", nonce: str = "NONCE") -> str:
    """A judge's reply on support."""
    quotes = [{"source": "s1", "text": quote}] if quote else []
    said = {"nonce": nonce, "quotes": quotes, "why": why, "value": value}
    return msgspec.json.encode(said).decode()


def marked(score: str, why: str = "so") -> str:
    """A judge's mark; `score` is JSON."""
    return f'{{"nonce": "NONCE", "why": "{why}", "score": {score}}}'


def acts(replies: Iterable[str | Act]) -> Script:
    """One reply after the other; the last stays."""
    return in_turn(*(r if isinstance(r, Act) else saying(r) for r in replies))


@dataclass
class Judge:
    """A model judge behind the whole stack, at a scripted server.

    Attributes:
        server: where it is.
        ledger: what was said.
        patience: of its calls.
    """

    server: ScriptedServer
    ledger: Ledger
    patience: Patience = QUICK
    name: str = "toy"
    sent: list[str] = field(default_factory=list)

    async def run(
        self, asks: Sequence[Ask[object]], *, draws: Sequence[Draw] = (ONCE,), each: bool = False
    ) -> list[Answer[object] | NoVerdict]:
        """Put them one after the other, or together."""
        stack = Stack(self.ledger, patience=self.patience)
        llm = LLM(stack.at(place(self.server), self.name), self.ledger)
        try:
            if each:
                return await llm.answer_each(asks)
            return [await llm.answer(ask, draw) for ask in asks for draw in draws]
        finally:
            await stack.aclose()


def judged(
    *replies: str | Act, asks: Sequence[Ask[object]] = (Mark(),), each: bool = False
) -> list[Answer[object] | NoVerdict]:
    """What a judge that replies this says to these asks; a last reply that stays."""
    with ScriptedServer(acts(replies)) as server, a_ledger() as ledger:
        return asyncio.run(Judge(server, ledger).run(asks, each=each))


def outcome(*replies: str | Act, ask: Ask[object] | None = None) -> object:
    """The value of one ask, or the reason why there is none."""
    return outcomes(judged(*replies, asks=(ask or Mark(),)))[0]


def outcomes(found: Iterable[Answer[object] | NoVerdict]) -> list[object]:
    """Values, of a verdict its label; or reasons."""
    return [labelled(one.value) if isinstance(one, Answer) else one.reason for one in found]


def labelled(value: object) -> object:
    """A verdict's label, any other value as it is."""
    return value.support if isinstance(value, Verdict) else value


__all__ = [
    "LOST",
    "SOURCE",
    "SUPPORTED_WORDS",
    "Judge",
    "Mark",
    "Share",
    "a_ledger",
    "acts",
    "judged",
    "labelled",
    "marked",
    "outcome",
    "outcomes",
    "support",
    "verdict",
]
