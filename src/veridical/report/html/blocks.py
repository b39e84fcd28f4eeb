"""HTML tokens → drafts, with only as much of a tree as the leaves need.

Knows which block elements are open, closes those that HTML lets a writer leave open, and
cuts running text wherever a block begins or ends.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from veridical.report.draft import Draft, Drafts
from veridical.report.html.elements import BLOCKS, HEADINGS, IMPLIED_ENDS, language_of
from veridical.report.html.inline import has_words
from veridical.report.html.passage import Passage
from veridical.report.html.pictures import DrawingReader
from veridical.report.html.tables import TableReader
from veridical.report.html.tokenizer import Token, TokenKind, tokens
from veridical.report.html.visibility import has_background, is_hidden, is_unseen_name
from veridical.report.layout import assemble
from veridical.report.model import BlockKind, Layout, NoteKind, Text
from veridical.report.running_text import EMPTY, TextBuilder

_MAX_DEPTH = 100


def html_layout(source: str) -> Layout:
    """Parse HTML; any text has a layout.

    Args:
        source: the decoded report.
    """
    drafts = Drafts()
    reader = HtmlReader(source, drafts)
    reader.feed(source, int(source.startswith("\ufeff")), len(source))
    reader.finish(len(source))
    return assemble(source, drafts)


@dataclass(slots=True)
class _Element:
    """An open block element.

    Attributes:
        role: the element that decides what the text in it is: itself or one around it.
        item: the list item around its text.
        count: of a list, how many items it has had, from its first number.
        first: how many drafts there were when it began.
        has_items: whether a list item has begun in it.
    """

    tag: Token
    role: str
    level: int = 0
    item: Draft | None = None
    hides: bool = False
    is_trick: bool = False
    is_on_color: bool = False
    is_quoted: bool = False
    count: int = 0
    first: int = 0


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
        self.stack: list[_Element] = []
        self.names = Counter[str]()
        self.ignored = Counter[str]()
        self.hiding = 0
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
        return self.hiding > 0

    @property
    def holder(self) -> Draft | None:
        """The list item that is open."""
        return self.stack[-1].item if self.stack else self.outer_parent

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
        while self.stack:
            self._pop(end)

    def _read(self, token: Token) -> None:
        if self.drawing is not None:
            if not self.drawing.read(token):
                self._end_drawing(token.end)
        elif token.kind is TokenKind.START and token.name == "svg":
            self.drawing = DrawingReader(self.source, token)
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
            self._text(token.start + len("<![CDATA["), max(token.start + 9, token.end - 3))
        elif token.kind is TokenKind.COMMENT:
            self._comment(token)
        elif token.kind is TokenKind.RAW:
            self._raw(token)

    def _text(self, start: int, end: int) -> None:
        if self.leaf is None and not self.source[start:end].strip():
            return
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
        identity = tag.get("id") or ""
        hides = is_unseen_name(tag.name) or is_hidden(tag, is_on_color=self._on_color())
        if len(self.stack) >= _MAX_DEPTH and not (hides and not self.hiding):
            if not self.ignored:
                self.drafts.note(NoteKind.TOO_DEEP, tag.start, tag.end)
            self.ignored[tag.name] += 1
            return
        self.pending_start = tag.start
        self.pending_label = identity or self.pending_label
        self._push(tag, hides)

    def _push(self, tag: Token, hides: bool) -> None:
        outer = self.stack[-1] if self.stack else _Element(tag, "", item=self.outer_parent)
        element = _Element(tag, outer.role, outer.level, outer.item)
        element.is_on_color = outer.is_on_color or has_background(tag)
        element.is_quoted = outer.is_quoted or tag.name == "blockquote"
        element.hides, element.first = hides, len(self.drafts.blocks)
        element.is_trick = hides and not is_unseen_name(tag.name)
        if tag.name in _ROLES:
            element.role = tag.name
        if tag.name in ("ul", "ol", "menu"):
            element.level += 1
            element.count = _number(tag.get("start"), 1) - 1
        self.stack.append(element)
        self.names[tag.name] += 1
        self.hiding += hides
        if tag.name == "li":
            self._start_item(tag, element)

    def _start_item(self, tag: Token, element: _Element) -> None:
        item = self._draft(BlockKind.LIST_ITEM, tag.start, tag.end, EMPTY)
        item.level = max(1, element.level)
        item.label = self._ordinal(tag) or self.pending_label
        item.kind = BlockKind.HIDDEN if self.hiding else item.kind
        self.drafts.blocks.append(item)
        element.item = item
        self.pending_label, self.pending_start = "", -1

    def _ordinal(self, tag: Token) -> str:
        """The number that a browser writes before an item."""
        if len(self.stack) < 2 or self.stack[-2].tag.name != "ol":
            return ""
        around = self.stack[-2]
        around.count = _number(tag.get("value"), around.count + 1)
        return str(around.count)

    def _end_implied(self, tag: Token) -> None:
        for name, barriers in IMPLIED_ENDS.get(tag.name, (("p", frozenset()),)):
            if not self.names[name]:
                continue
            for index in range(len(self.stack) - 1, -1, -1):
                here = self.stack[index].tag.name
                if here == name:
                    self._pop_to(index, tag.start)
                if here == name or here in barriers or (name == "p" and not barriers):
                    break

    def _pop_to(self, index: int, end: int) -> None:
        while len(self.stack) > index:
            self._pop(end)

    def _pop(self, end: int) -> None:
        self._flush(end)
        element = self.stack.pop()
        self.names[element.tag.name] -= 1
        self.hiding -= element.hides
        if element.is_trick and len(self.drafts.blocks) > element.first:
            self.drafts.note(NoteKind.HIDDEN_TEXT, element.tag.start, end)
        if element.tag.name == "figure":
            _caption_figure(self.drafts.blocks[element.first :])

    def _end_block(self, tag: Token) -> None:
        is_own = bool(self.stack) and self.stack[-1].tag.name == tag.name
        self._flush(tag.end if is_own else tag.start)
        if self.ignored[tag.name]:
            self.ignored[tag.name] -= 1
        elif self.names[tag.name]:
            index = len(self.stack) - 1
            while self.stack[index].tag.name != tag.name:
                index -= 1
            self._pop_to(index, tag.end)
        self.pending_start = -1

    def _on_color(self) -> bool:
        return bool(self.stack) and self.stack[-1].is_on_color

    def _leaf(self, start: int) -> _Leaf:
        if self.leaf is None:
            element = self.stack[-1] if self.stack else None
            role = element.role if element else ""
            passage = Passage(
                self.source,
                self.drafts,
                is_on_color=self._on_color(),
                is_preformatted=role == "pre",
            )
            passage.tags.reopen(self.reopened, start)
            begin = self.pending_start if self.pending_start >= 0 else start
            draft = self._draft(_KINDS.get(role, BlockKind.PARAGRAPH), begin, start, None)
            self.leaf = _Leaf(
                passage=passage,
                kind=BlockKind.HIDDEN if self.hiding else draft.kind,
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
        element = self.stack[-1] if self.stack else None
        parent = element.item if element else self.outer_parent
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
        self.table = TableReader(self.source, self.drafts, tag, is_on_color=self._on_color())

    def _end_table(self, end: int) -> None:
        if self.table is None:
            return
        for block in self.table.finish(end):
            outer = self._draft(block.kind, block.start, block.end, None)
            block.parent, block.is_quoted = outer.parent, outer.is_quoted
            if self.hiding:
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


_ROLES = frozenset([*HEADINGS, "pre", "figcaption", "li"])
_KINDS = {
    **dict.fromkeys(HEADINGS, BlockKind.HEADING),
    "pre": BlockKind.CODE,
    "figcaption": BlockKind.CAPTION,
}


def _number(written: str | None, otherwise: int) -> int:
    digits = (written or "").strip()
    return int(digits[:9]) if digits.isascii() and digits.isdigit() else otherwise


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
