"""The statements of a report: its sentences, bullets, cells and captions, without their markers.

Sentences are cut on the text with its markers in place, so that one after a full stop stays with
the sentence before it; the statement's words are then read without them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from veridical.report.citations import Mark
from veridical.report.citations.prose import is_source_line
from veridical.report.language import UNDETERMINED, language_of
from veridical.report.line_breaks import parted
from veridical.report.model import Inline, Span, Statement, StatementKind
from veridical.report.passages import OUT, Reading
from veridical.report.sentences import sentence_spans

_SHORTEST_TOLD = 24
"""Characters below which a text's language is taken from the report."""

_CONTENT = re.compile(r"[^\W_]")
_NEAR = 8
_STOPS = frozenset(".!?。！？")
_GOES_ON = re.compile(rf"[ \t{OUT}]{{0,600}}[a-zà-öø-ÿ]")
_NUMBER_ALONE = re.compile(
    r"[^\W\d_]{1,12}[.．]?\s{0,3}[0-9０-９A-Z][\w.–-]{0,8}\s{0,3}[.:．：。]?\s{0,3}"
)
"""What a caption begins with: ``Figure 1.``, ``Tab. 2-3:``."""
_HAN = "\u3000-\u303f\u3400-\u9fff\uff00-\uffef"
_HAN_BREAK = re.compile(rf"(?<=[{_HAN}])\s*\n\s*(?=[{_HAN}])")
_BEFORE_STOP = re.compile(
    r"\s+(?=[.,;:!?。，、；：！？)）\]”’»](?:\s|$|[^\w.]))|\s+(?=[。，、；：！？）])"
)
_AFTER_HAN_STOP = re.compile(r"(?<=[。！？])\s+(?=[\u3400-\u9fff])")
_TWICE = re.compile(r"([.!?。！？])(?:\s*[.。])+(?=\s|$)")
_COMMAS = re.compile(r"([,，、;；])(?:\s*[,，、;；])+")
_COMMA_STOP = re.compile(r"[,，、;；]\s*(?=[.。](?:\s|$))")
_MENDED = (
    (_BEFORE_STOP, ""),
    (_COMMAS, r"\1"),
    (_COMMA_STOP, ""),
    (_TWICE, r"\1"),
    (_AFTER_HAN_STOP, ""),
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a reading.

    Attributes:
        reading: which reading, by index.
        start: its first character in the reading's plain text, its markers included.
        end: one past the last.
        statement: the index of its statement; None where it says nothing but markers.
    """

    reading: int
    start: int
    end: int
    statement: int | None


def read_statements(
    readings: Sequence[Reading], language: str
) -> tuple[list[Statement], list[Sentence]]:
    """The statements of a report, without citations yet, and where their sentences stand.

    Args:
        readings: the running text with its marks.
        language: the report's main language, for pieces too short to tell.
    """
    statements: list[Statement] = []
    sentences: list[Sentence] = []
    for index, reading in enumerate(readings):
        told = _language(reading.text.plain, language)
        holds = reading.kind is not None and not _is_source_line(reading)
        for start, stop, end in _joined(reading, _sentences(reading, told)):
            words = _words(reading, start, stop) if holds else ""
            number = len(statements) if words else None
            if words:
                statements.append(
                    _statement(reading, (start, end), words, index=len(statements), language=told)
                )
            sentences.append(Sentence(index, start, end, number))
    return statements, sentences


def _is_source_line(reading: Reading) -> bool:
    """Whether a block only names sources ("Source: World Bank [3]")."""
    return bool(reading.marks) and is_source_line(reading.text.plain)


def _joined(reading: Reading, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Where each sentence starts, where its words stop, and where the last mark after them ends.

    A stretch that holds only links and markers belongs to the sentence before it.
    """
    joined: list[tuple[int, int, int]] = []
    for start, end in spans:
        if joined and not _CONTENT.search(reading.unlinked, start, end):
            joined[-1] = (*joined[-1][:2], end)
        else:
            joined.append((start, end, end))
    return joined


def _language(plain: str, language: str) -> str:
    if len(plain) < _SHORTEST_TOLD and plain.isascii():
        return language
    told = language_of(plain)
    return language if told == UNDETERMINED else told


def _statement(
    reading: Reading, place: tuple[int, int], words: str, *, index: int, language: str
) -> Statement:
    return Statement(
        index=index,
        span=_hull(reading, place),
        text=words,
        kind=reading.kind or StatementKind.SENTENCE,
        block=reading.block.index,
        section=reading.block.section,
        language=language,
        path=reading.cell.path if reading.cell else (),
    )


def _hull(reading: Reading, place: tuple[int, int]) -> Span:
    """The sentence's place in the source, with the markup of all marks and inlines in it."""
    span = reading.text.span(*place)
    if not reading.marks and not reading.text.inlines:
        return span
    within = [
        *_inside(reading.marks, reading.mark_starts, place),
        *_inside(reading.text.inlines, reading.inline_starts, place),
    ]
    return Span(
        min((span.start, *(other.start for other in within))),
        max((span.end, *(other.end for other in within))),
    )


def _inside(
    parts: Sequence[Mark] | Sequence[Inline], starts: tuple[int, ...], place: tuple[int, int]
) -> Iterator[Span]:
    for part in parts[bisect_left(starts, place[0]) : bisect_left(starts, place[1])]:
        if part.end <= place[1]:
            yield part.span


def _sentences(reading: Reading, language: str) -> Iterator[tuple[int, int]]:
    """Where each sentence stands; the number of a caption belongs to its first one."""
    spans = _cut(reading, language)
    if reading.kind is StatementKind.CAPTION:
        first, second = next(spans, None), next(spans, None)
        if first and second and _NUMBER_ALONE.fullmatch(reading.bare, *first):
            first, second = (first[0], second[1]), None
        yield from (span for span in (first, second) if span)
    yield from spans


def _cut(reading: Reading, language: str) -> Iterator[tuple[int, int]]:
    plain = reading.passage.text.plain
    if not plain.strip():
        return
    if reading.kind is StatementKind.CELL or reading.kind is None:
        yield len(plain) - len(plain.lstrip()), len(plain.rstrip())
        return
    glue = [(mark.start, mark.end) for mark in reading.marks if _is_glue(reading, mark)]
    for start, end in parted(reading.text):
        within = glue[bisect_left(glue, (start, start)) : bisect_left(glue, (end, end))]
        shifted = [(a - start, b - start) for a, b in within if b <= end]
        spans = sentence_spans(reading.bare[start:end], language, shifted)
        yield from ((a + start, b + start) for a, b in spans)


def _is_glue(reading: Reading, mark: Mark) -> bool:
    """A mark that a sentence goes on from ("[2] reports …") begins it, it does not end one."""
    if mark.is_word or mark.end == mark.start:
        return False
    before = reading.text.plain[max(0, mark.start - _NEAR) : mark.start].rstrip()[-1:]
    return before not in _STOPS or not _GOES_ON.match(reading.bare, mark.end)


def _words(reading: Reading, start: int, end: int) -> str:
    """What a sentence says: markers out; "" where nothing is left but links and addresses."""
    says = _CONTENT.search(reading.unlinked, start, end)
    # A mark that shows nothing leaves no character, but blanks around it all the same.
    hidden = OUT if reading.has_unseen_marks else ""
    return folded(hidden + reading.bare[start:end]) if says else ""


def folded(text: str) -> str:
    """Words as a statement keeps them.

    Args:
        text: running text; `OUT` stands where a marker was taken out.
    """
    text = _HAN_BREAK.sub("", text)
    if OUT not in text:
        return " ".join(text.split())
    text = " ".join(text.replace(OUT, "").split())
    for pattern, by in _MENDED:
        text = pattern.sub(by, text)
    return text.strip()
