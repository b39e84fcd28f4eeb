"""Laws of every layout: any text has one, nothing of it is lost, every offset is exact."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from hypothesis import given

from tests.laws.strategies import SETTINGS, html_soups, sources
from veridical.report.coverage import uncovered
from veridical.report.html import html_layout
from veridical.report.markdown import markdown_layout
from veridical.report.model import BlockKind, Layout, Span, Text

Parser = Callable[[str], Layout]
PARSERS = pytest.mark.parametrize("parse", [markdown_layout, html_layout])
WHITE = {BlockKind.CODE, BlockKind.MATH, BlockKind.HIDDEN}
"""Blocks kept as they are written, white space at the end of a fence that is not closed too."""
TEXTLESS = {BlockKind.TABLE, BlockKind.RULE, BlockKind.MARKUP}


def _texts(layout: Layout) -> Iterator[tuple[Text, Span]]:
    for block in layout.blocks:
        if block.text is not None:
            yield block.text, block.span
    for table in layout.tables:
        for cell in table.cells:
            yield cell.text, cell.span


def _wrong_characters(source: str, text: Text) -> list[int]:
    """Where the plain text says something else than its place in the source."""
    firsts = [run[0] for run in text.runs]
    lasts = [*firsts, len(text.plain)][1:]
    decoded = {
        first
        for (first, _, length), last in zip(text.runs, lasts, strict=True)
        if last - first == 1 and length != 1
    }
    wrong = []
    for index, character in enumerate(text.plain):
        span = text.span(index, index + 1)
        is_folded = index in decoded or character in "\n "
        if not is_folded and source[span.start : span.end] != character:
            wrong.append(index)
    return wrong


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start <= inner.end <= outer.end


@PARSERS
@pytest.mark.fuzz
@given(source=sources())
@SETTINGS
def test_every_visible_character_lies_in_one_block(parse: Parser, source: str) -> None:
    """No character is lost and none is counted twice."""
    assert uncovered(source, parse(source).blocks) == []


@PARSERS
@pytest.mark.fuzz
@given(source=sources())
@SETTINGS
def test_blocks_are_in_order(parse: Parser, source: str) -> None:
    """Blocks are numbered as they stand, and never empty or crossing."""
    blocks = parse(source).blocks

    assert list(range(len(blocks))) == [block.index for block in blocks]
    assert all(block.span.start < block.span.end for block in blocks)
    assert all(a.span.end <= b.span.start for a, b in pairwise(blocks))


@PARSERS
@pytest.mark.fuzz
@given(source=sources())
@SETTINGS
def test_blocks_begin_and_end_with_something(parse: Parser, source: str) -> None:
    """White space at its ends is no part of a block that holds running text."""
    blocks = [b for b in parse(source).blocks if b.kind not in WHITE]
    words = [source[b.span.start : b.span.end] for b in blocks]

    assert [word for word in words if word != word.strip()] == []


@PARSERS
@pytest.mark.fuzz
@given(source=sources())
@SETTINGS
def test_plain_characters_name_their_places(parse: Parser, source: str) -> None:
    """Each character of running text is the one that stands at its offset."""
    texts = [text for text, _ in _texts(parse(source))]

    assert [text.plain for text in texts if _wrong_characters(source, text)] == []


@PARSERS
@pytest.mark.fuzz
@given(source=sources())
@SETTINGS
def test_texts_stay_inside_their_blocks(parse: Parser, source: str) -> None:
    """Running text, and each of its marks, lies inside its block or cell, in order."""
    for text, outer in _texts(parse(source)):
        offsets = [text.span(index, index + 1) for index in range(len(text.plain))]

        assert sorted(offsets) == offsets
        assert all(_holds(outer, span) for span in offsets)
        assert all(_holds(outer, mark.span) for mark in text.inlines)


@PARSERS
@pytest.mark.fuzz
@given(source=sources())
@SETTINGS
def test_marks_are_in_order_and_in_range(parse: Parser, source: str) -> None:
    """Marks come in order of their start and stay inside the plain text."""
    for text, _ in _texts(parse(source)):
        starts = [mark.start for mark in text.inlines]

        assert sorted(starts) == starts
        assert all(0 <= mark.start <= mark.end <= len(text.plain) for mark in text.inlines)


@PARSERS
@pytest.mark.fuzz
@given(source=sources())
@SETTINGS
def test_parts_name_each_other(parse: Parser, source: str) -> None:
    """Every index leads to what it should."""
    layout = parse(source)

    assert all((block.text is None) == (block.kind in TEXTLESS) for block in layout.blocks)
    assert all(block.parent is None or block.parent < block.index for block in layout.blocks)
    assert all(block.section < len(layout.sections) for block in layout.blocks)
    assert all(layout.blocks[table.block].kind is BlockKind.TABLE for table in layout.tables)
    assert all(_holds(layout.blocks[figure.block].span, figure.span) for figure in layout.figures)


@PARSERS
@pytest.mark.fuzz
@given(source=sources())
@SETTINGS
def test_sections_nest(parse: Parser, source: str) -> None:
    """A section lies inside its parent, and every block inside its section."""
    layout = parse(source)

    for section in layout.sections:
        if section.parent is not None:
            assert _holds(layout.sections[section.parent].span, section.span)
            assert layout.sections[section.parent].level < section.level
    for block in layout.blocks:
        assert _holds(layout.sections[block.section].span, block.span)


@PARSERS
@pytest.mark.fuzz
@given(source=html_soups())
@SETTINGS
def test_cells_share_no_place_of_the_grid(parse: Parser, source: str) -> None:
    """Cells stay inside the grid; a place that two cells claim goes to the later row's."""
    for table in parse(source).tables:
        for cell in table.cells:
            assert 0 <= cell.row < cell.row + cell.rows <= table.rows
            assert 0 <= cell.column < cell.column + cell.columns <= table.columns
        starts = [(cell.row, cell.column) for cell in table.cells]

        assert len(set(starts)) == len(starts)


@PARSERS
@pytest.mark.fuzz
@given(source=sources())
@SETTINGS
def test_the_same_text_has_the_same_layout(parse: Parser, source: str) -> None:
    """Nothing is remembered from one report to the next."""
    assert parse(source) == parse(source)
