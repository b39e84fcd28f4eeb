"""Each way in which a call to a judge can fail, over real HTTP."""

from __future__ import annotations

import asyncio

import pytest

from tests.cases.judging import (
    LOST,
    SUPPORTED_WORDS,
    Judge,
    a_ledger,
    judged,
    outcomes,
    support,
    verdict,
)
from tests.scripted_server import (
    ScriptedServer,
    cut,
    failing,
    filtered,
    garbage,
    limited,
    refusing,
    saying,
    slow,
    truncated,
)
from veridical.models.limited import Patience
from veridical.score import HARMLESS, Reason

# every way in which a call can fail

FAULTS = {
    "429": (limited(), Reason.RATE_LIMITED),
    "429 with a wish": (limited("0"), Reason.RATE_LIMITED),
    "429 with a long wish": (limited("86400"), Reason.RATE_LIMITED),
    "500": (failing(500), Reason.UNAVAILABLE),
    "503": (failing(503), Reason.UNAVAILABLE),
    "wrong model": (failing(404, "The model `toy` does not exist"), Reason.UNAVAILABLE),
    "wrong key": (failing(401, "Incorrect API key"), Reason.UNAVAILABLE),
    "too long": (failing(400, "maximum context length is 10 tokens"), Reason.UNAVAILABLE),
    "filtered prompt": (failing(400, "content management policy"), Reason.REFUSED),
    "refusal": (refusing(), Reason.REFUSED),
    "filtered reply": (filtered(), Reason.REFUSED),
    "garbage": (garbage(), LOST),
    "prose": (saying("I think it is supported."), LOST),
    "truncated": (truncated('{"nonce": "NONCE", "quotes": ['), LOST),
    "cut connection": (cut(40), Reason.UNAVAILABLE),
    "slow": (slow(5.0), Reason.TIMEOUT),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_an_absence_with_its_reason(name: str) -> None:
    """Never an error, never a score, and never a harmless one."""
    act, reason = FAULTS[name]
    patience = Patience(attempts=2, first_pause_s=0.001, longest_pause_s=0.002, call_s=0.5)
    with ScriptedServer(act) as server, a_ledger() as ledger:
        found = asyncio.run(Judge(server, ledger, patience).run([support()]))

    assert outcomes(found) == [reason]
    assert reason not in HARMLESS


@pytest.mark.parametrize("name", ["garbage", "prose", "truncated", "500", "429", "cut connection"])
def test_a_fault_that_passes_changes_nothing(name: str) -> None:
    """The same answer as without it."""
    good = verdict("supported", SUPPORTED_WORDS)
    clean, after = judged(good, asks=[support()]), judged(FAULTS[name][0], good, asks=[support()])

    assert clean == after
