"""A layout of HTML or Markdown → the text that a reader sees, at known offsets."""

from __future__ import annotations

from collections.abc import Iterable

from yarl import URL

from veridical.report.model import Block, BlockKind, Cell, Figure, InlineKind, Layout, Text
from veridical.sources.extract.extracted import Shown
from veridical.sources.extract.raised import Raised, told_apart
from veridical.sources.snapshot import Mark

_SHOWS_NOTHING = frozenset({BlockKind.MARKUP, BlockKind.RULE, BlockKind.FRONT_MATTER})
_MOST_HIDDEN = 200
_HIDDEN_CHARACTERS = 2000


def add_layout(shown: Shown, layout: Layout, url: str, source: str = "") -> tuple[str, ...]:
    """Add all that a layout shows; the words that it holds but does not show.

    Args:
        shown: grows.
        layout: of HTML or Markdown.
        url: where it stands, for the addresses of its pictures.
        source: what it is the layout of, to tell scripts from hidden words.
    """
    tables = {table.block: table for table in layout.tables}
    figures: dict[int, list[Figure]] = {}
    for figure in layout.figures:
        figures.setdefault(figure.block, []).append(figure)
    hidden: list[str] = []
    for block in layout.blocks:
        for figure in figures.get(block.index, ()):
            shown.figure(_absolute(figure.target, url), figure.alt, figure.caption_text)
        if block.index in tables:
            table = tables[block.index]
            caption = layout_caption(layout, block)
            shown.table(rows_of(table.cells), caption)
        elif block.text is not None and block.kind is BlockKind.HIDDEN:
            hidden += _hidden(block, source)
        elif block.text is not None and block.kind not in _SHOWS_NOTHING:
            _add_text(shown, block, block.text)
    return tuple(hidden[:_MOST_HIDDEN])


def layout_caption(layout: Layout, block: Block) -> str:
    """The words of the caption before or after a table."""
    for index in (block.index - 1, block.index + 1):
        if 0 <= index < len(layout.blocks):
            other = layout.blocks[index]
            if other.kind is BlockKind.CAPTION and other.text is not None:
                return other.text.plain
    return ""


def rows_of(cells: Iterable[Cell]) -> list[list[str]]:
    """The cells of a table row by row, each written cell once."""
    rows: dict[int, list[str]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell.text.plain)
    return [rows[row] for row in sorted(rows)]


def _add_text(shown: Shown, block: Block, text: Text) -> None:
    plain, marks = _lowered(text)
    if block.kind is BlockKind.HEADING:
        shown.heading(block.level, plain, marks)
    else:
        shown.paragraph(plain, marks)


def _lowered(text: Text) -> tuple[str, list[Mark]]:
    """Running text with its raised signs told apart."""
    links = [(i.start, i.end) for i in text.inlines if i.kind is InlineKind.LINK]
    raised = []
    for inline in text.inlines:
        if inline.kind is InlineKind.SUPERSCRIPT and inline.end > inline.start:
            is_link = any(a < inline.end and inline.start < b for a, b in links)
            raised.append(Raised(inline.start, inline.end, is_link=is_link))
    return told_apart(text.plain, raised)


def _hidden(block: Block, source: str) -> list[str]:
    """The words of a hidden block, unless they are a script or a style."""
    assert block.text is not None
    written = source[block.span.start : block.span.start + 12].lower()
    before = source[max(0, block.span.start - 400) : block.span.start].lower()
    is_code = written.startswith(("<script", "<style", "<title", "<head"))
    for name in ("script", "style", "title", "svg"):
        is_code = is_code or before.rfind(f"<{name}") > before.rfind(f"</{name}")
    words = " ".join(block.text.plain.removeprefix("<!--").removesuffix("-->").split())
    return [] if is_code or not words else [words[:_HIDDEN_CHARACTERS]]


def _absolute(target: str, url: str) -> str:
    if not target or target.startswith("sha256:"):
        return target
    try:
        joined = URL(url).join(URL(target)) if url else URL(target)
    except ValueError:
        return ""
    return str(joined) if joined.scheme in ("http", "https", "") else ""
