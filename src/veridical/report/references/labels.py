"""How entries of a reference list begin: ``[1]``, ``1.``, ``1)``, ``【1】``, ``[doc-1]``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from veridical.report.model import InlineKind, Text

_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_VALUES = str.maketrans(_DIGITS, "0123456789")
_LINE_NUMBER = r"(?:\d{1,4}\s{1,4}(?=[\[［【]))?"
_BRACKET = re.compile(
    rf"\s*{_LINE_NUMBER}[\[［【〔]{{1,2}}\s?(\^?[^\s\[\]［］【】〔〕][^\[\]［］【】〔〕\n]{{0,38}}?)\s?[\]］】〕]{{1,2}}"
    r"\s*[:：.]?\s*(?!\()"
)
_NUMBER = re.compile(r"\s*(\d{1,3})\s?(?:[.．](?!\d)|[)）、])\s*(?=\S)")
_PARENTHESES = re.compile(r"\s*[(（](\d{1,3})[)）]\s*(?=\S)")
_RAISED = re.compile(rf"\s*([{_DIGITS}]{{1,3}})\s*(?=\S)")
_CARET = re.compile(r"\s*\^(\d{1,3})\^?\s*(?=\S)")
_BEFORE_ADDRESS = re.compile(r"\s*(\d{1,3})\s?[:：]?\s+(?=https?://)")
_NAMED = re.compile(r"\s*((?:source|doc|ref|来源|文献|资料)\s?\d{1,3})\s?[:：.]\s*(?=\S)", re.I)
_KEY = re.compile(r"\s*(?:\\bibitem\{([^{}\n]{1,60})\}|@([A-Za-z][\w:-]{1,60})\s?[:：])\s*")
_UNREADABLE_LABEL = re.compile(
    r"[xX ✓✔]|\.{2,}|…|https?:.*|sic|pdf|online|j|m|eb/ol|c|d|n|r|s", re.I
)
_NUMERIC = re.compile(r"\s*[\[［【(（]*\s*(\d{1,4}|[A-Za-z]{1,10}[-_]?\d{1,4})\s*[\]］】)）]*\s*")
_PLAIN_FORMS = (
    _NUMBER, _PARENTHESES, _RAISED, _CARET, _BEFORE_ADDRESS, _NAMED, _KEY,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EntryLabel:
    """The label at the head of an entry.

    Attributes:
        text: the label itself, without brackets and stops.
        end: one past it in the plain text: where the entry's words begin.
        is_bracketed: whether it stands in brackets, which prose seldom begins with.
    """

    text: str
    end: int
    is_bracketed: bool


def entry_label(text: Text, start: int, end: int) -> EntryLabel | None:
    """The label that ``plain[start:end]`` begins with, if it begins with one."""
    linked = _linked_label(text, start, end)
    if linked is not None:
        return linked
    found = _BRACKET.match(text.plain, start, end)
    if found is not None and _is_label(found[1]):
        return EntryLabel(found[1].lstrip("^@").strip(), found.end(), True)
    for form in _PLAIN_FORMS:
        found = form.match(text.plain, start, end)
        if found is not None:
            label = found[found.lastindex or 1].translate(_VALUES)
            return EntryLabel(label, found.end(), form in (_RAISED, _NAMED, _KEY))
    return None


def _is_label(written: str) -> bool:
    """Whether bracketed words can be a label: one word, or words with a number among them."""
    is_short = not any(c.isspace() for c in written) or any(c.isdecimal() for c in written)
    return is_short and not _UNREADABLE_LABEL.fullmatch(written)


def _linked_label(text: Text, start: int, end: int) -> EntryLabel | None:
    """A number that is itself a link to the source or back to the text, or that is raised."""
    lead = start + len(text.plain[start:end]) - len(text.plain[start:end].lstrip(" -*•[(【"))
    for inline in text.inlines:
        if inline.start > lead:
            return None
        is_label = inline.kind in (InlineKind.LINK, InlineKind.SUPERSCRIPT) and not inline.is_bare
        if is_label and start <= inline.start < inline.end <= end:
            found = _NUMERIC.fullmatch(text.plain, inline.start, inline.end)
            if found is not None:
                return EntryLabel(found[1], _past_closing(text.plain, inline.end, end), True)
    return None


def _past_closing(plain: str, at: int, end: int) -> int:
    rest = plain[at:end]
    return at + len(rest) - len(rest.lstrip("])】） .:："))
