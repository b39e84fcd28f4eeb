"""A report as it is marked: what it says, without citations, links and reference list.

The paper has a model rewrite each article; here the parser says what is a marker and what an
entry, so nothing is lost at a limit of length, no instruction is in a wrong language, and the
same report always gives the same words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from veridical.report.model import Block, BlockKind, Figure, Report, Span, Statement, Table

_AS_WRITTEN = frozenset({BlockKind.CODE, BlockKind.MATH})
_WITHOUT_SPACES = frozenset({"zh", "ja", "th"})


def article(report: Report) -> str:
    """Its headings, statements, tables, code and names of pictures, in their order."""
    said: defaultdict[int, list[Statement]] = defaultdict(list)
    for statement in report.statements:
        said[statement.block].append(statement)
    shown: defaultdict[int, list[Figure]] = defaultdict(list)
    for figure in report.figures:
        shown[figure.block].append(figure)
    tables = {table.block: table for table in report.tables}
    left_out = _reference_headings(report)
    pieces = (
        piece
        for block in report.blocks
        if block.index not in left_out
        for piece in _pieces(block, said[block.index], tables.get(block.index))
    )
    named = {b: [_picture(f) for f in figures] for b, figures in shown.items()}
    return "\n\n".join(_with_pictures(pieces, report.blocks, named))


def _with_pictures(
    pieces: Iterator[tuple[int, str]], blocks: Sequence[Block], named: Mapping[int, list[str]]
) -> Iterator[str]:
    """The pieces, each block's pictures after it."""
    written: defaultdict[int, list[str]] = defaultdict(list)
    for block, piece in pieces:
        written[block].append(piece)
    for one in blocks:
        yield from written[one.index]
        yield from named.get(one.index, ())


def _pieces(
    block: Block, said: Sequence[Statement], table: Table | None
) -> Iterator[tuple[int, str]]:
    plain = block.text.plain.strip() if block.text else ""
    if table is not None:
        yield block.index, _grid(table, said)
    elif block.kind is BlockKind.HEADING and plain:
        yield block.index, f"{'#' * max(1, block.level)} {plain}"
    elif block.kind in _AS_WRITTEN and plain:
        yield block.index, plain
    elif said and block.kind is BlockKind.LIST_ITEM:
        yield block.index, f"{'  ' * max(0, block.level - 1)}- {_joined(said)}"
    elif said:
        yield block.index, _joined(said)


def _joined(said: Sequence[Statement]) -> str:
    gap = "" if said[0].language.split("-")[0] in _WITHOUT_SPACES else " "
    return gap.join(statement.text for statement in said)


def _grid(table: Table, said: Sequence[Statement]) -> str:
    """The table's rows; a cell that says something without its markers."""
    ordered = sorted(said, key=lambda s: s.span)
    starts = [s.span.start for s in ordered]
    rows: defaultdict[int, list[str]] = defaultdict(list)
    for cell in table.cells:
        inside = range(bisect_left(starts, cell.span.start), bisect_left(starts, cell.span.end))
        words = " ".join(ordered[n].text for n in inside) or cell.text.plain
        rows[cell.row].append(" ".join(words.split()))
    return "\n".join(f"| {' | '.join(rows[r])} |" for r in sorted(rows))


def _picture(figure: Figure) -> str:
    name = figure.caption_text or figure.alt or figure.title
    return f"[picture: {name}]" if name else "[picture]"


def _reference_headings(report: Report) -> frozenset[int]:
    """Headings under which stand entries of a reference list, and nothing is said."""
    said = sorted(s.span.start for s in report.statements)
    entries = sorted(r.span.start for r in report.references if r.span is not None)
    over = {s.span.start for s in report.sections if s.level and _only(s.span, entries, said)}
    return frozenset(b.index for b in report.blocks if _heads(b) and b.span.start in over)


def _heads(block: Block) -> bool:
    return block.kind is BlockKind.HEADING


def _only(span: Span, entries: Sequence[int], said: Sequence[int]) -> bool:
    return _any_in(span, entries) and not _any_in(span, said)


def _any_in(span: Span, starts: Sequence[int]) -> bool:
    at = bisect_left(starts, span.start)
    return at < len(starts) and starts[at] < span.end
