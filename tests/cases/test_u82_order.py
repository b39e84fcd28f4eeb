"""U82: a judge whose preference follows the order: a tie, counted, and told; over real HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.model_requests import QUICK, place
from tests.scripted_server import Act, Script, ScriptedServer, Seen, garbage, saying
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.checks.preference import (
    BothWays,
    PositionBias,
    PreferenceAsk,
    Side,
    position_bias,
    prefer,
)
from veridical.ledger import Kept, open_ledger
from veridical.models.stack import Stack
from veridical.respondents.llm import LLM
from veridical.score import Measured, Reason, Undefined

GOOD = "Ice floats because water expands on freezing: 917 kg/m³ against 999.84 kg/m³ [1]."
POOR = "Ice floats because it is light."
PAIR = PreferenceAsk("Why does ice float?", GOOD, POOR)
TURNED = PreferenceAsk("Why does ice float?", POOR, GOOD)


def said(side: str) -> Act:
    """One answer."""
    return saying(json.dumps({"nonce": "NONCE", "why": "", "value": side}))


def likes_the_good(seen: Seen) -> Act:
    """Wherever it stands."""
    return said("first" if seen.prompt.index(GOOD) < seen.prompt.index(POOR) else "second")


def likes_the_place(place: str) -> Script:
    """Whatever stands there."""
    return lambda seen: said(place)


class Judge:
    """A model over HTTP as an asker."""

    def __init__(self, llm: LLM) -> None:
        """Keep its answers."""
        self.kept = Kept(llm, llm.ledger)

    async def ask(self, ask: Ask[Side], draw: Draw = ONCE) -> Answer[Side] | NoVerdict:
        """One ask."""
        return await self.kept.answer(ask, draw)


def judged(script: Script, folder: Path, asks: Iterable[PreferenceAsk]) -> list[BothWays]:
    """Each pair in both orders."""

    async def run() -> list[BothWays]:
        stack = Stack(ledger, patience=QUICK)
        judge = Judge(LLM(stack.at(place(server), "toy"), ledger))
        found = [await prefer(ask, judge) for ask in asks]
        await stack.aclose()
        return found

    with ScriptedServer(script) as server, open_ledger(folder / "ledger.db") as ledger:
        return asyncio.run(run())


@pytest.mark.parametrize("place", ["first", "second"])
def test_a_preference_for_a_place_is_a_tie(place: str, tmp_path: Path) -> None:
    """Flip rate 100 %, and a warning that names the place."""
    found = judged(likes_the_place(place), tmp_path, [PAIR])
    bias = position_bias(found)

    assert [(one.verdict, one.is_flip) for one in found] == [(Side.TIE, True)]
    assert bias.rate == Measured(1.0, n=1, bounds=bias.rate.bounds)
    assert bias.warning == (
        f"order-driven judge: 1 of 1 preferences flip when the texts change places, "
        f"mostly to the {place}; they count as ties"
    )
    assert str(bias) == (
        f"position bias: 1 of 1 preferences flip (100 %), counted as ties. {bias.warning}"
    )


def test_a_preference_for_a_text_stands(tmp_path: Path) -> None:
    """The same text in either order of the pair, and no flip."""
    found = judged(likes_the_good, tmp_path, [PAIR, TURNED])
    bias = position_bias(found)

    assert [(one.verdict, one.is_flip) for one in found] == [
        (Side.FIRST, False),
        (Side.SECOND, False),
    ]
    assert (bias.flips, bias.first, bias.second, bias.warning) == (0, 2, 2, "")


def test_a_pair_and_its_swap_share_their_asks(tmp_path: Path) -> None:
    """Two calls answer both; the keys are the orders'."""
    calls: list[str] = []

    def script(seen: Seen) -> Act:
        calls.append(seen.prompt)
        return likes_the_good(seen)

    one, other = judged(script, tmp_path, [PAIR, TURNED])

    assert len(calls) == 2
    assert one.asks == other.asks[::-1]


def test_one_order_without_a_verdict_is_no_tie(tmp_path: Path) -> None:
    """Missing with its reason, in no rate, and its bounds reach both ways."""

    def script(seen: Seen) -> Act:
        is_turned = seen.prompt.index(POOR) < seen.prompt.index(GOOD)
        return garbage() if is_turned and "float?" in seen.prompt else likes_the_good(seen)

    other = PreferenceAsk("Why is ice light?", GOOD, POOR)
    lost, kept = judged(script, tmp_path, [PAIR, other])
    bias = position_bias([lost, kept])

    assert isinstance(lost.verdict, NoVerdict)
    assert (lost.verdict.reason, lost.is_flip) == (Reason.UNREADABLE, None)
    assert (bias.rate.value, bias.rate.n, bias.rate.missing.total) == (0.0, 1, 1)
    assert (bias.rate.bounds.worst, bias.rate.bounds.best) == (0.0, 0.5)
    assert str(bias).endswith("; 1 pairs lack a verdict")


def answers(forward: Side, backward: Side) -> BothWays:
    """Both orders answered so."""
    return BothWays(Answer(forward), Answer(backward))


@pytest.mark.parametrize(
    ("forward", "backward", "verdict", "is_flip"),
    [
        (Side.FIRST, Side.SECOND, Side.FIRST, False),
        (Side.SECOND, Side.FIRST, Side.SECOND, False),
        (Side.FIRST, Side.FIRST, Side.TIE, True),
        (Side.SECOND, Side.SECOND, Side.TIE, True),
        (Side.TIE, Side.TIE, Side.TIE, False),
        (Side.FIRST, Side.TIE, Side.TIE, False),
        (Side.TIE, Side.FIRST, Side.TIE, False),
    ],
)
def test_what_both_orders_come_to(
    forward: Side, backward: Side, verdict: Side, is_flip: bool
) -> None:
    """A preference stands only if it is said both ways; a tie in one order is no flip."""
    assert (answers(forward, backward).verdict, answers(forward, backward).is_flip) == (
        verdict,
        is_flip,
    )


def test_nothing_to_say_of_no_pair() -> None:
    """Undefined, and no warning."""
    bias = position_bias([])

    assert bias == PositionBias(
        Undefined(Reason.NOTHING_TO_CHECK, "no pair with a verdict in both orders"), 0, 0, 0, 0
    )
    assert (bias.warning, str(bias)) == (
        "",
        "position bias: no pair has a verdict in both orders",
    )


@pytest.mark.parametrize(
    "pair",
    [
        PAIR,
        PreferenceAsk(
            "冰为什么浮在水上？", "水结冰时膨胀，密度变小，所以冰浮在水上。", "天气很好。"
        ),
        PreferenceAsk("Why?", "", "Because."),
        PreferenceAsk("Why?", "Because.", "Because."),
    ],
)
def test_the_rules_are_blind_to_the_order(pair: PreferenceAsk) -> None:
    """They name the same text both ways; of equal texts neither."""
    turned = PreferenceAsk(pair.question, pair.second, pair.first)
    found = BothWays(pair.by_rule(), turned.by_rule())

    assert found.is_flip is False
    assert found.verdict is found.forward.value


def test_the_rules_on_two_empty_texts() -> None:
    """Nothing to compare."""
    assert PreferenceAsk("Why?", " ", "").by_rule() == NoVerdict(
        Reason.NOTHING_TO_CHECK, "both texts are empty"
    )


@pytest.mark.parametrize("language", ["en", "zh", "de"])
def test_the_prompt_fences_all_that_is_others(language: str) -> None:
    """Texts, question and aspect are material; an aspect that is none leaves no trace."""
    ask = PreferenceAsk("Q?", "One.", "Two.", "depth", language)
    own = [part.text for part in ask.prompt() if not part.untrusted]
    plain = PreferenceAsk("Q?", "One.", "Two.", "", language).prompt()

    assert [p.text for p in ask.prompt() if p.untrusted] == ["Q?", "depth", "One.", "Two."]
    assert all(side in own[-1] for side in ("first", "second", "tie"))
    assert [p.text for p in plain if p.untrusted] == ["Q?", "One.", "Two."]
    assert not any("alone" in p.text and "compared" in p.text for p in plain)
