"""Bytes → text: which encoding a report is in, and which of its bytes are in none.

Any bytes give a text. All later offsets count the code points of that text.
"""

from __future__ import annotations

import codecs
import re

from veridical.report.model import Note, NoteKind, Span

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"<meta[^>]{0,200}charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([A-Za-z0-9_:.-]{1,40})"
    rb"|<\?xml[^>]{0,200}encoding\s{0,9}=\s{0,9}[\"']([A-Za-z0-9_:.-]{1,40})",
    re.IGNORECASE,
)
_DECLARATION_WITHIN = 4096
# Browsers read the older names as the newer, wider encodings.
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "iso8859-1": "cp1252", "ascii": "cp1252"}
_KNOWN = re.compile(
    r"(?:gb18030|big5(?:hkscs)?|shift_jis|cp932|euc_(?:jp|kr)|cp949|iso8859-\d{1,2}|cp125\d"
    r"|koi8-[ru]|cp866|tis-620|cp874|mac-roman|utf-16(?:-[lb]e)?)\Z"
)
_REPLACED = re.compile("[\udc80-\udcff\ufffd]+")
_ESCAPED = re.compile("[\udc80-\udcff]")
_REPLACEMENT = "\ufffd"


def decode(data: bytes) -> tuple[str, tuple[Note, ...]]:
    """Decode a report.

    A byte order mark decides; then UTF-8, if the bytes are valid; then the encoding that
    the document declares; then GB18030, if more of the bytes are valid in it.

    Args:
        data: the bytes of a file.

    Returns:
        The text without byte order mark, U+FFFD for each byte that means nothing, and a
        note on each stretch of such bytes.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _replaced(data[len(mark) :], encoding)
    wide = _wide(data)
    if wide:
        return _replaced(data, wide)
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        return _replaced(data, _declared(data) or _likelier(data))


def _wide(data: bytes) -> str:
    """UTF-16 without a mark: every other byte of Latin text is zero."""
    half = len(data) // 2
    if half < 2 or len(data) % 2:
        return ""
    even, odd = data[::2].count(0), data[1::2].count(0)
    if odd * 3 > half and even * 10 < odd:
        return "utf-16-le"
    return "utf-16-be" if even * 3 > half and odd * 10 < even else ""


def _declared(data: bytes) -> str:
    found = _DECLARED.search(data, 0, _DECLARATION_WITHIN)
    if found is None:
        return ""
    try:
        name = codecs.lookup((found[1] or found[2]).decode("ascii")).name
    except LookupError:
        return ""
    name = _WIDER.get(name, name)
    # A declaration that can be read as bytes cannot be in a two-byte encoding.
    return name if _KNOWN.match(name) and not name.startswith("utf-16") else ""


def _likelier(data: bytes) -> str:
    """UTF-8 with some broken bytes, or GB18030."""
    text = data.decode("utf-8", "surrogateescape")
    broken = len(_ESCAPED.findall(text))
    foreign = sum(1 for character in text if character >= "\x80") - broken
    if foreign >= broken:
        return "utf-8"
    chinese = data.decode("gb18030", "replace")
    return "gb18030" if chinese.count(_REPLACEMENT) * 4 < broken else "utf-8"


def _replaced(data: bytes, encoding: str) -> tuple[str, tuple[Note, ...]]:
    # UTF-16 and UTF-32 have no single bytes that could be escaped.
    errors = "replace" if encoding.startswith(("utf-16", "utf-32")) else "surrogateescape"
    text = data.decode(encoding, errors)
    notes = tuple(
        Note(NoteKind.UNDECODABLE_BYTES, Span(*found.span()), f"{encoding}: {len(found[0])}")
        for found in _REPLACED.finditer(text)
        if errors == "replace" or _ESCAPED.search(found[0])
    )
    return _ESCAPED.sub(_REPLACEMENT, text) if notes else text, notes
