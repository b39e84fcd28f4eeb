"""The lines of a page with their boxes, its headings and its captions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from veridical.retrieval.corpora.papers.model import Box, Heading, ShownKind
from veridical.sources.extract.pdf_lines import Glyph, cut_lines

_GAP = 1.8
"""In sizes of letters: a wider gap in a line parts two columns."""
_LARGER = 1.12
_LONGEST_HEADING = 120
_NUMBERED = re.compile(
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+(?P<words>[A-Z\u3400-\u9fff].+)"
)
_CHAPTER = re.compile(r"第\s*[一二三四五六七八九十百\d]{1,4}\s*[章节]\s*\S*.*")
_NAMED = re.compile(
    r"(?:abstract|introduction|references|conclusions?|appendix|摘要|引言|结论|参考文献|附录)",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"(?P<kind>figure|fig\.?|chart|scheme|plate|table|tab\.|图表|图|圖|表)\s{0,2}"
    r"(?P<label>[A-Z]?\d{1,3}(?:[.\-–]\d{1,3})?[a-z]?|[IVX]{1,5})\b"
    r"(?P<rest>\s*[.:：．。|—–-].*|\s+[A-Z\u3400-\u9fff(（\"“].*|\s*)",
    re.IGNORECASE,
)
_SPEAKS = re.compile(r"\s*(?:[a-z]|显示|所示|表明|中|给出|展示|说明|可见|反映|[，,])")
_CONTENTS = re.compile(r"(?:[.…·]\s?){4,}\s*\w{0,6}\Z")
"""How a line of a table of contents ends."""
_TABLES = frozenset({"table", "tab.", "表"})
_MOST_CAPTION = 8


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a column.

    Attributes:
        text: its words.
        box: where it stands.
        size: of most of its letters, in points.
    """

    text: str
    box: Box
    size: float


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption.

    Attributes:
        kind: of what it stands at.
        label: its number as written.
        text: all its words.
        box: where it stands.
        lines: places of its lines in their page's.
    """

    kind: ShownKind
    label: str
    text: str
    box: Box
    lines: tuple[int, ...]


def lines_of(glyphs: Iterable[Glyph]) -> list[Line]:
    """The lines of a page in the order of its text, parted where columns part."""
    found = []
    for signs in cut_lines(list(glyphs)):
        for some in _parted(signs):
            inked = [g for g in some if g.sign.strip() and g.right > g.left]
            text = " ".join("".join(g.sign for g in some).split())
            if inked and text:
                box = Box(
                    min(g.left for g in inked),
                    min(g.bottom for g in inked),
                    max(g.right for g in inked),
                    max(g.bottom + g.height for g in inked),
                )
                found.append(Line(text, box, median(g.size for g in inked)))
    return found


def _parted(signs: Sequence[Glyph]) -> Iterator[list[Glyph]]:
    part: list[Glyph] = []
    right = 0.0
    for glyph in signs:
        is_inked = bool(glyph.sign.strip())
        if part and is_inked and right and glyph.left - right > _GAP * max(glyph.size, 6.0):
            yield part
            part, right = [], 0.0
        part.append(glyph)
        right = max(right, glyph.right) if is_inked else right
    yield part


def body_size(pages: Iterable[Sequence[Line]]) -> float:
    """The size of most letters of a document."""
    counted: Counter[float] = Counter()
    for line in (line for page in pages for line in page):
        counted[round(line.size, 1)] += len(line.text)
    return counted.most_common(1)[0][0] if counted else 0.0


def headings_of(pages: Sequence[Sequence[Line]]) -> list[tuple[int, Heading]]:
    """The headings of a document, each with the place of its line on its page."""
    body = body_size(pages)
    sizes = sorted(
        {round(line.size, 1) for page in pages for line in page if _is_large(line, body)},
        reverse=True,
    )
    found = []
    for number, page in enumerate(pages, start=1):
        for at, line in enumerate(page):
            if level := _level(line, body, sizes):
                found.append((at, Heading(line.text, level, number)))
    return found


def _is_large(line: Line, body: float) -> bool:
    letters = sum(sign.isalpha() for sign in line.text)
    is_caption = _CAPTION.fullmatch(line.text) is not None
    is_short = letters >= 2 and len(line.text) <= _LONGEST_HEADING
    return is_short and not is_caption and line.size > _LARGER * body


def _level(line: Line, body: float, sizes: Sequence[float]) -> int:
    """The level of a heading, from 1; 0 for a line that is none."""
    if _CONTENTS.search(line.text[-200:]):
        return 0
    is_large = _is_large(line, body)
    is_short = len(line.text) <= _LONGEST_HEADING and line.size >= 0.95 * body
    numbered = _NUMBERED.fullmatch(line.text)
    if numbered and is_short and (is_large or not _ends(line.text)):
        return numbered["number"].count(".") + 1 + _above(line, body, sizes)
    is_named = _CHAPTER.fullmatch(line.text) or _NAMED.fullmatch(line.text)
    if is_named and is_short and not _ends(line.text):
        return 1 + _above(line, body, sizes)
    return sizes.index(round(line.size, 1)) + 1 if is_large else 0


def _above(line: Line, body: float, sizes: Sequence[float]) -> int:
    """Whether a larger heading, the title, stands above numbered ones: 1, or 0."""
    own = round(line.size, 1) if _is_large(line, body) else 0.0
    return int(any(size > own for size in sizes))


def _ends(text: str) -> bool:
    return text.endswith((".", "。", ",", "，", ";", "；", ":", "："))


def sections(headings: Iterable[Heading]) -> Iterator[tuple[str, ...]]:
    """For each heading itself with those above it, the highest first."""
    path: list[Heading] = []
    for heading in headings:
        while path and path[-1].level >= heading.level:
            path.pop()
        path.append(heading)
        yield tuple(one.text for one in path)


def captions_of(lines: Sequence[Line]) -> list[Caption]:
    """The captions of a page, with the lines that go on below."""
    begins = {at: found for at, line in enumerate(lines) if (found := _begun(line.text))}
    return [_caption(lines, at, found, begins) for at, found in begins.items()]


def _begun(text: str) -> re.Match[str] | None:
    found = _CAPTION.fullmatch(text)
    # a sentence that speaks of a figure begins alike
    return None if found is None or _SPEAKS.match(found["rest"]) else found


def _caption(
    lines: Sequence[Line], at: int, found: re.Match[str], begins: Iterable[int]
) -> Caption:
    own = [at]
    box = lines[at].box
    for below in range(at + 1, min(at + _MOST_CAPTION, len(lines))):
        before, line = lines[own[-1]], lines[below]
        gap = before.box.bottom - line.box.top
        is_next = -0.5 * line.size < gap < 0.8 * line.size and line.box.beside(box) > 0
        is_alike = abs(line.size - before.size) < 0.06 * before.size
        is_full = before.box.width > 0.7 * box.width
        if below in begins or not (is_next and is_alike and is_full):
            break
        own.append(below)
        box = box.joined(line.box)
    is_table = found["kind"].casefold() in _TABLES
    kind = ShownKind.TABLE if is_table else ShownKind.FIGURE
    text = " ".join(lines[n].text for n in own)
    return Caption(kind, found["label"], text, box, tuple(own))
