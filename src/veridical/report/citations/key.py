"""Keys in brackets: ``[doc-1]``, ``[E1, E3]``, ``[web:3]``, ``[smith2020]``.

A key is a citation if some reference carries it, if references carry keys of the same prefix
(``[E9]`` beside a known ``E1``), or if its prefix says that it names a source (``doc``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.known import label_prefix
from veridical.report.citations.mark import Label, Mark, Style
from veridical.report.citations.passage import Passage

NAME = "key"

_BRACKET = re.compile(r"[\[［【]([^\[\]［］【】\n]{1,200})[\]］】]")
_BETWEEN = re.compile(r"\s*[,;，；、|]\s*")
_KEYED = re.compile(
    r"(?:doc|docs|document|source|src|ref|evidence|web|passage|chunk|snippet|result|search|page"
    r"|paper|article|citation|context|kb|item|url|文档|文件|资料|文献|证据|来源|网页)"
    r"[-_: #.]?[A-Za-z]?\d{1,6}",
    re.I,
)


def find(passage: Passage) -> Iterator[Mark]:
    """All brackets that list nothing but keys and numbers, at least one key among them."""
    for found in _BRACKET.finditer(passage.plain):
        items = list(_items(passage.plain, *found.span(1)))
        names = [passage.plain[start:end] for start, end in items]
        is_list = all(_is_key(passage, name) for name in names)
        if is_list and not all(name.isdecimal() for name in names):
            labels = tuple(
                Label(name, passage.span(*item)) for name, item in zip(names, items, strict=True)
            )
            yield Mark(NAME, *found.span(), passage.span(*found.span()), labels)


def _items(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for between in _BETWEEN.finditer(plain, start, end):
        yield at, between.start()
        at = between.end()
    yield _stripped(plain, at, end)


def _stripped(plain: str, start: int, end: int) -> tuple[int, int]:
    piece = plain[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _is_key(passage: Passage, name: str) -> bool:
    if not name.strip():
        return False
    if passage.known.has(name) or _KEYED.fullmatch(name):
        return True
    is_numbered = name[-1:].isdecimal() and " " not in name and not name.isdecimal()
    return is_numbered and label_prefix(name) in passage.known.prefixes


STYLE = Style(NAME, find, hints=("[", "［", "【"))
