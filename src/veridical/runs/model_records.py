"""What a run says of its models: as bound before it starts, as met once it has ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from veridical.ask import ONCE, Answer, Ask, Asker, Draw, NoVerdict, Role, ask_together
from veridical.ledger import Ledger
from veridical.ledger.listing import ReplyNote, answers_with, replies_with
from veridical.models.body import BILLION
from veridical.models.recorded import left_out_of
from veridical.respondents.reading.reader import READER_VERSION
from veridical.runs.records import Drawing, ModelRecord, ReportResult
from veridical.runs.settings import Binding

V = TypeVar("V")


@dataclass(frozen=True)
class Repeated:
    """An asker that draws every answer anew for one repeat of a run.

    Attributes:
        inner: who is asked.
        drawing: which drawing the run is.
    """

    inner: Asker
    drawing: Drawing

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """Put one ask, as drawn for this repeat."""
        return await self.inner.ask(ask, self.drawing.of(ask.role, draw))

    async def ask_each(
        self, asks: Sequence[Ask[V]], draw: Draw = ONCE
    ) -> list[Answer[V] | NoVerdict]:
        """Put several asks, as drawn for this repeat."""
        found: dict[str, Answer[V] | NoVerdict] = {}
        for role in sorted({ask.role for ask in asks}):
            own = [ask for ask in asks if ask.role is role]
            said = await ask_together(self.inner, own, self.drawing.of(role, draw))
            found |= zip((ask.identity() for ask in own), said, strict=True)
        return [found[ask.identity()] for ask in asks]


def records_of(bindings: Mapping[Role, Binding]) -> tuple[ModelRecord, ...]:
    """The bound models, before anything is asked."""
    return tuple(
        ModelRecord(
            role=role,
            endpoint=one.endpoint,
            requested=one.model,
            parameters=msgspec.Raw(_shown(one)),
            reader=READER_VERSION,
        )
        for role, one in sorted(bindings.items())
    )


def _shown(binding: Binding) -> bytes:
    written: dict[str, object] = msgspec.to_builtins(binding.parameters)
    said = {name: value for name, value in written.items() if value not in (None, (), [], {})}
    return msgspec.json.encode(said, order="sorted")


async def met(
    records: Iterable[ModelRecord], results: Iterable[ReportResult], ledger: Ledger
) -> tuple[ModelRecord, ...]:
    """The records with what the answers that results rest on were read from.

    The same whether the replies were bought now or found: it is looked up, not remembered.

    Args:
        records: of the bound models.
        results: the run's.
        ledger: where its answers are kept.
    """
    asked = (one for result in results for one in result.asked)
    return await met_in(records, {(a.role, a.key) for a in asked if a.key is not None}, ledger)


async def met_in(
    records: Iterable[ModelRecord], answered: Collection[tuple[Role, str]], ledger: Ledger
) -> tuple[ModelRecord, ...]:
    """The records with what kept answers were read from.

    Args:
        records: of the bound models.
        answered: the role and the key of each answer.
        ledger: where they are kept.
    """
    found = []
    for record in records:
        keys = {key for role, key in answered if role is record.role}
        read = {key for answer in await answers_with(ledger, keys) for key in answer.replies}
        met_now = _with(record, await replies_with(ledger, read))
        lost = [f"the endpoint takes no {one}" for one in sorted(await left_out_of(ledger, read))]
        found.append(msgspec.structs.replace(met_now, departures=(*record.departures, *lost)))
    return tuple(found)


def _with(record: ModelRecord, replies: tuple[ReplyNote, ...]) -> ModelRecord:
    cost = _sum(one.nominal_cost for one in replies)
    return msgspec.structs.replace(
        record,
        resolved=tuple(sorted({one.resolved_model for one in replies if one.resolved_model})),
        replies=len(replies),
        input_tokens=_sum(one.input_tokens for one in replies),
        output_tokens=_sum(one.output_tokens for one in replies),
        cost_usd=None if cost is None else cost / BILLION,
    )


def _sum(values: Iterable[int | None]) -> int | None:
    """All together; None where one is unknown."""
    known = list(values)
    return None if None in known else sum(one for one in known if one is not None)
