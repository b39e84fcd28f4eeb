"""What can be wrong with a layout: each law is a function that names its breaches."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from veridical.report.coverage import uncovered
from veridical.report.layout_model import BlockKind, Layout, Span, Text

_WHITE = {BlockKind.CODE, BlockKind.MATH, BlockKind.HIDDEN}
"""Blocks kept as they are written, white space at the end of a fence that is not closed too."""
_TEXTLESS = {BlockKind.TABLE, BlockKind.RULE, BlockKind.MARKUP}


def layout_faults(source: str, layout: Layout) -> list[str]:
    """Every breach of every law of a layout."""
    return [
        f"{law.__name__.strip('_')}: {breach}" for law in _LAWS for breach in law(source, layout)
    ]


def _lost_or_doubled_characters(source: str, layout: Layout) -> Iterator[object]:
    """No visible character is lost and none is counted twice."""
    yield from uncovered(source, layout.blocks)


def _blocks_out_of_order(source: str, layout: Layout) -> Iterator[object]:
    """Blocks are numbered as they stand, and never empty or crossing."""
    blocks = layout.blocks
    yield from (block for i, block in enumerate(blocks) if block.index != i)
    yield from (block for block in blocks if block.span.start >= block.span.end)
    yield from ((a, b) for a, b in pairwise(blocks) if a.span.end > b.span.start)


def _blank_ends(source: str, layout: Layout) -> Iterator[object]:
    """White space at its ends is no part of a block that holds running text."""
    for block in layout.blocks:
        words = source[block.span.start : block.span.end]
        if block.kind not in _WHITE and words != words.strip():
            yield block


def _wrong_characters(source: str, layout: Layout) -> Iterator[object]:
    """Each character of running text is the one that stands at its offset."""
    for text, _ in _texts(layout):
        decoded = _decoded(text)
        for index, character in enumerate(text.plain):
            span = text.span(index, index + 1)
            is_folded = index in decoded or character in "\n "
            if not is_folded and source[span.start : span.end] != character:
                yield index, text


def _texts_outside(source: str, layout: Layout) -> Iterator[object]:
    """Running text, and each of its marks, lies inside its block or cell, in order."""
    for text, outer in _texts(layout):
        offsets = [text.span(index, index + 1) for index in range(len(text.plain))]
        if sorted(offsets) != offsets:
            yield text
        yield from (span for span in offsets if not _holds(outer, span))
        yield from (mark for mark in text.inlines if not _holds(outer, mark.span))


def _wrong_marks(source: str, layout: Layout) -> Iterator[object]:
    """Marks come in order of their start and stay inside the plain text."""
    for text, _ in _texts(layout):
        starts = [mark.start for mark in text.inlines]
        if sorted(starts) != starts:
            yield text
        yield from (
            mark for mark in text.inlines if not 0 <= mark.start <= mark.end <= len(text.plain)
        )


def _wrong_names(source: str, layout: Layout) -> Iterator[object]:
    """Every index leads to what it should."""
    blocks = layout.blocks
    for block in blocks:
        is_textless = block.kind in _TEXTLESS
        is_child = block.parent is None or block.parent < block.index
        if (block.text is None) != is_textless or not is_child:
            yield block
        if block.section >= len(layout.sections):
            yield block
    yield from (t for t in layout.tables if blocks[t.block].kind is not BlockKind.TABLE)
    yield from (f for f in layout.figures if not _holds(blocks[f.block].span, f.span))


def _crossing_sections(source: str, layout: Layout) -> Iterator[object]:
    """A section lies inside its parent, and every block inside its section."""
    sections = layout.sections
    for section in sections:
        if section.parent is not None:
            parent = sections[section.parent]
            if not _holds(parent.span, section.span) or parent.level >= section.level:
                yield section
    for block in layout.blocks:
        if not _holds(sections[block.section].span, block.span):
            yield block


def _wrong_cells(source: str, layout: Layout) -> Iterator[object]:
    """Cells stay inside the grid, and no two begin at one place."""
    for table in layout.tables:
        starts = set()
        for cell in table.cells:
            is_in_rows = 0 <= cell.row < cell.row + cell.rows <= table.rows
            is_in_columns = 0 <= cell.column < cell.column + cell.columns <= table.columns
            if not (is_in_rows and is_in_columns) or (cell.row, cell.column) in starts:
                yield cell
            starts.add((cell.row, cell.column))


_LAWS: tuple[Callable[[str, Layout], Iterator[object]], ...] = (
    _lost_or_doubled_characters,
    _blocks_out_of_order,
    _blank_ends,
    _wrong_characters,
    _texts_outside,
    _wrong_marks,
    _wrong_names,
    _crossing_sections,
    _wrong_cells,
)


def _texts(layout: Layout) -> Iterator[tuple[Text, Span]]:
    for block in layout.blocks:
        if block.text is not None:
            yield block.text, block.span
    for table in layout.tables:
        for cell in table.cells:
            yield cell.text, cell.span


def _decoded(text: Text) -> set[int]:
    """The characters that an entity or an escape stands for."""
    firsts = [run[0] for run in text.runs]
    lasts = [*firsts, len(text.plain)][1:]
    return {
        first
        for (first, _, length), last in zip(text.runs, lasts, strict=True)
        if last - first == 1 and length != 1
    }


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start <= inner.end <= outer.end
