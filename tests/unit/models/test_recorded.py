"""Every reply is kept before it is handed on, and answers the same request for ever."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from tests.model_requests import about, error_of, ledger_at, replies, reply, saying_to
from veridical.ask import Draw
from veridical.errors import Offline, Unavailable
from veridical.ledger import Ledger, Status, replies_read
from veridical.models.identity import key_for
from veridical.models.port import Finish, Reply, Request
from veridical.models.prices import Price, Prices
from veridical.models.recorded import offline, recorded
from veridical.models.scripted import Scripted

PRICES = Prices({"scripted": Price(Decimal(1), Decimal(2), Decimal(1))})


def counting() -> Scripted:
    """Says how often it was asked."""
    model = Scripted(lambda r: f"reply {model.calls}", prices=PRICES)
    return model


def test_a_second_run_finds_what_the_first_bought(tmp_path: Path) -> None:
    """In another opening of the ledger, with nothing asked; U85: cost and all."""
    with ledger_at(tmp_path) as ledger:
        first = reply(recorded(counting(), ledger), about("A page."))
    with ledger_at(tmp_path) as ledger:
        model = counting()
        second = reply(recorded(model, ledger), about("A page."))

    assert first == second
    assert first.nominal_cost is not None
    assert (first.is_kept, second.is_kept, model.calls) == (False, True, 0)


def test_replay_needs_no_model(tmp_path: Path) -> None:
    """The ledger is enough."""
    with ledger_at(tmp_path) as ledger:
        first = reply(recorded(counting(), ledger), about("A page."))
        second = reply(offline("scripted", "scripted", ledger), about("A page."))

    assert first == second


def test_what_was_never_asked_has_no_reply_offline(tmp_path: Path) -> None:
    """It says so, and reaches nobody."""
    with ledger_at(tmp_path) as ledger:
        error = error_of(offline("deepseek", "chat", ledger), saying_to())

    expected = (
        'model "chat" at "deepseek": no such reply is kept, and the network is forbidden. '
        "Run without --offline."
    )
    assert (type(error), str(error)) == (Offline, expected)


def test_another_draw_is_asked_anew(tmp_path: Path) -> None:
    """A repeat measures noise only if it is drawn."""
    with ledger_at(tmp_path) as ledger:
        model = recorded(counting(), ledger)
        again = replace(about("A page."), draw=Draw("", 1))
        found = replies(model, about("A page."), again, about("A page."))

    assert [one.text for one in found] == ["reply 1", "reply 2", "reply 1"]


def test_twins_share_one_call(tmp_path: Path) -> None:
    """Asked at the same time."""
    with ledger_at(tmp_path) as ledger:
        inner = replace(counting(), latency_s=0.02)
        found = replies(recorded(inner, ledger), *[about("A page.")] * 20)

    assert inner.calls == 1
    assert len({one.body for one in found}) == 1


def test_the_reply_is_kept_before_it_is_handed_on(tmp_path: Path) -> None:
    """All that an audit wants, under the request's key."""
    with ledger_at(tmp_path) as ledger:
        found = reply(recorded(counting(), ledger), about("A page."))
        kept = asyncio.run(ledger.find_reply(found.key))

    assert found.key == key_for("scripted", "scripted", about("A page."))
    assert kept is not None
    assert (kept.reply, kept.resolved_model, kept.nominal_cost) == (
        found.body,
        "scripted",
        found.nominal_cost,
    )
    assert json.loads(kept.request)["messages"][-1]["content"].endswith(f'{found.nonce}"')


BODIES = {
    "garbled": b"<html>",
    "empty": b'{"choices": [{"message": {"content": ""}, "finish_reason": "stop"}]}',
    "refused": b'{"choices": [{"message": {"content": "No."}, "finish_reason": "content_filter"}]}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_what_cannot_be_read_never_answers_again(tmp_path: Path, body: bytes) -> None:
    """U57, U85: kept for audit, and asked anew."""
    with ledger_at(tmp_path) as ledger:
        said = [body, "fine"]
        inner = Scripted(lambda r: said[min(inner.calls, 2) - 1])
        model = recorded(inner, ledger)
        first, second, third = (reply(model, saying_to()) for _ in range(3))
        under = asyncio.run(ledger.replies_under(first.key))

    assert [first.text != "fine", second.text, third.text] == [True, "fine", "fine"]
    assert [kept.status for kept in under] == [Status.UNREADABLE, Status.READABLE]
    assert inner.calls == 2


def test_a_replayed_run_meets_what_it_could_not_read(tmp_path: Path) -> None:
    """Elsewhere the ledger alone has no reply there."""
    with ledger_at(tmp_path) as ledger:
        first = reply(recorded(Scripted(lambda r: b"<html>"), ledger), saying_to())
        replayed = reply(offline("scripted", "scripted", ledger, is_replay=True), saying_to())
        error = error_of(offline("scripted", "scripted", ledger), saying_to())

    assert first == replayed
    assert first.finish is Finish.GARBLED
    assert isinstance(error, Offline)


def test_a_truncated_reply_answers_again(tmp_path: Path) -> None:
    """Its complete items are read; the same request would be cut again."""
    body = b'{"choices": [{"message": {"content": "[1, 2"}, "finish_reason": "length"}]}'
    with ledger_at(tmp_path) as ledger:
        inner = Scripted(lambda r: body)
        found = [reply(recorded(inner, ledger), saying_to()) for _ in range(2)]

    assert [one.finish for one in found] == [Finish.LENGTH] * 2
    assert inner.calls == 1


def test_an_error_is_not_kept(tmp_path: Path) -> None:
    """It is asked again at once, and by a later run."""

    def script(request: Request) -> str:
        raise Unavailable("model", "is down")

    with ledger_at(tmp_path) as ledger:
        inner = Scripted(script)
        model = recorded(inner, ledger)
        error_of(model, saying_to())
        error_of(model, saying_to())
        key = key_for("scripted", "scripted", saying_to())
        under = asyncio.run(ledger.replies_under(key))

    assert (inner.calls, under) == (2, ())


def test_an_alias_that_moved_is_seen(tmp_path: Path) -> None:
    """U87: the requested model is in the key, the resolved one with the reply."""
    body = b'{"model": "judge-2026-03", "choices": [{"message": {"content": "fine"}}]}'
    with ledger_at(tmp_path) as ledger:
        found = reply(recorded(Scripted(lambda r: body, model="judge"), ledger), saying_to())
        kept = asyncio.run(ledger.find_reply(found.key))

    assert kept is not None
    assert (found.resolved_model, kept.requested_model, kept.resolved_model) == (
        "judge-2026-03",
        "judge",
        "judge-2026-03",
    )


def test_a_reply_from_another_ledger_carries_the_nonce_it_was_asked_for(tmp_path: Path) -> None:
    """Merged ledgers have one key and two secrets; the answer must match its own prompt."""

    def say(request: Request) -> str:
        return f'{{"nonce": "{request.nonce}"}}'

    with ledger_at(tmp_path / "theirs") as theirs, ledger_at(tmp_path / "ours") as ours:
        model = recorded(Scripted(say), theirs)
        first = reply(model, about("A page.", secret=theirs.secret))
        asyncio.run(_copy(theirs, ours, first))
        found = reply(offline("scripted", "scripted", ours), about("A page.", secret=ours.secret))

    assert found.nonce == first.nonce
    assert found.nonce in found.text
    assert found.nonce != about("A page.", secret=ours.secret).nonce


async def _copy(theirs: Ledger, ours: Ledger, one: Reply) -> None:
    kept = await theirs.find_reply(one.key)
    assert kept is not None
    await ours.keep_reply(kept)


def test_whoever_keeps_the_answer_learns_which_replies_it_read(tmp_path: Path) -> None:
    """Bought or found."""
    with ledger_at(tmp_path) as ledger:
        model = recorded(counting(), ledger)

        async def run() -> list[set[str]]:
            noted = []
            for _ in range(2):
                with replies_read() as keys:
                    found = await model.complete(saying_to())
                noted.append(keys == {found.key})
            return noted

        assert asyncio.run(run()) == [True, True]


def test_two_processes_agree_on_one_reply(tmp_path: Path) -> None:
    """The first to keep it wins, so both runs are scored alike."""
    with ledger_at(tmp_path) as one, ledger_at(tmp_path) as two:
        first = Scripted(lambda r: "first", latency_s=0.01)
        second = Scripted(lambda r: "second", latency_s=0.06)

        async def run() -> list[Reply]:
            models = recorded(first, one), recorded(second, two)
            return list(await asyncio.gather(*(m.complete(saying_to()) for m in models)))

        found = asyncio.run(run())

    assert (first.calls, second.calls) == (1, 1)
    assert [r.text for r in found] == ["first", "first"]
