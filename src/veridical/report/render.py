"""A report as sanitized HTML, with its statements and citations marked.

Made from the report's blocks, never from its own HTML: no script, style, frame or id of
the writer's survives. Links lead to http and https only; pictures are shown only where the
caller says from where.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from html import escape
from itertools import accumulate

from veridical.report.model import (
    Block,
    BlockKind,
    Cell,
    Citation,
    Figure,
    FigureKind,
    NoteKind,
    Report,
    Span,
    Table,
    Text,
)
from veridical.report.rendered_text import (
    CITATION,
    REFERENCE,
    STATEMENT,
    Wrap,
    link,
    rendered,
    safe_address,
)

PictureAddress = Callable[[Figure], str | None]
"""Where a page finds a picture: an http(s) or relative address, None for nowhere."""

_MAX_DEPTH = 24
_MAX_ROWS_SHOWN = 5000


def render_html(report: Report, picture: PictureAddress | None = None) -> str:
    """Render a report.

    Args:
        report: a parsed report.
        picture: tells where a picture is to be loaded from; without it, pictures are named
            and linked, not loaded.

    Returns:
        HTML that holds ``<span class="statement" id="s12" data-statement="12">``,
        ``<a class="citation" id="c7" href="#r3">`` and, around each entry of a reference
        list, ``<span class="reference" id="r3">``, each index into the report's own tuples.
    """
    return _Page(report, picture).html()


class _Page:
    """Walks the blocks, with the lists and quotes that are open."""

    def __init__(self, report: Report, picture: PictureAddress | None) -> None:
        self.report = report
        self.picture = picture
        self.wraps = sorted(_wraps(report), key=lambda wrap: (wrap.place.start, wrap.rank))
        self.starts = [wrap.place.start for wrap in self.wraps]
        self.tables = {table.block: table for table in report.tables}
        self.figures = {figure.span.start: figure for figure in report.figures}
        tricks = sorted(note.span for note in report.notes if note.kind is NoteKind.HIDDEN_TEXT)
        self.trick_starts = [span.start for span in tricks]
        self.trick_ends = list(accumulate((span.end for span in tricks), max))
        self.parts: list[str] = []
        self.open: list[tuple[str, Block]] = []
        self.is_quoted = False

    def html(self) -> str:
        """All blocks."""
        for block in self.report.blocks:
            if block.kind is BlockKind.MARKUP:
                continue
            self._stand_in(block)
            if block.kind is BlockKind.LIST_ITEM:
                self._item(block)
            else:
                self.parts.append(self._block(block))
        self._close_lists(0)
        self._quote(False)
        return "".join(self.parts)

    def _stand_in(self, block: Block) -> None:
        """Close what does not surround the block, open the quote that does."""
        if block.is_quoted != self.is_quoted:
            self._close_lists(0)
            self._quote(block.is_quoted)
        holders = self._holders(block)
        depth = 0
        while depth < len(self.open) and self.open[depth][1].index in holders:
            depth += 1
        if block.kind is BlockKind.LIST_ITEM and depth < len(self.open):
            # The item before, at the same depth, shares its list.
            self._close_lists(depth + 1)
        else:
            self._close_lists(depth)

    def _holders(self, block: Block) -> set[int]:
        holders = set[int]()
        parent = block.parent
        while parent is not None and len(holders) < _MAX_DEPTH:
            holders.add(parent)
            parent = self.report.blocks[parent].parent
        return holders

    def _close_lists(self, depth: int) -> None:
        while len(self.open) > depth:
            tag, _ = self.open.pop()
            self.parts.append(f"</li></{tag}>\n")

    def _quote(self, is_quoted: bool) -> None:
        if is_quoted != self.is_quoted:
            self.parts.append("<blockquote>\n" if is_quoted else "</blockquote>\n")
            self.is_quoted = is_quoted

    def _item(self, block: Block) -> None:
        number = block.label if block.label.isascii() and block.label.isdigit() else ""
        tag = "ol" if number else "ul"
        holders = self._holders(block)
        if self.open and self.open[-1][1].index not in holders:
            if self.open[-1][0] == tag:
                self.open.pop()
                self.parts.append("</li>\n")
            else:
                self._close_lists(len(self.open) - 1)
                self.parts.append(f"<{tag}>\n")
        else:
            self.parts.append(f"<{tag}>\n")
        value = f' value="{int(number)}"' if number else ""
        self.parts.append(f"<li{value}>{self._text(block.text, block.span)}")
        self.open.append((tag, block))

    def _block(self, block: Block) -> str:
        words = self._text(block.text, block.span)
        if block.kind is BlockKind.HEADING:
            level = min(max(block.level, 1), 6)
            return f"<h{level}>{words}</h{level}>\n"
        if block.kind is BlockKind.TABLE:
            return self._table(self.tables[block.index])
        if block.kind is BlockKind.HIDDEN:
            return self._hidden(block)
        if block.kind is BlockKind.FOOTNOTE:
            return f'<p class="footnote"><sup>{escape(block.label)}</sup> {words}</p>\n'
        if block.kind is BlockKind.DEFINITION:
            return f'<p class="definition">[{escape(block.label)}] {words}</p>\n'
        opening, closing = _ELEMENTS.get(block.kind, ("<p>", "</p>"))
        return f"{opening}{words}{closing}\n"

    def _hidden(self, block: Block) -> str:
        """Text that was kept from readers is shown to reviewers; scripts are not."""
        index = bisect_right(self.trick_starts, block.span.start) - 1
        is_trick = index >= 0 and block.span.end <= self.trick_ends[index]
        if not is_trick or block.text is None or not block.text.plain.strip():
            return ""
        words = escape(block.text.plain)
        return (
            '<details class="hidden-text"><summary>Text that readers do not see</summary>'
            f"<pre>{words}</pre></details>\n"
        )

    def _text(self, text: Text | None, span: Span) -> str:
        if text is None:
            return ""
        first = bisect_left(self.starts, span.start)
        last = bisect_left(self.starts, span.end, first)
        pictures = {
            mark.span.start: self._figure(self.figures[mark.span.start])
            for mark in text.inlines
            if mark.span.start in self.figures
        }
        return rendered(text, self.wraps[first:last], pictures)

    def _figure(self, figure: Figure) -> str:
        name = figure.alt or figure.title
        if figure.kind is FigureKind.PLACEHOLDER:
            name = f"image {figure.number}" + (f": {name}" if name else "")
        address = self.picture(figure) if self.picture is not None else None
        if address and _may_load(address):
            return (
                f'<img src="{escape(address)}" alt="{escape(name)}" loading="lazy" '
                'referrerpolicy="no-referrer">'
            )
        label = escape(name or figure.target or "picture")
        target = safe_address(figure.target)
        if target:
            return f'<a class="picture" {link(target)}>{label}</a>'
        return f'<span class="picture">{label}</span>'

    def _table(self, table: Table) -> str:
        rows: dict[int, list[Cell]] = {}
        for cell in table.cells:
            rows.setdefault(cell.row, []).append(cell)
        body = "".join(
            f"<tr>{''.join(map(self._cell, cells))}</tr>\n"
            for row, cells in sorted(rows.items())
            if row < _MAX_ROWS_SHOWN
        )
        return f"<table>\n{body}</table>\n"

    def _cell(self, cell: Cell) -> str:
        tag = "th" if cell.is_header else "td"
        spans = f' colspan="{cell.columns}"' if cell.columns > 1 else ""
        spans += f' rowspan="{cell.rows}"' if cell.rows > 1 else ""
        return f"<{tag}{spans}>{self._text(cell.text, cell.span)}</{tag}>"


_ELEMENTS = {
    BlockKind.CODE: ("<pre><code>", "</code></pre>"),
    BlockKind.MATH: ('<pre class="math">', "</pre>"),
    BlockKind.FRONT_MATTER: ('<pre class="front-matter">', "</pre>"),
    BlockKind.FIGURE: ("<figure>", "</figure>"),
    BlockKind.CAPTION: ('<p class="caption">', "</p>"),
    BlockKind.RULE: ("<hr>", ""),
}


def _may_load(address: str) -> bool:
    """Whether a page may load a picture from an address: http, https or relative."""
    before_slash = address.split("/", 1)[0]
    return bool(safe_address(address)) or (":" not in before_slash and not address.startswith("//"))


def _wraps(report: Report) -> Iterator[Wrap]:
    for reference in report.references:
        if reference.span is not None:
            identity = f"r{reference.index}"
            yield Wrap(reference.span, REFERENCE, "span", 'class="reference"', identity)
    for statement in report.statements:
        attributes = f'class="statement" data-statement="{statement.index}"'
        yield Wrap(statement.span, STATEMENT, "span", attributes, f"s{statement.index}")
    alone = _markers_of_one(report.citations)
    written = {r.index for r in report.references if r.span is not None}
    for citation in report.citations:
        place = citation.marker_span if citation.marker in alone else citation.span
        attributes = 'class="citation"' + _way(citation, written)
        yield Wrap(place, CITATION, "a", attributes, f"c{citation.index}")


def _markers_of_one(citations: tuple[Citation, ...]) -> set[int]:
    once: dict[int, int] = {}
    for citation in citations:
        once[citation.marker] = once.get(citation.marker, 0) + 1
    return {marker for marker, count in once.items() if count == 1}


def _way(citation: Citation, written: set[int]) -> str:
    """Where a citation leads: to its entry in the report, else to its source."""
    entry = next((index for index in citation.references if index in written), None)
    if entry is not None:
        return f' href="#r{entry}"'
    address = safe_address(citation.source.url or "") if citation.source is not None else ""
    return f" {link(address)}" if address else ""
