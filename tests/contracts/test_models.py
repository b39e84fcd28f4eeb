"""What every model promises, whatever it is made of."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.model_requests import QUICK, about, ledger_at, over, place, replies, reply, saying_to
from tests.scripted_server import Act, ScriptedServer, Seen
from veridical.errors import ModelError, Unavailable
from veridical.models.budget import Budget, Limits
from veridical.models.budgeted import Budgeted
from veridical.models.limited import Limited, Patience
from veridical.models.port import Finish, Model, Reply, Request, absence, reply_or_absence
from veridical.models.recorded import recorded
from veridical.models.scripted import Scripted
from veridical.models.stack import Stack
from veridical.score import Reason

ONE_TRY = Patience(attempts=1)


def in_process(request: Request) -> str | bytes:
    """What every model here says, in this process."""
    text = str(request)
    if "FAIL" in text:
        raise Unavailable("model", "is down")
    if "GARBLE" in text:
        return b"<html>"
    return f'{{"nonce": "{request.nonce}"}}' if request.nonce else "fine"


def served(seen: Seen) -> Act:
    """The same over HTTP."""
    if "FAIL" in seen.prompt:
        return Act(status=500, body=b"down")
    if "GARBLE" in seen.prompt:
        return Act(body=b"<html>")
    return Act(text='{"nonce": "NONCE"}' if seen.nonce else "fine")


Make = Callable[[ExitStack, Path], Model]


def scripted(stack: ExitStack, folder: Path) -> Model:
    """In this process."""
    return Scripted(in_process)


def compatible(stack: ExitStack, folder: Path) -> Model:
    """Over HTTP."""
    return over(stack.enter_context(ScriptedServer(served)))


def limited(stack: ExitStack, folder: Path) -> Model:
    """Limited."""
    return Limited(Scripted(in_process), patience=ONE_TRY)


def kept(stack: ExitStack, folder: Path) -> Model:
    """Recorded."""
    return recorded(Scripted(in_process), stack.enter_context(ledger_at(folder)))


def budgeted(stack: ExitStack, folder: Path) -> Model:
    """Budgeted."""
    return Budgeted(Scripted(in_process), Budget(Limits(max_calls=10_000)))


def stacked(stack: ExitStack, folder: Path) -> Model:
    """All together, over HTTP."""
    server = stack.enter_context(ScriptedServer(served))
    ledger = stack.enter_context(ledger_at(folder))
    return Stack(ledger, patience=QUICK).at(place(server), "toy")


MODELS: tuple[Make, ...] = (scripted, compatible, limited, kept, budgeted, stacked)


@pytest.fixture(params=MODELS, ids=lambda make: make.__name__)
def model(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Model]:
    """Each of them."""
    with ExitStack() as stack:
        yield request.param(stack, tmp_path)


def test_it_says_where_and_what_it_is(model: Model) -> None:
    """An endpoint's name and a model's, before any call."""
    assert model.endpoint in {"scripted", "loopback"}
    assert model.model in {"scripted", "toy"}


def test_it_replies(model: Model) -> None:
    """With words, an end and the bytes that came."""
    found = reply(model, saying_to())

    assert (found.text, found.finish, found.is_readable) == ("fine", Finish.STOP, True)
    assert b"fine" in found.body


def test_the_reply_carries_the_nonce_that_was_asked_for(model: Model) -> None:
    """So that whoever reads it needs no request."""
    found = reply(model, about("A page."))

    assert found.nonce == about("A page.").nonce
    assert found.nonce in found.text


def test_garbage_is_a_reply_that_cannot_be_read(model: Model) -> None:
    """Never an error, never words."""
    found = reply(model, saying_to("GARBLE"))

    assert (found.finish, found.text, found.is_readable, found.body) == (
        Finish.GARBLED,
        "",
        False,
        b"<html>",
    )


def test_a_failed_call_raises_what_can_become_an_absence(model: Model) -> None:
    """With its reason."""
    with pytest.raises(ModelError) as caught:
        reply(model, saying_to("FAIL"))

    assert absence(caught.value).reason is Reason.UNAVAILABLE
    assert "down" in absence(caught.value).detail


def test_a_failure_does_not_touch_its_neighbors(model: Model) -> None:
    """Each request has its own fate, whatever comes beside it."""
    words = ["a", "FAIL", "b", "GARBLE", "c"]
    found = replies(model, *(saying_to(word) for word in words))

    told = [one.text if isinstance(one, Reply) else one.reason for one in found]
    assert told == ["fine", Reason.UNAVAILABLE, "fine", "", "fine"]


def test_many_can_be_asked_at_the_same_time(model: Model) -> None:
    """Each gets its own reply."""
    pages = [about(f"Page {n}.") for n in range(40)]
    found = replies(model, *pages)

    assert [one.nonce in one.text for one in found] == [True] * 40
    assert [one.nonce for one in found] == [page.nonce for page in pages]


def test_a_cancelled_call_leaves_the_model_usable(model: Model) -> None:
    """Also while others are under way."""

    async def run() -> str:
        tasks = [asyncio.create_task(model.complete(saying_to(str(n)))) for n in range(5)]
        await asyncio.sleep(0)
        for task in tasks[:3]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        found = await reply_or_absence(model, saying_to("after"))
        await model.aclose()
        return found.text if isinstance(found, Reply) else str(found)

    assert asyncio.run(run()) == "fine"


def test_it_can_be_closed_twice(model: Model) -> None:
    """And unused."""

    async def run() -> None:
        await model.aclose()
        await model.aclose()

    asyncio.run(run())
