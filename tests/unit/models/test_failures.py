"""Every status has one meaning, and no key passes."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from veridical.errors import (
    ModelError,
    Overloaded,
    RateLimited,
    Refused,
    Rejected,
    TimedOut,
    Unavailable,
)
from veridical.models.failures import Failed, failure, failure_in, wait_asked, without_keys

WHERE = 'model "m" at "e"'


def told(status: int, message: str = "no", **more: object) -> Failed:
    """An error as most endpoints word it."""
    body = json.dumps({"error": {"message": message, **more}}).encode()
    return Failed(status, {}, body)


def error(failed: Failed, key_variable: str = "A_KEY") -> ModelError:
    """Its error."""
    return failure(WHERE, failed, key_variable=key_variable)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (302, Rejected),
        (400, Rejected),
        (401, Rejected),
        (402, Rejected),
        (403, Rejected),
        (404, Rejected),
        (408, TimedOut),
        (409, Unavailable),
        (413, Rejected),
        (418, Rejected),
        (422, Rejected),
        (429, RateLimited),
        (500, Unavailable),
        (501, Rejected),
        (502, Unavailable),
        (503, Overloaded),
        (504, TimedOut),
        (524, TimedOut),
        (529, Overloaded),
        (599, Unavailable),
    ],
)
def test_every_status_has_its_error(status: int, kind: type[ModelError]) -> None:
    """One each."""
    assert type(error(told(status))) is kind


def test_the_message_says_what_the_endpoint_said() -> None:
    """In full, with what to do."""
    expected = (
        'model "m" at "e": the endpoint answers 404, got \'no model "m"\'. '
        "Check the model's name and the base URL."
    )

    assert expected == str(error(told(404, 'no model "m"')))


@pytest.mark.parametrize(
    ("failed", "fix"),
    [
        (told(401), "Check the key in A_KEY."),
        (told(403), "Check the key in A_KEY."),
        (told(402), "Add credit to the account, or name another model."),
        (told(429, code="insufficient_quota"), "Add credit to the account, or name another model."),
        (told(400, "maximum context length is 8192"), "Name a model that takes longer prompts"),
        (told(301), "Name the address that it points to as base URL"),
        (told(400), "Check the model's settings."),
    ],
    ids=["401", "403", "402", "quota", "context", "redirect", "400"],
)
def test_the_message_says_what_to_do(failed: Failed, fix: str) -> None:
    """By status, and by what was said."""
    assert fix in str(error(failed))


def test_without_a_key_variable_the_message_asks_for_one() -> None:
    """A local endpoint may want a key after all."""
    assert str(error(told(401), "")).endswith("Check whether a key is needed.")


def test_an_account_without_credit_is_not_asked_again() -> None:
    """Though its status is that of a rate limit."""
    assert not error(told(429, code="insufficient_quota")).is_passing


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "content_filter"),
        (400, "content_policy_violation"),
        (400, "data_inspection_failed"),
        (403, "moderation"),
    ],
)
def test_a_filtered_prompt_is_refused(status: int, code: str) -> None:
    """Not rejected: the content decided."""
    assert isinstance(error(told(status, code=code)), Refused)


def test_a_quota_by_the_minute_passes() -> None:
    """Its words speak of billing too."""
    message = "You exceeded your current quota, please check your plan and billing details."

    assert isinstance(error(told(429, message)), RateLimited)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"plain words", "'plain words'"),
        (b'{"detail": "not here"}', "'not here'"),
        (b'{"message": "not there"}', "'not there'"),
        (b'{"error": "a string"}', "'a string'"),
        (b'[{"error": {"message": "in a list"}}]', "'in a list'"),
        (b'{"error": {"code": 7}}', """'{"error": {"code": 7}}'"""),
        (b"", "''"),
        (b"\xff\xfe", "'\ufffd\ufffd'"),
    ],
)
def test_any_body_can_be_shown(body: bytes, expected: str) -> None:
    """However the endpoint words it."""
    assert f"got {expected}." in str(error(Failed(500, {}, body)))


def test_the_key_that_was_sent_is_cut() -> None:
    """Whatever it looks like."""
    failed = Failed(401, {}, b'{"error": {"message": "bad key tops3cret!"}}', secret="tops3cret!")

    assert "got 'bad key [key]'" in str(error(failed))


@pytest.mark.parametrize(
    "text",
    [
        "Incorrect API key provided: sk-proj-abcdef0123456789.",
        "Incorrect API key provided: sk-ab***********wxyz.",
        "key AIzaSyA0123456789abcdef is bad",
        "header Authorization: Bearer abc.def.ghi was sent",
        'api_key="abcdef"',
    ],
)
def test_what_looks_like_a_key_is_cut(text: str) -> None:
    """Also another key than ours."""
    shown = without_keys(text, "")

    assert "[key]" in shown
    assert not any(part in shown for part in ("abcdef", "wxyz", "AIzaSy", "abc.def"))


@pytest.mark.parametrize(
    ("found", "code"),
    [
        ({"error": {"code": 429, "message": "slow"}}, 429),
        ({"error": {"code": "odd"}}, 502),
        ({"error": "words"}, 502),
        ({"choices": [{"message": {}, "error": {"code": 503}}]}, 503),
        ({"choices": [{"message": {}, "finish_reason": "error"}]}, 503),
        ({"choices": [{"message": {}, "finish_reason": "insufficient_system_resource"}]}, 503),
        ({"choices": [{"message": {"content": "x"}}]}, None),
        ({"error": None, "choices": [{"message": {"content": "x"}}]}, None),
        ({}, None),
        ([], None),
    ],
    ids=str,
)
def test_errors_under_a_status_of_success_are_found(found: object, code: int | None) -> None:
    """As OpenRouter and DeepSeek send them."""
    assert failure_in(json.dumps(found).encode()) == code


NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": " 0.5 "}, 0.5),
        ({"Retry-After": "-3"}, 0.0),
        ({"Retry-After-Ms": "1500", "Retry-After": "9"}, 1.5),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "nan"}, None),
        ({"Retry-After": "inf"}, None),
        ({"Retry-After": ""}, None),
        ({}, None),
        (
            {
                "Retry-After": format_datetime(NOW + timedelta(seconds=30), usegmt=True),
                "Date": format_datetime(NOW, usegmt=True),
            },
            30.0,
        ),
        (
            {
                "Retry-After": format_datetime(NOW - timedelta(seconds=30), usegmt=True),
                "Date": format_datetime(NOW, usegmt=True),
            },
            0.0,
        ),
    ],
    ids=str,
)
def test_wishes_to_wait_are_read(headers: dict[str, str], seconds: float | None) -> None:
    """Seconds, milliseconds, and dates against the endpoint's own clock."""
    assert wait_asked(Failed(429, headers, b"{}")) == seconds


def test_a_date_without_the_endpoints_clock_is_measured_by_ours() -> None:
    """Within a second or two."""
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    wait = wait_asked(Failed(429, {"Retry-After": then}, b"{}"))

    assert wait is not None
    assert 55 < wait <= 60


def test_a_wish_in_the_body_is_read() -> None:
    """As Gemini sends it."""
    body = b'{"error": {"details": [{"@type": "x"}, {"retryDelay": "34.5s"}]}}'

    assert wait_asked(Failed(429, {}, body)) == 34.5


def test_the_error_carries_the_wish() -> None:
    """For whoever tries again."""
    assert error(Failed(429, {"Retry-After": "7"}, b"{}")).wait_s == 7.0
