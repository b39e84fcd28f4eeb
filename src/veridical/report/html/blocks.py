"""HTML tokens → drafts, with only as much of a tree as the leaves need.

Knows which block elements are open, closes those that HTML lets a writer leave open, and
cuts running text wherever a block begins or ends.
"""

from __future__ import annotations

from dataclasses import dataclass

from veridical.report.draft import Draft, Drafts
from veridical.report.html.elements import BLOCKS, HEADINGS, language_of
from veridical.report.html.inline import has_words
from veridical.report.html.passage import Passage
from veridical.report.html.pictures import DrawingReader
from veridical.report.html.stack import Element, Stack
from veridical.report.html.tables import TableReader
from veridical.report.html.tokenizer import Token, TokenKind, content_of, tokens
from veridical.report.layout import assemble
from veridical.report.model import BlockKind, Layout, NoteKind, Text
from veridical.report.running_text import EMPTY, TextBuilder
from veridical.report.wrapping import unwrapped


def html_layout(source: str) -> Layout:
    """Parse HTML; any text has a layout.

    Args:
        source: the decoded report.
    """
    drafts = Drafts()
    reader = HtmlReader(source, drafts)
    start, end = unwrapped(source, frozenset(["html", "xml"]))
    reader.feed(source, max(start, int(source.startswith("\ufeff"))), end)
    reader.finish(len(source))
    return assemble(source, drafts)


@dataclass(slots=True)
class _Leaf:
    """Running text that is being read, and what its block will be."""

    passage: Passage
    kind: BlockKind
    start: int
    level: int
    label: str
    parent: Draft | None
    is_quoted: bool
    end: int


class HtmlReader:
    """Reads one document, or the pieces of HTML in a Markdown document."""

    def __init__(self, source: str, drafts: Drafts) -> None:
        self.source = source
        self.drafts = drafts
        self.stack = Stack()
        self.leaf: _Leaf | None = None
        self.reopened: list[Token] = []
        self.pending_start = -1
        self.pending_label = ""
        self.table: TableReader | None = None
        self.table_parent: Draft | None = None
        self.drawing: DrawingReader | None = None
        self.outer_parent: Draft | None = None
        self.outer_quoted = False

    @property
    def is_hidden(self) -> bool:
        """Whether an open element hides what comes now."""
        return self.stack.is_hiding

    @property
    def holder(self) -> Draft | None:
        """The list item that is open."""
        return self.stack.top.item if self.stack.top else self.outer_parent

    def feed(
        self,
        markup: str,
        start: int,
        end: int,
        *,
        parent: Draft | None = None,
        is_quoted: bool = False,
    ) -> None:
        """Read a piece.

        Args:
            markup: the source, or as long a text with what is no HTML blanked.
            start: where the piece begins.
            end: where it ends.
            parent: the list item around the piece.
            is_quoted: whether it stands in a quote.
        """
        self.source = markup
        self.outer_parent, self.outer_quoted = parent, is_quoted
        for token in tokens(markup, start, end):
            self._read(token)

    def end_piece(self, end: int) -> None:
        """End what cannot go on after the piece; open elements stay open."""
        if self.drawing is not None:
            self._end_drawing(end)
        if self.table is not None:
            self._end_table(end)
        self._flush(end)
        self.reopened = []
        self.pending_start = -1
        self.outer_parent, self.outer_quoted = None, False

    def finish(self, end: int) -> None:
        """End everything."""
        self.end_piece(end)
        self._close_to(0, end)

    def _read(self, token: Token) -> None:
        if self.drawing is not None:
            if not self.drawing.read(token):
                self._end_drawing(token.end)
        elif token.kind is TokenKind.START and token.name == "svg":
            self.drawing = DrawingReader(self.source, token)
            if token.is_void:
                self._end_drawing(token.end)
        elif self.table is not None:
            if not self.table.read(token):
                self._end_table(token.end)
        elif token.kind is TokenKind.START:
            self._start(token)
        elif token.kind is TokenKind.END:
            self._end(token)
        else:
            self._other(token)

    def _other(self, token: Token) -> None:
        if token.kind is TokenKind.TEXT:
            self._text(token.start, token.end)
        elif token.kind is TokenKind.CDATA:
            self._text(*content_of(self.source, token))
        elif token.kind is TokenKind.COMMENT:
            self._comment(token)
        elif token.kind is TokenKind.RAW:
            self._raw(token)

    def _text(self, start: int, end: int) -> None:
        if self.leaf is None:
            words = self.source[start:end].lstrip()
            if not words:
                return
            if self.stack.top is None or self.stack.top.role != "pre":
                start = end - len(words)  # marks that are opened again begin at the block's start
        leaf = self._leaf(start)
        leaf.passage.text(start, end)
        leaf.end = max(leaf.end, end)

    def _comment(self, token: Token) -> None:
        says = has_words(self.source, token)
        if says:
            self.drafts.note(NoteKind.HIDDEN_TEXT, token.start, token.end, "comment")
        if self.leaf is not None and not self.leaf.passage.is_empty:
            self.leaf.passage.tags.comment(token)
        else:
            self._flush(token.start)
            self._hide(token)

    def _raw(self, token: Token) -> None:
        if token.name == "textarea":
            self._text(token.start, token.end)
        elif self.leaf is None or self.leaf.passage.is_empty:
            self._flush(token.start)
            self._hide(token)

    def _hide(self, token: Token) -> None:
        builder = TextBuilder(self.source)
        builder.copy(token.start, token.end)
        self.drafts.blocks.append(
            self._draft(BlockKind.HIDDEN, token.start, token.end, builder.build())
        )
        self.pending_start = -1

    def _start(self, tag: Token) -> None:
        if tag.name == "table":
            self._start_table(tag)
        elif tag.name in BLOCKS:
            self._start_block(tag)
        elif tag.name == "hr":
            self._flush(tag.start)
            self.drafts.blocks.append(self._draft(BlockKind.RULE, tag.start, tag.end, None))
        elif tag.name in ("script", "style", "title", "meta", "link", "base"):
            return
        elif not (self.leaf is None and tag.name in ("br", "wbr", "input")):
            leaf = self._leaf(tag.start)
            leaf.passage.tags.start(tag)
            leaf.end = tag.end
            if tag.name == "code" and leaf.kind is BlockKind.CODE:
                leaf.label = leaf.label or language_of(tag)

    def _end(self, tag: Token) -> None:
        if tag.name in BLOCKS:
            self._end_block(tag)
        elif self.leaf is not None and tag.name not in ("script", "style", "title"):
            self.leaf.passage.tags.end(tag)
            self.leaf.end = tag.end
        else:
            self.reopened = [each for each in self.reopened if each.name != tag.name]

    def _start_block(self, tag: Token) -> None:
        self._flush(tag.start)
        self._end_implied(tag)
        was_cut = self.stack.is_cut
        element = self.stack.push(tag, self.outer_parent, len(self.drafts.blocks))
        if element is None:
            if not was_cut:
                self.drafts.note(NoteKind.TOO_DEEP, tag.start, tag.end)
            return
        self.pending_start = tag.start
        self.pending_label = tag.get("id") or self.pending_label
        if tag.name == "li":
            self._start_item(tag, element)

    def _start_item(self, tag: Token, element: Element) -> None:
        item = self._draft(BlockKind.LIST_ITEM, tag.start, tag.end, EMPTY)
        item.level = max(1, element.level)
        item.label = self.stack.ordinal(tag) or self.pending_label
        item.kind = BlockKind.HIDDEN if self.is_hidden else item.kind
        self.drafts.blocks.append(item)
        element.item = item
        self.pending_label, self.pending_start = "", -1

    def _end_implied(self, tag: Token) -> None:
        for depth in self.stack.ended_before(tag):
            self._close_to(depth, tag.start)

    def _close_to(self, depth: int, end: int) -> None:
        while len(self.stack) > depth:
            self._flush(end)
            element = self.stack.pop()
            if element.is_trick and len(self.drafts.blocks) > element.first:
                self.drafts.note(NoteKind.HIDDEN_TEXT, element.tag.start, end)
            if element.tag.name == "figure":
                _caption_figure(self.drafts.blocks[element.first :])

    def _end_block(self, tag: Token) -> None:
        self._flush(tag.end if self.stack.is_top(tag.name) else tag.start)
        self._close_to(self.stack.ended_by(tag), tag.end)
        self.pending_start = -1

    def _leaf(self, start: int) -> _Leaf:
        if self.leaf is None:
            element = self.stack.top
            role = element.role if element else ""
            passage = Passage(
                self.source,
                self.drafts,
                is_on_color=self.stack.is_on_color,
                is_preformatted=role == "pre",
            )
            passage.tags.reopen(self.reopened, start)
            begin = self.pending_start if self.pending_start >= 0 else start
            draft = self._draft(_KINDS.get(role, BlockKind.PARAGRAPH), begin, start, None)
            self.leaf = _Leaf(
                passage=passage,
                kind=BlockKind.HIDDEN if self.is_hidden else draft.kind,
                start=begin,
                level=HEADINGS.get(role, 0),
                label=self.pending_label,
                parent=draft.parent,
                is_quoted=draft.is_quoted,
                end=start,
            )
            if role == "pre" and element is not None:
                self.leaf.label = self.leaf.label or language_of(element.tag)
            self.pending_start, self.pending_label = -1, ""
        return self.leaf

    def _draft(self, kind: BlockKind, start: int, end: int, text: Text | None) -> Draft:
        element = self.stack.top
        parent = self.holder
        is_quoted = self.outer_quoted or (element is not None and element.is_quoted)
        return Draft(kind, start, end, text, parent=parent, is_quoted=is_quoted)

    def _flush(self, end: int) -> None:
        """End the running text, if there is any, as a block of its own."""
        leaf = self.leaf
        if leaf is None:
            return
        self.leaf = None
        stop = leaf.start + len(self.source[leaf.start : max(end, leaf.start)].rstrip())
        text, self.reopened = leaf.passage.finish(stop)
        label = leaf.label or next(iter(leaf.passage.tags.anchors), "")
        draft = Draft(leaf.kind, leaf.start, stop, text, level=leaf.level, label=label)
        draft.parent, draft.is_quoted = leaf.parent, leaf.is_quoted
        draft.figures = leaf.passage.figures
        self._add(draft, leaf)

    def _add(self, draft: Draft, leaf: _Leaf) -> None:
        if not draft.text or not draft.text.plain:
            if leaf.passage.figures and draft.kind is BlockKind.PARAGRAPH:
                draft.kind = BlockKind.FIGURE
            elif not leaf.passage.figures:
                self._add_unseen(draft, leaf)
                return
        if draft.kind is BlockKind.PARAGRAPH:
            added = self.drafts.add_paragraph(draft)
            added.label = added.label or draft.label
        else:
            self.drafts.blocks.append(draft)

    def _add_unseen(self, draft: Draft, leaf: _Leaf) -> None:
        if leaf.passage.tags.hidden:
            draft.kind = BlockKind.HIDDEN
            builder = TextBuilder(self.source)
            builder.copy(draft.start, draft.end)
            draft.text = builder.build()
            self.drafts.blocks.append(draft)
        elif draft.label:
            self.pending_label = draft.label

    def _start_table(self, tag: Token) -> None:
        self._flush(tag.start)
        self._end_implied(tag)
        self.table = TableReader(self.source, self.drafts, tag, is_on_color=self.stack.is_on_color)

    def _end_table(self, end: int) -> None:
        if self.table is None:
            return
        for block in self.table.finish(end):
            outer = self._draft(block.kind, block.start, block.end, None)
            block.parent, block.is_quoted = outer.parent, outer.is_quoted
            if self.is_hidden:
                block.kind, block.text = BlockKind.HIDDEN, block.text or EMPTY
            self.drafts.blocks.append(block)
        self.table = None
        self.pending_start, self.pending_label = -1, ""

    def _end_drawing(self, end: int) -> None:
        if self.drawing is None:
            return
        figure = self.drawing.finish(end)
        self.drawing = None
        if self.table is not None:
            self.table.picture(figure)
            return
        leaf = self._leaf(figure.start)
        leaf.passage.tags.picture(figure)
        leaf.end = end


_KINDS = {
    **dict.fromkeys(HEADINGS, BlockKind.HEADING),
    "pre": BlockKind.CODE,
    "figcaption": BlockKind.CAPTION,
}


def _caption_figure(blocks: list[Draft]) -> None:
    """Give the pictures and tables of a ``<figure>`` its caption."""
    caption = next((block for block in blocks if block.kind is BlockKind.CAPTION), None)
    if caption is None:
        return
    for block in blocks:
        if block.kind is BlockKind.TABLE:
            block.caption = block.caption or caption
        for figure in block.figures:
            figure.caption = figure.caption or caption
