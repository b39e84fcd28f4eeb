"""A request as endpoints want it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.model_requests import LABELED, about, saying_to
from veridical.ask import Attachment, Draw
from veridical.models.endpoint import Dialect, endpoint_from_name
from veridical.models.port import Constraint, Message, Parameters, Request, Words
from veridical.models.wire import is_strict, kept_request, payload

PICTURE = Attachment("a.png", "f" * 64)


def sent(
    request: Request,
    constraint: Constraint = Constraint.SCHEMA,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
) -> dict[str, object]:
    """The fields that go out."""
    images = {PICTURE.sha256: "data:image/png;base64,AAAA"}
    body = payload(request, "m", dialect, constraint=constraint, logprobs=True, images=images)
    return json.loads(body)


def test_a_plain_request_is_model_and_messages() -> None:
    """What is not set is not sent."""
    expected = {"model": "m", "messages": [{"role": "user", "content": "Hello."}]}

    assert expected == sent(saying_to("Hello."))


def test_parameters_have_the_endpoints_names() -> None:
    """Only those that are set."""
    request = saying_to(
        parameters=Parameters(
            temperature=0.2, max_output_tokens=9, seed=7, top_p=0.9, effort="low", stop=("x",)
        )
    )
    fields = sent(request)
    fields.pop("messages")

    expected = {
        "model": "m",
        "temperature": 0.2,
        "max_tokens": 9,
        "seed": 7,
        "top_p": 0.9,
        "reasoning_effort": "low",
        "stop": ["x"],
    }
    assert expected == fields


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("openai", {"max_completion_tokens": 9, "seed": 7}),
        ("mistral", {"max_tokens": 9, "random_seed": 7}),
        ("deepseek", {"max_tokens": 9}),
        ("openrouter", {"max_tokens": 9, "seed": 7, "usage": {"include": True}}),
    ],
)
def test_presets_speak_their_dialect(name: str, fields: dict[str, object]) -> None:
    """Limit, seed and what is wanted with each call."""
    request = saying_to(parameters=Parameters(max_output_tokens=9, seed=7))
    found = sent(request, dialect=endpoint_from_name(name).dialect)

    assert {"model": "m", "messages": found["messages"], **fields} == found


def test_fields_of_ones_own_are_sent_as_they_are() -> None:
    """For what only one endpoint has."""
    request = saying_to(parameters=Parameters(extra={"chat_template_kwargs": {"think": False}}))

    assert sent(request)["chat_template_kwargs"] == {"think": False}


def test_a_schema_is_asked_for_natively() -> None:
    """Strict where the schema is."""
    schema = dict(about("A page.").schema or {})
    form = sent(about("A page."))["response_format"]

    expected = {"name": "answer", "schema": schema, "strict": True}
    assert form == {"type": "json_schema", "json_schema": expected}


def test_without_native_schemas_the_prompt_holds_it() -> None:
    """Before the part that varies, so that prefix caches hit; the nonce stays last."""
    request = about("A page.", "Is it so?")
    fields = sent(request, Constraint.JSON)
    prompt = fields["messages"][-1]["content"]

    assert fields["response_format"] == {"type": "json_object"}
    assert prompt.index("A page.") < prompt.index("JSON Schema") < prompt.index("Is it so?")
    assert prompt.endswith(f'{request.nonce}"')


def test_without_any_form_only_the_prompt_holds_it() -> None:
    """The weakest way."""
    fields = sent(about("A page."), Constraint.NONE)

    assert "response_format" not in fields
    assert "JSON Schema" in fields["messages"][-1]["content"]


def test_logprobs_are_asked_for_with_the_likeliest() -> None:
    """At each place; 0 asks for none beside the token's own."""
    assert sent(saying_to(logprobs=5))["top_logprobs"] == 5
    assert "top_logprobs" not in sent(saying_to(logprobs=0))
    assert sent(saying_to(logprobs=0))["logprobs"] is True


def test_images_are_data_urls_between_the_texts() -> None:
    """In their order."""
    request = Request(messages=(Message("user", (Words("Look:"), PICTURE, Words("Well?"))),))

    expected = [
        {"type": "text", "text": "Look:"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
        {"type": "text", "text": "Well?"},
    ]
    assert expected == sent(request)["messages"][0]["content"]


def test_the_ledger_keeps_images_by_their_hash() -> None:
    """And what the prompt asked the answer to carry."""
    request = Request(
        messages=(*about("A page.").messages, Message("user", (PICTURE,))), draw=Draw("noise", 1)
    )
    kept = json.loads(kept_request(request, Constraint.JSON))

    assert kept["messages"][-1]["content"][0]["image_url"]["url"] == "sha256:" + "f" * 64
    assert kept["nonce"] == request.nonce
    assert kept["draw"] == {"purpose": "noise", "repeat": 1, "index": 0}
    assert kept["constraint"] == "json"


def test_a_label_is_not_sent() -> None:
    """It is for people."""
    assert sent(saying_to(label="secret plan")) == sent(saying_to())


@pytest.mark.parametrize(
    ("schema", "strict"),
    [
        (LABELED, True),
        ({**LABELED, "additionalProperties": True}, False),
        ({**LABELED, "required": []}, False),
        ({"type": "array", "items": LABELED}, True),
        ({"type": "array", "items": {**LABELED, "required": []}}, False),
        ({"anyOf": [LABELED, {"type": "object", "properties": {"a": {}}}]}, False),
        ({"type": "string"}, True),
    ],
)
def test_strict_schemas_are_known(schema: dict[str, object], strict: bool) -> None:
    """Every object closed, every field required, at any depth."""
    assert is_strict(schema) == strict
    assert is_strict(replace(saying_to(), schema=schema).schema) == strict
