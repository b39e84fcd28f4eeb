"""A vendor's own format, spoken by pydantic-ai to a real server on loopback."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from tests.model_requests import QUICK, about, error_of, ledger_at, replies, reply, saying_to
from tests.scripted_server import Act, ScriptedServer, Seen, cut, garbage, slow
from veridical.ask import Attachment
from veridical.errors import (
    ConfigError,
    ModelError,
    Overloaded,
    RateLimited,
    Rejected,
    TimedOut,
    Unavailable,
)
from veridical.models.port import Constraint, Finish, Message, Parameters, Reply, Usage, Words
from veridical.models.prices import Price, Prices
from veridical.models.stack import Stack
from veridical.models.vendors import Vendor

pytest.importorskip("anthropic", reason="the extra vendors is not installed")

# the client warns of models that its vendor will retire
pytestmark = pytest.mark.filterwarnings("ignore:The model:DeprecationWarning")

KEY = "a-key-like-no-other"
MODEL = "claude-sonnet-4-5"


# the client streams where the reply may be long
SHORT = Parameters(max_output_tokens=50)
ASKED = saying_to(parameters=SHORT)


def answer(text: str, stop: str = "end_turn") -> Act:
    """A reply in the vendor's format."""
    body = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5-20250929",
        "content": [{"type": "text", "text": text}],
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 3},
    }
    return Act(body=json.dumps(body).encode())


def failing(status: int, kind: str, message: str, **headers: str) -> Act:
    """An error in the vendor's format."""
    body = {"type": "error", "error": {"type": kind, "message": message}}
    return Act(status=status, body=json.dumps(body).encode(), headers=headers)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """Where the vendor's client is sent by its own variables."""
    with ScriptedServer(answer("Yes.")) as served:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", served.base_url.removesuffix("/v1"))
        yield served


def model(**more: object) -> Vendor:
    """The model under test."""
    return Vendor("anthropic", MODEL, **more)


def act(server: ScriptedServer, one: Act) -> None:
    """Let the server do `one`."""
    server.script = lambda seen: one


def test_a_reply_is_read_whole(server: ScriptedServer) -> None:
    """Text, end, resolved model, usage, cost at list price."""
    prices = Prices({MODEL: Price(Decimal(1), Decimal(2), Decimal(1))})
    found = reply(model(prices=prices), ASKED)

    expected = Reply(
        text="Yes.",
        finish=Finish.STOP,
        resolved_model="claude-sonnet-4-5-20250929",
        usage=Usage(input_tokens=10, output_tokens=3, cached_tokens=0),
        nominal_cost=16_000,
        body=found.body,
    )
    assert expected == found


def test_what_is_sent_is_what_was_asked(server: ScriptedServer) -> None:
    """System and user apart, parameters, the schema natively, the nonce last."""
    request = replace(about("A page."), parameters=Parameters(temperature=0.2, max_output_tokens=9))
    found = reply(model(), request)
    sent = server.seen[0].payload

    assert (sent["temperature"], sent["max_tokens"]) == (0.2, 9)
    assert "<<<MATERIAL" in str(sent["system"])
    assert sent["messages"][-1]["content"][-1]["text"].endswith(f'{request.nonce}"')
    assert sent["output_config"]["format"]["schema"]["required"] == ["nonce", "label"]
    assert (found.constraint, found.nonce) == (Constraint.SCHEMA, request.nonce)


def test_without_native_schemas_the_prompt_holds_it(server: ScriptedServer) -> None:
    """An older model of the same vendor."""
    found = reply(Vendor("anthropic", "claude-3-5-haiku-latest"), about("A page."))

    assert "output_config" not in server.seen[0].payload
    assert "JSON Schema" in server.seen[0].prompt
    assert found.constraint is Constraint.NONE


def test_images_arrive_as_they_are(server: ScriptedServer, tmp_path: Path) -> None:
    """In the vendor's own way."""
    content = b"\x89PNG\r\n\x1a\npicture"
    (tmp_path / "figure.png").write_bytes(content)
    image = Attachment(str(tmp_path / "figure.png"), hashlib.sha256(content).hexdigest())
    reply(model(), replace(ASKED, messages=(Message("user", (image, Words("What?"))),)))

    source = server.seen[0].payload["messages"][0]["content"][0]["source"]
    assert (source["media_type"], source["data"]) == ("image/png", "iVBORw0KGgpwaWN0dXJl")


@pytest.mark.parametrize(
    ("one", "finish"),
    [
        (answer("Ye", "max_tokens"), Finish.LENGTH),
        (answer("No.", "refusal"), Finish.REFUSED),
        (answer("", "end_turn"), Finish.STOP),
    ],
    ids=["length", "refusal", "empty"],
)
def test_odd_replies_are_replies(server: ScriptedServer, one: Act, finish: Finish) -> None:
    """With their end."""
    act(server, one)

    assert reply(model(), ASKED).finish is finish


@pytest.mark.parametrize(
    ("one", "kind", "wait_s"),
    [
        (failing(429, "rate_limit_error", "slow", **{"retry-after": "7"}), RateLimited, 7.0),
        (failing(429, "rate_limit_error", "slow"), RateLimited, None),
        (failing(529, "overloaded_error", "over"), Overloaded, None),
        (failing(500, "api_error", "internal"), Unavailable, None),
        (failing(401, "authentication_error", "invalid x-api-key"), Rejected, None),
        (failing(404, "not_found_error", "model: x"), Rejected, None),
        (garbage(), Unavailable, None),
        (garbage(b'{"type": "message", "content": []}'), Unavailable, None),
        (cut(20, "x" * 100), Unavailable, None),
    ],
    ids=["429-7", "429", "529", "500", "401", "404", "html", "half", "cut"],
)
def test_failures_are_typed(
    server: ScriptedServer, one: Act, kind: type[ModelError], wait_s: float | None
) -> None:
    """One try each."""
    act(server, one)
    error = error_of(model(), ASKED)

    assert (type(error), error.wait_s, server.calls) == (kind, wait_s, 1)
    assert str(error).startswith(f'model "{MODEL}" at "anthropic": ')


def test_a_slow_vendor_times_out(server: ScriptedServer) -> None:
    """It does not hang."""
    act(server, slow(5.0))

    assert isinstance(error_of(model(timeout_s=0.1), ASKED), TimedOut)


def test_the_message_says_what_the_vendor_said(server: ScriptedServer) -> None:
    """In one line."""
    act(server, failing(404, "not_found_error", "model: x"))

    expected = (
        f'model "{MODEL}" at "anthropic": the endpoint answers 404, got \'model: x\'. '
        "Check the model's name and the base URL."
    )
    assert expected == str(error_of(model(), ASKED))


def test_without_a_key_nothing_is_sent(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variable is named."""
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    with pytest.raises(ConfigError, match="ANTHROPIC_API_KEY"):
        reply(model(), ASKED)

    assert server.calls == 0


def test_an_unknown_vendor_is_the_users_to_mend() -> None:
    """One line."""
    with pytest.raises(ConfigError, match='model "x" at "nobody": cannot be called: Unknown'):
        reply(Vendor("nobody", "x"), ASKED)


def test_keys_stay_out_of_what_is_shown(server: ScriptedServer) -> None:
    """Of the model and of its errors."""
    act(server, failing(401, "authentication_error", f"Bearer {KEY} is bad"))
    vendor = model()
    error = error_of(vendor, ASKED)

    assert KEY not in repr(vendor) + str(error) + repr(error.__cause__)


def test_without_pydantic_ai_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the model is made."""
    monkeypatch.setattr("veridical.models.vendors.find_spec", lambda name: None)
    with pytest.raises(ConfigError) as caught:
        model()

    expected = (
        f'model "{MODEL}" at "anthropic": what calls vendors is not installed; expected the '
        "package pydantic-ai-slim. Run: pip install 'veridical[vendors]'."
    )
    assert expected == str(caught.value)


def test_a_vendor_is_recorded_and_limited_like_any_model(
    server: ScriptedServer, tmp_path: Path
) -> None:
    """A 429 is tried again; a second run finds the replies, offline."""

    def script(seen: Seen) -> Act:
        return failing(429, "rate_limit_error", "slow") if seen.number == 0 else answer("Yes.")

    server.script = script
    asked = [replace(about(f"Page {n}."), parameters=SHORT) for n in range(4)]
    with ledger_at(tmp_path) as ledger:
        first = replies(Stack(ledger, patience=QUICK).over(model()), *asked)
        second = replies(Stack(ledger, is_offline=True).over(model()), *asked)

    assert first == second
    assert [one.text for one in first] == ["Yes."] * 4
    assert server.calls == 5


def test_a_closed_model_can_be_used_in_another_loop(server: ScriptedServer) -> None:
    """Its client opens anew."""
    vendor = model()

    assert [reply(vendor, saying_to(word, parameters=SHORT)).text for word in ("a", "b")] == [
        "Yes.",
        "Yes.",
    ]
