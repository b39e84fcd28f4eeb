"""An SVG as far as it can be read without drawing it: its size and the words in it.

Read by expat, which fetches nothing; a drawing that declares entities of its own is not read
beyond them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.parsers import expat

_ROOT = re.compile(rb"<(?:\w{1,20}:)?svg[\s>/]", re.IGNORECASE)
_HEAD = 20_000
_LENGTH = re.compile(r"\s*([0-9]{1,7}(?:\.[0-9]{0,6})?)\s*(px|pt|in|cm|mm|pc)?\s*\Z")
_PIXELS = {"px": 1.0, "pt": 4 / 3, "in": 96.0, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "pc": 16.0}
_WORDS = frozenset({"text", "title", "desc"})
_LINES = frozenset({"tspan", "textpath"})
MOST_LABELS = 2_000


@dataclass(frozen=True, slots=True)
class Drawing:
    """What an SVG says of itself.

    Attributes:
        width: pixels at 96 a inch; None if it does not say.
        height: the same.
        is_whole: whether it is well formed to its end.
        labels: the words of its text elements, a label each, in their order.
    """

    width: int | None
    height: int | None
    is_whole: bool
    labels: tuple[str, ...]


def drawing_of(data: bytes) -> Drawing | None:
    """The drawing that bytes are; None where they are no SVG.

    Args:
        data: anything at all.
    """
    head = data[:_HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not head.startswith(b"<") or _ROOT.search(head) is None:
        return None
    scan = _Scan()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = scan.opened
    parser.EndElementHandler = scan.closed
    parser.CharacterDataHandler = scan.said
    parser.EntityDeclHandler = scan.declared
    try:
        parser.Parse(data, True)
        is_whole = True
    except (expat.ExpatError, EntitiesError):
        is_whole = False
    if scan.root not in ("", "svg"):
        return None
    width, height = scan.size
    return Drawing(width, height, is_whole, tuple(scan.labels))


class EntitiesError(Exception):
    """Entities of a drawing's own can blow it up without end."""


class _Scan:
    """What has been met so far."""

    def __init__(self) -> None:
        self.labels: list[str] = []
        self.root = ""
        self.size: tuple[int | None, int | None] = (None, None)
        self._open: list[str] = []
        self._words: list[str] = []

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        local = _local(name)
        if not self._open:
            self.root, self.size = local, _size(attributes)
        if local in _LINES:
            self._flush()
        self._open.append(local)

    def closed(self, name: str) -> None:
        self._open.pop()
        if _local(name) in _WORDS | _LINES:
            self._flush()

    def said(self, text: str) -> None:
        if _WORDS & set(self._open[-4:]):
            self._words.append(text)

    def declared(self, *_told: object) -> None:
        raise EntitiesError

    def _flush(self) -> None:
        label = " ".join("".join(self._words).split())
        self._words.clear()
        if label and len(self.labels) < MOST_LABELS:
            self.labels.append(label)


def _local(name: str) -> str:
    return name.rpartition(":")[2].lower()


def _size(attributes: dict[str, str]) -> tuple[int | None, int | None]:
    box = attributes.get("viewBox", "").replace(",", " ").split()
    sides = box[2:] if len(box) == 4 else ["", ""]
    names = ("width", "height")
    width, height = (
        _pixels(attributes.get(name, "")) or _pixels(side)
        for name, side in zip(names, sides, strict=True)
    )
    return width, height


def _pixels(length: str) -> int | None:
    found = _LENGTH.match(length)
    return round(float(found[1]) * _PIXELS[found[2] or "px"]) or None if found else None
