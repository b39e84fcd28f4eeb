"""PDF and DOCX files as small programs write them, for tests."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import docx


@dataclass(frozen=True)
class Line:
    """A line of a page.

    Attributes:
        text: its words, Latin letters alone.
        size: of its letters, in points.
        rise: above the line, in points; continues the line before it where set.
    """

    text: str
    size: float = 11
    rise: float | None = None


def pdf(
    pages: Sequence[Sequence[Line | str]], *, title: str = "", is_picture: bool = False
) -> bytes:
    """A PDF of these pages, in Helvetica; `is_picture` draws a picture instead of words."""
    count = len(pages)
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    picture = 4 + 2 * count
    for number, lines in enumerate(pages):
        resources = f"<< /Font << /F 3 0 R >> /XObject << /P {picture} 0 R >> >>"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources {resources} "
            f"/Contents {5 + 2 * number} 0 R >>".encode()
        )
        drawn = b"q 500 0 0 700 50 50 cm /P Do Q" if is_picture else _words(lines)
        objects.append(_stream("", drawn))
    pixels = zlib.compress(bytes(3 * 8 * 8))
    objects.append(
        _stream(
            "/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB "
            "/BitsPerComponent 8 /Filter /FlateDecode ",
            pixels,
        )
    )
    objects.append(f"<< /Title ({title}) >>".encode())
    return _file(objects)


def _words(lines: Sequence[Line | str]) -> bytes:
    drawn = ["BT"]
    y = 740.0
    for given in lines:
        line = Line(given) if isinstance(given, str) else given
        text = line.text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        if line.rise is None:
            y -= 16
            drawn.append(f"1 0 0 1 60 {y} Tm /F {line.size} Tf 0 Ts ({text}) Tj")
        else:
            drawn.append(f"/F {line.size} Tf {line.rise} Ts ({text}) Tj")
    return "\n".join([*drawn, "ET"]).encode("cp1252")


def _stream(head: str, data: bytes) -> bytes:
    return f"<< {head}/Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream"


def _file(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, one in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + one + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    info = len(objects)
    out += f"trailer << /Size {info + 1} /Root 1 0 R /Info {info} 0 R >>\n".encode()
    return bytes(out + f"startxref\n{start}\n%%EOF\n".encode())


def word_file() -> docx.document.Document:
    """An empty DOCX document to write into."""
    return docx.Document()


def saved(document: docx.document.Document) -> bytes:
    """The bytes of a DOCX document."""
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def pdf_bomb(megabytes: int) -> bytes:
    """A PDF of one page whose drawing unpacks to so many megabytes of nothing."""
    made = zlib.compressobj(9)
    piece = b"q Q " * 250_000
    drawn = b"".join([*(made.compress(piece) for _ in range(megabytes)), made.flush()])
    return _file(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>",
            _stream("/Filter /FlateDecode ", drawn),
            b"<< /Title (Bomb) >>",
        ]
    )
