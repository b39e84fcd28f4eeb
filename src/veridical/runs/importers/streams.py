"""A reply that was saved as the stream it came in → the reply as if it had come whole.

Streams are cut anywhere, in the middle of a marker too: what is parsed is the joined text alone.
Read are server-sent events and lines of JSON, of Chat Completions and of Responses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

_CHUNK = "chat.completion.chunk"
_DELTA = "response.output_text.delta"
_DONE = "response.output_text.done"
_ADDED = "response.output_text.annotation.added"
_WHOLE = frozenset({"response.completed", "response.incomplete"})
Table = dict[str, object]


def whole_reply(data: bytes) -> bytes:
    """A stream's reply as JSON; any other bytes as they are."""
    events = _events(data)
    if not events:
        return data
    ends = [one["response"] for one in events if one.get("type") in _WHOLE and "response" in one]
    if ends:
        return msgspec.json.encode(ends[-1])
    if any(one.get("object") == _CHUNK for one in events):
        return msgspec.json.encode(_completion(events))
    return msgspec.json.encode(_response(events))


def _events(data: bytes) -> list[Table]:
    """The events of a stream in order; none where it is something else."""
    lines = [line.strip() for line in data.split(b"\n")]
    said = [line.removeprefix(b"data:").strip() for line in lines if line.startswith(b"data:")]
    if not said:
        said = [line for line in lines if line]
        if not all(line.startswith(b"{") for line in said) or len(said) < 2:
            return []
    found: list[Table] = []
    for one in said:
        try:
            event = msgspec.json.decode(one)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            continue  # [DONE], or the last line of a stream that broke off
        if isinstance(event, dict):
            found.append(event)
    return found if any(map(_is_of_a_stream, found)) else []


def _is_of_a_stream(event: Table) -> bool:
    return event.get("object") == _CHUNK or event.get("type") in {_DELTA, *_WHOLE}


def _completion(events: Sequence[Table]) -> Table:
    """The first choice of a chat completion."""
    text, annotations = "", []
    for delta in _deltas(events):
        content, more = delta.get("content"), delta.get("annotations")
        text += content if isinstance(content, str) else ""
        annotations += more if isinstance(more, list) else []
    message = {"role": "assistant", "content": text, "annotations": annotations}
    return {"choices": [{"message": message}]}


def _deltas(events: Sequence[Table]) -> Iterator[Table]:
    for event in events:
        choices = event.get("choices")
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict) and not choice.get("index"):
                delta = choice.get("delta")
                yield from [delta] if isinstance(delta, dict) else []


def _response(events: Sequence[Table]) -> Table:
    """The texts of a response, each out of its own pieces."""
    texts: defaultdict[tuple[str, str], str] = defaultdict(str)
    annotations: defaultdict[tuple[str, str], list[object]] = defaultdict(list)
    for event in events:
        place = str(event.get("output_index", "")), str(event.get("content_index", ""))
        if event.get("type") == _DELTA:
            texts[place] += str(event.get("delta", ""))
        elif event.get("type") == _DONE and isinstance(event.get("text"), str):
            texts[place] = str(event["text"])
        elif event.get("type") == _ADDED and isinstance(event.get("annotation"), dict):
            annotations[place].append(event["annotation"])
    parts = [
        {"type": "output_text", "text": text, "annotations": annotations[place]}
        for place, text in texts.items()
    ]
    return {"output": [{"type": "message", "role": "assistant", "content": parts}]}
