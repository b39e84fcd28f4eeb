"""Link reference definitions, which the library takes out of the text without a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.draft import Draft
from veridical.report.model import BlockKind, Inline, InlineKind, Span
from veridical.report.running_text import TextBuilder

_DEFINITION = re.compile(
    r"\[(?P<label>(?:[^\[\]\\]|\\.){1,999})\]:\s{0,40}"
    r"(?P<entry>(?:<(?P<angled>[^<>\n]*)>|(?P<bare>[^\s<]\S*))"
    r"(?:[ \t]*\n?[ \t>]*(?P<title>\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\))[ \t]*(?=\r?\n|\Z))?)"
)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def definitions_in(source: str, start: int, end: int) -> Iterator[Draft]:
    """The definitions in a gap between blocks: label, address, and title as text."""
    if source.find("]:", start, end) < 0:
        return
    for found in _DEFINITION.finditer(source, start, end):
        target = found["bare"] if found["angled"] is None else found["angled"]
        builder = TextBuilder(source)
        builder.copy(*found.span("entry"))
        title = (found["title"] or "")[1:-1]
        group = "bare" if found["angled"] is None else "angled"
        entry = found.start("entry")
        place = Span(*found.span(group))
        target = _ESCAPED.sub(r"\1", target)
        builder.mark(
            Inline(
                InlineKind.LINK, place.start - entry, place.end - entry, place, target, title, True
            )
        )
        draft = Draft(BlockKind.DEFINITION, found.start(), found.end("entry"), builder.build())
        draft.label = " ".join(_ESCAPED.sub(r"\1", found["label"]).split())
        draft.target = target
        yield draft
