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
        end = _end(source, start)
        is_base64 = start["head"].lower().endswith("base64")
        for written in _spellings(source[start.end() : end]):
            data = decoded(written, is_base64=is_base64)
            found.setdefault(f"sha256:{sha256(data).hexdigest()}", data)
        at = max(end, start.end())
    return found


def _end(source: str, start: re.Match[str]) -> int:
    """Where an address ends: at its closing quote, or at the first sign that ends a bare one."""
    limit = start.end() + LARGEST_CHARACTERS
    before = source[start.start() - 1] if start.start() else ""
    if before in _CLOSING and (close := source.find(_CLOSING[before], start.end(), limit)) >= 0:
        return close
    bare = _BARE_END.search(source, start.end(), limit)
    return bare.start() if bare else min(limit, len(source))


def _spellings(written: str) -> Iterator[str]:
    """As it stands, and as a reader of HTML or Markdown would have it."""
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
