"""Replies of vendors, whose citations stand beside the text, become reports that resolve."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veridical.errors import InputError
from veridical.report import Report
from veridical.runs.importers.offsets import Offsets, Unit
from veridical.runs.importers.reports import read_import, report_of

TEXT = "😀海平面上升了三厘米。Ice melts 🧊 fast. 第三句没有来源。"
FIRST, SECOND = "😀海平面上升了三厘米。", "Ice melts 🧊 fast."
SEA, ICE = "https://soa.cn/sea", "https://nasa.gov/ice"


def read(reply: Any, name: str = "reply.json") -> Report:
    """A reply as it is read from a file."""
    return report_of(read_import(json.dumps(reply).encode(), name), name)


def told(report: Report) -> list[str]:
    """What was lost."""
    return [note.detail for note in report.notes if note.kind == "not_imported"]


def cited(report: Report) -> dict[str, list[str]]:
    """The keys of the sources of each statement."""
    found: dict[str, list[str]] = {}
    for statement in report.statements:
        sources = [report.citations[index].source for index in statement.citations]
        found[statement.text] = [source.key for source in sources if source]
    return found


def place(words: str, unit: Unit, text: str = TEXT) -> tuple[int, int]:
    """Where words begin and end in a text."""
    start = text.index(words)
    sizes = {
        Unit.POINTS: len,
        Unit.BYTES: lambda s: len(s.encode()),
        Unit.UTF16: lambda s: len(s.encode("utf-16-le")) // 2,
    }
    size = sizes[unit]
    return size(text[:start]), size(text[: start + len(words)])


EXPECTED = {
    "😀海平面上升了三厘米。": [SEA],
    "Ice melts 🧊 fast.": [ICE, SEA],
    "第三句没有来源。": [],
}


@given(st.text(alphabet="aé中😀\n"), st.sampled_from(Unit), st.data())
def test_offsets_of_every_unit_are_code_points(text: str, unit: Unit, data: st.DataObject) -> None:
    """Counted forth and back they are the same; inside of a character there is no place."""
    at = data.draw(st.integers(0, len(text)))
    encoded = {
        Unit.POINTS: at,
        Unit.BYTES: len(text[:at].encode()),
        Unit.UTF16: len(text[:at].encode("utf-16-le")) // 2,
    }

    assert Offsets(text, unit).point(encoded[unit]) == at


@pytest.mark.parametrize(("unit", "offset"), [(Unit.BYTES, 2), (Unit.UTF16, 1), (Unit.POINTS, 9)])
def test_an_offset_inside_of_a_character(unit: Unit, offset: int) -> None:
    """It is no place of the text."""
    assert Offsets("😀a", unit).point(offset) is None


def test_the_length_of_a_text_is_its_last_place() -> None:
    """In bytes, an emoji has four, a Chinese sign three."""
    assert [Offsets("😀中", Unit.BYTES).point(n) for n in (0, 4, 7, 8)] == [0, 1, 2, None]


def gemini(*, snake: bool = False, **changes: Any) -> Any:
    """A reply of Gemini in bytes."""
    (_, end), (start, last) = place(FIRST, Unit.BYTES), place(SECOND, Unit.BYTES)
    chunks = [{"web": {"uri": SEA, "title": "Sea"}}, {"web": {"uri": ICE, "title": "Ice"}}]
    supports: list[Any] = [
        {"segment": {"endIndex": end, "text": FIRST}, "groundingChunkIndices": [0]},
        {
            "segment": {"startIndex": start, "endIndex": last, "text": SECOND},
            "groundingChunkIndices": [1, 0],
            "confidenceScores": [0.9, 0.8],
        },
    ]
    supports += changes.get("supports", [])
    reply = {
        "candidates": [
            {
                "content": {"parts": [{"text": TEXT}], "role": "model"},
                "groundingMetadata": {"groundingChunks": chunks, "groundingSupports": supports},
            }
        ]
    }
    return json.loads(_snake(json.dumps(reply))) if snake else reply


def _snake(text: str) -> str:
    for name in (
        "groundingMetadata", "groundingChunks", "groundingSupports", "endIndex", "startIndex",
        "groundingChunkIndices",
    ):  # fmt: skip
        text = text.replace(name, "".join(f"_{c.lower()}" if c.isupper() else c for c in name))
    return text


@pytest.mark.parametrize("snake", [False, True])
def test_gemini_counts_bytes(snake: bool) -> None:
    """Chinese and emoji before a segment do not move its marker; both spellings of keys hold."""
    report = read(gemini(snake=snake))

    assert cited(report) == EXPECTED
    assert [r.title for r in report.references] == ["Sea", "Ice"]
    assert told(report) == []


def test_what_gemini_says_that_is_not_so() -> None:
    """Words beside their offsets are found; what is nowhere is counted, and cites nothing."""
    supports = [
        {
            "segment": {"startIndex": 1, "endIndex": 9, "text": "第三句没有来源。"},
            "groundingChunkIndices": [1],
        },
        {
            "segment": {"startIndex": 1, "endIndex": 9, "text": "not there"},
            "groundingChunkIndices": [1],
        },
        {"segment": {"startIndex": 7, "endIndex": 9000}, "groundingChunkIndices": [0]},
        {"segment": {"startIndex": 0, "endIndex": 4}, "groundingChunkIndices": [7]},
        {"groundingChunkIndices": [0]},
    ]
    report = read(gemini(supports=supports))

    assert cited(report)["第三句没有来源。"] == [ICE]
    assert told(report) == [
        "1 support without a place",
        "1 support without its chunk",
        "1 annotation that points outside the text",
        "1 annotation whose words are not in the text once",
        "1 annotation beside its words, put to them",
    ]


def test_gemini_interactions() -> None:
    """``outputs`` with annotations that name their source, in bytes too."""
    start, end = place(FIRST, Unit.BYTES)
    again = place(SECOND, Unit.BYTES)
    marks = [
        {"start_index": start, "end_index": end, "source": SEA},
        {"start_index": again[0], "end_index": again[1], "source": ICE},
        {"start_index": again[0], "end_index": again[1], "source": SEA},
    ]
    outputs = [{"type": "thought"}, {"type": "text", "text": TEXT, "annotations": marks}]

    assert cited(read({"id": "x", "outputs": outputs})) == EXPECTED


def openai(unit: Unit = Unit.POINTS, text: str = TEXT) -> list[Any]:
    """Annotations that cover the words that they support."""
    pairs = [(FIRST, SEA, "Sea"), (SECOND, ICE, "Ice"), (SECOND, SEA, "Sea")]
    return [
        {"type": "url_citation", "url": url, "title": title, "start_index": start, "end_index": end}
        for words, url, title in pairs
        for start, end in [place(words, unit, text)]
    ]


def responses(text: str, annotations: list[Any]) -> Any:
    """A reply of the Responses interface."""
    part = {"type": "output_text", "text": text, "annotations": annotations}
    message = {"type": "message", "role": "assistant", "content": [part]}
    return {"output": [{"type": "reasoning", "summary": []}, {"type": "web_search_call"}, message]}


def test_openai_counts_code_points() -> None:
    """An emoji is one character, as a Chinese sign is."""
    report = read(responses(TEXT, openai()))

    assert cited(report) == EXPECTED
    assert told(report) == []


def test_openai_chat_completions() -> None:
    """The same annotations, one level deeper, beside the content."""
    nested = [
        {"type": "url_citation", "url_citation": {k: v for k, v in one.items() if k != "type"}}
        for one in openai()
    ]
    message = {"role": "assistant", "content": TEXT, "annotations": nested}
    report = read({"choices": [{"message": message}, {"message": message}]})

    assert cited(report) == EXPECTED
    assert told(report) == ["1 other choice"]


def test_links_that_the_text_holds_already() -> None:
    """The span covers the link: nothing is added, and the offsets' unit is seen from it."""
    link = f"([soa.cn]({SEA}))"
    text = f"😀😀海平面上升了三厘米。{link} 第二句。"
    for unit in (Unit.POINTS, Unit.UTF16):
        start, end = place(link, unit, text)
        mark = {
            "type": "url_citation", "url": SEA, "title": "", "start_index": start, "end_index": end
        }  # fmt: skip
        report = read(responses(text, [mark]))

        assert report.source == text
        assert [c.source.key for c in report.citations if c.source] == [SEA]
        assert told(report) == (
            [] if unit is Unit.POINTS else ["1 text whose offsets count units of UTF-16"]
        )


def test_annotations_outside_of_the_text() -> None:
    """They are counted."""
    mark = {"type": "url_citation", "url": SEA, "title": "", "start_index": 900, "end_index": 950}
    report = read(responses(TEXT, [mark, mark, mark]))

    assert told(report) == ["3 annotations that point outside the text"]
    assert report.citations == ()


def test_files_that_openai_cites() -> None:
    """By the place in the text, or by the marker that stands there; a word is not parted."""
    text = "The tower is tall. It was built in 1889."
    mark = {"type": "file_citation", "index": 14, "file_id": "file-1", "filename": "tower.pdf"}
    report = read(responses(text, [mark]))

    assert report.source.startswith("The tower is tall[1].")
    assert [(r.label, r.title) for r in report.references] == [("1", "tower.pdf")]

    sign = "【4:0†source】"
    value = {
        "value": f"塔很高{sign}。",
        "annotations": [
            {
                "type": "file_citation", "text": sign, "start_index": 3,
                "end_index": 3 + len(sign), "file_citation": {"file_id": "file-1"},
            }
        ],
    }  # fmt: skip
    report = read({"role": "assistant", "content": [{"type": "text", "text": value}]})

    assert report.source.startswith("塔很高[1]。")
    assert [s.text for s in report.statements] == ["塔很高。"]


def test_numbers_of_the_text_stay_its_own() -> None:
    """Sources that are added count on after them."""
    text = "One [2]. Two.\n\n## References\n\n[2] Own. https://own.org/x\n"
    start, end = place("Two.", Unit.POINTS, text)
    mark = {
        "type": "url_citation",
        "url": SEA,
        "title": "S",
        "start_index": start,
        "end_index": end,
    }
    report = read(responses(text, [mark]))

    assert cited(report) == {"One.": ["https://own.org/x"], "Two.": [SEA]}


PERPLEXITY = "海平面上升😀[1][2]。Ice melts[3]. Nobody knows[4]."


def test_perplexity() -> None:
    """Numbers count the list beside the text from 1; titles come from the results."""
    reply = {
        "choices": [{"message": {"content": f"<think>[1] hm</think>\n\n{PERPLEXITY}"}}],
        "citations": [SEA, ICE, "https://x.org/3"],
        "search_results": [{"url": ICE, "title": "Ice"}, {"url": SEA, "title": "海"}],
    }
    report = read(reply)

    assert cited(report) == {
        "海平面上升😀。": [SEA, ICE],
        "Ice melts.": ["https://x.org/3"],
        "Nobody knows.": [],
    }
    assert [r.title for r in report.references] == ["海", "Ice", ""]
    assert [c.resolution for c in report.citations][-1] == "missing_reference"
    assert told(report) == ["1 stretch of thoughts", "1 number without a source"]


def test_perplexity_with_results_alone() -> None:
    """Newer replies have no list of addresses."""
    reply = {"content": "Ice melts[1].", "search_results": [{"url": ICE, "title": "Ice"}]}

    assert cited(read(reply)) == {"Ice melts.": [ICE]}


def test_anthropic() -> None:
    """A block's citations speak for its words; calls, thoughts and announcements are no report."""
    web = {"type": "web_search_result_location", "url": SEA, "title": "海", "cited_text": "3 cm"}
    document = {"type": "char_location", "document_index": 0, "document_title": "ice.pdf",
                "start_char_index": 3, "end_char_index": 9, "cited_text": "melts"}  # fmt: skip
    content = [
        {"type": "thinking", "thinking": "…"},
        {"type": "text", "text": "I will search."},
        {"type": "server_tool_use", "name": "web_search"},
        {"type": "web_search_tool_result", "content": []},
        {"type": "text", "text": "😀海平面上升了三厘米。", "citations": [web, web]},
        {"type": "text", "text": " "},
        {"type": "text", "text": "Ice melts fast. ", "citations": [document]},
        {"type": "text", "text": "第三句。", "citations": None},
    ]
    report = read({"type": "message", "role": "assistant", "content": content})

    assert [s.text for s in report.statements] == [
        "😀海平面上升了三厘米。", "Ice melts fast.", "第三句。",
    ]  # fmt: skip
    assert [len(s.citations) for s in report.statements] == [1, 1, 0]
    assert [r.title for r in report.references] == ["海", "ice.pdf"]
    assert [c.resolution for c in report.citations] == ["resolved", "resolved"]
    assert told(report) == [
        "1 announcement of a search", "1 block of thoughts", "3 quoted passages of sources",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "r.json: is empty; expected a report in Markdown, HTML, DOCX, PDF or JSON. Save it "
              "once more."),
        (b'{"a": 1}', "r.json: is JSON in no format that is known, got ['a']; expected a reply of "
                      "OpenAI, Gemini, Perplexity or Anthropic, or a result of DeepResearchEval or "
                      "DeepResearch Bench. Save the whole reply, or the report as Markdown."),
    ],
)  # fmt: skip
def test_json_that_is_no_report(data: bytes, message: str) -> None:
    """One line says what it is."""
    with pytest.raises(InputError) as caught:
        read_import(data, "r.json")

    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b'{"candidates": [', "is no JSON"),
        (b'{"candidates": 3}', "does not follow its format"),
        (b'{"candidates": []}', "has no report in it"),
        (b'{"output": [{"type": "message", "content": []}]}', "has no report in it"),
        (b'{"entries": []}', "does not follow its format"),
        (b"[" * 100_000, "is no JSON"),
        (b'{"article": "a"}\n{"article": ', "line 2: is no JSON"),
        (b'{"article": "a"}\n{"article": "b"}', "holds 2 reports"),
    ],
)
def test_broken_replies(data: bytes, part: str) -> None:
    """One line each, and no crash."""
    with pytest.raises(InputError, match=part) as caught:
        read_import(data, "r.json")

    assert "\n" not in str(caught.value)


def test_json_in_a_file_of_another_name() -> None:
    """Its content tells; Markdown that begins with a bracket stays Markdown."""
    assert cited(report_of(read_import(json.dumps(gemini()).encode(), "r.md"), "r.md")) == EXPECTED
    assert read_import(b'{"a": 1} is a set.', "r.md").kind == "text"
    assert read_import(b'[{"a": 1}]', "r.md").kind == "text"
