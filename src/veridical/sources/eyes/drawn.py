"""SVG drawings as eyes read them: their own text elements at their places, without drawing them.

Transforms, sizes and anchors are followed; the width of a line is estimated from its letters.
Text that a drawing holds as outlines is not seen. Needs nothing that is not in the core.
"""

from __future__ import annotations

import hashlib
import math
import re
from dataclasses import dataclass, replace
from pathlib import Path
from unicodedata import east_asian_width
from xml.parsers import expat

from veridical.ask import Attachment
from veridical.picture import PictureText, TextBox
from veridical.sources.images.drawing import EntitiesError, drawing_of
from veridical.sources.images.kinds import SVG, facts_of

ENGINE = "drawings-1"
LARGEST_BYTES = 20_000_000
MOST_BOXES = 2_000
_WIDE, _NARROW = 1.0, 0.56
"""Of a letter, in heights of the font."""
_NUMBERS = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_STEP = re.compile(r"(matrix|translate|scale|rotate)\s*\(([^)]{0,200})\)")
_STYLED = re.compile(r"(font-size|text-anchor)\s*:\s*([^;]{1,20})")
_SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}

Affine = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f of SVG's ``matrix()``."""
_SAME: Affine = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True)
class DrawingEyes:
    """Reads SVG files; nothing else."""

    identity: str = ENGINE

    def read(self, picture: Attachment) -> PictureText | None:
        """What is written in a drawing; None where it is none, or not the one that is meant."""
        try:
            path = Path(picture.path)
            data = path.read_bytes() if path.stat().st_size <= LARGEST_BYTES else b""
        except OSError:
            return None
        if hashlib.sha256(data).hexdigest() != picture.sha256:
            return None
        facts = facts_of(data)
        if facts.media_type != SVG or not facts.is_whole:
            return None
        boxes = tuple(sorted(boxes_of(data), key=lambda box: (box.top, box.left)))
        size = (facts.width or 0, facts.height or 0)
        return PictureText(picture.sha256, self.identity, *size, boxes=boxes)


def boxes_of(data: bytes) -> list[TextBox]:
    """The lines of a drawing's text, in its own order; none where it is no drawing."""
    if drawing_of(data) is None:
        return []
    scan = _Scan()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = scan.opened
    parser.EndElementHandler = scan.closed
    parser.CharacterDataHandler = scan.said
    parser.EntityDeclHandler = scan.declared
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, EntitiesError):
        return []
    return scan.boxes[:MOST_BOXES]


@dataclass(frozen=True, slots=True)
class _Place:
    """What an element inherits."""

    affine: Affine = _SAME
    x: float = 0.0
    y: float = 0.0
    size: float = 16.0
    anchor: str = "start"
    is_text: bool = False
    is_hidden: bool = False


class _Scan:
    """What has been met so far."""

    def __init__(self) -> None:
        self.boxes: list[TextBox] = []
        self._open = [_Place()]
        self._words: list[str] = []
        self._at = _Place()

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2].lower()
        before = self._open[-1]
        place = _placed(before, attributes)
        if local == "text":
            place = replace(place, is_text=True)
        elif local in ("defs", "title", "desc", "style", "script", "symbol", "metadata"):
            place = replace(place, is_text=False, is_hidden=True)
        is_line = place.is_text and any(key in attributes for key in ("x", "y", "dy"))
        if local == "text" or is_line:
            self._flush()
            self._at = place
        self._open.append(place)

    def closed(self, name: str) -> None:
        self._open.pop()
        if name.rpartition(":")[2].lower() == "text":
            self._flush()

    def said(self, text: str) -> None:
        if self._open[-1].is_text and not self._open[-1].is_hidden:
            self._words.append(text)

    def declared(self, *_told: object) -> None:
        raise EntitiesError

    def _flush(self) -> None:
        line = " ".join("".join(self._words).split())
        self._words.clear()
        if line:
            self.boxes.append(_box(line, self._at))


def _placed(before: _Place, attributes: dict[str, str]) -> _Place:
    told = dict(attributes) | dict(_STYLED.findall(attributes.get("style", "")))
    place = replace(
        before,
        x=_first(told.get("x"), before.x) + _first(told.get("dx"), 0.0),
        size=_first(told.get("font-size"), before.size),
        anchor=told.get("text-anchor", before.anchor).strip(),
    )
    drop = _first(told.get("dy"), 0.0)
    drop *= place.size if told.get("dy", "").rstrip().endswith("em") else 1.0
    place = replace(place, y=_first(told.get("y"), before.y) + drop)
    if "transform" in told:
        place = replace(place, affine=_times(before.affine, _affine(told["transform"])))
    return place


def _first(written: str | None, otherwise: float) -> float:
    found = _NUMBERS.search(written or "")
    return float(found[0]) if found and math.isfinite(float(found[0])) else otherwise


def _affine(written: str) -> Affine:
    found = _SAME
    for name, told in _STEP.findall(written):
        numbers = [float(n) for n in _NUMBERS.findall(told)]
        found = _times(found, _step(name, numbers))
    return found


def _step(name: str, n: list[float]) -> Affine:
    if name == "matrix" and len(n) == len(_SAME):
        return (n[0], n[1], n[2], n[3], n[4], n[5])
    if name == "translate" and n:
        return (1.0, 0.0, 0.0, 1.0, n[0], n[1] if len(n) > 1 else 0.0)
    if name == "scale" and n:
        return (n[0], 0.0, 0.0, n[-1], 0.0, 0.0)
    if name == "rotate" and n:
        cos, sin = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
        x, y = (n[1], n[2]) if len(n) > 2 else (0.0, 0.0)
        return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
    return _SAME


def _times(one: Affine, other: Affine) -> Affine:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        *(a * g + c * h, b * g + d * h),
        *(a * i + c * j, b * i + d * j),
        *(a * k + c * m + e, b * k + d * m + f),
    )


def _box(line: str, at: _Place) -> TextBox:
    width = at.size * sum(_WIDE if east_asian_width(c) in "WF" else _NARROW for c in line)
    left = at.x - width * _SHARE.get(at.anchor, 0.0)
    a, b, c, d, e, f = at.affine
    corners = [
        (a * x + c * y + e, b * x + d * y + f)
        for x in (left, left + width)
        for y in (at.y - 0.8 * at.size, at.y + 0.2 * at.size)
    ]
    across, down = zip(*corners, strict=True)
    edges = (min(across), min(down), max(across), max(down))
    return TextBox(line, 1.0, *(round(edge, 1) for edge in edges))
