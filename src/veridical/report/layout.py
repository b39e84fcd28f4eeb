"""Drafts → `Layout`: in order, without gaps, numbered."""

from __future__ import annotations

from veridical.report.captions import figures_of, set_captions
from veridical.report.coverage import fill, settle
from veridical.report.draft import Draft, Drafts
from veridical.report.model import (
    Block,
    BlockKind,
    Figure,
    Layout,
    Span,
    Table,
)
from veridical.report.sections import sections_of


def assemble(source: str, drafts: Drafts) -> Layout:
    """Number what a format's parser has found.

    Args:
        source: the decoded report that all offsets count in.
        drafts: its blocks and notes, in any order.
    """
    blocks = fill(source, set_captions(settle(drafts.blocks)))
    sections, numbers = sections_of(blocks, len(source))
    places = {id(block): index for index, block in enumerate(blocks)}
    return Layout(
        blocks=tuple(
            _block(block, index, numbers[index], places) for index, block in enumerate(blocks)
        ),
        sections=sections,
        tables=_tables(blocks),
        figures=_figures(blocks),
        notes=tuple(sorted(drafts.notes, key=lambda note: note.span)),
    )


def _block(draft: Draft, index: int, section: int, places: dict[int, int]) -> Block:
    return Block(
        index=index,
        kind=draft.kind,
        span=Span(draft.start, draft.end),
        text=draft.whole_text(),
        section=section,
        level=draft.level,
        label=draft.label,
        target=draft.target,
        parent=None if draft.parent is None else places.get(id(draft.parent)),
        is_quoted=draft.is_quoted,
    )


def _span_of(caption: Draft | None) -> Span | None:
    return None if caption is None else Span(caption.start, caption.end)


def _tables(blocks: list[Draft]) -> tuple[Table, ...]:
    found = [(i, block) for i, block in enumerate(blocks) if block.kind is BlockKind.TABLE]
    return tuple(
        Table(
            index=index,
            block=place,
            span=Span(block.start, block.end),
            cells=block.cells,
            rows=block.rows,
            columns=block.columns,
            caption=_span_of(block.caption),
        )
        for index, (place, block) in enumerate(found)
    )


def _figures(blocks: list[Draft]) -> tuple[Figure, ...]:
    return tuple(
        Figure(
            index=index,
            kind=figure.kind,
            block=place,
            span=Span(figure.start, figure.end),
            number=figure.number,
            target=figure.target,
            alt=figure.alt,
            title=figure.title,
            caption=_span_of(figure.caption),
            caption_text=_words(figure.caption),
            size=figure.size,
        )
        for index, (place, figure) in enumerate(figures_of(blocks))
    )


def _words(caption: Draft | None) -> str:
    if caption is None or caption.text is None:
        return ""
    return " ".join(caption.text.plain.split())
