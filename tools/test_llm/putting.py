"""A case is put to the model through the real stack, and what became of it is counted."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy import select

from tools.test_llm.cases import Case
from veridical.ask import Answer, NoVerdict
from veridical.ledger import KeptReply, Ledger
from veridical.ledger.rows import reply_from_row
from veridical.ledger.tables import replies
from veridical.models.endpoint import Dialect, Endpoint, Timeouts
from veridical.models.limited import Patience
from veridical.models.port import Constraint, Parameters
from veridical.models.recorded import reply_from_kept
from veridical.models.stack import Stack
from veridical.respondents.composing import Room
from veridical.respondents.llm import LLM, Readings

PATIENT_S = 1_800.0
"""For one call: others may be using the cores too."""
PARAMETERS = Parameters(temperature=0, seed=1, max_output_tokens=400)
ROOM = Room(each=80, again=1)


@dataclass(frozen=True, slots=True)
class Exchanged:
    """One reply as it came: its words and its tokens."""

    text: str
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True)
class Outcome:
    """What became of a case.

    Attributes:
        case: which.
        said: for each ask, its answer or why there is none.
        readings: how the replies were read.
        seconds: from the call to the last answer.
        exchanged: the replies.
    """

    case: Case
    said: tuple[Answer[object] | NoVerdict, ...]
    readings: Readings
    seconds: float
    exchanged: tuple[Exchanged, ...]

    @property
    def read_at_once(self) -> int:
        """Asks whose first reply was read."""
        r = self.readings
        return r.strict + r.repaired - self.read_when_asked_again

    @property
    def read_when_asked_again(self) -> int:
        """Asks whose second reply was read."""
        r = self.readings
        return max(0, r.asked_again - r.lost - r.absent)

    @property
    def known(self) -> int:
        """Asks that only one answer is right for."""
        return sum(right is not None for right in self.case.right)

    @property
    def right(self) -> int:
        """Those of them that were answered so; a lost one was not."""
        pairs = zip(self.case.right, self.said, strict=True)
        return sum(
            isinstance(said, Answer) and right(said.value)
            for right, said in pairs
            if right is not None
        )


class Model:
    """The model behind both endpoints: one that holds replies to a schema, and one that cannot."""

    def __init__(self, ledger: Ledger, base_url: str, model: str) -> None:
        """Reach the model at `base_url`."""
        self.ledger = ledger
        patience = Patience(call_s=PATIENT_S, attempts_when_late=1, stuck_s=PATIENT_S)
        self.stack = Stack(ledger, patience=patience, most_in_flight=1)
        self._model = {held: self.stack.at(_place(base_url, held), model) for held in (True, False)}

    async def put(self, case: Case) -> Outcome:
        """Put one case."""
        llm = LLM(self._model[case.is_held], self.ledger, PARAMETERS, room=ROOM)
        last = len(await self._replies())
        started = time.perf_counter()
        said = await llm.answer_each(case.asks)
        seconds = time.perf_counter() - started
        came = (await self._replies())[last:]
        return Outcome(case, tuple(said), llm.readings, seconds, tuple(came))

    async def _replies(self) -> list[Exchanged]:
        rows = await self.ledger.rows(select(replies).order_by(replies.c.id))
        return [_exchanged(reply_from_row(row)) for row in rows]


@asynccontextmanager
async def model_at(ledger: Ledger, base_url: str, model: str) -> AsyncIterator[Model]:
    """The model, until the end of the block."""
    found = Model(ledger, base_url, model)
    try:
        yield found
    finally:
        await found.stack.aclose()


def _place(base_url: str, is_held: bool) -> Endpoint:
    return Endpoint(
        name="packaged" if is_held else "packaged without schema",
        base_url=base_url,
        dialect=Dialect(constraint=Constraint.SCHEMA if is_held else Constraint.NONE),
        timeouts=Timeouts(read_s=PATIENT_S, total_s=PATIENT_S),
    )


def _exchanged(kept: KeptReply) -> Exchanged:
    reply = reply_from_kept(kept)
    usage = reply.usage
    return Exchanged(reply.text, usage.input_tokens or 0, usage.output_tokens or 0)
