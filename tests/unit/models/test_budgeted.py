"""A budget stops a run within one call, where the calls before it decide and nothing else."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from pathlib import Path

import pytest

from tests.model_requests import QUICK, error_of, ledger_at, replies, saying_to
from veridical.ask import NoVerdict
from veridical.errors import BudgetSpent, ConfigError, Unavailable
from veridical.models.budget import Budget, Limits, Spent
from veridical.models.budgeted import Budgeted
from veridical.models.port import Model, Parameters, Reply, Request
from veridical.models.prices import Price, Prices
from veridical.models.recorded import recorded
from veridical.models.scripted import Scripted
from veridical.models.stack import Stack
from veridical.score import Reason

PRICE = Price(Decimal(1), Decimal(2), Decimal(1))
PRICES = Prices({"scripted": PRICE})
ASKED = [
    saying_to(f"Question {n:03}.", parameters=Parameters(max_output_tokens=50)) for n in range(40)
]


def judge(latency_s: float = 0.0) -> Scripted:
    """Says the same to all: 1 + 13 // 4 = 4 tokens in, 1 + 4 // 4 = 2 out, so 6 a call."""
    return Scripted(lambda r: "fine", latency_s=latency_s, prices=PRICES)


def spend(limits: Limits, inner: Model | None = None) -> tuple[Budget, list[Reply | NoVerdict]]:
    """Put forty requests at the same time."""
    budget = Budget(limits)
    return budget, replies(Budgeted(inner or judge(), budget, PRICE), *ASKED)


def answered(found: list[Reply | NoVerdict]) -> list[int]:
    """Which of them have a reply."""
    return [n for n, one in enumerate(found) if isinstance(one, Reply)]


def test_without_limits_all_is_counted() -> None:
    """40 calls × (4 + 2) tokens, 40 × (4 × 1 + 2 × 2) millionths of a dollar."""
    budget, _ = spend(Limits())

    assert budget.spent == Spent(calls=40, tokens=240, cost=320_000)


@pytest.mark.parametrize("latency_s", [0.0, 0.01], ids=["at once", "slow"])
def test_calls_stop_at_their_number(latency_s: float) -> None:
    """Exactly, and the first ones are answered."""
    budget, found = spend(Limits(max_calls=7), judge(latency_s))

    assert answered(found) == list(range(7))
    assert budget.spent.calls == 7


@pytest.mark.parametrize("latency_s", [0.0, 0.01], ids=["at once", "slow"])
def test_tokens_stop_within_one_call(latency_s: float) -> None:
    """100 tokens are 16 calls of 6, not 17, though the first was taken for 13 + 50."""
    budget, found = spend(Limits(max_tokens=100), judge(latency_s))

    assert answered(found) == list(range(16))
    assert budget.spent.tokens == 96


@pytest.mark.parametrize("latency_s", [0.0, 0.01], ids=["at once", "slow"])
def test_money_stops_within_one_call(latency_s: float) -> None:
    """0.0002 dollars are 25 calls of 8 millionths."""
    budget, found = spend(Limits(max_usd=Decimal("0.0002")), judge(latency_s))

    assert answered(found) == list(range(25))
    assert budget.spent.cost == 200_000


def test_the_refusal_is_an_absence() -> None:
    """With its reason, and what to do."""
    _, found = spend(Limits(max_calls=1, max_tokens=90))

    message = (
        'model "scripted" at "scripted": the run\'s budget is spent; expected at most 1 calls and '
        "90 tokens. Run again with a larger budget: what was kept stays kept."
    )
    assert found[1:] == [NoVerdict(Reason.BUDGET, message)] * 39


def test_nothing_is_called_after_a_refusal() -> None:
    """A cheaper call would fit, but what is answered is to be a whole beginning."""
    inner = judge()
    budget = Budget(Limits(max_tokens=20))
    large = saying_to("x" * 400, parameters=Parameters(max_output_tokens=50))

    found = replies(Budgeted(inner, budget), ASKED[0], large, ASKED[1])
    assert (answered(found), inner.calls, budget.is_spent) == ([0], 1, True)


def test_of_an_unknown_model_one_call_is_made_alone() -> None:
    """It might take 13 + 50 tokens, more than there are; it takes 6, and two more fit."""
    budget, found = spend(Limits(max_tokens=20), judge(0.01))

    assert (answered(found), budget.spent.tokens) == ([0, 1, 2], 18)


def test_a_limit_of_nothing_calls_nothing() -> None:
    """The dry end."""
    inner = judge()
    spend(Limits(max_calls=0), inner)

    assert inner.calls == 0


def test_a_failed_call_is_a_call() -> None:
    """It may have cost; of its tokens nobody knows."""

    def script(request: Request) -> str:
        raise Unavailable("model", "failed")

    budget, _ = spend(Limits(max_calls=3), Scripted(script))

    assert budget.spent == Spent(calls=3)


def test_an_endpoint_that_counts_nothing_is_charged_the_estimate() -> None:
    """13 bytes of prompt are at most 13 tokens, the reply at most 50."""
    body = b'{"choices": [{"message": {"content": "fine"}}]}'
    budget, found = spend(Limits(max_tokens=130), Scripted(lambda r: body))

    assert budget.spent.tokens == 2 * (13 + 50)
    assert answered(found) == [0, 1]


def test_a_found_reply_costs_what_it_cost(tmp_path: Path) -> None:
    """So a second run stops where the first one did, though it pays nothing."""
    limits = Limits(max_usd=Decimal("0.0001"))
    with ledger_at(tmp_path) as ledger:
        first_judge, second_judge = judge(), judge()
        first, one = spend(limits, recorded(first_judge, ledger))
        second, two = spend(limits, recorded(second_judge, ledger))

    assert (one, first.spent) == (two, second.spent)
    assert (first_judge.calls, second_judge.calls) == (12, 0)


def test_a_larger_budget_goes_on(tmp_path: Path) -> None:
    """And buys only what is new."""
    with ledger_at(tmp_path) as ledger:
        spend(Limits(max_calls=10), recorded(judge(), ledger))
        inner = judge()
        _, found = spend(Limits(max_calls=15), recorded(inner, ledger))

    assert (answered(found), inner.calls) == (list(range(15)), 5)


def test_twins_are_counted_once(tmp_path: Path) -> None:
    """They share one reply."""
    with ledger_at(tmp_path) as ledger:
        budget = Budget(Limits())
        model = Budgeted(recorded(judge(0.01), ledger), budget, PRICE)
        replies(model, *[ASKED[0]] * 5)

    assert budget.spent == Spent(calls=1, tokens=6, cost=8_000)


def test_one_budget_holds_all_models(tmp_path: Path) -> None:
    """Of a run."""
    with ledger_at(tmp_path) as ledger:
        stack = Stack(ledger, Limits(max_calls=6), patience=QUICK)
        models = [stack.over(Scripted(lambda r: "fine", model=name)) for name in ("a", "b")]

        async def run() -> list[bool]:
            put = [m.complete(r) for r in ASKED[:5] for m in models]
            found = await asyncio.gather(*put, return_exceptions=True)
            await stack.aclose()
            return [isinstance(one, Reply) for one in found]

        assert asyncio.run(run()) == [True] * 6 + [False] * 4


def test_a_cancelled_call_gives_back_what_it_held() -> None:
    """While it waits, and while it is under way."""

    async def run() -> tuple[int, int]:
        budget = Budget(Limits(max_calls=3))
        model = Budgeted(judge(0.05), budget)
        tasks = [asyncio.create_task(model.complete(r)) for r in ASKED[:4]]
        await asyncio.sleep(0.01)
        tasks[3].cancel()
        tasks[0].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return budget.spent.calls, budget._reserved.calls

    assert asyncio.run(run()) == (3, 0)


def test_money_needs_a_price() -> None:
    """An unknown price is never guessed."""
    with pytest.raises(ConfigError) as caught:
        Budgeted(judge(), Budget(Limits(max_usd=Decimal(1))))

    expected = (
        'model "scripted" at "scripted": its price is unknown, so a budget in money cannot hold '
        "it. Name its price in the price file, or limit calls or tokens."
    )
    assert expected == str(caught.value)


def test_the_error_is_one_of_its_own() -> None:
    """For whoever wants to stop the run."""
    assert isinstance(
        error_of(Budgeted(judge(), Budget(Limits(max_calls=0))), ASKED[0]), BudgetSpent
    )
