"""What a report may take."""

from __future__ import annotations

import pytest

from veridical.agents.spending import Limits, Purse, nominal_tokens
from veridical.ask import NoVerdict
from veridical.checks.queries import QueriesAsk
from veridical.errors import ConfigError
from veridical.score import Reason

ASK = QueriesAsk("The Rhine is 1,230 km long.")
COST = nominal_tokens(ASK)


def test_nominal_cost_is_the_length_of_the_prompt() -> None:
    """A quarter of the characters; a Han character is one."""
    letters = sum(len(part.text) for part in ASK.prompt())
    longer = nominal_tokens(QueriesAsk("The Rhine is 1,230 km long." + "长" * 40))

    assert -(-letters // 4) == COST
    assert longer == COST + 40


def test_a_statement_and_a_report_have_their_limits() -> None:
    """What would exceed either is not put, and costs nothing."""
    purse = Purse(Limits(tokens_each=2 * COST, tokens=3 * COST))

    assert [purse.pay(0, ASK) for _ in range(2)] == [None, None]
    assert purse.pay(0, ASK) == NoVerdict(Reason.BUDGET, f"a statement may take {2 * COST} tokens")
    assert purse.pay(1, ASK) is None
    assert purse.pay(1, ASK) == NoVerdict(Reason.BUDGET, f"a report may take {3 * COST} tokens")
    assert (purse.spent, purse.asks, purse.of(0), purse.of(1)) == (3 * COST, 3, 2 * COST, COST)


def test_limits_that_allow_nothing_are_refused() -> None:
    """In full words."""
    with pytest.raises(ConfigError) as refused:
        Limits(turns=0)

    assert str(refused.value) == (
        "limits of fact checking, turns: allows nothing, got 0; expected a number from 1. "
        "Correct it."
    )
