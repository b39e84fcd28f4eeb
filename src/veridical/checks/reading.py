"""A report as a respondent reads it: its words in order, without markup, and its statements.

Inline pictures, scripts and what a reader does not see never reach a prompt. Statements are
numbered, so that an answer names a place instead of copying it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from veridical.report.model import Block, BlockKind, Figure, Report, Resolution, Table

_UNREAD = frozenset(
    {
        BlockKind.HIDDEN,
        BlockKind.MARKUP,
        BlockKind.RULE,
        BlockKind.FRONT_MATTER,
        BlockKind.DEFINITION,
    }
)


@dataclass(frozen=True, slots=True)
class Said:
    """A statement of a report, as an ask carries it.

    Attributes:
        number: its index in the report.
        text: its words without markers.
        section: the index of its section.
        block: the index of its paragraph, list item, cell's table or caption.
        sources: what its citations lead to: labels of the references, each once.
    """

    number: int
    text: str
    section: int = 0
    block: int = 0
    sources: tuple[str, ...] = ()


def said(report: Report) -> tuple[Said, ...]:
    """Every statement of the report, with the sources that are cited for it."""
    sources = _sources(report)
    return tuple(
        Said(s.index, s.text, s.section, s.block, tuple(sorted(sources[s.index])))
        for s in report.statements
    )


def _sources(report: Report) -> defaultdict[int, set[str]]:
    found: defaultdict[int, set[str]] = defaultdict(set)
    for citation in report.citations:
        if citation.resolution in (Resolution.RESOLVED, Resolution.LINK):
            label = citation.source.key if citation.source else citation.label
            for statement in citation.scope.statements:
                found[statement].add(label)
    return found


def numbered(statements: Iterable[Said]) -> str:
    """One statement a line, its number in brackets before it."""
    return "\n".join(f"<{s.number}> {' '.join(s.text.split())}" for s in statements)


def reading_text(report: Report) -> str:
    """The report's words in reading order; headings, lists and tables in Markdown."""
    figures: defaultdict[int, list[Figure]] = defaultdict(list)
    for figure in report.figures:
        figures[figure.block].append(figure)
    tables = {table.block: table for table in report.tables}
    lines = [
        line
        for block in report.blocks
        if block.kind not in _UNREAD
        for line in _lines(block, tables.get(block.index), figures[block.index])
    ]
    return "\n\n".join(lines)


def _lines(block: Block, table: Table | None, figures: list[Figure]) -> Iterator[str]:
    if table is not None:
        yield _grid(table)
    text = block.text.plain.strip() if block.text else ""
    if text:
        yield _marked(block, text)
    for figure in figures:
        name = figure.caption_text or figure.alt or figure.title
        yield f"[picture: {name}]" if name else "[picture]"


def _marked(block: Block, text: str) -> str:
    if block.kind is BlockKind.HEADING:
        return f"{'#' * max(1, block.level)} {text}"
    if block.kind is BlockKind.LIST_ITEM:
        return f"{'  ' * max(0, block.level - 1)}- {text}"
    return text


def _grid(table: Table) -> str:
    rows: defaultdict[int, list[str]] = defaultdict(list)
    for cell in table.cells:
        rows[cell.row].append(" ".join(cell.text.plain.split()))
    return "\n".join(f"| {' | '.join(rows[r])} |" for r in sorted(rows))
