"""Which lines are the captions of pictures and tables.

Also takes pictures that stand on a line of their own out of their paragraphs. Works on the
drafts of any format, in one pass.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

from veridical.report.draft import Draft, FigureDraft
from veridical.report.model import BlockKind, InlineKind, Text
from veridical.report.running_text import EMPTY, is_covered, lines, split, trim, uncovered

_NUMBER = (
    r"(?:[0-9０-９]{1,4}|[IVXLC]{1,6}(?![A-Za-z])|[A-Z](?![A-Za-z])|[一二三四五六七八九十]{1,3})"
    r"(?:[.．–-][0-9A-Za-z]{1,4}){0,3}"
)
_FIGURE_WORD = r"(?i:figure|fig\.?|image|chart|graph|exhibit|diagram|图片|图表|插图|图|表)"
_TABLE_WORD = r"(?i:table|exhibit|tab\.|表格|图表|表)"
# "Figure 2 shows …" and "图2显示…" are sentences.
_AFTER = (
    r"(?:[a-z]?\)?[ \t\u3000]{0,3}(?:[:：.．。、|｜—–-]|\Z|\n)"
    r"|[ \t\u3000]{1,3}"
    r"(?!(?:显示|所示|展示|表明|说明|反映|给出|列出|为|是|的|中[，,可的显所列给])|[a-z]))"
)
_TAIL = rf"\s{{0,3}}(?:{_NUMBER}{_AFTER}|[:：])"
_FIGURE_CAPTION = re.compile(rf"\s{{0,5}}{_FIGURE_WORD}{_TAIL}")
_TABLE_CAPTION = re.compile(rf"\s{{0,5}}{_TABLE_WORD}{_TAIL}")
_PASSED_OVER = frozenset({BlockKind.HIDDEN, BlockKind.MARKUP, BlockKind.DEFINITION})
_PARTED = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.FIGURE})


def is_figure_caption(words: str) -> bool:
    """Whether words begin as a picture's caption does (``Figure 2:``, ``图1``)."""
    return _FIGURE_CAPTION.match(words) is not None


def is_table_caption(words: str) -> bool:
    """Whether words begin as a table's caption does (``Table 2:``, ``表1``)."""
    return _TABLE_CAPTION.match(words) is not None


def set_captions(blocks: list[Draft]) -> list[Draft]:
    """Take pictures on lines of their own apart, and find all captions.

    Args:
        blocks: drafts in the order of the source; those that turn out to be captions
            change their kind.

    Returns:
        The drafts, in order.
    """
    parted = [piece for block in blocks for piece in _parted(block)]
    shown = [block for block in parted if block.kind not in _PASSED_OVER]
    for index, block in enumerate(shown):
        after = shown[index + 1] if index + 1 < len(shown) else None
        before = shown[index - 1] if index else None
        if block.kind is BlockKind.TABLE and block.caption is None:
            block.caption = _table_caption(before, after)
        elif block.figures and any(figure.caption is None for figure in block.figures):
            _caption_figures(block, before, after)
    return parted


def _table_caption(before: Draft | None, after: Draft | None) -> Draft | None:
    for block in (before, after):
        if block is None or block.figures or block.text is None:
            continue
        if block.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING):
            continue
        if is_table_caption(block.text.plain):
            if block.kind is BlockKind.PARAGRAPH:
                block.kind = BlockKind.CAPTION
            return block
    return None


def _caption_figures(block: Draft, before: Draft | None, after: Draft | None) -> None:
    caption = None
    if _has_words(after) and (_begins_caption(after) or _is_italic(after)):
        caption = after
    elif block.kind is BlockKind.FIGURE and _has_words(before) and _begins_caption(before):
        caption = before
    if caption is None:
        return
    caption.kind = BlockKind.CAPTION
    for figure in block.figures if block.kind is BlockKind.FIGURE else block.figures[-1:]:
        figure.caption = figure.caption or caption


def _has_words(block: Draft | None) -> bool:
    return block is not None and block.kind is BlockKind.PARAGRAPH and not block.figures


def _begins_caption(block: Draft | None) -> bool:
    return block is not None and block.text is not None and is_figure_caption(block.text.plain)


def _is_italic(block: Draft | None) -> bool:
    return (
        block is not None and block.text is not None and is_covered(block.text, InlineKind.EMPHASIS)
    )


def _parted(block: Draft) -> list[Draft]:
    """The block, or its pieces if a picture stands alone on one of its lines."""
    if not block.figures or block.text is None or block.kind not in _PARTED:
        return [block]
    parting = _Parting(block, block.text)
    if parting.pictures:
        return parting.pieces()
    block.text = trim(block.text)
    return [block]


@dataclass(slots=True)
class _Group:
    """Lines that stay together; the last is included."""

    first: int
    last: int
    is_picture: bool
    is_caption: bool = False


class _Parting:
    """Cuts one paragraph at the lines that hold nothing but a picture."""

    def __init__(self, block: Draft, text: Text) -> None:
        self.block = block
        self.text = text
        self.places = lines(text)
        self.pictures = self._picture_lines()

    def _picture_lines(self) -> set[int]:
        starts = [start for start, _ in self.places]
        images = (mark for mark in self.text.inlines if mark.kind is InlineKind.IMAGE)
        found = {bisect_right(starts, mark.start) - 1 for mark in images}
        return {line for line in found if not self._words(line).strip()}

    def _words(self, line: int) -> str:
        start, end = self.places[line]
        return self.text.plain[start:end]

    def pieces(self) -> list[Draft]:
        """The pieces in order; a list item stays the object that others name as parent."""
        groups = self._groups()
        places = [(self.places[each.first][0], self.places[each.last][1]) for each in groups]
        texts = [trim(text) for text in split(self.text, places)]
        figures = iter(sorted(self.block.figures, key=lambda figure: figure.start))
        held = next(figures, None)
        pieces = []
        for group, text in zip(groups, texts, strict=True):
            piece = self._piece(group, text)
            while held is not None and held.start < piece.end:
                piece.figures.append(held)
                held = next(figures, None)
            pieces.append(piece)
        _join_captions(pieces)
        if self.block.kind is BlockKind.LIST_ITEM:
            return self._under_item(pieces)
        return [piece for piece in pieces if _shows(piece)]

    def _groups(self) -> list[_Group]:
        groups: list[_Group] = []
        italic = uncovered(self.text, InlineKind.EMPHASIS)
        for line in range(len(self.places)):
            is_picture = line in self.pictures
            last = groups[-1] if groups else None
            if last is None or is_picture or last.is_picture or last.is_caption:
                is_caption = self._is_caption(line, last, italic)
                groups.append(_Group(line, line, is_picture, is_caption and not is_picture))
            else:
                last.last = line
        return groups

    def _is_caption(self, line: int, before: _Group | None, italic: str) -> bool:
        if before is None or not before.is_picture:
            return False
        start, end = self.places[line]
        is_last = line == len(self.places) - 1 or line + 1 in self.pictures
        return is_last or is_figure_caption(self._words(line)) or not italic[start:end].strip()

    def _piece(self, group: _Group, text: Text) -> Draft:
        kind = BlockKind.CAPTION if group.is_caption else BlockKind.PARAGRAPH
        piece = replace(self.block, text=text, figures=[])
        piece.kind = BlockKind.FIGURE if group.is_picture else kind
        piece.start, piece.end = self._source_start(group.first), self._source_end(group.last)
        return piece

    def _under_item(self, pieces: list[Draft]) -> list[Draft]:
        item = self.block
        pieces = [piece for piece in pieces if _shows(piece)]
        first = pieces[0]
        for piece in pieces:
            piece.parent, piece.level, piece.label = item, 0, ""
        if first.kind is BlockKind.PARAGRAPH:
            item.end, item.text, item.figures = first.end, first.text, first.figures
            return [item, *pieces[1:]]
        item.end = min((figure.start for figure in first.figures), default=first.end)
        item.text, item.figures, first.start = EMPTY, [], item.end
        return [item, *pieces]

    def _source_start(self, line: int) -> int:
        if line == 0:
            return self.block.start
        at = self.places[line][0]
        return self.text.span(at - 1, at).end

    def _source_end(self, line: int) -> int:
        if line == len(self.places) - 1:
            return self.block.end
        at = self.places[line][1]
        return self.text.span(at, at + 1).start


def _shows(piece: Draft) -> bool:
    return bool(piece.figures) or (piece.text is not None and bool(piece.text.plain))


def _join_captions(pieces: list[Draft]) -> None:
    before: Draft | None = None
    for piece in pieces:
        if piece.kind is BlockKind.CAPTION and before is not None:
            for figure in before.figures:
                figure.caption = piece
        before = piece


def figures_of(blocks: list[Draft]) -> Iterator[tuple[int, FigureDraft]]:
    """All pictures with the index of the block that each stands in."""
    for index, block in enumerate(blocks):
        for figure in block.figures:
            yield index, figure
