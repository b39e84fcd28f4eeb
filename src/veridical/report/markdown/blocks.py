"""The library's block events → drafts.

Containers (quotes, lists, footnotes) become attributes of the leaves in them; nothing
recurses, so nesting has no limit but the one noted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise

from veridical.report.coverage import settle
from veridical.report.draft import Draft, Drafts
from veridical.report.html.blocks import HtmlReader
from veridical.report.layout import assemble
from veridical.report.markdown.definitions import definitions_in
from veridical.report.markdown.events import Event, events
from veridical.report.markdown.headings import (
    has_glued_heading,
    is_paragraph,
    parted,
    underline_of,
)
from veridical.report.markdown.inline import INLINE_EVENTS, Passage
from veridical.report.markdown.shield import Shielded, shield
from veridical.report.markdown.tables import TableReader
from veridical.report.model import BlockKind, InlineKind, Layout, NoteKind, Text
from veridical.report.running_text import EMPTY, TextBuilder, cut, is_covered

_MARKER = re.compile(r"[-+*]|(?P<number>[0-9]{1,9})[.)]")
_FOOTNOTE_MARKER = re.compile(r"\[\^[^\]\n]{1,999}\]:")
_FENCE = re.compile(r"`{3,}|~{3,}")
_MATH_FENCES = frozenset({"math", "latex", "tex", "katex"})
_MAX_LEVEL = 100


def markdown_layout(source: str) -> Layout:
    """Parse Markdown; any text has a layout.

    Args:
        source: the decoded report.
    """
    drafts = Drafts()
    shielded = shield(source, drafts)
    reader = _BlockReader(source, shielded, drafts)
    reader.run(events(shielded.text))
    drafts.blocks = settle(drafts.blocks)
    drafts.blocks += _definitions(source, shielded, drafts.blocks)
    return assemble(source, drafts)


def _definitions(source: str, shielded: Shielded, blocks: list[Draft]) -> list[Draft]:
    if "]:" not in shielded.text:
        return []
    found: list[Draft] = []
    at = 0
    for block in [*blocks, None]:
        end = len(source) if block is None else block.start
        found += definitions_in(source, at, end)
        at = end if block is None else block.end
    return found


class _BlockReader:
    """Reads the events of one document."""

    def __init__(self, source: str, shielded: Shielded, drafts: Drafts) -> None:
        self.source = source
        self.shielded = shielded
        self.drafts = drafts
        self.html = HtmlReader(source, drafts)
        self.holders: list[Draft] = []
        self.quotes = 0
        self.lists = 0
        self.passage: Passage | None = None
        self.leaf: Event | None = None
        self.leaf_end = 0
        self.code: TextBuilder | None = None
        self.table: TableReader | None = None
        self.markup: list[tuple[int, int]] = []

    def run(self, found: Iterable[Event]) -> None:
        """Read all events."""
        for event in found:
            if event.name in INLINE_EVENTS and self.code is None:
                self._inline(event)
                continue
            handler = _HANDLERS.get(event.name)
            if handler is not None:
                handler(self, event)
        self._end_implicit()
        self.html.finish(len(self.source))

    def _inline(self, event: Event) -> None:
        if self.table is not None:
            self.table.read(event)
            return
        if self.passage is None:
            self._open_leaf(Event("+Text", event.start, event.end))
        if self.passage is not None:
            self.passage.read(event)
            self.leaf_end = event.end

    def _open_leaf(self, event: Event) -> None:
        self._end_implicit()
        self.leaf = event
        self.passage = Passage(self.source, self.shielded, self.drafts)

    def _end_implicit(self) -> None:
        """A tight list item's text has no events of its own around it."""
        if self.leaf is not None and self.leaf.name == "+Text":
            self._end_leaf(Event("-Text", self.leaf.start, self.leaf_end))

    def _end_leaf(self, event: Event) -> None:
        passage, leaf = self.passage, self.leaf
        self.passage = self.leaf = None
        if passage is None or leaf is None:
            return
        start, end = self._stripped(leaf.start, event.end)
        is_heading = leaf.name == "+Heading"
        underline = underline_of(self.source, start, end) if is_heading else None
        text = passage.finish(end if underline is None else underline.start)
        draft = self._draft(BlockKind.PARAGRAPH, start, end, text)
        draft.figures = passage.figures
        draft.label = passage.anchor
        if underline is not None and is_paragraph(text):
            draft.end = underline.start
            self._add_leaf(draft, text)
            rule = self._draft(
                BlockKind.RULE, underline.end - underline.dashes, underline.end, None
            )
            self.drafts.blocks.append(rule)
            return
        if is_heading:
            draft.kind, draft.level = BlockKind.HEADING, int(leaf.variant)
        self._add_leaf(draft, text)

    def _add_leaf(self, draft: Draft, text: Text) -> None:
        if self.html.is_hidden:
            draft.kind = BlockKind.HIDDEN
        elif draft.kind is BlockKind.PARAGRAPH and has_glued_heading(self.source, text):
            for piece in parted(self.source, draft, text):
                if piece.kind is BlockKind.PARAGRAPH:
                    self.drafts.add_paragraph(piece)
                else:
                    self.drafts.blocks.append(piece)
            return
        elif draft.kind is BlockKind.PARAGRAPH and _is_displayed(self.source, text):
            draft.kind = BlockKind.MATH
        elif draft.kind is BlockKind.PARAGRAPH and (text.plain or draft.figures):
            self.drafts.add_paragraph(draft)
            return
        elif not text.plain and not draft.figures and draft.kind is BlockKind.PARAGRAPH:
            draft.kind, draft.text = BlockKind.MARKUP, None
        self.drafts.blocks.append(draft)

    def _draft(self, kind: BlockKind, start: int, end: int, text: Text | None) -> Draft:
        parent = self.holders[-1] if self.holders else self.html.holder
        return Draft(kind, start, end, text, parent=parent, is_quoted=self.quotes > 0)

    def _stripped(self, start: int, end: int) -> tuple[int, int]:
        # what is hidden is white in the shielded text alone
        end = start + len(self.shielded.text[start:end].rstrip())
        return start, start + len(self.source[start:end].rstrip())

    def _start_quote(self, _: Event) -> None:
        self._end_implicit()
        self.quotes += 1

    def _end_quote(self, _: Event) -> None:
        self._end_implicit()
        self.quotes -= 1

    def _start_list(self, event: Event) -> None:
        self._end_implicit()
        self.lists += 1
        if self.lists == _MAX_LEVEL + 1:
            self.drafts.note(NoteKind.TOO_DEEP, event.start, event.end)

    def _end_list(self, _: Event) -> None:
        self._end_implicit()
        self.lists -= 1

    def _start_item(self, event: Event) -> None:
        self._end_implicit()
        marker = _MARKER.match(self.source, event.start)
        end = min(marker.end(), event.end) if marker else event.start
        item = self._draft(BlockKind.LIST_ITEM, event.start, end, EMPTY)
        item.label = (marker["number"] or "") if marker else ""
        item.level = min(self.lists, _MAX_LEVEL)
        if self.lists > _MAX_LEVEL and item.parent is not None:
            item.parent = item.parent.parent
        self._hold(item)

    def _hold(self, item: Draft) -> None:
        if self.html.is_hidden:
            item.kind = BlockKind.HIDDEN
        self.drafts.blocks.append(item)
        self.holders.append(item)

    def _end_holder(self, _: Event) -> None:
        self._end_implicit()
        self.holders.pop()

    def _start_footnote(self, event: Event) -> None:
        self._end_implicit()
        marker = _FOOTNOTE_MARKER.match(self.source, event.start)
        end = min(marker.end(), event.end) if marker else event.start
        footnote = self._draft(BlockKind.FOOTNOTE, event.start, end, EMPTY)
        footnote.label = event.text
        self._hold(footnote)

    def _start_code(self, event: Event) -> None:
        self._end_implicit()
        self.leaf = event
        self.code = TextBuilder(self.source)

    def _code_text(self, event: Event) -> None:
        if self.code is not None:
            self.code.align(event.text, event.start, event.end)

    def _end_code(self, event: Event) -> None:
        builder, leaf = self.code, self.leaf
        self.code = self.leaf = None
        if builder is None or leaf is None:
            return
        text = _without_last_break(builder.build())
        start, end = self._stripped(event.start, event.end)
        if text.plain:
            end = max(end, text.span(0, len(text.plain)).end)
        draft = self._draft(BlockKind.CODE, start, end, text)
        draft.label = leaf.text.split()[0] if leaf.text.split() else ""
        if draft.label.lower() in _MATH_FENCES:
            draft.kind = BlockKind.MATH
        if leaf.variant == "Fenced" and not _is_closed(self.source[start:end]):
            self.drafts.note(NoteKind.UNCLOSED_FENCE, start, end)
        self.drafts.blocks.append(draft)

    def _start_html(self, _: Event) -> None:
        self._end_implicit()
        self.markup = []

    def _html_line(self, event: Event) -> None:
        self.markup.append((event.start, event.end))

    def _end_html(self, event: Event) -> None:
        if not self.markup:
            return
        start, end = self.markup[0][0], max(self.markup[-1][1], event.end)
        parent = self.holders[-1] if self.holders else None
        markup = _without_quote_marks(self.source, self.markup)
        self.html.feed(markup, start, end, parent=parent, is_quoted=self.quotes > 0)
        self.html.end_piece(end)

    def _rule(self, event: Event) -> None:
        self._end_implicit()
        start, end = self._stripped(event.start, event.end)
        self.drafts.blocks.append(self._draft(BlockKind.RULE, start, end, None))

    def _start_table(self, event: Event) -> None:
        self._end_implicit()
        self.table = TableReader(self.source, self.shielded, self.drafts, event)

    def _row(self, event: Event) -> None:
        if self.table is not None:
            self.table.row(event)

    def _start_cell(self, event: Event) -> None:
        if self.table is not None:
            self.table.start_cell(event)

    def _end_cell(self, event: Event) -> None:
        if self.table is not None:
            self.table.end_cell(event)

    def _end_table(self, event: Event) -> None:
        if self.table is None:
            return
        holder = self._draft(BlockKind.TABLE, event.start, event.end, None)
        found = self.table.finish(holder.parent, is_quoted=self.quotes > 0)
        self.table = None
        for block in found:
            _, block.end = self._stripped(block.start, block.end)
        self.drafts.blocks += found


def _is_displayed(source: str, text: Text) -> bool:
    """Whether a paragraph is nothing but one displayed formula."""
    marks = [mark for mark in text.inlines if mark.kind is InlineKind.MATH]
    if len(marks) != 1 or not source.startswith(("$$", "\\["), marks[0].span.start):
        return False
    return is_covered(text, InlineKind.MATH)


def _without_last_break(text: Text) -> Text:
    return cut(text, 0, len(text.plain.rstrip("\r\n")))


def _is_closed(block: str) -> bool:
    """Whether a fenced block ends with a fence as long as the one that opens it."""
    opening = _FENCE.match(block)
    lines = block.splitlines()
    if opening is None or len(lines) < 2:
        return False
    last = lines[-1].lstrip(" \t>").rstrip()
    return len(last) >= len(opening[0]) and not last.strip(opening[0][0])


def _without_quote_marks(source: str, lines: list[tuple[int, int]]) -> str:
    """The source with spaces for the quote marks between the lines of a piece of HTML."""
    parts = []
    at = 0
    for (_, end), (start, _) in pairwise(lines):
        if source[end:start].strip():
            parts += [source[at:end], " " * (start - end)]
            at = start
    return "".join([*parts, source[at:]]) if parts else source


_HANDLERS: dict[str, Callable[[_BlockReader, Event], None]] = {
    "+Paragraph": _BlockReader._open_leaf,
    "-Paragraph": _BlockReader._end_leaf,
    "+Heading": _BlockReader._open_leaf,
    "-Heading": _BlockReader._end_leaf,
    "+BlockQuote": _BlockReader._start_quote,
    "-BlockQuote": _BlockReader._end_quote,
    "+List": _BlockReader._start_list,
    "-List": _BlockReader._end_list,
    "+Item": _BlockReader._start_item,
    "-Item": _BlockReader._end_holder,
    "+FootnoteDefinition": _BlockReader._start_footnote,
    "-FootnoteDefinition": _BlockReader._end_holder,
    "+CodeBlock": _BlockReader._start_code,
    "Text": _BlockReader._code_text,
    "-CodeBlock": _BlockReader._end_code,
    "+HtmlBlock": _BlockReader._start_html,
    "Html": _BlockReader._html_line,
    "-HtmlBlock": _BlockReader._end_html,
    "Rule": _BlockReader._rule,
    "+Table": _BlockReader._start_table,
    "+TableHead": _BlockReader._row,
    "+TableRow": _BlockReader._row,
    "+TableCell": _BlockReader._start_cell,
    "-TableCell": _BlockReader._end_cell,
    "-Table": _BlockReader._end_table,
}
