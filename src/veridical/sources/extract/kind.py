"""What kind of document some bytes are: by their own signs first, then as the host says."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import PurePosixPath

_BEGIN = 1024
_HTML = re.compile(
    rb"\s*(?:<!--.{0,900}?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|script|div|p|h1|table|article)\b",
    re.IGNORECASE | re.DOTALL,
)
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"\0\0\1\0")
_OTHERS = (
    b"PK\3\4",
    b"\x1f\x8b",
    b"7z\xbc\xaf",
    b"Rar!",
    b"\x7fELF",
    b"MZ",
    b"OggS",
    b"ID3",
    b"fLaC",
)
_TEXTS = frozenset(
    [
        "application/json",
        "application/ld+json",
        "application/xml",
        "application/rss+xml",
        "application/atom+xml",
        "application/javascript",
        "application/x-javascript",
        "application/yaml",
        "application/x-tex",
        "application/x-bibtex",
        "application/csv",
        "application/x-ndjson",
    ]
)
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_UNTOLD = frozenset({"", "application/octet-stream", "binary/octet-stream", "unknown/unknown"})
INCOMPLETE = frozenset({".crdownload", ".part", ".partial", ".download"})


class Kind(StrEnum):
    """What can be read, by its media type; OTHER cannot."""

    HTML = "text/html"
    PDF = "application/pdf"
    DOCX = _WORD
    TEXT = "text/plain"
    MARKDOWN = "text/markdown"
    OTHER = ""


def kind_of(body: bytes, told: str, name: str) -> Kind:
    """What some bytes are.

    Args:
        body: all of them.
        told: the media type that came with them, without parameters; "" = none did.
        name: of the file or the path; its suffix decides where nothing else does.
    """
    begin = body[:_BEGIN].removeprefix(b"\xef\xbb\xbf")
    if b"%PDF-" in begin:
        return Kind.PDF
    suffix = PurePosixPath(name.lower()).suffix
    if begin.startswith(b"PK\3\4"):
        is_word = told == _WORD or suffix == ".docx" or b"word/" in body
        return Kind.DOCX if is_word and b"[Content_Types].xml" in body else Kind.OTHER
    if begin.startswith(_PICTURES) or begin.startswith(_OTHERS) or begin[4:8] == b"ftyp":
        return Kind.OTHER
    return _by_words(begin, told, suffix)


def _by_words(begin: bytes, told: str, suffix: str) -> Kind:
    if told in ("text/html", "application/xhtml+xml") or _HTML.match(begin.replace(b"\0", b"")):
        return Kind.HTML
    if told == "text/markdown" or suffix in (".md", ".markdown"):
        return Kind.MARKDOWN
    if told in _TEXTS or told.startswith("text/") or told.endswith(("+json", "+xml")):
        return Kind.TEXT
    is_told = told not in _UNTOLD
    return Kind.OTHER if is_told or _is_binary(begin) else Kind.TEXT


def _is_binary(begin: bytes) -> bool:
    """Whether bytes hold what no text holds; UTF-16 has zeros, but in every other place."""
    controls = sum(1 for byte in begin if byte < 9 or 13 < byte < 27 or 27 < byte < 32)
    zeros = max(begin[::2].count(0), begin[1::2].count(0))
    return (controls - zeros) * 50 > len(begin) or (
        zeros * 20 > len(begin) and zeros * 5 < len(begin)
    )


def is_unfinished(name: str) -> bool:
    """Whether a name is that of a download that has not ended."""
    return PurePosixPath(name.lower()).suffix in INCOMPLETE


def told_by(name: str) -> str:
    """The media type that a file's name promises; "" where it promises none."""
    suffix = PurePosixPath(name.lower()).suffix
    return {".pdf": Kind.PDF, ".docx": Kind.DOCX}.get(suffix, Kind.OTHER).value
