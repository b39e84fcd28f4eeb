"""A model in this process that says what a test writes, and asks to put to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from veridical.ask import Answer, Ask, Grounds, NoVerdict, Part, Quote
from veridical.ledger import Ledger, open_ledger
from veridical.models.fence import written
from veridical.models.port import Request
from veridical.models.recorded import Recorded, recorded
from veridical.models.scripted import Scripted
from veridical.respondents.llm import LLM
from veridical.score import Reason

Ten = Annotated[float, msgspec.Meta(ge=0, le=10)]


@dataclass(frozen=True)
class Mark(Ask[float]):
    """A mark from 0 to 10 for a text."""

    kind: ClassVar[str] = "test.mark"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = Ten

    text: str
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Question and text."""
        asked = "给出分数。" if self.language == "zh" else "Mark the text from 0 to 10."
        return (Part(asked), Part(self.text, untrusted=True, title="text"))

    def by_rule(self) -> Answer[float] | NoVerdict:
        """None."""
        return NoVerdict(Reason.NOT_ASSESSED)


class Marks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two marks, and a remark that may be left out."""

    style: Ten
    facts: Ten
    remark: str | None = None


@dataclass(frozen=True)
class TwoMarks(Mark):
    """Two marks for a text."""

    kind: ClassVar[str] = "test.two_marks"
    answer_type: ClassVar[type] = Marks


class Lines(msgspec.Struct, frozen=True):
    """Numbers of lines."""

    lines: tuple[int, ...]


@dataclass(frozen=True)
class WhichLines(Mark):
    """Which lines of a text say something."""

    kind: ClassVar[str] = "test.lines"
    answer_type: ClassVar[type] = Lines

    def objection(self, value: Lines) -> str:
        """Lines that there are not."""
        return "there is no such line" if any(n > 9 for n in value.lines) else ""


@dataclass(frozen=True)
class Holds(Ask[bool]):
    """Whether a text says something; an answer has to quote it."""

    kind: ClassVar[str] = "test.holds_quoted"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = bool

    text: str
    statement: str

    def prompt(self) -> tuple[Part, ...]:
        """Text, then statement."""
        text = Part(self.text, untrusted=True, title="text")
        statement = Part(self.statement, untrusted=True, title="statement")
        return (Part("The text:"), text, Part("Does it say this?"), statement, Part("Quote it."))

    def grounds(self) -> Grounds:
        """The text; "no" needs no quote."""
        texts = (Quote("text", 0, len(self.text), self.text),)
        return Grounds(texts, self.statement, frozenset({False}))

    def by_rule(self) -> Answer[bool] | NoVerdict:
        """None."""
        return NoVerdict(Reason.NOT_ASSESSED)


@dataclass
class Bench:
    """A model behind a ledger, with what was asked of it.

    Attributes:
        said: replies in turn, the last one stays; ``NONCE`` becomes the request's.
        requests: what came.
    """

    ledger: Ledger
    said: Sequence[str | bytes | Exception] | Callable[[Request], str | bytes]
    requests: list[Request] = field(default_factory=list)
    inner: Scripted = field(init=False)
    model: Recorded = field(init=False)
    llm: LLM = field(init=False)

    def __post_init__(self) -> None:
        """Stack them."""
        self.inner = Scripted(self.reply)
        self.model = recorded(self.inner, self.ledger)
        self.llm = LLM(self.model, self.ledger)

    def reply(self, request: Request) -> str | bytes:
        """The next reply."""
        self.requests.append(request)
        if callable(self.said):
            return self.said(request)
        one = self.said[min(len(self.requests), len(self.said)) - 1]
        if isinstance(one, Exception):
            raise one
        if isinstance(one, bytes):
            return one.replace(b"NONCE", request.nonce.encode())
        return one.replace("NONCE", request.nonce)

    def answer(self, ask: Ask[object], **more: object) -> Answer[object] | NoVerdict:
        """What the respondent says."""
        return asyncio.run(self.llm.answer(ask, **more))

    def each(self, *asks: Ask[object]) -> list[Answer[object] | NoVerdict]:
        """What it says to several."""
        return asyncio.run(self.llm.answer_each(asks))


def bench(folder: Path, *said: str | bytes | Exception) -> Bench:
    """A bench whose model says these in turn."""
    return Bench(open_ledger(folder / "ledger.db"), said)


def told(request: Request) -> str:
    """All words of the last message, as they are sent."""
    return "\n\n".join(written(part) for part in request.messages[-1].content)


def cut(text: str) -> bytes:
    """A completion that ran into its limit."""
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "length"}
    return msgspec.json.encode({"choices": [choice]})
