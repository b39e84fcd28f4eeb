"""Running text → HTML: marks, statements and citations as nested elements.

Nothing of the source's own HTML is passed on; every character is escaped, every element is
one of those written here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlsplit

from veridical.report.model import Inline, InlineKind, Span, Text

_ELEMENTS = {
    InlineKind.STRONG: (4, "<strong>", "</strong>"),
    InlineKind.EMPHASIS: (5, "<em>", "</em>"),
    InlineKind.SUPERSCRIPT: (6, "<sup>", "</sup>"),
    InlineKind.FOOTNOTE: (6, "<sup>", "</sup>"),
    InlineKind.CODE: (7, "<code>", "</code>"),
    InlineKind.MATH: (7, '<code class="math">', "</code>"),
}
REFERENCE, STATEMENT, CITATION, LINK = range(4)
_MAX_LAYERS = 24


@dataclass(frozen=True, slots=True)
class Wrap:
    """An element around a place of the source.

    Attributes:
        place: what it surrounds.
        rank: elements of a lower rank lie outside.
        tag: the element's name.
        attributes: what follows the name, escaped; `identity` is its id, written once.
    """

    place: Span
    rank: int
    tag: str
    attributes: str
    identity: str = ""


@dataclass(frozen=True, slots=True)
class _Layer:
    start: int
    end: int
    rank: int
    order: int
    opening: str
    again: str
    closing: str


def safe_address(address: str) -> str:
    """An address that a page may link to: http or https, else ""."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return ""
    return address.strip() if parts.scheme in ("http", "https") and parts.netloc else ""


def link(address: str) -> str:
    """The attributes of a link that leads out of the page."""
    return f'href="{escape(address)}" rel="nofollow noopener noreferrer"'


def rendered(text: Text, wraps: Sequence[Wrap], pictures: Mapping[int, str]) -> str:
    """The HTML of a text.

    Args:
        text: any running text.
        wraps: elements around parts of it, in order of their places.
        pictures: the HTML of each picture, by the offset at which it stands.
    """
    layers, empty = _layers(text, wraps)
    points = _points(text, pictures)
    breaks = {mark.start for mark in text.inlines if mark.kind is InlineKind.BREAK}
    if any(wrap.rank == REFERENCE for wrap in wraps):
        # Entries of a list keep their lines, however the list is written.
        breaks = {at for at, character in enumerate(text.plain) if character == "\n"}
    weaver = _Weaver(text.plain, layers, points, breaks)
    for at, html in empty:
        weaver.empty.setdefault(at, []).append(html)
    return weaver.html()


def plain_at(text: Text, offset: int) -> int:
    """How many plain characters stand before an offset of the source."""
    index = bisect_right(text.runs, offset, key=lambda run: run[1]) - 1
    if index < 0:
        return 0
    first, start, length = text.runs[index]
    following = text.runs[index + 1][0] if index + 1 < len(text.runs) else len(text.plain)
    if offset >= start + length:
        return following
    return first + min(offset - start, following - first)


def _points(text: Text, pictures: Mapping[int, str]) -> dict[int, list[str]]:
    points: dict[int, list[str]] = {}
    for mark in text.inlines:
        if mark.kind is InlineKind.IMAGE and mark.span.start in pictures:
            points.setdefault(mark.start, []).append(pictures[mark.span.start])
    return points


def _layers(text: Text, wraps: Sequence[Wrap]) -> tuple[list[_Layer], list[tuple[int, str]]]:
    layers: list[_Layer] = []
    empty: list[tuple[int, str]] = []
    citations: list[tuple[int, int]] = []
    for order, wrap in enumerate(wraps):
        start, end = plain_at(text, wrap.place.start), plain_at(text, wrap.place.end)
        identity = f' id="{wrap.identity}"' if wrap.identity else ""
        again = f"<{wrap.tag} {wrap.attributes}>"
        opening = f"<{wrap.tag} {_with_identity(wrap.attributes, identity)}>"
        closing = f"</{wrap.tag}>"
        is_taken = wrap.rank == CITATION and citations and citations[-1][1] > start
        if start >= end or is_taken:
            # Several citations of one place: the first surrounds it, the rest follow it.
            empty.append((max(start, end), opening + closing))
            continue
        layers.append(_Layer(start, end, wrap.rank, order, opening, again, closing))
        if wrap.rank == CITATION:
            citations.append((start, end))
    layers += _marks(text, citations, len(wraps))
    return layers, empty


def _with_identity(attributes: str, identity: str) -> str:
    """The id comes after the class, where the pages look for it."""
    name, quote, rest = attributes.partition('" ')
    if not quote:
        return attributes + identity
    return f'{name}"{identity} {rest}'


def _marks(text: Text, citations: list[tuple[int, int]], order: int) -> list[_Layer]:
    layers = []
    for number, mark in enumerate(text.inlines, order):
        if mark.start >= mark.end:
            continue
        if mark.kind is InlineKind.LINK:
            address = safe_address(mark.target)
            if not address or _meets(citations, mark):
                continue
            opening = f"<a {link(address)}>"
            layers.append(_Layer(mark.start, mark.end, LINK, number, opening, opening, "</a>"))
        elif mark.kind in _ELEMENTS:
            rank, opening, closing = _ELEMENTS[mark.kind]
            layers.append(_Layer(mark.start, mark.end, rank, number, opening, opening, closing))
    return layers


def _meets(citations: list[tuple[int, int]], mark: Inline) -> bool:
    """Whether a citation lies in a link; the citation then is the link."""
    index = bisect_right(citations, mark.start, key=lambda place: place[1])
    return index < len(citations) and citations[index][0] < mark.end


class _Weaver:
    """Opens and closes elements so that they nest, whatever they cross."""

    def __init__(
        self, plain: str, layers: list[_Layer], points: dict[int, list[str]], breaks: set[int]
    ) -> None:
        self.plain = plain
        self.points = points
        self.breaks = breaks
        self.empty: dict[int, list[str]] = {}
        self.opens: dict[int, list[_Layer]] = {}
        self.closes: dict[int, list[_Layer]] = {}
        for layer in layers:
            self.opens.setdefault(layer.start, []).append(layer)
            self.closes.setdefault(layer.end, []).append(layer)
        self.active: list[_Layer] = []
        self.open: list[_Layer] = []
        self.seen = set[int]()
        self.parts: list[str] = []

    def html(self) -> str:
        """The whole text."""
        places = sorted({0, len(self.plain), *self.opens, *self.closes, *self.points, *self.empty})
        for index, at in enumerate(places):
            self._turn(at)
            self.parts += self.points.get(at, [])
            end = places[index + 1] if index + 1 < len(places) else at
            self._words(at, end)
        self._nest([])
        return "".join(self.parts)

    def _turn(self, at: int) -> None:
        ended = {id(layer) for layer in self.closes.get(at, ())}
        if ended:
            self.active = [layer for layer in self.active if id(layer) not in ended]
        if at in self.empty:
            self._nest(self.active[:_MAX_LAYERS])
            self.parts += self.empty[at]
        if at in self.opens:
            self.active += self.opens[at]
            self.active.sort(key=lambda layer: (layer.rank, layer.order))
        # What lies deeper adds nothing that a reader could tell apart.
        self._nest(self.active[:_MAX_LAYERS])

    def _nest(self, wanted: list[_Layer]) -> None:
        same = 0
        while same < min(len(wanted), len(self.open)) and wanted[same] is self.open[same]:
            same += 1
        while len(self.open) > same:
            self.parts.append(self.open.pop().closing)
        for layer in wanted[same:]:
            self.parts.append(layer.again if layer.order in self.seen else layer.opening)
            self.seen.add(layer.order)
            self.open.append(layer)

    def _words(self, start: int, end: int) -> None:
        at = start
        while at < end:
            stop = self.plain.find("\n", at, end)
            stop = end if stop < 0 else stop
            self.parts.append(escape(self.plain[at:stop]))
            if stop < end:
                self.parts.append("<br>\n" if stop in self.breaks else "\n")
            at = stop + 1
