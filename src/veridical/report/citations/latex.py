r"""LaTeX commands: ``\cite{a,b}``, ``\citep[p. 3]{a}``, ``\textcite{a}``, ``\footcite{a}``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.mark import Label, Mark, Style
from veridical.report.citations.passage import Passage

NAME = "latex"

_COMMAND = re.compile(
    r"~?\\{1,2}(no|text|paren|auto|foot|super|full|smart)?[cC]ite(?:[a-zA-Z]{0,12})\*?"
    r"(?:\[[^\[\]\n]{0,80}\]){0,2}\{([^{}\n]{1,300})\}"
)
_KEY = re.compile(r"[^,\s]+(?:\s+[^,\s]+)*")
_TEXTUAL = re.compile(r"\\{1,2}(?:textcite|[cC]itet|[cC]iteauthor)")


def find(passage: Passage) -> Iterator[Mark]:
    """All cite commands, one label a key."""
    for found in _COMMAND.finditer(passage.plain):
        labels = tuple(
            Label(key[0], passage.span(*key.span()))
            for key in _KEY.finditer(passage.plain, *found.span(2))
        )
        if labels:
            span = passage.span(*found.span())
            is_word = bool(_TEXTUAL.search(found[0]))
            yield Mark(NAME, *found.span(), span, labels, is_word=is_word)


STYLE = Style(NAME, find, hints=("\\",))
