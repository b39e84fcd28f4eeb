"""Marks that were meant to cite and cannot be read: reasoning inside, a bracket left open.

``[site.example/4? wait, skip this]``, ``[t](https://a.example/x and more)``, ``[3``, ``[1,]``,
``[cite: ]``, ``[?]``. They are reported with their text; nothing is fetched for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.mark import Label, Mark, MarkState, Style
from veridical.report.citations.passage import Passage

NAME = "malformed"

_HOST = (
    r"(?:https?://[^\s\[\]]{1,300}"
    r"|(?:www\.)?(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,12}/[^\s\[\]]{0,300})"
)
_CONTENT = re.compile(r"[\[【［]([^\[\]【】［］\n]{3,400})[\]】］](?!\()")
_THOUGHT = re.compile(
    r"\b(?:wait|skip|hmm+|actually|let me|not sure|i should|i need to|should i|check this|oops)\b"
    r"|等等|不对|跳过|再想",
    re.I,
)
_ADDRESS = re.compile(_HOST)
_REMARK = re.compile(
    rf"{_HOST}[,;]?\s\(?(?:accessed|retrieved|visited|last\s|访问|{_HOST})[^?]*", re.I
)
_TITLED = re.compile(r"https?://[^\s?]{1,300}(?:\?[^\s?]{1,200})?\s[^?]{1,300}")
_BROKEN_LINK = re.compile(
    rf"\[([^\[\]\n]{{0,200}})\]\(\s?({_HOST}[^()\n]{{0,400}})(?:\)|(?=\n|\Z))", re.I
)
_UNCLOSED = re.compile(
    r"\[([1-9]\d{0,2})(?=[\s.。,，;；)}]|\Z)(?!\s?[,;-]\s?\d)(?![^\[\]\n]{0,60}\])"
)
_UNREADABLE = re.compile(
    r"\[(\s?[,;]\s?\d{1,3}(?:\s?,\s?\d{1,3}){0,9}|\d{1,3}(?:\s?,\s?\d{1,3}){0,9}\s?[,;]\s?|\?{1,3}"
    r"|(?:cite|citation|ref|source)\s?[:：]\s?|\^)\]",
    re.I,
)


def find(passage: Passage) -> Iterator[Mark]:
    """All marks that were meant to cite and name nothing readable."""
    for found in _CONTENT.finditer(passage.plain):
        if _is_leaked(found[1]):
            yield _mark(passage, found, found.span(1))
    for found in _BROKEN_LINK.finditer(passage.plain):
        yield _mark(passage, found, found.span(2))
    for pattern in (_UNREADABLE, _UNCLOSED):
        for found in pattern.finditer(passage.plain):
            yield _mark(passage, found, found.span(1))


def _is_leaked(content: str) -> bool:
    """Whether thoughts follow an address; a title or a date there is a way to cite."""
    address = _ADDRESS.search(content)
    if address is None or address.span() == (0, len(content.strip())):
        return False
    if _THOUGHT.search(content):
        return True
    starts = address.start() == 0 and " " in content.strip()
    return starts and not (_REMARK.fullmatch(content) or _TITLED.fullmatch(content))


def _mark(passage: Passage, found: re.Match[str], label: tuple[int, int]) -> Mark:
    content = Label(passage.text.plain[label[0] : label[1]].strip(), passage.span(*label))
    span = passage.span(*found.span())
    return Mark(NAME, *found.span(), span, (content,), MarkState.MALFORMED)


STYLE = Style(NAME, find, hints=("[", "［", "【"))
