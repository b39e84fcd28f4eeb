"""SVG text at its place: transforms, anchors, sizes, lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drawn_figures import attachment
from veridical.ask import Attachment
from veridical.sources.eyes import DrawingEyes
from veridical.sources.eyes.drawn import boxes_of


def places(body: str) -> list[tuple[str, float, float, float, float]]:
    """Each line with its edges."""
    found = boxes_of(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>'.encode())
    return [(b.text, b.left, b.top, b.right, b.bottom) for b in found]


# a letter is 0.56 of the size wide, a Chinese one as wide as it is high; 0.8 above, 0.2 below
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # "2021" at size 10: 4 · 5.6 = 22.4 wide, from y - 8 to y + 2
        ('<text x="50" y="40" font-size="10">2021</text>', ("2021", 50, 32, 72.4, 42)),
        ('<text x="50" y="40" font-size="10" text-anchor="middle">2021</text>',
         ("2021", 38.8, 32, 61.2, 42)),
        ('<text x="50" y="40" style="font-size:10px;text-anchor:end">2021</text>',
         ("2021", 27.6, 32, 50, 42)),
        ('<g font-size="10" transform="translate(5,7)"><text x="50" y="40">2021</text></g>',
         ("2021", 55, 39, 77.4, 49)),
        ('<g transform="scale(2)"><text x="50" y="40" font-size="10">2021</text></g>',
         ("2021", 100, 64, 144.8, 84)),
        ('<g transform="matrix(1 0 0 1 5 7)"><text x="50" y="40" font-size="10">2021</text></g>',
         ("2021", 55, 39, 77.4, 49)),
        # turned to the left: what ran right runs up, what was above is left
        ('<text x="50" y="40" font-size="10" transform="rotate(-90 50 40)">2021</text>',
         ("2021", 42, 17.6, 52, 40)),
        ('<text x="0" y="40" font-size="10">年增</text>', ("年增", 0, 32, 20, 42)),
    ],
)  # fmt: skip
def test_where_words_stand(body: str, expected: tuple[str, float, float, float, float]) -> None:
    """By hand."""
    ((text, *edges),) = places(body)

    assert text == expected[0]
    assert edges == pytest.approx(expected[1:], abs=0.11)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<text x="1" y="9">a <tspan>b</tspan></text>', ["a b"]),
        ('<text x="1" y="9">a<tspan x="1" dy="1.2em">b</tspan></text>', ["a", "b"]),
        ("<title>no</title><desc>no</desc><text>yes</text>", ["yes"]),
        ("<defs><text>no</text></defs><text>yes</text>", ["yes"]),
        ("<text> \n </text><text>&lt;5 &amp; up</text>", ["<5 & up"]),
        ("<script>var text = 1</script>", []),
    ],
)
def test_which_words_are_read(body: str, expected: list[str]) -> None:
    """What is drawn, a line at a time."""
    assert [text for text, *_ in places(body)] == expected


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n", b"<svg><text>cut", b"<html/>"])
def test_what_is_no_drawing(tmp_path: Path, data: bytes) -> None:
    """Nobody could read it: no empty picture."""
    assert DrawingEyes().read(attachment(data, tmp_path, ".svg")) is None


def test_another_file_than_was_meant(tmp_path: Path) -> None:
    """The hash names the bytes that are read."""
    there = attachment(b"<svg><text>a</text></svg>", tmp_path, ".svg")

    assert DrawingEyes().read(there) is not None
    assert DrawingEyes().read(Attachment(there.path, "0" * 64)) is None
    assert DrawingEyes().read(Attachment(str(tmp_path / "gone"), there.sha256)) is None
