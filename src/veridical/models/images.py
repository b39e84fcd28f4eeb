"""Images of a request as data URLs, checked against the hashes they are named by."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from pathlib import Path

from veridical.ask import Attachment
from veridical.errors import Rejected
from veridical.models.port import Request

_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)
MOST_BYTES = 20_000_000
"""Of one image; larger ones are refused by every endpoint."""


async def data_urls(request: Request) -> dict[str, str]:
    """The request's images by their hashes.

    Raises:
        Rejected: a file that cannot be read, has changed, or is no picture that endpoints take.
    """
    parts = [p for m in request.messages for p in m.content if isinstance(p, Attachment)]
    if not parts:
        return {}
    return await asyncio.to_thread(lambda: {part.sha256: data_url(part) for part in parts})


def data_url(image: Attachment) -> str:
    """The image as a data URL.

    Raises:
        Rejected: the file cannot be read, has changed, or is no picture that endpoints take.
    """
    where = f'image "{Path(image.path).name}"'
    try:
        content = Path(image.path).read_bytes()
    except OSError as e:
        raise Rejected(where, f"cannot be read: {e.strerror}", fix="Put it back.") from e
    if hashlib.sha256(content).hexdigest() != image.sha256:
        raise Rejected(where, "is not the one that was asked about", fix="Put it back.")
    kind = media_type(content)
    if not kind or len(content) > MOST_BYTES:
        raise Rejected(
            where,
            "is no picture that endpoints take",
            got=f"{kind or 'another format'}, {len(content)} bytes",
            expected=f"PNG, JPEG, WebP or GIF of at most {MOST_BYTES} bytes",
            fix="Convert it.",
        )
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def media_type(content: bytes) -> str:
    """By the first bytes, whatever the file is called; "" = none that endpoints take."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for start, kind in _SIGNATURES if content.startswith(start)), "")
