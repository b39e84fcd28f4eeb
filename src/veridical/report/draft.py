"""Blocks, tables and pictures while they are still being found.

A format's parser makes drafts, which name each other as objects; `layout.assemble` turns
them into the numbered, gapless parts of a `Layout`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from veridical.report.model import BlockKind, Cell, FigureKind, Note, NoteKind, Span, Text
from veridical.report.running_text import join_all


@dataclass(eq=False, slots=True)
class Draft:
    """A block to be; the fields of `Block`, with objects in place of indices.

    Attributes:
        cells: of a table its cells, with `rows` and `columns` of its grid.
        caption: of a table the block that is its caption.
        figures: the pictures that stand in it, in order.
        more: of a footnote, its further paragraphs, each after the gap before it.
    """

    kind: BlockKind
    start: int
    end: int
    text: Text | None = None
    level: int = 0
    label: str = ""
    target: str = ""
    parent: Draft | None = None
    is_quoted: bool = False
    cells: tuple[Cell, ...] = ()
    rows: int = 0
    columns: int = 0
    caption: Draft | None = None
    figures: list[FigureDraft] = field(default_factory=list)
    more: list[tuple[Span, Text]] = field(default_factory=list)

    def whole_text(self) -> Text | None:
        """Its text with all its paragraphs."""
        if self.text is None or not self.more:
            return self.text
        texts = [self.text, *(text for _, text in self.more)]
        return join_all(texts, [gap for gap, _ in self.more])


@dataclass(eq=False, slots=True)
class FigureDraft:
    """A picture to be; the fields of `Figure`, with the caption as an object."""

    kind: FigureKind
    start: int
    end: int
    number: int | None = None
    target: str = ""
    alt: str = ""
    title: str = ""
    size: int | None = None
    caption: Draft | None = None


@dataclass(slots=True)
class Drafts:
    """All that a format's parser has found, in any order."""

    blocks: list[Draft] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def note(self, kind: NoteKind, start: int, end: int, detail: str = "") -> None:
        """Add a note on ``source[start:end]``."""
        self.notes.append(Note(kind, Span(start, end), detail))

    def add_paragraph(self, draft: Draft) -> Draft:
        """Add a paragraph, or make it the own text of what holds it.

        The first paragraph of a list item or a footnote is that block's text; the further
        ones of a footnote belong to it too, those of a list item stand alone.
        """
        holder = draft.parent
        if holder is None or holder is not self.blocks[-1] or draft.text is None:
            self.blocks.append(draft)
            return draft
        gap = Span(holder.end, draft.start)
        if holder.text is None or not (holder.text.plain or holder.figures):
            holder.text = draft.text
        elif holder.kind is BlockKind.FOOTNOTE and gap.start < gap.end:
            holder.more.append((gap, draft.text))
        else:
            self.blocks.append(draft)
            return draft
        holder.end = draft.end
        holder.figures += draft.figures
        return holder
