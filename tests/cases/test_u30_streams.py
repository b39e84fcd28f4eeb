"""U30: a marker that is split over the pieces of a stream is read as if it had come whole."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cases.read import outcomes, said
from veridical.report import Report
from veridical.runs.importers.reports import read_import, report_of

TEXT = "Capacity grew in 2022. citeturn0search5 It fell in 2023 [1].\n\n[1]: https://a.example/x\n"
CUTS = [
    [TEXT],
    [TEXT[: TEXT.index("rn0")], TEXT[TEXT.index("rn0") :]],
    list(TEXT),
]


def chunks(pieces: list[str]) -> list[dict[str, Any]]:
    """Of Chat Completions."""
    return [
        {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": one}}]}
        for one in pieces
    ]


def deltas(pieces: list[str]) -> list[dict[str, Any]]:
    """Of Responses."""
    place = {"output_index": 1, "content_index": 0}
    return [{"type": "response.output_text.delta", "delta": one, **place} for one in pieces]


def events(stream: list[dict[str, Any]]) -> bytes:
    """As server-sent events."""
    lines = [f"event: x\ndata: {json.dumps(one, ensure_ascii=False)}\n\n" for one in stream]
    return "".join([": keep-alive\n\n", *lines, "data: [DONE]\n\n"]).encode()


def lines(stream: list[dict[str, Any]]) -> bytes:
    """As lines of JSON."""
    return "\n".join(map(json.dumps, stream)).encode()


def read(data: bytes) -> Report:
    """A file of that content."""
    return report_of(read_import(data, "reply.json"), "reply.json")


@pytest.mark.parametrize("pieces", CUTS, ids=["whole", "in the marker", "letter by letter"])
@pytest.mark.parametrize("stream", [chunks, deltas])
@pytest.mark.parametrize("written", [events, lines])
def test_u30_the_same_as_unsplit(pieces: list[str], stream: Any, written: Any) -> None:
    """Statements, markers and where they lead."""
    whole = read(json.dumps({"choices": [{"message": {"content": TEXT}}]}).encode())
    found = read(written([*stream([""]), *stream(pieces)]))
    assert said(found) == said(whole)
    assert outcomes(found) == outcomes(whole)
    assert len(outcomes(found)) == 2


def test_u30_a_stream_that_ended_has_its_whole_reply() -> None:
    """The last event's counts, whatever the pieces were."""
    part = {"type": "output_text", "text": TEXT, "annotations": []}
    reply = {"output": [{"type": "message", "role": "assistant", "content": [part]}]}
    stream = [*deltas(["Other words."]), {"type": "response.completed", "response": reply}]
    assert said(read(events(stream))) == said(read(json.dumps(reply).encode()))


def test_u30_a_stream_that_broke_off_keeps_what_came() -> None:
    """Its last line is cut."""
    data = events(chunks(["It is so. ", "And so on."]))
    assert "It is so." in said(read(data[: data.index(b"And so") + 3]))


def test_u30_citations_beside_the_text_of_a_stream() -> None:
    """Those of each piece, in order."""
    words = "Ice melts fast."
    citation = {"url": "https://a.example/ice", "title": "Ice", "start_index": 0, "end_index": 15}
    last = {"annotations": [{"type": "url_citation", "url_citation": citation}]}
    stream = chunks([words[:6], words[6:]])
    stream.append({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": last}]})
    report = read(events(stream))
    assert [one.source.key for one in report.citations if one.source] == ["https://a.example/ice"]
