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
_KEY_LIKE = re.compile(r"\^?@?[A-Za-z][\w.:+-]{1,38}")
# Editors' marks, checkboxes, types of documents, and numbers of preprints in titles.
_UNREADABLE_LABEL = re.compile(
    r"\d{4}\.\d{4,5}(?:v\d)?|[xX ✓✔]|\.{2,}|…|https?:.*|sic|pdf|online|j|m|eb/ol|c|d|n|r|s", re.I
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


def entry_label(text: Text) -> EntryLabel | None:
    """The label that a line begins with, if it begins with one."""
    linked = _linked_label(text)
    if linked is not None:
        return linked
    found = _BRACKET.match(text.plain)
    if found is not None and _is_label(found[1]) and not _is_linked(text, found.start(1)):
        return EntryLabel(found[1].lstrip("^@").strip(), found.end(), True)
    for form in _PLAIN_FORMS:
        found = form.match(text.plain)
        if found is not None:
            label = found[found.lastindex or 1].translate(_VALUES)
            return EntryLabel(label, found.end(), form in (_RAISED, _NAMED, _KEY))
    return None


def _is_label(written: str) -> bool:
    """Whether bracketed words can be a label: a number, a key, or words with a number."""
    if _UNREADABLE_LABEL.fullmatch(written):
        return False
    return any(c.isdecimal() for c in written) or _KEY_LIKE.fullmatch(written) is not None


def _is_linked(text: Text, at: int) -> bool:
    """Whether the brackets stand in a link's words, as part of a title."""
    return any(i.kind is InlineKind.LINK and i.start <= at < i.end for i in text.inlines)


def _linked_label(text: Text) -> EntryLabel | None:
    """A number that is itself a link to the source or back to the text, or that is raised."""
    lead = len(text.plain) - len(text.plain.lstrip(" -*•[(【"))
    for inline in text.inlines:
        if inline.start > lead:
            return None
        is_label = inline.kind in (InlineKind.LINK, InlineKind.SUPERSCRIPT) and not inline.is_bare
        found = _NUMERIC.fullmatch(text.plain, inline.start, inline.end) if is_label else None
        if found is not None:
            return EntryLabel(found[1], _past_closing(text.plain, inline.end), True)
    return None


def _past_closing(plain: str, at: int) -> int:
    rest = plain[at:]
    return at + len(rest) - len(rest.lstrip("])】） .:："))
