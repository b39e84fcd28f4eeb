"""Every visible character of the source lies in exactly one block.

Whatever a format's parser left between its blocks (tags, list markers, closing fences)
becomes MARKUP, so that nothing that a writer wrote can go unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from veridical.report.draft import Draft
from veridical.report.layout_model import Block, BlockKind, Span, Text
from veridical.report.running_text import EMPTY, cut

_TRIMMED = frozenset(
    {
        BlockKind.PARAGRAPH,
        BlockKind.LIST_ITEM,
        BlockKind.HEADING,
        BlockKind.CAPTION,
        BlockKind.FIGURE,
        BlockKind.TABLE,
        BlockKind.FOOTNOTE,
        BlockKind.MARKUP,
    }
)
_VISIBLE = re.compile(r"\S")


def settle(blocks: Iterable[Draft]) -> list[Draft]:
    """The drafts in order of the source, each beginning where the one before has ended.

    What is hidden ends what stands before it: its tag is nobody else's.
    """
    settled: list[Draft] = []
    end = 0
    for block in sorted(blocks, key=lambda block: (block.start, block.end)):
        if block.kind is BlockKind.HIDDEN and settled and _reaches_beyond(block, settled[-1]):
            settled[-1].end = end = block.start
        block.start = max(block.start, end)
        if block.start < block.end:
            settled.append(block)
            end = block.end
    return settled


def _reaches_beyond(block: Draft, before: Draft) -> bool:
    return before.start < block.start < before.end <= block.end


def fill(source: str, blocks: list[Draft]) -> list[Draft]:
    """The drafts with MARKUP in each gap that is not blank.

    Args:
        source: the decoded report.
        blocks: settled drafts.
    """
    filled: list[Draft] = []
    at = 0
    for block in blocks:
        if block.kind in _TRIMMED:
            _tighten(source, block)
        block.text = _kept_inside(block)
        for figure in block.figures:
            figure.start, figure.end = _clipped(figure.start, figure.end, block)
        filled.extend(_markup(source, at, block.start))
        filled.append(block)
        at = block.end
    filled.extend(_markup(source, at, len(source)))
    return filled


def _tighten(source: str, block: Draft) -> None:
    """Leave out the white space at a block's ends; its text has none there."""
    first = _VISIBLE.search(source, block.start, block.end)
    if first is not None:
        block.start = first.start()
        block.end = block.start + len(source[block.start : block.end].rstrip())


def _kept_inside(block: Draft) -> Text | None:
    """The block's text with its last character, and each of its marks, inside the block.

    A character that stands for several of the source (a hard break), or a tag that is never
    closed, may stand for white space at the end, too; a mark may reach over several blocks.
    """
    if block.text is None:
        return None
    text = _cut_to(block.text, block.start, block.end)
    runs, marks = _runs_inside(text.runs, block.end), text.inlines
    if any(mark.span.start < block.start or mark.span.end > block.end for mark in marks):
        spans = (Span(*_clipped(mark.span.start, mark.span.end, block)) for mark in marks)
        marks = tuple(replace(mark, span=span) for mark, span in zip(marks, spans, strict=True))
    elif runs is text.runs:
        return text
    return replace(text, runs=runs, inlines=marks)


def _cut_to(text: Text, start: int, end: int) -> Text:
    """The text without characters that stand outside the block; hardly ever are there any."""
    size = len(text.plain)
    if not size or (text.runs[0][1] >= start and text.span(size - 1, size).start < end):
        return text
    inside = [i for i in range(size) if start <= text.span(i, i + 1).start < end]
    return cut(text, inside[0], inside[-1] + 1) if inside else EMPTY


def _clipped(start: int, end: int, outer: Draft) -> tuple[int, int]:
    return min(max(start, outer.start), outer.end), min(max(end, outer.start), outer.end)


def _runs_inside(
    runs: tuple[tuple[int, int, int], ...], end: int
) -> tuple[tuple[int, int, int], ...]:
    if not runs:
        return runs
    first, offset, length = runs[-1]
    if offset + length <= end or offset >= end:
        return runs
    return (*runs[:-1], (first, offset, end - offset))


def _markup(source: str, start: int, end: int) -> Iterator[Draft]:
    first = _VISIBLE.search(source, start, end)
    if first is not None:
        stop = start + len(source[start:end].rstrip())
        yield Draft(BlockKind.MARKUP, first.start(), stop)


def uncovered(source: str, blocks: Iterable[Block]) -> list[int]:
    """The offsets of visible characters that lie in no block or in several; [] is right."""
    depth = [0] * (len(source) + 1)
    for block in blocks:
        depth[block.span.start] += 1
        depth[block.span.end] -= 1
    wrong = []
    covers = 0
    for offset, character in enumerate(source):
        covers += depth[offset]
        if covers > 1 or (covers == 0 and not character.isspace()):
            wrong.append(offset)
    return wrong
