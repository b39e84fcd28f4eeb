"""Running text in HTML: white space folded, entities decoded, placeholders found."""

from __future__ import annotations

import re

from veridical.report.draft import Drafts, FigureDraft
from veridical.report.figures import PLACEHOLDER, placeholder
from veridical.report.html.entities import references
from veridical.report.html.inline import InlineTags
from veridical.report.html.tokenizer import Token
from veridical.report.model import Text
from veridical.report.running_text import TextBuilder, cut, trim

_SPACE = re.compile(r"[ \t\r\n\f]+")


class Passage:
    """One leaf or cell, while its tokens come."""

    def __init__(
        self,
        source: str,
        drafts: Drafts,
        *,
        is_on_color: bool = False,
        is_preformatted: bool = False,
    ) -> None:
        self._source = source
        self._builder = TextBuilder(source)
        self._is_preformatted = is_preformatted
        self.tags = InlineTags(self._builder, drafts, is_on_color=is_on_color)
        self.has_words = False

    @property
    def figures(self) -> list[FigureDraft]:
        """The pictures met so far."""
        return self.tags.figures

    @property
    def is_empty(self) -> bool:
        """Whether it shows nothing so far."""
        return not self.has_words and not self.figures

    def text(self, start: int, end: int) -> None:
        """Read characters of the source."""
        if self.tags.is_hidden:
            if self._source[start:end].strip():
                self.tags.saw_hidden_text()
            return
        at = start
        for found in PLACEHOLDER.finditer(self._source, start, end):
            self._words(at, found.start())
            self.tags.picture(placeholder(found, *found.span()))
            at = found.end()
        self._words(at, end)

    def separate(self, start: int, end: int) -> None:
        """A block begins or ends inside a cell: a new line, but for an empty one."""
        if self.has_words and not self._builder.ends_in_break() and not self.tags.is_hidden:
            self._builder.put("\n", start, end)

    def finish(self, end: int) -> tuple[Text, list[Token]]:
        """The text, and the tags that were still open."""
        again = self.tags.close(end)
        text = self._builder.build()
        if self._is_preformatted:
            return _without_outer_breaks(text), again
        return trim(text, keep_breaks=bool(self.figures)), again

    def _words(self, start: int, end: int) -> None:
        at = start
        for characters, first, last in references(self._source, start, end):
            self._copy(at, first)
            self._builder.put(characters, first, last)
            self.has_words = self.has_words or not characters.isspace()
            at = last
        self._copy(at, end)

    def _copy(self, start: int, end: int) -> None:
        if start >= end:
            return
        if self._is_preformatted:
            self._builder.copy(start, end)
            self.has_words = True
            return
        at = start
        for space in _SPACE.finditer(self._source, start, end):
            self._builder.copy(at, space.start())
            if not self._builder.ends_in_space():
                self._builder.put(" ", *space.span())
            at = space.end()
        self._builder.copy(at, end)
        self.has_words = self.has_words or self._builder.length > 0


def _without_outer_breaks(text: Text) -> Text:
    plain = text.plain
    start = len(plain) - len(plain.lstrip("\r\n"))
    return cut(text, start, max(start, len(plain.rstrip())))
