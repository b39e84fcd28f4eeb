"""What a ledger holds: records by many keys, and totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from sqlalchemy import func, select

from veridical.ledger.records import KeptAnswer, Status
from veridical.ledger.rows import Row, answer_from_row
from veridical.ledger.store import Ledger
from veridical.ledger.tables import READABLE, answers, replies

_AT_ONCE = 500
"""Keys in one statement; databases take no endless ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyNote:
    """What is known of a reply, without its text.

    Attributes:
        key: its key.
        endpoint: the name of where it came from.
        requested_model: as it was asked for.
        resolved_model: as it named itself; "" = it did not.
        input_tokens: of the prompt; None = not counted.
        output_tokens: of the reply; None = not counted.
        nominal_cost: in billionths of a US dollar; None = no price known.
    """

    key: str
    endpoint: str
    requested_model: str
    resolved_model: str
    input_tokens: int | None
    output_tokens: int | None
    nominal_cost: int | None


_NOTED = (
    replies.c.key,
    replies.c.endpoint,
    replies.c.requested_model,
    replies.c.resolved_model,
    replies.c.input_tokens,
    replies.c.output_tokens,
    replies.c.nominal_cost,
)


async def replies_with(ledger: Ledger, keys: Iterable[str]) -> tuple[ReplyNote, ...]:
    """The readable replies under these keys, in the order of keys."""
    rows: list[Row] = []
    for some in _batches(keys):
        wanted = select(*_NOTED).where(replies.c.key.in_(some), READABLE)
        rows += await ledger.rows(wanted)
    return tuple(ReplyNote(**row) for row in sorted(rows, key=_key))  # type: ignore[arg-type]


async def answers_with(ledger: Ledger, keys: Iterable[str]) -> tuple[KeptAnswer, ...]:
    """The answers under these keys, in the order of keys; no NoVerdicts."""
    rows: list[Row] = []
    for some in _batches(keys):
        is_answer = answers.c.status == Status.ANSWERED.value
        rows += await ledger.rows(select(answers).where(answers.c.key.in_(some), is_answer))
    return tuple(answer_from_row(row) for row in sorted(rows, key=_key))


def _key(row: Row) -> str:
    return cast("str", row["key"])


def _batches(keys: Iterable[str]) -> Iterator[list[str]]:
    ordered = sorted(set(keys))
    yield from (ordered[at : at + _AT_ONCE] for at in range(0, len(ordered), _AT_ONCE))


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How much a ledger holds of one kind.

    Attributes:
        of: ``replies`` or ``answers``.
        who: the endpoint and model, or the respondent.
        what: of answers, the ask's kind; "" of replies.
        status: whether they may answer a later ask.
        n: how many.
        input_tokens: of replies, in all.
        output_tokens: of replies, in all.
        paid: of replies, in billionths of a US dollar.
    """

    of: str
    who: str
    what: str
    status: str
    n: int
    input_tokens: int = 0
    output_tokens: int = 0
    paid: int = 0


async def counts(ledger: Ledger) -> tuple[Count, ...]:
    """What a ledger holds, by who said it and whether it stands."""
    return (*await _reply_counts(ledger), *await _answer_counts(ledger))


async def _reply_counts(ledger: Ledger) -> list[Count]:
    c = replies.c
    by = (c.endpoint, c.requested_model, c.status)
    sums = [func.coalesce(func.sum(x), 0) for x in (c.input_tokens, c.output_tokens, c.paid)]
    named = [one.label(name) for one, name in zip(sums, ("input", "output", "paid"), strict=True)]
    wanted = select(*by, func.count().label("n"), *named).group_by(*by).order_by(*by)
    return [
        Count(
            of="replies",
            who=f"{row['endpoint']}:{row['requested_model']}",
            what="",
            status=str(row["status"]),
            n=_whole(row, "n"),
            input_tokens=_whole(row, "input"),
            output_tokens=_whole(row, "output"),
            paid=_whole(row, "paid"),
        )
        for row in await ledger.rows(wanted)
    ]


async def _answer_counts(ledger: Ledger) -> list[Count]:
    c = answers.c
    by = (c.respondent, c.kind, c.status)
    wanted = select(*by, func.count().label("n")).group_by(*by).order_by(*by)
    return [
        Count(
            of="answers",
            who=str(row["respondent"]),
            what=str(row["kind"]),
            status=str(row["status"]),
            n=_whole(row, "n"),
        )
        for row in await ledger.rows(wanted)
    ]


def _whole(row: Row, name: str) -> int:
    return int(cast("int", row[name]))
