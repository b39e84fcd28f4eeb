"""``<table>`` → a table block; tables inside a cell become that cell's text."""

from __future__ import annotations

from veridical.report.draft import Draft, Drafts, FigureDraft
from veridical.report.grid import WrittenCell, WrittenRow, grid
from veridical.report.html.inline import has_words
from veridical.report.html.passage import Passage
from veridical.report.html.tokenizer import Token, TokenKind, content_of
from veridical.report.html.visibility import has_background
from veridical.report.model import BlockKind, NoteKind, Span, Text

_PART_NAMES = "table caption colgroup col thead tbody tfoot tr td th"
_PARTS = frozenset(_PART_NAMES.split())
_BLOCK_NAMES = (
    "p div ul ol li dl dt dd pre blockquote h1 h2 h3 h4 h5 h6 section article hr figure "
    "figcaption center details summary header footer"
)
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_MAX_ROWS = 65_534


class TableReader:
    """One outermost table, while its tokens come."""

    def __init__(self, source: str, drafts: Drafts, tag: Token, *, is_on_color: bool) -> None:
        self._source = source
        self._drafts = drafts
        self._tag = tag
        self._is_on_color = is_on_color or has_background(tag)
        self._depth = 1
        self._rows: list[WrittenRow] = []
        self._row: WrittenRow | None = None
        self._in_head = False
        self._cell: tuple[Token, Passage] | None = None
        self._caption: tuple[Token, Passage] | None = None
        self._captions: list[Draft] = []
        self._figures: list[FigureDraft] = []

    def read(self, token: Token) -> bool:
        """Read a token; whether the table goes on after it."""
        if token.kind is TokenKind.TEXT:
            self._text(token.start, token.end)
        elif token.kind is TokenKind.CDATA:
            self._text(*content_of(self._source, token))
        elif token.kind is TokenKind.START:
            self._start(token)
        elif token.kind is TokenKind.END:
            self._end(token)
        elif token.kind is TokenKind.COMMENT:
            self._comment(token)
        return self._depth > 0

    def _comment(self, token: Token) -> None:
        if self._passage is not None:
            self._passage.tags.comment(token)
        if has_words(self._source, token):
            self._drafts.note(NoteKind.HIDDEN_TEXT, token.start, token.end, "comment")

    @property
    def _passage(self) -> Passage | None:
        holder = self._cell or self._caption
        return None if holder is None else holder[1]

    def picture(self, figure: FigureDraft) -> None:
        """Add a picture to the cell that is being read."""
        if self._passage is not None:
            self._passage.tags.picture(figure)
        else:
            self._figures.append(figure)

    def finish(self, end: int) -> list[Draft]:
        """The table's blocks: its caption, where it has one, and itself."""
        self._close(end)
        start = self._captions[0].end if self._captions else self._tag.start
        cells, rows, columns = grid(self._rows)
        table = Draft(BlockKind.TABLE, start, end, cells=cells, rows=rows, columns=columns)
        table.caption = self._captions[0] if self._captions else None
        table.figures = sorted(self._figures, key=lambda figure: figure.start)
        return [*self._captions, table]

    def _text(self, start: int, end: int) -> None:
        passage = self._passage
        if passage is None:
            if not self._source[start:end].strip():
                return
            # Words between rows: browsers put them before the table, we beside the cells.
            passage = self._open_cell(Token(TokenKind.START, start, start, "td"))
        passage.text(start, end)

    def _start(self, tag: Token) -> None:
        if tag.name in _PARTS:
            self._start_part(tag)
            return
        passage = self._passage
        if passage is None:
            if tag.name in ("script", "style", "form", "input", "br"):
                return
            passage = self._open_cell(Token(TokenKind.START, tag.start, tag.start, "td"))
        if tag.name in _BLOCKS:
            passage.separate(tag.start, tag.end)
        passage.tags.start(tag)

    def _start_part(self, tag: Token) -> None:
        if tag.name == "table":
            self._depth += 1
        if self._depth > 1:
            if self._passage is not None:
                self._passage.separate(tag.start, tag.end)
            return
        self._close(tag.start)
        if tag.name in ("td", "th"):
            self._open_cell(tag)
        elif tag.name == "caption" and not self._rows and not self._captions:
            self._caption = (tag, self._new_passage(tag))
        elif tag.name == "tr":
            self._open_row()
        elif tag.name in ("thead", "tbody", "tfoot"):
            self._in_head, self._row = tag.name == "thead", None

    def _end(self, tag: Token) -> None:
        passage = self._passage
        if tag.name not in _PARTS:
            if passage is not None:
                passage.tags.end(tag)
                if tag.name in _BLOCKS:
                    passage.separate(tag.start, tag.end)
            return
        if tag.name == "table":
            self._depth -= 1
        if self._depth > 1 or (self._depth == 1 and tag.name == "table"):
            if passage is not None:
                passage.separate(tag.start, tag.end)
            return
        self._close(tag.end if tag.name in ("td", "th", "caption") else tag.start)
        if tag.name in ("tr", "thead", "tbody", "tfoot"):
            self._row = None
            self._in_head = self._in_head and tag.name == "tr"

    def _open_row(self) -> WrittenRow:
        self._row = WrittenRow(is_head=self._in_head)
        self._rows.append(self._row)
        return self._row

    def _new_passage(self, tag: Token) -> Passage:
        is_on_color = self._is_on_color or has_background(tag)
        return Passage(self._source, self._drafts, is_on_color=is_on_color)

    def _open_cell(self, tag: Token) -> Passage:
        if self._row is None:
            self._open_row()
        passage = self._new_passage(tag)
        self._cell = (tag, passage)
        return passage

    def _close(self, end: int) -> None:
        """End the cell or the caption that is being read."""
        if self._caption is not None:
            tag, passage = self._caption
            text, _ = passage.finish(end)
            self._captions.append(Draft(BlockKind.CAPTION, tag.start, end, text))
            self._captions[0].figures = passage.figures
            self._caption = None
        elif self._cell is not None:
            tag, passage = self._cell
            text, _ = passage.finish(end)
            self._add_cell(tag, text, end)
            self._figures += passage.figures
            self._cell = None

    def _add_cell(self, tag: Token, text: Text, end: int) -> None:
        row = self._row if self._row is not None else self._open_row()
        cell = WrittenCell(Span(tag.start, max(end, tag.end)), text, is_header=tag.name == "th")
        cell.rows = _span(tag.get("rowspan"), _MAX_ROWS)
        cell.columns = max(1, _span(tag.get("colspan"), _MAX_ROWS))
        row.cells.append(cell)


def _span(written: str | None, most: int) -> int:
    """A span as browsers read it: 1 unless it is a number."""
    digits = (written or "").strip()
    if not digits.isascii() or not digits.isdigit():
        return 1
    return min(int(digits[:8]), most)
