"""A reply's body, in the form of a chat completion, read as far as that form goes.

Reading never fails: whatever bytes came, there is a `Reply`, and one that is no chat
completion is garbled. So every reply can be kept first and read from what was kept.
"""

from __future__ import annotations

import json
from typing import cast

import msgspec

from veridical.ledger.records import storable
from veridical.models.port import Finish, Reply, TokenLogprob, Usage

Table = dict[str, object]

_FINISH = {
    "stop": Finish.STOP,
    "eos": Finish.STOP,
    "end_turn": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "length": Finish.LENGTH,
    "max_tokens": Finish.LENGTH,
    "model_length": Finish.LENGTH,
    "model_context_window_exceeded": Finish.LENGTH,
    "content_filter": Finish.REFUSED,
    "refusal": Finish.REFUSED,
    "safety": Finish.REFUSED,
    "sensitive": Finish.REFUSED,
    "recitation": Finish.REFUSED,
    "prohibited_content": Finish.REFUSED,
    "blocklist": Finish.REFUSED,
    "spii": Finish.REFUSED,
}
"""What endpoints call the end of a reply, lower case."""

BILLION = 1_000_000_000


def reply_from_body(body: bytes) -> Reply:
    """The reply that stands in `body`; garbled if none does."""
    found = decoded(body)
    choice = first_choice(found)
    if choice is None:
        return Reply(text="", finish=Finish.GARBLED, body=body)
    message = _table(choice.get("message"))
    text = _text(message.get("content") if "content" in message else choice.get("text"))
    refusal = _string(message.get("refusal"))
    return Reply(
        text=text or refusal,
        finish=Finish.REFUSED if refusal else _finish(choice),
        resolved_model=_string(found.get("model")),
        fingerprint=_string(found.get("system_fingerprint")),
        usage=_usage(_table(found.get("usage")), has_text=bool(text)),
        logprobs=_logprobs(choice.get("logprobs")),
        body=body,
    )


def decoded(body: bytes) -> Table:
    """The JSON object in `body`; empty if there is none."""
    try:
        return _table(msgspec.json.decode(body))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    try:
        # some endpoints write NaN and Infinity, which are no JSON, among the log-probabilities
        return _table(json.loads(body.decode("utf-8", "replace")))
    except (ValueError, RecursionError):
        return {}


def first_choice(found: Table) -> Table | None:
    """The completion's first choice; None if this is no completion."""
    choices = found.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return None
    choice = cast("Table", choices[0])
    return choice if "message" in choice or "text" in choice else None


def _finish(choice: Table) -> Finish:
    return _FINISH.get(_string(choice.get("finish_reason")).lower(), Finish.OTHER)


def _text(content: object) -> str:
    # some endpoints give a list of parts, thinking among them
    if isinstance(content, list):
        parts = [_table(part) for part in content]
        return "".join(_string(p.get("text")) for p in parts if p.get("type") in _SPOKEN)
    return _string(content)


_SPOKEN = {"text", "output_text", None}


def _usage(said: Table, *, has_text: bool) -> Usage:
    details = _table(said.get("prompt_tokens_details"))
    cached = _count(details.get("cached_tokens"))
    cost = _amount(said.get("cost"))
    # a prompt or a text of no tokens was not counted
    return Usage(
        input_tokens=_count(said.get("prompt_tokens")) or None,
        output_tokens=_count(said.get("completion_tokens")) or (None if has_text else 0),
        cached_tokens=_count(said.get("prompt_cache_hit_tokens")) if cached is None else cached,
        paid=None if cost is None else round(cost * BILLION),
    )


def _logprobs(said: object) -> tuple[TokenLogprob, ...] | None:
    listed = _table(said).get("content")
    if not isinstance(listed, list):
        return None
    tokens = [_token(_table(entry)) for entry in listed]
    if not tokens or None in tokens:
        return None
    return tuple(cast("list[TokenLogprob]", tokens))


def _token(entry: Table) -> TokenLogprob | None:
    logprob = _logprob(entry.get("logprob"))
    if logprob is None:
        return None
    listed = entry.get("top_logprobs")
    tops = [_table(top) for top in listed] if isinstance(listed, list) else []
    pairs = [(_string(top.get("token")), _logprob(top.get("logprob"))) for top in tops]
    top = tuple((token, value) for token, value in pairs if value is not None)
    return TokenLogprob(_string(entry.get("token")), logprob, top)


def _logprob(value: object) -> float | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    # the largest float that is no infinity; a probability of nearly 1 may round above it
    return min(float(value), 0.0) if abs(value) < _LARGEST else None


_LARGEST = 1e300


def _count(value: object) -> int | None:
    amount = _amount(value)
    return None if amount is None else int(amount)


def _amount(value: object) -> float | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return value if 0 <= value < BILLION else None


def _string(value: object) -> str:
    return storable(value) if isinstance(value, str) else ""


def _table(value: object) -> Table:
    return cast("Table", value) if isinstance(value, dict) else {}
