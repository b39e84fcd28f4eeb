"""The signs of a page as they lie → running text: raised signs apart, lines joined again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from veridical.sources.extract.raised import Raised, told_apart
from veridical.sources.snapshot import Mark

_HYPHENS = "-\u2010\u00ad\ufffe\x02"
_UNSPACED = re.compile("[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]")
_CLOSING = frozenset(".,;:!?)]}%”’。，；：！？）】")
_SMALL = 0.88
_BESIDE = 0.5
_OVERLAP = 0.4
_TIGHT = 0.12
_RAISED = 0.15
_SHORT = 0.7


class Glyph(NamedTuple):
    """A sign and how it lies; lengths in points.

    Attributes:
        sign: the character.
        height: of its box.
        bottom: of its box, from the lower edge of the page.
        is_hyphen: whether it parts a word at the end of a line.
        left: of its box, from the left edge of the page.
        right: of its box.
        size: of its letters; 0 if unknown.
    """

    sign: str
    height: float
    bottom: float
    is_hyphen: bool = False
    left: float = 0.0
    right: float = 0.0
    size: float = 0.0


class _Line(NamedTuple):
    """A line; its length is in points, or in characters where nobody knows where they lie."""

    text: str
    marks: list[Mark]
    is_parted: bool
    length: float


def page_text(glyphs: Sequence[Glyph]) -> tuple[str, list[Mark]]:
    """The text of a page, and the raised signs that were kept apart.

    Lines that run to about the width of the page's lines go on in the next line; a word that
    is parted at a line's end is made whole.
    """
    return lines_text(cut_lines(glyphs))


def lines_text(cut: Sequence[Sequence[Glyph]]) -> tuple[str, list[Mark]]:
    """The text of lines, joined where they go on, and the raised signs that were kept apart."""
    lines = [line for signs in cut if (line := _line(signs)).text]
    if not lines:
        return "", []
    lengths = sorted(line.length for line in lines)
    full = lengths[int(len(lengths) * 0.9)] * _SHORT
    pieces: list[str] = []
    marks: list[Mark] = []
    length = 0
    for number, line in enumerate(lines):
        following = lines[number + 1].text if number + 1 < len(lines) else ""
        words, gap = _joined(line, following, full)
        pieces += [words, gap]
        marks += [Mark(mark.text, length + min(mark.offset, len(words))) for mark in line.marks]
        length += len(words) + len(gap)
    return "".join(pieces), marks


def cut_lines(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """The lines of a page; one that was cut at a raised sign is whole again."""
    lines: list[list[Glyph]] = [[]]
    for glyph in glyphs:
        if glyph.sign in ("\r", "\n"):
            lines.append([])
        elif glyph.sign:
            if not lines[-1] and _is_beside(lines, glyph):
                lines = lines[: _last(lines) + 1]
            elif not lines[-1] and _goes_on(lines, glyph):
                lines = lines[: _last(lines) + 1]
                is_close = glyph.sign in _CLOSING or not glyph.sign.strip()
                lines[-1] += [] if is_close else [glyph._replace(sign=" ")]
            lines[-1].append(glyph)
            if glyph.is_hyphen:
                lines.append([])  # the library leaves out the break that follows
    return [_without_loose_spaces(line) for line in lines]


def _is_beside(lines: Sequence[list[Glyph]], glyph: Glyph) -> bool:
    """Whether a line was cut although the next sign stands right beside its last one."""
    last = _last(lines)
    inked = [g for g in lines[last] if g.sign.strip()] if last >= 0 else []
    if not inked or not glyph.sign.strip() or inked[-1].right <= 0 or inked[-1].is_hyphen:
        return False
    before = inked[-1]
    top = min(before.bottom + before.height, glyph.bottom + glyph.height)
    overlap = top - max(before.bottom, glyph.bottom)
    gap = glyph.left - before.right
    heights = before.height, glyph.height
    return overlap > _OVERLAP * min(heights) and abs(gap) < _BESIDE * max(heights)


def _without_loose_spaces(line: list[Glyph]) -> list[Glyph]:
    """A line without the blanks that nobody wrote between a sign and the raised one beside it."""
    kept: list[Glyph] = []
    for at, glyph in enumerate(line):
        if not glyph.sign.strip() and kept and at + 1 < len(line):
            before, after = kept[-1], line[at + 1]
            low, high = sorted((before.height, after.height))
            is_unlike = 0 < low < _SMALL * high and before.right > 0
            if is_unlike and after.left - before.right < _TIGHT * high:
                continue
        kept.append(glyph)
    return kept


def _last(lines: Sequence[list[Glyph]]) -> int:
    return max((n for n, line in enumerate(lines) if line), default=-1)


def _goes_on(lines: Sequence[list[Glyph]], glyph: Glyph) -> bool:
    """Whether a line was cut only because a raised sign ended there."""
    last = _last(lines)
    if last < 0:
        return False
    line = [g for g in lines[last] if g.sign.strip()]
    is_raised = bool(line) and 0 < line[-1].height < _SMALL * glyph.height
    others = [g.bottom for g in line if g.height > _SMALL * glyph.height]
    return is_raised and bool(others) and abs(others[-1] - glyph.bottom) < 0.1 * glyph.height


def _line(signs: Sequence[Glyph]) -> _Line:
    while signs and not signs[-1].sign.strip():
        signs = signs[:-1]
    while signs and not signs[0].sign.strip():
        signs = signs[1:]
    if not signs:
        return _Line("", [], is_parted=False, length=0)
    text, marks = told_apart("".join(g.sign for g in signs), _raised(signs))
    last = signs[-1]
    is_parted = last.is_hyphen or last.sign in _HYPHENS
    lie = [g for g in signs if g.right > 0]
    length = max(g.right for g in lie) - min(g.left for g in lie) if lie else len(text)
    return _Line(text, marks, is_parted, length)


def _raised(signs: Sequence[Glyph]) -> list[Raised]:
    inked = [g for g in signs if g.sign.strip() and g.height > 0]
    if not inked:
        return []
    usual = Glyph(
        "",
        median(g.height for g in inked),
        median(g.bottom for g in inked),
        size=median(g.size for g in inked),
    )
    found: list[Raised] = []
    for index, glyph in enumerate(signs):
        if not (glyph.sign.strip() and _is_raised(glyph, usual)):
            continue
        if found and found[-1].end == index:
            found[-1] = Raised(found[-1].start, index + 1)
        else:
            found.append(Raised(index, index + 1))
    return found


def _is_raised(glyph: Glyph, usual: Glyph) -> bool:
    """Whether a sign is smaller than its line's and stands higher.

    The size of the letters decides where it is known: some fonts' boxes are those of the ink.
    """
    if glyph.size > 0 and usual.size > 0:
        is_small = glyph.size < _SMALL * usual.size
        return is_small and glyph.bottom - usual.bottom > _RAISED * usual.size
    # a smaller box stands lower in itself: compare the middles
    lift = (glyph.bottom + glyph.height / 2) - (usual.bottom + usual.height / 2)
    return 0 < glyph.height < _SMALL * usual.height and lift > _RAISED * usual.height


def _joined(line: _Line, following: str, full: float) -> tuple[str, str]:
    """A line's words and what stands between them and the next line's."""
    text = line.text
    if not following:
        return text.replace("\ufffe", "-").replace("\x02", "-"), ""
    if line.is_parted and len(text) > 1 and text[-2].islower() and following[0].islower():
        return text[:-1], ""
    text = text.replace("\ufffe", "-").replace("\x02", "-")
    if line.length < full:
        return text, "\n"
    if _UNSPACED.match(text[-1]) and _UNSPACED.match(following[0]):
        return text, ""
    return text, " "
