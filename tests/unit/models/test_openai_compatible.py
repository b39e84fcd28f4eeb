"""The adapter against a real server on loopback."""

from __future__ import annotations

import asyncio
import hashlib
import json
import subprocess
import sys
import zlib
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from tests.model_requests import (
    LABELED,
    about,
    error_of,
    ledger_at,
    over,
    place,
    replies,
    reply,
    saying_to,
)
from tests.scripted_server import (
    Act,
    ScriptedServer,
    Seen,
    always,
    cut,
    failing,
    filtered,
    garbage,
    limited,
    refusing,
    repeating_the_nonce,
    saying,
    slow,
    thinking,
    truncated,
    with_logprobs,
    without,
)
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
from veridical.models.endpoint import Dialect, Endpoint, Timeouts
from veridical.models.openai_compatible import OpenAICompatible
from veridical.models.port import (
    Constraint,
    Finish,
    Message,
    Parameters,
    Reply,
    TokenLogprob,
    Usage,
    Words,
)
from veridical.models.prices import Price, Prices
from veridical.models.recorded import recorded

KEY = "a-key-like-no-other"


def test_a_reply_is_read_whole() -> None:
    """Text, end, model, fingerprint, usage, cost at list price."""
    prices = Prices({"toy": Price(Decimal(1), Decimal(2), Decimal(1))})
    with ScriptedServer(saying("Yes.", usage=(10, 3), model="toy-2026")) as server:
        found = reply(over(server, prices=prices), saying_to())

    expected = Reply(
        text="Yes.",
        finish=Finish.STOP,
        resolved_model="toy-2026",
        fingerprint="fp_scripted",
        usage=Usage(input_tokens=10, output_tokens=3),
        nominal_cost=16_000,
        body=found.body,
    )
    assert expected == found


def test_what_is_sent_is_what_was_asked() -> None:
    """The right path, the fields, no key where none is needed."""
    parameters = Parameters(temperature=0.0, max_output_tokens=50, seed=7)
    with ScriptedServer(saying("Yes.")) as server:
        reply(over(server), saying_to("Hello.", parameters=parameters))
        seen = server.seen[0]

    assert seen.path == "/v1/chat/completions"
    assert "Authorization" not in seen.headers
    assert seen.payload == {
        "model": "toy",
        "messages": [{"role": "user", "content": "Hello."}],
        "temperature": 0.0,
        "max_tokens": 50,
        "seed": 7,
    }


def test_an_answer_can_carry_its_nonce() -> None:
    """The server reads it from the prompt, as a model would."""
    with ScriptedServer(repeating_the_nonce) as server:
        found = reply(over(server), about("A page."))

    assert json.loads(found.text)["nonce"] == found.nonce == about("A page.").nonce


@pytest.mark.parametrize(
    ("act", "finish", "text"),
    [
        (truncated('[{"id": 1}, {"id"'), Finish.LENGTH, '[{"id": 1}, {"id"'),
        (refusing("No."), Finish.REFUSED, "No."),
        (filtered(), Finish.REFUSED, ""),
        (garbage(), Finish.GARBLED, ""),
        (garbage(b'{"choices": [{"message": {"content": "Ye'), Finish.GARBLED, ""),
        (
            thinking('maybe {"score": 1}', '{"score": 4}'),
            Finish.STOP,
            '<think>maybe {"score": 1}</think>{"score": 4}',
        ),
        (saying(""), Finish.STOP, ""),
        (Act(message={"content": None}), Finish.STOP, ""),
    ],
    ids=["length", "refusal", "filter", "garbage", "half", "thinking", "empty", "null"],
)
def test_odd_replies_are_replies(act: Act, finish: Finish, text: str) -> None:
    """U57, U60, U64: they came and cost; what they are worth is decided above."""
    with ScriptedServer(act) as server:
        found = reply(over(server), saying_to())

    assert (found.finish, found.text, server.calls) == (finish, text, 1)


@pytest.mark.parametrize(
    ("act", "kind", "wait_s"),
    [
        (limited(), RateLimited, None),
        (limited("7"), RateLimited, 7.0),
        (failing(500), Unavailable, None),
        (failing(503, headers={"Retry-After": "2"}), Overloaded, 2.0),
        (failing(401), Rejected, None),
        (failing(404, "no such model"), Rejected, None),
        (failing(400, "maximum context length"), Rejected, None),
        (Act(status=307, headers={"Location": "http://127.0.0.1:1/"}, body=b""), Rejected, None),
        (Act(body=b""), Unavailable, None),
        (Act(body=b'{"error": {"code": 429, "message": "slow"}}'), RateLimited, None),
        (cut(0), Unavailable, None),
        (cut(40), Unavailable, None),
    ],
    ids=[
        "429",
        "429-7",
        "500",
        "503",
        "401",
        "404",
        "400",
        "307",
        "nothing",
        "error-in-200",
        "cut-before",
        "cut-within",
    ],
)
def test_failures_are_typed(act: Act, kind: type[Exception], wait_s: float | None) -> None:
    """One try each, never a reply."""
    with ScriptedServer(act) as server:
        error = error_of(over(server), saying_to())

    assert (type(error), error.wait_s, server.calls) == (kind, wait_s, 1)


def test_a_closed_port_is_unavailable() -> None:
    """And the message says where."""
    with ScriptedServer(saying("Yes.")) as server:
        model = over(server)
    error = error_of(model, saying_to())

    assert isinstance(error, Unavailable)
    assert str(error).startswith('model "toy" at "loopback": the endpoint cannot be reached, got')


@pytest.mark.parametrize(
    "timeouts",
    [Timeouts(total_s=0.05), Timeouts(read_s=0.05)],
    ids=["in all", "between pieces"],
)
def test_a_slow_endpoint_times_out(timeouts: Timeouts) -> None:
    """It does not hang."""
    with ScriptedServer(slow(5.0)) as server:
        model = OpenAICompatible(place(server, timeouts=timeouts), "toy")
        error = error_of(model, saying_to())

    assert isinstance(error, TimedOut)


def test_a_body_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory has a limit."""
    monkeypatch.setattr("veridical.models.connection.MOST_BYTES", 1000)
    with ScriptedServer(saying("a" * 5000)) as server:
        error = error_of(over(server), saying_to())

    assert "the endpoint answers without end; expected at most 1000 bytes" in str(error)


def test_one_connection_serves_calls_in_a_row() -> None:
    """And as many as are under way at a time."""
    with ScriptedServer(saying("Yes.")) as server:
        model = over(server)

        async def run() -> None:
            for number in range(5):
                await model.complete(saying_to(str(number)))
            await model.aclose()
            await model.aclose()

        asyncio.run(run())

    assert len({seen.port for seen in server.seen}) == 1


def test_logprobs_come_with_the_reply() -> None:
    """Where they were asked for."""
    top = [{"token": "Yes", "logprob": -0.1}, {"token": "No", "logprob": -2.4}]
    listed = [{"token": "Yes", "logprob": -0.1, "top_logprobs": top}]
    with ScriptedServer(with_logprobs("Yes", listed)) as server:
        found = reply(over(server), saying_to(logprobs=2))

    assert found.logprobs == (TokenLogprob("Yes", -0.1, (("Yes", -0.1), ("No", -2.4))),)
    assert server.seen[0].payload["top_logprobs"] == 2


def test_an_endpoint_without_logprobs_is_asked_for_them_once() -> None:
    """The reply comes all the same, with none."""
    script = without("logprobs", "logprobs are not supported", saying("Yes."))
    with ScriptedServer(script) as server:
        first, second = _in_a_row(
            over(server), saying_to("a", logprobs=2), saying_to("b", logprobs=2)
        )

    assert (first.text, first.logprobs, second.logprobs) == ("Yes.", None, None)
    assert [bool(seen.payload.get("logprobs")) for seen in server.seen] == [True, False, False]


NO_TEMPERATURE = [
    "Unsupported parameter: 'temperature' is not supported with this model.",
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1).",
]


@pytest.mark.parametrize("message", NO_TEMPERATURE)
def test_an_endpoint_that_takes_no_temperature_is_told_one_once(message: str) -> None:
    """The reply comes all the same, and says what was left out."""

    def script(seen: Seen) -> Act:
        return failing(400, message) if "temperature" in seen.payload else saying("Yes.")

    asked = [
        replace(saying_to(text), parameters=Parameters(temperature=0.2, top_p=0.5))
        for text in ("a", "b")
    ]
    with ScriptedServer(script) as server:
        found = _in_a_row(over(server), *asked, saying_to("c"))

    assert [one.left_out for one in found] == [("temperature",), ("temperature",), ()]
    assert ["temperature" in seen.payload for seen in server.seen] == [True, *[False] * 3]
    assert server.seen[1].payload["top_p"] == 0.5


def test_a_temperature_off_the_endpoints_scale_is_no_lack() -> None:
    """Other errors that name it stay errors."""
    with (
        ScriptedServer(failing(401, "Wrong key for temperature")) as server,
        pytest.raises(ModelError),
    ):
        reply(over(server), replace(saying_to("a"), parameters=Parameters(temperature=0.2)))


NO_SCHEMA = [
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    "This response_format type is unavailable now",
    "This model does not support response format `json_schema`.",
    'response_format type must be one of "text" or "json_object", but got: json_schema',
    "Failed to parse grammar",
]


@pytest.mark.parametrize("message", NO_SCHEMA)
def test_an_endpoint_without_schemas_gets_the_schema_in_the_prompt(message: str) -> None:
    """Asked natively once, then held to JSON; the reply says which."""
    script = without("json_schema", message, saying('{"label": "yes"}'))
    with ScriptedServer(script) as server:
        first, second = _in_a_row(over(server), about("One."), about("Two."))
        forms = [seen.payload["response_format"]["type"] for seen in server.seen]

    assert forms == ["json_schema", "json_object", "json_object"]
    assert (first.constraint, second.constraint) == (Constraint.JSON, Constraint.JSON)
    assert "JSON Schema" in server.seen[1].prompt
    assert server.seen[1].nonce == first.nonce


def test_an_endpoint_without_any_form_is_asked_in_words() -> None:
    """Two steps down."""

    def script(seen: Seen) -> Act:
        has_form = "response_format" in seen.payload
        return failing(400, "response_format is not supported") if has_form else saying("{}")

    with ScriptedServer(script) as server:
        found = reply(over(server), about("One."))

    assert (found.constraint, server.calls) == (Constraint.NONE, 3)


def test_one_schema_too_complex_does_not_cost_the_others_theirs() -> None:
    """What is learned is about that schema."""

    def script(seen: Seen) -> Act:
        form = seen.payload["response_format"]
        is_bad = "bad" in json.dumps(form.get("json_schema", {}))
        return failing(400, "Invalid schema for response_format") if is_bad else saying("{}")

    bad = replace(about("One."), schema={**LABELED, "title": "bad"})
    with ScriptedServer(script) as server:
        first, second = _in_a_row(over(server), bad, about("Two."))

    assert (first.constraint, second.constraint) == (Constraint.JSON, Constraint.SCHEMA)


@pytest.mark.parametrize(
    "message", ["temperature is not supported", "invalid value for max_tokens", "schema of things"]
)
def test_other_errors_do_not_weaken_the_form(message: str) -> None:
    """They are the user's to see."""
    with ScriptedServer(failing(400, message)) as server:
        error = error_of(over(server), about("One."))

    assert (type(error), server.calls) == (Rejected, 1)
    assert message in str(error)


def test_an_endpoint_that_is_known_to_lack_schemas_is_not_asked() -> None:
    """Its preset says so."""
    dialect = Dialect(constraint=Constraint.JSON)
    with ScriptedServer(saying("{}")) as server:
        reply(OpenAICompatible(place(server, dialect=dialect), "toy"), about("One."))

    assert server.seen[0].payload["response_format"] == {"type": "json_object"}


def test_images_arrive_as_they_are(tmp_path: Path) -> None:
    """As data URLs."""
    content = b"\x89PNG\r\n\x1a\npicture"
    (tmp_path / "figure.png").write_bytes(content)
    image = Attachment(str(tmp_path / "figure.png"), hashlib.sha256(content).hexdigest())
    asked = replace(saying_to(), messages=(Message("user", (image, Words("What is it?"))),))
    with ScriptedServer(saying("A picture.")) as server:
        reply(over(server), asked)

    url = server.seen[0].payload["messages"][0]["content"][0]["image_url"]["url"]
    assert url == "data:image/png;base64,iVBORw0KGgpwaWN0dXJl"


def test_the_key_goes_into_one_header(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nowhere else."""
    monkeypatch.setenv("A_KEY", KEY)
    with ScriptedServer(saying("Yes.")) as server:
        model = OpenAICompatible(place(server, key_variable="A_KEY"), "toy")
        reply(model, saying_to())
        seen = server.seen[0]

    assert seen.headers["Authorization"] == f"Bearer {KEY}"
    assert KEY not in json.dumps(seen.payload)
    assert KEY not in repr(model) + repr(model.place) + repr(vars(model))


def test_a_missing_key_is_the_users_to_mend() -> None:
    """Before anything is sent."""
    with ScriptedServer(saying("Yes.")) as server:
        model = OpenAICompatible(place(server, key_variable="VERIDICAL_NO_SUCH_KEY"), "toy")
        with pytest.raises(ConfigError, match="export VERIDICAL_NO_SUCH_KEY=…"):
            reply(model, saying_to())

    assert server.calls == 0


@pytest.mark.parametrize("status", [200, 400, 401, 500])
def test_a_key_that_is_sent_back_is_kept_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """Neither in the message nor in the ledger's file."""
    monkeypatch.setenv("A_KEY", KEY)
    compress = zlib.compress
    # stored as it is, so that it can be looked for in the file
    monkeypatch.setattr("zlib.compress", lambda data, level: compress(data, 0))
    with (
        ScriptedServer(failing(status, f"Incorrect key {KEY}")) as server,
        ledger_at(tmp_path) as ledger,
    ):
        model = recorded(OpenAICompatible(place(server, key_variable="A_KEY"), "toy"), ledger)
        error = error_of(model, saying_to())
        server.script = always(saying(f"You sent {KEY}."))
        found = reply(model, saying_to())
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())

    assert KEY not in str(error) + repr(error) + repr(error.__cause__) + repr(error.__context__)
    assert found.text == "You sent [key]."
    assert b"You sent" in written
    assert KEY.encode() not in written


def test_an_endpoint_that_redirects_gets_no_second_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key would go to a place that nobody named."""
    monkeypatch.setenv("A_KEY", KEY)
    with ScriptedServer(saying("Yes.")) as other:
        moved = Act(
            status=302, headers={"Location": f"{other.base_url}/chat/completions"}, body=b""
        )
        with ScriptedServer(moved) as server:
            error_of(OpenAICompatible(place(server, key_variable="A_KEY"), "toy"), saying_to())

    assert other.calls == 0


def test_without_aiohttp_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the model is made, not at the first call."""
    monkeypatch.setattr("veridical.models.connection.find_spec", lambda name: None)
    with pytest.raises(ConfigError) as caught:
        OpenAICompatible(Endpoint(name="x", base_url="http://localhost:1/v1"), "toy")

    expected = (
        'model "toy" at "x": what calls endpoints is not installed; expected the package aiohttp. '
        "Run: pip install 'veridical[models]'."
    )
    assert expected == str(caught.value)


def test_aiohttp_is_loaded_at_the_first_call_only() -> None:
    """Neither the package nor a model that is made needs it."""
    code = (
        "import sys\n"
        "from veridical.models.openai_compatible import OpenAICompatible\n"
        "from veridical.models.endpoint import Endpoint\n"
        "from veridical.models import stack\n"
        "OpenAICompatible(Endpoint(name='x', base_url='http://localhost:1/v1'), 'm')\n"
        "print('aiohttp' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"


def test_many_calls_go_out_together() -> None:
    """None waits for another."""
    with ScriptedServer(slow(0.2, "Yes.")) as server:
        found = replies(over(server), *(saying_to(str(n)) for n in range(64)))

    assert {one.text for one in found} == {"Yes."}
    assert server.most_in_flight == 64


def _in_a_row(model: OpenAICompatible, *requests: object) -> list[Reply]:
    async def run() -> list[Reply]:
        try:
            return [await model.complete(request) for request in requests]
        finally:
            await model.aclose()

    return asyncio.run(run())
