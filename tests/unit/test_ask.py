"""Asks: what makes two of them the same, and what is remembered of them."""

from __future__ import annotations

import asyncio
import hashlib
import subprocess
import sys
from dataclasses import dataclass, field
from typing import ClassVar

import msgspec
import pytest

from tests.asks import Grade, Holds
from veridical.ask import ONCE, Answer, Ask, Attachment, Draw, NoVerdict, Quote, answer_key
from veridical.asked import Asked
from veridical.score import Reason


@dataclass(frozen=True)
class Later(Holds):
    """The same ask after its prompt has changed."""

    version: ClassVar[str] = "2"


@dataclass(frozen=True)
class Pictured(Holds):
    """The same ask about a picture."""

    picture: Attachment = field(default=Attachment("a.png", "00"))

    def attachments(self) -> tuple[Attachment, ...]:
        """The picture."""
        return (self.picture,)


def test_identity_is_of_kind_and_input() -> None:
    """The same input is the same ask; another input or kind is another."""
    assert Holds("a b", "a").identity() == Holds("a b", "a").identity()
    assert Holds("a b", "a").identity() != Holds("a b", "b").identity()
    assert Grade("a").identity() != Grade("b").identity()


def test_identity_outlives_the_prompt() -> None:
    """A new version is the same ask, so that a run's answers are found again."""
    assert Holds("a", "b").identity() == Later("a", "b").identity()


def test_identity_holds_the_attachments() -> None:
    """Another picture is another ask."""
    one = Pictured("a", "b", Attachment("a.png", "00"))
    other = Pictured("a", "b", Attachment("a.png", "11"))

    assert one.identity() != other.identity()


def test_identity_is_the_same_in_every_process() -> None:
    """A set's order differs from process to process; the identity does not."""
    code = (
        "from tests.asks import Grade;"
        "print(Grade('x', frozenset('the quick brown fox jumps over it'.split())).identity())"
    )
    seen = set()
    for seed in ("1", "2", "3"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        )
        seen.add(done.stdout)

    assert len(seen) == 1


def test_identity_is_pinned() -> None:
    """Ledgers of earlier versions are found by it: it may never change."""
    written = b'["test.holds",{"text":"The sky is blue.","word":"blue"},[]]'

    assert hashlib.sha256(written).hexdigest() == Holds("The sky is blue.", "blue").identity()


@pytest.mark.parametrize(
    ("ask", "respondent", "draw"),
    [
        (Holds("a", "b"), "x/1", Draw(index=1)),
        (Holds("a", "b"), "x/1", Draw(repeat=1)),
        (Holds("a", "b"), "x/1", Draw(purpose="null control")),
        (Holds("a", "b"), "x/2", ONCE),
        (Later("a", "b"), "x/1", ONCE),
        (Holds("a", "c"), "x/1", ONCE),
    ],
    ids=["index", "repeat", "purpose", "respondent", "version", "input"],
)
def test_the_key_holds_all_that_makes_another_answer(
    ask: Ask[bool], respondent: str, draw: Draw
) -> None:
    """Version, respondent and draw are part of the key of an answer."""
    first = answer_key(Holds("a", "b"), respondent="x/1")

    assert first != answer_key(ask, respondent=respondent, draw=draw)


def test_answers_survive_being_kept() -> None:
    """What is written is read back the same, type and all."""
    answer = Answer(4.0, "it says so", (Quote("s", 0, 2, "黑体"),))

    assert answer == Grade("x").read(Grade("x").write(answer))


def test_answers_of_another_type_are_refused() -> None:
    """A text is no grade."""
    with pytest.raises(msgspec.ValidationError):
        Grade("x").read(b'{"value": "good"}')


def test_answers_of_nan_are_refused() -> None:
    """A NaN is written as null, which is no grade."""
    with pytest.raises(msgspec.ValidationError):
        Grade("x").read(Grade("x").write(Answer(float("nan"))))


@dataclass
class Counting:
    """An asker that counts, and takes its time."""

    answers: list[Answer[bool] | NoVerdict]
    asked: list[Ask[object]] = field(default_factory=list)

    async def ask(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[bool] | NoVerdict:
        """The next answer, after others had their turn."""
        self.asked.append(ask)
        await asyncio.sleep(0)
        return self.answers[len(self.asked) - 1]


def test_an_ask_is_put_once() -> None:
    """Asked again, the first answer is given."""
    inner = Counting([Answer(True), Answer(False)])
    asked = Asked(inner)

    async def twice() -> list[Answer[bool] | NoVerdict]:
        return [await asked.ask(Holds("a", "a")), await asked.ask(Holds("a", "a"))]

    assert [Answer(True), Answer(True)] == asyncio.run(twice())
    assert len(inner.asked) == 1


def test_an_ask_put_twice_at_the_same_time_is_put_once() -> None:
    """Two measures that want the same at once get the same answer."""
    inner = Counting([Answer(True), Answer(False)])
    asked = Asked(inner)

    async def both() -> list[Answer[bool] | NoVerdict]:
        return await asyncio.gather(asked.ask(Holds("a", "a")), asked.ask(Holds("a", "a")))

    assert [Answer(True), Answer(True)] == asyncio.run(both())
    assert len(inner.asked) == 1


def test_a_verdict_that_is_missing_is_remembered_too() -> None:
    """A score counts an ask that failed once, as failed."""
    inner = Counting([NoVerdict(Reason.TIMEOUT), Answer(False)])
    asked = Asked(inner)

    async def twice() -> list[Answer[bool] | NoVerdict]:
        return [await asked.ask(Holds("a", "a")), await asked.ask(Holds("a", "a"))]

    assert [NoVerdict(Reason.TIMEOUT)] * 2 == asyncio.run(twice())


def test_another_draw_is_another_ask() -> None:
    """Repeats are drawn anew."""
    inner = Counting([Answer(True), Answer(False)])
    asked = Asked(inner)

    async def twice() -> list[Answer[bool] | NoVerdict]:
        return [await asked.ask(Holds("a", "a"), Draw(repeat=n)) for n in (0, 1)]

    assert [Answer(True), Answer(False)] == asyncio.run(twice())


def test_exchanges_are_in_the_order_of_identity_and_draw() -> None:
    """The order of arrival leaves no trace."""
    asks = [(Holds("a", "a"), Draw(index=n)) for n in (2, 0, 1)] + [(Holds("b", "b"), ONCE)]

    def log(order: list[tuple[Holds, Draw]]) -> list[tuple[str, int]]:
        asked = Asked(Counting([Answer(True)] * 4))

        async def put() -> None:
            for ask, draw in order:
                await asked.ask(ask, draw)

        asyncio.run(put())
        return [(e.ask.identity(), e.draw.index) for e in asked.exchanges]

    assert sorted(log(asks)) == log(asks) == log(asks[::-1])
