"""What a picture is, by its own first bytes: format, width, height; nothing is decoded.

Formats: PNG, JPEG, GIF, WebP, BMP, SVG; TIFF, PDF and others are named, not measured.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from veridical.sources.images.drawing import drawing_of

PNG, JPEG, GIF, WEBP = "image/png", "image/jpeg", "image/gif", "image/webp"
BMP, SVG = "image/bmp", "image/svg+xml"
SHOWN = frozenset({PNG, JPEG, GIF, WEBP, SVG})
"""What pages show, and what is read."""
_NAMED = (
    (b"%PDF-", "application/pdf"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
    (b"%!PS", "application/postscript"),
)
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of JPEG that tell width and height."""
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
"""The markers of JPEG that nothing follows."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a picture's bytes tell.

    Attributes:
        media_type: its format; "" if it is none known here.
        width: pixels, of an SVG its units rounded; None if not told.
        height: the same.
        is_whole: False where it ends before its own end, or its head makes no sense.
        labels: of an SVG, the words written in it.
    """

    media_type: str
    width: int | None = None
    height: int | None = None
    is_whole: bool = True
    labels: tuple[str, ...] = ()


def facts_of(data: bytes) -> Facts:
    """The facts of a picture.

    Args:
        data: anything at all.
    """
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _raster(PNG, _png(data), b"IEND" in data[-16:])
    if data.startswith(b"\xff\xd8\xff"):
        return _raster(JPEG, _jpeg(data), b"\xff\xd9" in data[-64:])
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return _raster(GIF, _unpacked("<HH", data, 6), data.rstrip(b"\x00").endswith(b";"))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        told = _unpacked("<I", data, 4)
        return _raster(WEBP, _webp(data), told is not None and len(data) >= told[0] + 8)
    if data[:2] == b"BM" and (size := _unpacked("<ii", data, 18)):
        return _raster(BMP, (size[0], abs(size[1])), is_whole=True)
    for start, kind in _NAMED:
        if data.startswith(start):
            return Facts(kind)
    return _svg(data)


def _raster(kind: str, size: tuple[int, ...] | None, is_whole: bool) -> Facts:
    if size is None or not all(side > 0 for side in size):
        return Facts(kind, is_whole=False)
    return Facts(kind, size[0], size[1], is_whole)


def _unpacked(form: str, data: bytes, at: int) -> tuple[int, ...] | None:
    try:
        return struct.unpack_from(form, data, at)
    except struct.error:
        return None


def _png(data: bytes) -> tuple[int, ...] | None:
    return _unpacked(">II", data, 16) if data[12:16] == b"IHDR" else None


def _jpeg(data: bytes) -> tuple[int, ...] | None:
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF or marker in _BARE:
            at += 1 if marker == 0xFF else 2
            continue
        if marker in _FRAMES:
            size = _unpacked(">HH", data, at + 5)
            return (size[1], size[0]) if size else None
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _webp(data: bytes) -> tuple[int, ...] | None:
    if data[12:16] == b"VP8X" and len(data) >= 30:
        return _little(data[24:27]) + 1, _little(data[27:30]) + 1
    if data[12:16] == b"VP8L" and len(data) >= 25:
        bits = _little(data[21:25])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    size = _unpacked("<HH", data, 26) if data[12:16] == b"VP8 " else None
    return (size[0] & 0x3FFF, size[1] & 0x3FFF) if size else None


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _svg(data: bytes) -> Facts:
    found = drawing_of(data)
    if found is None:
        return Facts("")
    return Facts(SVG, found.width, found.height, found.is_whole, found.labels)
