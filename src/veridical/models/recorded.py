"""A model whose every reply is kept before it is handed on, and found again.

Asked the same again, also by a later run, it answers from the ledger; asked twice at the
same time, it asks once; without an inner model it only replays. Garbled, empty and refusing
replies are kept for audit and never answer a later request.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import msgspec

from veridical.errors import Offline
from veridical.ledger import KeptReply, Ledger, Status, note_reply
from veridical.models.body import reply_from_body
from veridical.models.identity import key_for
from veridical.models.port import Constraint, Model, Reply, Request
from veridical.models.wire import kept_request


class _KeptRequest(msgspec.Struct):
    constraint: Constraint = Constraint.NONE
    nonce: str = ""
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Recorded:
    """A model that answers from the ledger what it has answered before.

    Attributes:
        inner: who answers what is not kept; None = nobody, the network is forbidden.
        ledger: where replies are kept.
        endpoint: the name of where it runs, as the replies were kept.
        model: the model as it was asked for.
        is_replay: whether this repeats a run, where a reply that could not be read is met
            again; elsewhere such a reply never answers.
    """

    inner: Model | None
    ledger: Ledger
    endpoint: str
    model: str
    is_replay: bool = False

    async def complete(self, request: Request) -> Reply:
        """The kept reply, or a new one that is kept first.

        Raises:
            ModelError: no reply came; `Offline` where none is kept and nobody may be asked.
            StoreError: the ledger cannot be read or written.
        """
        key = key_for(self.endpoint, self.model, request)
        reply = await self.ledger.flights.once(key, lambda: self._recall_or_ask(key, request))
        note_reply(key)
        return reply

    async def aclose(self) -> None:
        """Close the inner model; the ledger stays open."""
        if self.inner is not None:
            await self.inner.aclose()

    async def _recall_or_ask(self, key: str, request: Request) -> Reply:
        kept = await self._find(key)
        if kept is not None:
            return replace(reply_from_kept(kept), is_kept=True)
        if self.inner is None:
            raise Offline(
                f'model "{self.model}" at "{self.endpoint}"',
                "no such reply is kept, and the network is forbidden",
                fix="Run without --offline.",
            )
        reply = await self.inner.complete(request)
        stands = await self.ledger.keep_reply(self._kept(key, request, reply))
        if stands.reply != reply.body:
            # another process was first: its reply is the one that later runs will find
            return replace(reply_from_kept(stands), is_kept=True)
        return replace(reply, key=key)

    async def _find(self, key: str) -> KeptReply | None:
        kept = await self.ledger.find_reply(key)
        if kept is None and self.is_replay:
            kept = next(reversed(await self.ledger.replies_under(key)), None)
        return kept

    def _kept(self, key: str, request: Request, reply: Reply) -> KeptReply:
        usage = reply.usage
        paid = reply.nominal_cost if usage.paid is None else usage.paid
        return KeptReply(
            key=key,
            endpoint=self.endpoint,
            requested_model=self.model,
            resolved_model=reply.resolved_model,
            parameters=msgspec.json.encode(request.parameters, order="sorted").decode(),
            request=kept_request(request, reply.constraint, reply.left_out),
            reply=reply.body,
            nominal_cost=reply.nominal_cost,
            paid=paid or 0,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            status=Status.READABLE if reply.is_readable else Status.UNREADABLE,
        )


def recorded(inner: Model, ledger: Ledger) -> Recorded:
    """`inner`, answering from `ledger` what it has answered before."""
    return Recorded(inner, ledger, inner.endpoint, inner.model)


def offline(endpoint: str, model: str, ledger: Ledger, *, is_replay: bool = False) -> Recorded:
    """What `model` has answered before, and nothing else: no network.

    Args:
        endpoint: the name of where it ran.
        model: as it was asked for.
        ledger: where its replies are kept.
        is_replay: whether replies that could not be read are met again.
    """
    return Recorded(None, ledger, endpoint, model, is_replay)


def reply_from_kept(kept: KeptReply) -> Reply:
    """A kept reply, as it was handed on when it came."""
    sent = msgspec.json.decode(kept.request, type=_KeptRequest)
    return replace(
        reply_from_body(kept.reply),
        nominal_cost=kept.nominal_cost,
        constraint=sent.constraint,
        nonce=sent.nonce,
        left_out=sent.left_out,
        key=kept.key,
    )


async def left_out_of(ledger: Ledger, keys: Iterable[str]) -> frozenset[str]:
    """The parameters that an endpoint did not take in any of these replies, by name.

    Args:
        ledger: where they are kept.
        keys: of the replies.
    """
    found: set[str] = set()
    for key in keys:
        kept = await ledger.find_reply(key)
        if kept is not None:
            found |= set(msgspec.json.decode(kept.request, type=_KeptRequest).left_out)
    return frozenset(found)
