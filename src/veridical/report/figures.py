"""Pictures: what an address stands for, and the placeholders of a writer's own images."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as Base64Error
from hashlib import sha256
from urllib.parse import unquote_to_bytes

from veridical.report.draft import FigureDraft
from veridical.report.model import FigureKind

PLACEHOLDER = re.compile(
    r"[|｜][ \u3000]{0,2}(?P<word>image[ _\u3000]{0,2}(?P<number>[0-9]{1,4}))[ \u3000]{0,2}[|｜]",
    re.IGNORECASE,
)
_DATA_URI = re.compile(r"data:([^,]{0,200}),", re.IGNORECASE)


def picture(address: str) -> tuple[str, int | None]:
    """The address to keep, and the size of a picture that is written into the report.

    Returns:
        The address and None; of a data URI ``sha256:…`` over the picture's bytes, and how
        many bytes it has.
    """
    found = _DATA_URI.match(address)
    if found is None:
        return address.strip(), None
    data = _data(address[found.end() :], found[1].lower().endswith("base64"))
    return f"sha256:{sha256(data).hexdigest()}", len(data)


def _data(written: str, is_base64: bool) -> bytes:
    data = unquote_to_bytes(written)
    if not is_base64:
        return data
    compact = b"".join(data.split())
    try:
        return b64decode(compact + b"=" * (-len(compact) % 4))
    except Base64Error:
        return data


def placeholder(found: re.Match[str], start: int, end: int) -> FigureDraft:
    """The picture that a match of `PLACEHOLDER` stands for."""
    return FigureDraft(FigureKind.PLACEHOLDER, start, end, number=int(found["number"]))
