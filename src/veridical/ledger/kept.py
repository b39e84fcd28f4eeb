"""Any respondent, answering from the ledger where it has answered before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, cast

import msgspec

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Respondent, answer_key
from veridical.errors import LedgerMismatch
from veridical.ledger.provenance import note_reply, replies_read
from veridical.ledger.records import KeptAnswer, Status
from veridical.score import Reason

if TYPE_CHECKING:
    from veridical.ledger.store import Ledger

V = TypeVar("V")


@dataclass(frozen=True)
class Kept:
    """A respondent whose every answer is kept before it is handed on.

    Asked the same again, it answers from the ledger; asked twice at the same time, it asks
    once. A NoVerdict is kept for audit and never answers a later ask. What it hands on has
    always been through the ledger, so the first run sees exactly what a later one will.

    Attributes:
        inner: who answers what is not kept.
        ledger: where answers are kept.
    """

    inner: Respondent
    ledger: Ledger

    @property
    def identity(self) -> str:
        """The inner respondent's identity: keeping changes no answer."""
        return self.inner.identity

    @property
    def is_indicative(self) -> bool:
        """As the inner respondent."""
        return self.inner.is_indicative

    async def answer(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The kept answer, or a new one that is kept first.

        Raises:
            StoreError: the ledger cannot be read or written.
            LedgerMismatch: what is kept does not fit the ask's answer type.
        """
        key = answer_key(ask, respondent=self.identity, draw=draw)
        return await self.ledger.flights.once(key, lambda: self._recall_or_ask(key, ask, draw))

    async def _recall_or_ask(self, key: str, ask: Ask[V], draw: Draw) -> Answer[V] | NoVerdict:
        kept = await self.ledger.find_answer(key)
        if kept is None:
            kept = await self.ledger.keep_answer(await self._ask(key, ask, draw))
        for reply in kept.replies:
            note_reply(reply)
        return answer_from_kept(ask, kept)

    async def _ask(self, key: str, ask: Ask[V], draw: Draw) -> KeptAnswer:
        with replies_read() as keys:
            said = await self.inner.answer(ask, draw)
        value, none = _written(ask, said)
        return KeptAnswer(
            key=key,
            ask=ask.identity(),
            kind=ask.kind,
            version=ask.version,
            respondent=self.identity,
            draw=draw,
            status=Status.ANSWERED if none is None else Status.NO_VERDICT,
            value=value,
            reason=none.reason if none else None,
            detail=none.detail if none else "",
            replies=tuple(sorted(keys)),
        )


def _written(ask: Ask[V], said: Answer[V] | NoVerdict) -> tuple[str, NoVerdict | None]:
    if isinstance(said, NoVerdict):
        return "", said
    try:
        value = ask.write(said)
        ask.read(value)
    except (msgspec.ValidationError, UnicodeEncodeError, TypeError) as e:
        return "", NoVerdict(Reason.UNREADABLE, f"the answer does not fit its ask: {e}")
    return value.decode(), None


def answer_from_kept(ask: Ask[V], kept: KeptAnswer) -> Answer[V] | NoVerdict:
    """What was kept, as the answer to `ask`.

    Raises:
        LedgerMismatch: it does not fit the ask's answer type.
    """
    if kept.status is not Status.ANSWERED:
        return NoVerdict(cast("Reason", kept.reason), kept.detail)
    try:
        return ask.read(kept.value.encode())
    except msgspec.ValidationError as e:
        raise LedgerMismatch(
            f'ledger, answer to "{ask.kind}" version {ask.version}',
            f"does not fit its ask: {e}",
            got=kept.value,
            expected="an answer of the ask's type",
            fix="Raise the ask's version: its answer type has changed.",
        ) from e
