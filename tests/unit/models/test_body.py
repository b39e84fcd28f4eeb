"""Whatever bytes come, there is a reply."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veridical.models.body import reply_from_body
from veridical.models.port import Finish, Reply, TokenLogprob, Usage


def completion(**choice: object) -> bytes:
    """A completion with one choice."""
    return json.dumps({"model": "m-1", "choices": [{"index": 0, **choice}]}).encode()


def said(text: object, **more: object) -> bytes:
    """A completion that says `text`."""
    return completion(message={"content": text}, finish_reason="stop", **more)


def with_usage(**usage: object) -> Usage:
    """The usage read from a completion that tells `usage`."""
    body = json.loads(said("Yes."))
    return reply_from_body(json.dumps({**body, "usage": usage}).encode()).usage


def test_a_plain_completion_is_read() -> None:
    """Text, end, model; nothing that was not said."""
    body = said("Yes.")

    expected = Reply(text="Yes.", finish=Finish.STOP, resolved_model="m-1", body=body)
    assert expected == reply_from_body(body)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("stop", Finish.STOP),
        ("length", Finish.LENGTH),
        ("MAX_TOKENS", Finish.LENGTH),
        ("content_filter", Finish.REFUSED),
        ("SAFETY", Finish.REFUSED),
        ("tool_calls", Finish.OTHER),
        (None, Finish.OTHER),
        (7, Finish.OTHER),
    ],
)
def test_ends_have_one_name(told: object, expected: Finish) -> None:
    """Whatever the endpoint calls them."""
    body = completion(message={"content": "Yes."}, finish_reason=told)

    assert expected == reply_from_body(body).finish


def test_a_refusal_is_told_from_an_answer() -> None:
    """By the format's own field, with its words."""
    message = {"content": None, "refusal": "No."}
    found = reply_from_body(completion(message=message, finish_reason="stop"))

    assert (found.finish, found.text) == (Finish.REFUSED, "No.")


@pytest.mark.parametrize("content", [None, "", 7, {}, []], ids=repr)
def test_no_content_is_no_text(content: object) -> None:
    """U57: null and empty content are a reply that says nothing, and is not readable."""
    found = reply_from_body(said(content))

    assert (found.text, found.finish, found.is_readable) == ("", Finish.STOP, False)


def test_parts_of_a_content_are_joined_without_the_thinking() -> None:
    """Some endpoints give a list."""
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": "A"}, {"text": "B"}]

    assert reply_from_body(said(parts)).text == "AB"


@pytest.mark.parametrize(
    "text",
    ['<think>maybe {"score": 1}</think>{"score": 4}', '</think>{"score": 4}', '{"a": "<think>"}'],
)
def test_thinking_blocks_in_the_text_are_left_alone(text: str) -> None:
    """U60: reading the words is another layer's."""
    assert reply_from_body(said(text)).text == text


def test_the_first_choice_is_taken() -> None:
    """Of several."""
    two = {"choices": [{"message": {"content": "A"}}, {"message": {"content": "B"}}]}

    assert reply_from_body(json.dumps(two).encode()).text == "A"


def test_older_completions_have_their_text_in_the_choice() -> None:
    """Without a message."""
    assert reply_from_body(completion(text="Yes.", finish_reason="stop")).text == "Yes."


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        b"null",
        b"[]",
        b"{}",
        b'{"choices": []}',
        b'{"choices": [7]}',
        b'{"choices": {}}',
        b'{"choices": [{}]}',
        said("Yes.")[:-9],
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"9" * 10_000,
    ],
    ids=lambda body: repr(body[:20]),
)
def test_what_is_no_completion_is_garbled(body: bytes) -> None:
    """And kept as it came."""
    assert Reply(text="", finish=Finish.GARBLED, body=body) == reply_from_body(body)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_reply(body: bytes) -> None:
    """Reading never fails."""
    assert reply_from_body(body).body == body


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(
    st.fixed_dictionaries(
        {
            "choices": st.lists(
                st.fixed_dictionaries(
                    {"message": ANY | st.fixed_dictionaries({"content": ANY, "refusal": ANY})},
                    optional={"finish_reason": ANY, "logprobs": ANY},
                )
            )
        },
        optional={"usage": ANY, "model": ANY, "system_fingerprint": ANY},
    )
)
def test_any_fields_are_a_reply(found: dict[str, object]) -> None:
    """Whatever stands where text and counts should."""
    body = json.dumps(found).encode()

    text = reply_from_body(body).text
    assert text.encode().decode() == text


def test_usage_is_read() -> None:
    """Counts, cached tokens, the endpoint's own cost in billionths of a dollar."""
    found = with_usage(
        prompt_tokens=100,
        completion_tokens=20,
        prompt_tokens_details={"cached_tokens": 64},
        cost=0.000123,
    )

    expected = Usage(input_tokens=100, output_tokens=20, cached_tokens=64, paid=123_000)
    assert expected == found


def test_another_name_for_cached_tokens() -> None:
    """As DeepSeek has it."""
    assert with_usage(prompt_cache_hit_tokens=8).cached_tokens == 8


@pytest.mark.parametrize("told", [{}, {"prompt_tokens": 0, "completion_tokens": 0}, {"cost": "1"}])
def test_what_was_not_counted_is_absent(told: dict[str, object]) -> None:
    """Never 0: the prompt and the words had tokens."""
    assert with_usage(**told) == Usage()


@pytest.mark.parametrize("odd", [-1, "7", True, 1e30, None, [1]], ids=repr)
def test_odd_counts_are_absent(odd: object) -> None:
    """No number, no count."""
    assert with_usage(prompt_tokens=odd, completion_tokens=odd, cost=odd) == Usage()


def test_logprobs_are_read() -> None:
    """With the likeliest others at each place."""
    top = [{"token": "Yes", "logprob": -0.1}, {"token": "No", "logprob": -2.5}]
    listed = [{"token": "Yes", "logprob": -0.1, "top_logprobs": top}]
    found = reply_from_body(said("Yes", logprobs={"content": listed}))

    expected = (TokenLogprob("Yes", -0.1, (("Yes", -0.1), ("No", -2.5))),)
    assert expected == found.logprobs


def test_logprobs_that_are_no_numbers_are_absent() -> None:
    """U56: NaN and Infinity are no JSON; the text is read all the same."""
    body = said("Yes", logprobs={"content": [{"token": "Yes", "logprob": float("-inf")}]})
    found = reply_from_body(body)

    assert b"-Infinity" in body
    assert (found.text, found.logprobs) == ("Yes", None)


def test_halves_of_surrogate_pairs_do_not_pass() -> None:
    """No database would take them."""
    body = rb'{"choices": [{"message": {"content": "a\ud800b\u0000"}}]}'

    assert reply_from_body(body).text.encode().decode() == "a?b\ufffd"
