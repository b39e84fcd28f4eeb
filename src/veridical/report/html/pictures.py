"""``<svg>`` → a figure whose alternative text is what is written in the drawing."""

from __future__ import annotations

from html import unescape

from veridical.report.draft import FigureDraft
from veridical.report.html.tokenizer import Token, TokenKind, content_of
from veridical.report.model import FigureKind

_WRITTEN = frozenset(["text", "tspan", "textpath", "title", "desc"])


class DrawingReader:
    """One inline SVG, while its tokens come."""

    def __init__(self, source: str, tag: Token) -> None:
        self._source = source
        self._start = tag.start
        self._depth = 1
        self._open: list[str] = []
        self._labels: list[str] = []
        self._title: list[str] = []

    def read(self, token: Token) -> bool:
        """Read a token; whether the drawing goes on after it."""
        if token.kind is TokenKind.START:
            self._start_tag(token)
        elif token.kind is TokenKind.END:
            self._end_tag(token)
        elif token.kind in (TokenKind.TEXT, TokenKind.CDATA) and self._open:
            self._text(token)
        return self._depth > 0

    def finish(self, end: int) -> FigureDraft:
        """The figure."""
        written = self._source[self._start : end].rstrip()
        figure = FigureDraft(FigureKind.SVG, self._start, self._start + len(written))
        figure.alt = " ".join(" ".join(self._labels).split())
        figure.title = " ".join(" ".join(self._title).split())
        return figure

    def _start_tag(self, tag: Token) -> None:
        if tag.name == "svg" and not tag.is_void:
            self._depth += 1
        elif tag.name in _WRITTEN and not tag.is_void:
            self._open.append(tag.name)

    def _end_tag(self, tag: Token) -> None:
        if tag.name == "svg":
            self._depth -= 1
        elif self._open and tag.name in _WRITTEN:
            self._open.pop()

    def _text(self, token: Token) -> None:
        start, end = token.start, token.end
        if token.kind is TokenKind.CDATA:
            start, end = content_of(self._source, token)
        into = self._title if self._open[-1] == "title" else self._labels
        into.append(unescape(self._source[start:end]))
