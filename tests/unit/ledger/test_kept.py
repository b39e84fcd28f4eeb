"""Any respondent answers from the ledger where it has answered before."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import pytest

from tests.asks import Grade, Holds
from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, answer_key
from veridical.errors import LedgerMismatch
from veridical.ledger import Kept, KeptReply, Ledger, note_reply, open_ledger
from veridical.respondents import Scripted
from veridical.score import Reason


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """An empty ledger."""
    with open_ledger(tmp_path / "run.ledger") as opened:
        yield opened


@dataclass
class Slow:
    """A respondent that gives its answers in order, each after a while."""

    says: list[Answer[object] | NoVerdict]
    identity: str = "slow/1"
    is_indicative: bool = False
    asked: list[Ask[object]] = field(default_factory=list)

    async def answer(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """The next answer."""
        self.asked.append(ask)
        said = self.says[len(self.asked) - 1]
        await asyncio.sleep(0.01)
        return said


def test_a_failure_is_asked_again_and_a_success_is_not(ledger: Ledger) -> None:
    """The first call cannot be read, the second can; the third asks nobody."""
    judge = Slow([NoVerdict(Reason.UNREADABLE, "no JSON"), Answer(True, "grounds")])
    kept = Kept(judge, ledger)
    said = [asyncio.run(kept.answer(Holds("a", "a"))) for _ in range(3)]

    assert said == [
        NoVerdict(Reason.UNREADABLE, "no JSON"),
        Answer(True, "grounds"),
        Answer(True, "grounds"),
    ]
    assert len(judge.asked) == 2


def test_twins_in_flight_share_one_ask(ledger: Ledger) -> None:
    """Wanted ten times at once, asked once."""
    judge = Slow([Answer(True)])

    async def ten() -> list[Answer[bool] | NoVerdict]:
        kept = Kept(judge, ledger)
        return await asyncio.gather(*(kept.answer(Holds("a", "a")) for _ in range(10)))

    assert asyncio.run(ten()) == [Answer(True)] * 10
    assert len(judge.asked) == 1


def test_twins_share_a_missing_verdict_too(ledger: Ledger) -> None:
    """They are one ask; it failed once."""
    judge = Slow([NoVerdict(Reason.TIMEOUT)] * 2)

    async def both() -> list[Answer[bool] | NoVerdict]:
        kept = Kept(judge, ledger)
        return await asyncio.gather(*(kept.answer(Holds("a", "a")) for _ in range(2)))

    assert asyncio.run(both()) == [NoVerdict(Reason.TIMEOUT)] * 2
    assert len(judge.asked) == 1


def test_a_cancelled_twin_takes_nobody_with_it(ledger: Ledger) -> None:
    """Who waited for the cancelled one asks for itself."""
    judge = Slow([Answer(False), Answer(True)])

    async def cancelled() -> Answer[bool] | NoVerdict:
        kept = Kept(judge, ledger)
        first = asyncio.create_task(kept.answer(Holds("a", "a")))
        await asyncio.sleep(0)
        second = asyncio.create_task(kept.answer(Holds("a", "a")))
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert asyncio.run(cancelled()) == Answer(True)


def test_a_cancelled_follower_does_not_cancel_the_ask(ledger: Ledger) -> None:
    """The one that asks goes on."""
    judge = Slow([Answer(True)])

    async def cancelled() -> Answer[bool] | NoVerdict:
        kept = Kept(judge, ledger)
        first = asyncio.create_task(kept.answer(Holds("a", "a")))
        await asyncio.sleep(0)
        second = asyncio.create_task(kept.answer(Holds("a", "a")))
        await asyncio.sleep(0)
        second.cancel()
        return await first

    assert asyncio.run(cancelled()) == Answer(True)
    assert len(judge.asked) == 1


def test_another_respondent_is_asked_anew(ledger: Ledger) -> None:
    """What one said never answers for another."""
    said = [
        asyncio.run(Kept(Slow([Answer(value)], name), ledger).answer(Holds("a", "a")))
        for name, value in (("one/1", True), ("two/1", False))
    ]

    assert said == [Answer(True), Answer(False)]


def test_a_draw_is_asked_anew(ledger: Ledger) -> None:
    """Repeats are not answered by the first."""
    kept = Kept(Slow([Answer(True), Answer(False)]), ledger)
    said = [asyncio.run(kept.answer(Holds("a", "a"), Draw(repeat=n))) for n in (0, 1)]

    assert said == [Answer(True), Answer(False)]


def test_the_first_run_sees_what_a_later_one_will(ledger: Ledger) -> None:
    """An answer is handed on as it is kept: a whole number becomes the number it stands for."""
    said = asyncio.run(Kept(Scripted(lambda _ask: Answer(4)), ledger).answer(Grade("x")))

    assert isinstance(said, Answer)
    assert (said.value, type(said.value)) == (4.0, float)


@pytest.mark.parametrize(
    "value", ["good", None, float("nan"), "\ud800"], ids=["text", "none", "nan", "half a pair"]
)
def test_an_answer_that_does_not_fit_its_ask_is_no_answer(ledger: Ledger, value: object) -> None:
    """It is unreadable, and never a number."""
    said = asyncio.run(Kept(Scripted(lambda _ask: Answer(value)), ledger).answer(Grade("x")))

    assert isinstance(said, NoVerdict)
    assert said.reason == Reason.UNREADABLE
    assert said.detail.startswith("the answer does not fit its ask: ")


def test_an_answer_names_the_replies_it_was_read_from(ledger: Ledger) -> None:
    """Also those that were read in tasks of its own, sorted, and none of a neighbor's."""

    @dataclass
    class Reading:
        identity: str = "reading/1"
        is_indicative: bool = False

        async def answer(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object]:
            async def read(name: str) -> None:
                await asyncio.sleep(0)
                note_reply(f"{name}-{ask.text}")

            await asyncio.gather(read("b"), read("a"))
            return Answer(True)

    asks = [Holds("x", "x"), Holds("y", "y")]

    async def both() -> None:
        kept = Kept(Reading(), ledger)
        await asyncio.gather(*(kept.answer(ask) for ask in asks))

    asyncio.run(both())
    keys = [answer_key(ask, respondent="reading/1") for ask in asks]
    found = [asyncio.run(ledger.find_answer(key)) for key in keys]

    assert [one.replies for one in found if one] == [("a-x", "b-x"), ("a-y", "b-y")]


def test_an_answer_from_the_ledger_hands_its_replies_on(ledger: Ledger) -> None:
    """A panel's answer rests on the replies of its members, kept or not."""
    reply = KeptReply(key="r", endpoint="e", requested_model="m", request=b"", reply=b"")

    @dataclass
    class Member:
        identity: str = "member/1"
        is_indicative: bool = False

        async def answer(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object]:
            await ledger.keep_reply(reply)
            note_reply("r")
            return Answer(True)

    @dataclass
    class Panel:
        identity: str
        is_indicative: bool = False

        async def answer(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object]:
            said = await Kept(Member(), ledger).answer(ask)
            assert isinstance(said, Answer)
            return said

    ask = Holds("x", "x")
    for name in ("panel/1", "panel/2"):
        asyncio.run(Kept(Panel(name), ledger).answer(ask))
        found = asyncio.run(ledger.find_answer(answer_key(ask, respondent=name)))

        assert found is not None
        assert found.replies == ("r",)


def test_an_answer_type_that_changed_without_its_version_is_told(ledger: Ledger) -> None:
    """What is kept does not fit any more; guessing would be worse."""

    @dataclass(frozen=True)
    class Changed(Holds):
        answer_type: ClassVar[type] = tuple[int, ...]

    judge = Scripted(lambda _ask: Answer(True))
    asyncio.run(Kept(judge, ledger).answer(Holds("x", "x")))
    with pytest.raises(LedgerMismatch) as raised:
        asyncio.run(Kept(judge, ledger).answer(Changed("x", "x")))

    assert str(raised.value) == (
        'ledger, answer to "test.holds" version 1: does not fit its ask: '
        "Expected `array`, got `bool` - at `$.value`, "
        'got \'{"quotes":[],"value":true,"why":""}\'; expected an answer of the ask\'s type. '
        "Raise the ask's version: its answer type has changed."
    )


def test_keeping_changes_no_identity(ledger: Ledger) -> None:
    """A kept respondent is the same respondent."""
    judge = Scripted({}, "judge/7", is_indicative=True)

    assert (Kept(judge, ledger).identity, Kept(judge, ledger).is_indicative) == ("judge/7", True)
