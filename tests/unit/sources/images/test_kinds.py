"""What a picture's own bytes tell, against a library that decodes them."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veridical.sources.images import Facts, facts_of

SIZES = [(1, 1), (30, 20), (300, 4), (257, 513)]


def saved(size: tuple[int, int], form: str, **more: object) -> bytes:
    """A picture of that size."""
    image = pytest.importorskip("PIL.Image").new("RGB", size, "red")
    out = io.BytesIO()
    image.save(out, form, **more)
    return out.getvalue()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("form", "more", "kind"),
    [
        ("PNG", {}, "image/png"),
        ("JPEG", {"quality": 40}, "image/jpeg"),
        ("JPEG", {"progressive": True}, "image/jpeg"),
        ("GIF", {}, "image/gif"),
        ("WEBP", {"lossless": True}, "image/webp"),
        ("WEBP", {"lossless": False}, "image/webp"),
        ("BMP", {}, "image/bmp"),
    ],
)
def test_format_and_size(
    size: tuple[int, int], form: str, more: dict[str, object], kind: str
) -> None:
    """As the library made it."""
    assert facts_of(saved(size, form, **more)) == Facts(kind, *size)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_picture_that_ends_too_early(form: str, share: float) -> None:
    """A cut picture is known, and not whole."""
    data = saved((64, 64), form)
    found = facts_of(data[: int(len(data) * share)])

    assert (found.media_type, found.is_whole) == (facts_of(data).media_type, False)


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"%PDF-1.7\n", "application/pdf"),
        (b"II*\x00", "image/tiff"),
        (b"MM\x00*", "image/tiff"),
        (b"\x00\x00\x01\x00\x01", "image/x-icon"),
        (b"%!PS-Adobe", "application/postscript"),
        (b"plain words", ""),
        (b"<html><svg/></html>", ""),
        (b"", ""),
    ],
)
def test_what_is_shown_nowhere(head: bytes, kind: str) -> None:
    """Named, never measured."""
    assert facts_of(head).media_type == kind


@pytest.mark.parametrize(
    ("svg", "size", "labels"),
    [
        ('<svg width="40" height="30"/>', (40, 30), ()),
        ('<svg viewBox="0 0 200 100"><text>2021 <tspan x="1">10</tspan></text></svg>',
         (200, 100), ("2021", "10")),
        ('<svg width="2in" height="96pt"><title>增长</title></svg>', (192, 128), ("增长",)),
        ('<?xml version="1.0"?>\n<!-- a --><s:svg xmlns:s="http://www.w3.org/2000/svg">'
         "<s:text>A &amp; B</s:text></s:svg>", (None, None), ("A & B",)),
        ('<svg width="100%"><style>.a{}</style><text>x</text></svg>', (None, None), ("x",)),
    ],
)  # fmt: skip
def test_a_drawing(svg: str, size: tuple[int | None, int | None], labels: tuple[str, ...]) -> None:
    """Size in pixels and the words of its text elements."""
    assert facts_of(svg.encode()) == Facts("image/svg+xml", *size, True, labels)


@pytest.mark.parametrize(
    "svg",
    [
        "<svg><text>open",
        '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg><text>&b;</text></svg>',
    ],
)
def test_a_drawing_that_is_not_read(svg: str) -> None:
    """Cut off, or with entities of its own."""
    assert not facts_of(svg.encode()).is_whole


@given(st.binary(max_size=400))
def test_any_bytes_have_facts(data: bytes) -> None:
    """Nothing raises, whatever a file holds."""
    for head in (b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF89a", b"RIFF1234WEBP", b"<svg "):
        found = facts_of(head + data)
        assert found.width is None or found.width > 0
