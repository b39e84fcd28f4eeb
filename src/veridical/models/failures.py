"""What an endpoint's status, headers and error text mean: one typed error each.

Keys never pass: the key that was sent, and whatever looks like one, is cut from all text
that an endpoint sends back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from veridical.errors import (
    ModelError,
    Overloaded,
    RateLimited,
    Refused,
    Rejected,
    TimedOut,
    Unavailable,
)
from veridical.models.body import Table, decoded, first_choice
from veridical.retry_after import number_from, wait_asked_s

SHOWN_BYTES = 4000
"""Of an error page; more of it is not looked at."""

_LOOKS_LIKE_A_KEY = re.compile(r"\b(?:sk|gsk|xai|pk|hf|rk|nvapi|AIza)[-_A-Za-z0-9*.]{8,}")
_BEARER = re.compile(r"(?i)\b(bearer|api[-_ ]?key[\"']?\s?[:=])\s?\S+")


@dataclass(frozen=True, slots=True)
class Failed:
    """An endpoint's answer that is no reply.

    Attributes:
        status: of HTTP, or the code that the body names.
        headers: of HTTP, any case.
        body: the first bytes of what came.
        secret: the key that was sent, so that it can be cut out; "" = none was.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    secret: str = ""

    @property
    def text(self) -> str:
        """The endpoint's own words, without keys."""
        found = error_table(self.body[:SHOWN_BYTES])
        said = found.get("error", found.get("message", found.get("detail")))
        if isinstance(said, dict):
            said = said.get("message", said)
        shown = said if isinstance(said, str) and said else self.raw
        return without_keys(shown, self.secret)

    @property
    def raw(self) -> str:
        """All that was said, for looking for words in it."""
        return self.body[:SHOWN_BYTES].decode("utf-8", "replace")


def error_table(body: bytes) -> Table:
    """The JSON object of an error; some endpoints put it into a list."""
    return decoded(body.strip().removeprefix(b"[").removesuffix(b"]"))


def without_keys(text: str, secret: str) -> str:
    """`text` without `secret` and without what looks like a key."""
    cut = text.replace(secret, "[key]") if secret else text
    return _BEARER.sub(r"\1 [key]", _LOOKS_LIKE_A_KEY.sub("[key]", cut))


def failure_in(body: bytes) -> int | None:
    """The code of an error that came under a status of success; None if there is none."""
    found = decoded(body)
    choice = first_choice(found)
    error = found.get("error") if choice is None else choice.get("error")
    if choice is not None and choice.get("finish_reason") in _BROKEN_OFF:
        return 503
    if not error or (choice is None and "choices" in found and found["choices"]):
        return None
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, int) and 400 <= code < 600 else 502


_BROKEN_OFF = {"error", "insufficient_system_resource"}


def failure(where: str, failed: Failed, *, key_variable: str) -> ModelError:
    """The error for an answer that is no reply.

    Args:
        where: the model and its endpoint, for the message.
        failed: what came.
        key_variable: the environment variable that holds the key.
    """
    kind, fix = _kind(failed, key_variable)
    error = kind(where, f"the endpoint answers {failed.status}", got=failed.text, fix=fix)
    error.wait_s = wait_asked(failed)
    return error


def _kind(failed: Failed, key_variable: str) -> tuple[type[ModelError], str]:
    said = failed.raw.lower()
    if failed.status in {400, 403, 422} and _says(said, _CONTENT):
        return Refused, ""
    if failed.status == 403 and _says(said, _FLAGGED):
        return Refused, ""
    if failed.status == 429 and _says(said, _NO_CREDIT):
        return Rejected, "Add credit to the account, or name another model."
    if failed.status in _KINDS:
        return _KINDS[failed.status], ""
    if failed.status >= 500:
        return Unavailable, ""
    return Rejected, _fix(failed.status, said, key_variable)


_KINDS: dict[int, type[ModelError]] = {
    408: TimedOut,
    409: Unavailable,
    425: Unavailable,
    429: RateLimited,
    501: Rejected,
    503: Overloaded,
    504: TimedOut,
    524: TimedOut,
    529: Overloaded,
}
_CONTENT = (
    "content_filter",
    "content management policy",
    "content_policy",
    "data_inspection_failed",
)
_FLAGGED = ("moderation", "flagged")
_NO_CREDIT = ("insufficient_quota", "insufficient balance", "insufficient_balance")
_TOO_LONG = ("context length", "context_length", "maximum context", "too long", "context size")


def _fix(status: int, said: str, key_variable: str) -> str:
    if status in {401, 403}:
        named = f"the key in {key_variable}" if key_variable else "whether a key is needed"
        return f"Check {named}."
    if status == 402:
        return "Add credit to the account, or name another model."
    if status == 404:
        return "Check the model's name and the base URL."
    if 300 <= status < 400:
        return "Name the address that it points to as base URL; redirects are not followed."
    if status == 413 or _says(said, _TOO_LONG):
        return "Name a model that takes longer prompts, or ask about less text."
    return "Check the model's settings."


def _says(said: str, words: tuple[str, ...]) -> bool:
    return any(word in said for word in words)


def wait_asked(failed: Failed) -> float | None:
    """How long the endpoint asks to wait, in seconds; None if it does not say.

    Its headers say so, or the ``retryDelay`` of its error's details.
    """
    asked = wait_asked_s(failed.headers)
    return _delay(error_table(failed.body)) if asked is None else asked


def _delay(found: Table) -> float | None:
    error = found.get("error")
    details = error.get("details") if isinstance(error, dict) else None
    for detail in details if isinstance(details, list) else ():
        delay = detail.get("retryDelay") if isinstance(detail, dict) else None
        if isinstance(delay, str) and delay.endswith("s"):
            return number_from(delay[:-1])
    return None
