"""Tags inside running text: what they mark, what they show, what they hide.

Used for HTML as well as for the raw tags inside Markdown, whose text is appended by others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from veridical.report.draft import Drafts, FigureDraft
from veridical.report.figures import picture
from veridical.report.html.tokenizer import Token, TokenKind
from veridical.report.html.visibility import has_background, is_hidden, is_unseen_name
from veridical.report.model import FigureKind, Inline, InlineKind, NoteKind, Span
from veridical.report.running_text import TextBuilder

_MARKS = {
    "a": InlineKind.LINK,
    "b": InlineKind.STRONG,
    "strong": InlineKind.STRONG,
    "em": InlineKind.EMPHASIS,
    "i": InlineKind.EMPHASIS,
    "cite": InlineKind.EMPHASIS,
    "code": InlineKind.CODE,
    "kbd": InlineKind.CODE,
    "samp": InlineKind.CODE,
    "tt": InlineKind.CODE,
    "sup": InlineKind.SUPERSCRIPT,
    "math": InlineKind.MATH,
}
_SILENT_NAMES = "span font u s small big abbr time mark del ins bdi bdo wbr"
_SILENT = frozenset(_SILENT_NAMES.split())
_SCRIPTS = frozenset(["script", "style"])
_MAX_OPEN = 100


@dataclass(slots=True)
class _Open:
    tag: Token
    plain: int
    kind: InlineKind | None
    hides: bool
    is_on_color: bool
    has_hidden_text: bool = False


class InlineTags:
    """The tags of one piece of running text, while it is being built.

    Attributes:
        figures: the pictures met, in order.
        anchors: the ids that elements without text of their own carry.
        hidden: the places whose text the reader does not see.
    """

    def __init__(self, builder: TextBuilder, drafts: Drafts, *, is_on_color: bool = False) -> None:
        self._builder = builder
        self._drafts = drafts
        self._open: list[_Open] = []
        self._names = Counter[str]()
        self._ignored = Counter[str]()
        self._hiding = 0
        self._is_on_color = is_on_color
        self.figures: list[FigureDraft] = []
        self.anchors: list[str] = []
        self.hidden: list[Span] = []

    @property
    def is_hidden(self) -> bool:
        """Whether text that comes now must not be appended."""
        return self._hiding > 0

    def saw_hidden_text(self) -> None:
        """Say that text came while it is hidden."""
        opened = next((each for each in self._open if each.hides), None)
        if opened is not None:
            opened.has_hidden_text = True

    def reopen(self, tags: list[Token], at: int) -> None:
        """Begin with start tags that stand before the text and still hold in it."""
        for tag in tags:
            self._push(tag._replace(start=at, end=at), is_new=False)

    def start(self, tag: Token) -> None:
        """Read a start tag."""
        self._note_anchor(tag)
        if tag.name == "br":
            self._break(tag)
        elif tag.name == "img":
            self._image(tag)
        elif tag.is_void:
            self._tag(tag)
        else:
            self._push(tag)

    def end(self, tag: Token) -> None:
        """Read an end tag; one that ends nothing shows nothing."""
        if self._ignored[tag.name]:
            self._ignored[tag.name] -= 1
            return
        if not self._names[tag.name]:
            self._tag(tag)
            return
        while self._pop(tag.end if self._open[-1].tag.name == tag.name else tag.start) != tag.name:
            pass

    def comment(self, token: Token) -> None:
        """Read a comment, which shows nothing."""
        self._tag(token)
        self.hidden.append(Span(token.start, token.end))

    def picture(self, figure: FigureDraft) -> None:
        """Add a picture where the text has got to; of a placeholder the target is itself."""
        if self.is_hidden:
            return
        self.figures.append(figure)
        target = figure.target if figure.number is None else f"|image{figure.number}|"
        at = self._builder.length
        span = Span(figure.start, figure.end)
        self._builder.mark(Inline(InlineKind.IMAGE, at, at, span, target, figure.title))

    def close(self, end: int) -> list[Token]:
        """End all that is open, and give the start tags to open again elsewhere."""
        again = [each.tag for each in self._open]
        while self._open:
            self._pop(end)
        return again

    def _note_anchor(self, tag: Token) -> None:
        anchor = tag.get("id") or (tag.get("name") if tag.name == "a" else None)
        if anchor:
            self.anchors.append(anchor)

    def _break(self, tag: Token) -> None:
        if self.is_hidden:
            return
        at = self._builder.length
        self._builder.put("\n", tag.start, tag.end)
        self._builder.mark(Inline(InlineKind.BREAK, at, at + 1, Span(tag.start, tag.end)))

    def _image(self, tag: Token) -> None:
        target, size = picture(tag.get("src") or tag.get("data-src") or "")
        if size is not None:
            self._drafts.note(NoteKind.INLINE_IMAGE, tag.start, tag.end, f"{size} bytes")
        figure = FigureDraft(FigureKind.IMAGE, tag.start, tag.end, target=target, size=size)
        figure.alt = (tag.get("alt") or "").strip()
        figure.title = (tag.get("title") or "").strip()
        self.picture(figure)

    def _tag(self, token: Token) -> None:
        if token.name not in _SILENT:
            self._point(token.start, token.end)

    def _point(self, start: int, end: int) -> None:
        at = self._builder.length
        self._builder.mark(Inline(InlineKind.TAG, at, at, Span(start, end)))

    def _push(self, tag: Token, *, is_new: bool = True) -> None:
        hides = self._hides(tag)
        # Deep nesting is flattened; what hides is kept, once.
        if len(self._open) >= _MAX_OPEN and not (hides and not self._hiding):
            if not self._ignored:
                self._drafts.note(NoteKind.TOO_DEEP, tag.start, tag.end)
            self._ignored[tag.name] += 1
            return
        kind = _MARKS.get(tag.name)
        if kind is InlineKind.LINK and tag.get("href") is None:
            kind = None
        if kind is None and is_new:
            self._tag(tag)
        is_on_color = self._on_color() or has_background(tag)
        self._open.append(_Open(tag, self._builder.length, kind, hides, is_on_color))
        self._names[tag.name] += 1
        self._hiding += hides

    def _hides(self, tag: Token) -> bool:
        if tag.name in _SCRIPTS or is_unseen_name(tag.name):
            return True
        return is_hidden(tag, is_on_color=self._on_color())

    def _on_color(self) -> bool:
        return self._open[-1].is_on_color if self._open else self._is_on_color

    def _pop(self, end: int) -> str:
        opened = self._open.pop()
        self._names[opened.tag.name] -= 1
        self._hiding -= opened.hides
        span = Span(opened.tag.start, end)
        if opened.hides:
            self._note_hidden(opened, span)
        elif opened.kind is not None:
            self._mark(opened, span)
        return opened.tag.name

    def _note_hidden(self, opened: _Open, span: Span) -> None:
        self.hidden.append(span)
        self._point(span.start, span.end)
        is_trick = opened.tag.name not in _SCRIPTS and not is_unseen_name(opened.tag.name)
        if is_trick and opened.has_hidden_text:
            self._drafts.note(NoteKind.HIDDEN_TEXT, span.start, span.end)

    def _mark(self, opened: _Open, span: Span) -> None:
        if opened.kind is None:
            return
        tag = opened.tag
        is_link = opened.kind is InlineKind.LINK
        target = (tag.get("href") or "").strip() if is_link else ""
        title = (tag.get("title") or "").strip() if is_link else ""
        end = self._builder.length
        self._builder.mark(Inline(opened.kind, opened.plain, end, span, target, title))


def has_words(source: str, token: Token) -> bool:
    """Whether a comment says something."""
    if token.kind is not TokenKind.COMMENT:
        return False
    return any(character.isalnum() for character in source[token.start + 4 : token.end - 3])
