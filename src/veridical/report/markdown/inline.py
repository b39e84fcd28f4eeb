"""The events inside a paragraph, a heading or a cell → `Text`."""

from __future__ import annotations

from collections.abc import Callable

from veridical.report.draft import Drafts, FigureDraft
from veridical.report.figures import picture
from veridical.report.html.inline import InlineTags, has_words
from veridical.report.html.tokenizer import TokenKind, tokens
from veridical.report.markdown.events import Event
from veridical.report.markdown.shield import Piece, Shielded
from veridical.report.model import FigureKind, Inline, InlineKind, NoteKind, Span, Text
from veridical.report.running_text import TextBuilder, trim

_KINDS = {"Emphasis": InlineKind.EMPHASIS, "Strong": InlineKind.STRONG, "Link": InlineKind.LINK}
_MAX_OPEN = 100


class Passage:
    """One piece of running text, while its events come."""

    def __init__(self, source: str, shielded: Shielded, drafts: Drafts) -> None:
        self._source = source
        self._shielded = shielded
        self._drafts = drafts
        self._builder = TextBuilder(source)
        self._tags = InlineTags(self._builder, drafts)
        self._open: list[tuple[Event, int]] = []
        self._alt: list[str] = []
        self._images = 0
        self._formula = -1

    @property
    def figures(self) -> list[FigureDraft]:
        """The pictures met so far."""
        return self._tags.figures

    @property
    def anchor(self) -> str:
        """The id of an element without text, if there was one."""
        return self._tags.anchors[0] if self._tags.anchors else ""

    def read(self, event: Event) -> None:
        """Read one event."""
        if self._images and event.name not in ("+Image", "-Image"):
            self._read_alt(event)
            return
        handler = _HANDLERS.get(event.name)
        if handler is not None:
            handler(self, event)

    def finish(self, end: int) -> Text:
        """The text, without white space at its ends."""
        self._tags.close(end)
        return trim(self._builder.build(), keep_breaks=bool(self.figures))

    def _read_alt(self, event: Event) -> None:
        if event.name == "Text":
            self._alt.append(self._source[event.start : event.end])
        elif event.name == "Code":
            self._alt.append(event.text)
        elif event.name in ("SoftBreak", "HardBreak"):
            self._alt.append(" ")

    def _text(self, event: Event) -> None:
        if self._tags.is_hidden:
            self._tags.saw_hidden_text()
            return
        at = event.start
        shielded = self._shielded
        index = shielded.first(at) if shielded.pieces else 0
        while index < len(shielded.pieces) and shielded.pieces[index].start < event.end:
            piece = shielded.pieces[index]
            self._builder.copy(at, max(at, piece.start))
            self._piece(piece, max(at, piece.start), min(event.end, piece.end))
            at = max(at, min(event.end, piece.end))
            index += 1
        if at == event.start:
            self._copy(event)
        else:
            self._builder.copy(at, event.end)

    def _copy(self, event: Event) -> None:
        if self._shielded.text[event.start : event.end] == event.text:
            self._builder.copy(event.start, event.end)
        else:
            self._builder.put(event.text, event.start, event.end)

    def _piece(self, piece: Piece, start: int, end: int) -> None:
        if piece.formula is None:
            if end == piece.end:
                self._placeholder(piece)
            return
        fence = piece.formula.fence
        if self._formula < 0:
            self._formula = self._builder.length
        self._builder.copy(max(start, piece.start + fence), min(end, piece.end - fence))
        if end == piece.end:
            span = Span(piece.start, piece.end)
            mark = Inline(InlineKind.MATH, self._formula, self._builder.length, span)
            self._builder.mark(mark)
            self._formula = -1

    def _placeholder(self, piece: Piece) -> None:
        figure = FigureDraft(FigureKind.PLACEHOLDER, piece.start, piece.end, number=piece.number)
        self._tags.picture(figure)

    def _code(self, event: Event) -> None:
        if self._tags.is_hidden:
            self._tags.saw_hidden_text()
            return
        start, end = event.start, event.end
        while start < end and self._source[start] == "`":
            start += 1
        end -= start - event.start
        at = self._builder.length
        if not event.text.startswith(" ") and self._source[start : start + 1] in (" ", "\n", "\r"):
            start += 1
        self._builder.align(event.text, start, max(start, end))
        self._mark(InlineKind.CODE, at, event)

    def _mark(self, kind: InlineKind, at: int, event: Event) -> None:
        span = Span(event.start, event.end)
        self._builder.mark(Inline(kind, at, self._builder.length, span))

    def _line_break(self, event: Event) -> None:
        if self._tags.is_hidden:
            return
        at = self._builder.length
        self._builder.put("\n", event.start, event.end)
        if event.name == "HardBreak":
            self._mark(InlineKind.BREAK, at, event)

    def _html(self, event: Event) -> None:
        for token in tokens(self._source, event.start, event.end):
            if token.kind is TokenKind.START:
                self._tags.start(token)
            elif token.kind is TokenKind.END:
                self._tags.end(token)
            elif token.kind is TokenKind.COMMENT:
                self._tags.comment(token)
                if has_words(self._source, token):
                    self._drafts.note(NoteKind.HIDDEN_TEXT, token.start, token.end, "comment")

    def _footnote(self, event: Event) -> None:
        if self._tags.is_hidden:
            return
        at = self._builder.length
        self._builder.copy(event.start, event.end)
        span = Span(event.start, event.end)
        self._builder.mark(
            Inline(InlineKind.FOOTNOTE, at, self._builder.length, span, target=event.text)
        )

    def _task(self, event: Event) -> None:
        self._mark(InlineKind.TAG, self._builder.length, event)

    def _start(self, event: Event) -> None:
        self._open.append((event, self._builder.length))

    def _end(self, event: Event) -> None:
        opened, at = self._open.pop()
        if self._tags.is_hidden or len(self._open) > _MAX_OPEN:
            return
        kind = _KINDS[event.name[1:]]
        span = Span(event.start, event.end)
        target = f"mailto:{opened.text}" if opened.variant == "Email" else opened.text
        is_bare = opened.variant in ("Autolink", "Email")
        end = self._builder.length
        self._builder.mark(Inline(kind, at, end, span, target, opened.title, is_bare))

    def _struck(self, event: Event) -> None:
        # One tilde means "about" far more often than it strikes out.
        if self._tags.is_hidden or self._source.startswith("~~", event.start):
            return
        at = event.start if event.name[0] == "+" else event.end - 1
        self._builder.copy(at, at + 1)

    def _start_image(self, event: Event) -> None:
        self._images += 1
        self._open.append((event, self._builder.length))
        if self._images == 1:
            self._alt = []

    def _end_image(self, event: Event) -> None:
        opened, _ = self._open.pop()
        self._images -= 1
        if self._images:
            return
        target, size = picture(opened.text)
        if size is not None:
            self._drafts.note(NoteKind.INLINE_IMAGE, event.start, event.end, f"{size} bytes")
        alt = "".join(self._alt).strip()
        figure = FigureDraft(FigureKind.IMAGE, event.start, event.end, target=target, alt=alt)
        figure.title, figure.size = opened.title, size
        self._tags.picture(figure)


_HANDLERS: dict[str, Callable[[Passage, Event], None]] = {
    "Text": Passage._text,
    "Code": Passage._code,
    "SoftBreak": Passage._line_break,
    "HardBreak": Passage._line_break,
    "InlineHtml": Passage._html,
    "FootnoteReference": Passage._footnote,
    "TaskListMarker": Passage._task,
    "+Emphasis": Passage._start,
    "-Emphasis": Passage._end,
    "+Strong": Passage._start,
    "-Strong": Passage._end,
    "+Link": Passage._start,
    "-Link": Passage._end,
    "+Strikethrough": Passage._struck,
    "-Strikethrough": Passage._struck,
    "+Image": Passage._start_image,
    "-Image": Passage._end_image,
}
INLINE_EVENTS = frozenset(_HANDLERS)
