"""What the models of one run share."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from pathlib import Path

import pytest

from tests.model_requests import QUICK, ledger_at, place, saying_to
from tests.scripted_server import ScriptedServer, garbage, saying, slow
from veridical.errors import ConfigError, Offline
from veridical.models.budget import Limits, Spent
from veridical.models.endpoint import Endpoint
from veridical.models.port import Reply, reply_or_absence
from veridical.models.prices import Price, Prices
from veridical.models.stack import Stack

PRICES = Prices({"toy": Price(Decimal(1), Decimal(2), Decimal(1))})
NOWHERE = Endpoint(name="loopback", base_url="http://127.0.0.1:9/v1")


async def put(stack: Stack, place: Endpoint, words: list[str]) -> list[object]:
    """What the model "toy" says to each of them; the stack is closed."""
    model = stack.at(place, "toy")
    found = await asyncio.gather(*(reply_or_absence(model, saying_to(w)) for w in words))
    await stack.aclose()
    return list(found)


def test_offline_answers_what_is_kept_and_nothing_else(tmp_path: Path) -> None:
    """The endpoint is not even there."""
    with ledger_at(tmp_path) as ledger:
        with ScriptedServer(saying("Yes.")) as server:
            first = asyncio.run(put(Stack(ledger), place(server), ["a"]))
        second = asyncio.run(put(Stack(ledger, is_offline=True), NOWHERE, ["a", "b"]))

    assert first[0] == second[0]
    assert second[1].reason == Offline.reason


def test_a_replayed_run_meets_its_garbage_again(tmp_path: Path) -> None:
    """And spends the same."""
    with ledger_at(tmp_path) as ledger:
        with ScriptedServer(garbage()) as server:
            stack = Stack(ledger)
            first = asyncio.run(put(stack, place(server), ["a"]))
        again = Stack(ledger, is_replay=True)
        second = asyncio.run(put(again, NOWHERE, ["a"]))

    assert first == second
    assert stack.budget.spent == again.budget.spent


def test_models_at_one_endpoint_share_its_places(tmp_path: Path) -> None:
    """Judge and vision model together."""
    with ledger_at(tmp_path) as ledger, ScriptedServer(slow(0.05, "Yes.")) as server:
        stack = Stack(ledger, most_in_flight=3)

        async def run() -> None:
            models = [stack.at(place(server), name) for name in ("judge", "vision")]
            await asyncio.gather(*(m.complete(saying_to(str(n))) for n in range(6) for m in models))
            await stack.aclose()

        asyncio.run(run())

    assert server.most_in_flight == 3


def test_nominal_cost_is_the_same_bought_or_found(tmp_path: Path) -> None:
    """2 calls × (10 × 1 + 3 × 2) millionths of a dollar."""
    with ledger_at(tmp_path) as ledger, ScriptedServer(saying("Yes.", usage=(10, 3))) as server:
        stacks = [Stack(ledger, prices=PRICES, patience=QUICK) for _ in range(2)]
        for stack in stacks:
            asyncio.run(put(stack, place(server), ["a", "b"]))

    assert [s.budget.spent for s in stacks] == [Spent(calls=2, tokens=26, cost=32_000)] * 2
    assert server.calls == 2


def test_a_limit_in_money_wants_a_price_before_any_call(tmp_path: Path) -> None:
    """Offline too."""
    with ledger_at(tmp_path) as ledger:
        for is_offline in (False, True):
            stack = Stack(ledger, Limits(max_usd=Decimal(1)), is_offline=is_offline)
            with pytest.raises(ConfigError, match="its price is unknown"):
                stack.at(NOWHERE, "toy")


def test_a_closed_stack_can_be_used_in_another_event_loop(tmp_path: Path) -> None:
    """Its session opens anew."""
    with ledger_at(tmp_path) as ledger, ScriptedServer(saying("Yes.")) as server:
        stack = Stack(ledger)
        found = [asyncio.run(put(stack, place(server), [word]))[0] for word in ("a", "b")]

    assert [isinstance(one, Reply) for one in found] == [True, True]
