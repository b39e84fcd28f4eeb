"""The bytes of pictures that are written into a report itself, found again in its source.

The parser names such a picture by the hash of its bytes and forgets them. One pass over the
source finds every data URI, decodes it as the parser does, and gives it back by that hash.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterator
from hashlib import sha256
from html import unescape
from urllib.parse import unquote_to_bytes

_START = re.compile(r"data:(?P<head>[^,]{0,200}),", re.IGNORECASE)
_BARE_END = re.compile(r"[\s\"'<>)\]]|\Z")
_BRACKET = re.compile(r"[()\s]")
_CLOSING = {'"': '"', "'": "'", "<": ">"}
LARGEST_CHARACTERS = 40_000_000


def inline_pictures(source: str) -> dict[str, bytes]:
    """The pictures of a report's data URIs, by ``sha256:…`` of their bytes.

    Args:
        source: of the report, decoded.
    """
    found: dict[str, bytes] = {}
    at = 0
    while (start := _START.search(source, at)) is not None:
        is_base64 = start["head"].lower().endswith("base64")
        ends = _ends(source, start)
        for written in {spelling for end in ends for spelling in _spellings(source, start, end)}:
            data = decoded(written, is_base64=is_base64)
            found.setdefault(f"sha256:{sha256(data).hexdigest()}", data)
        at = max(*ends, start.end())
    return found


def _ends(source: str, start: re.Match[str]) -> tuple[int, int]:
    """Where an address may end: at its closing quote; bare, as in HTML or as in Markdown."""
    limit = start.end() + LARGEST_CHARACTERS
    before = source[start.start() - 1] if start.start() else ""
    if before in _CLOSING and (close := source.find(_CLOSING[before], start.end(), limit)) >= 0:
        return close, close
    bare = _BARE_END.search(source, start.end(), limit)
    first = bare.start() if bare else min(limit, len(source))
    return first, _closing_bracket(source, start.end(), limit)


def _closing_bracket(source: str, start: int, limit: int) -> int:
    """The first bracket that closes what was not opened after `start`, or white space."""
    depth = 0
    for found in _BRACKET.finditer(source, start, limit):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth < 0 or found[0].isspace():
            return found.start()
    return min(limit, len(source))


def _spellings(source: str, start: re.Match[str], end: int) -> Iterator[str]:
    """As it stands, and as a reader of HTML or Markdown would have it."""
    written = source[start.end() : end]
    yield written
    if "&" in written:
        yield unescape(written)
    if "\\" in written:
        yield re.sub(r"\\(?=[!-/:-@\[-`{-~])", "", written)


def decoded(written: str, *, is_base64: bool) -> bytes:
    """The bytes after a data URI's comma; of broken base64 the written ones.

    Args:
        written: as it stands.
        is_base64: whether the head says so.
    """
    data = unquote_to_bytes(written)
    if not is_base64:
        return data
    compact = b"".join(data.split())
    try:
        return b64decode(compact + b"=" * (-len(compact) % 4))
    except Base64Error:
        return data
