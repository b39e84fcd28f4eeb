"""A page of a PDF → its lines with sizes and links, and its pictures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from ctypes import byref, c_int, create_string_buffer
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from veridical.runs.importers.escaping import is_web
from veridical.runs.importers.running import clean
from veridical.sources.extract.pdf import glyphs_of
from veridical.sources.extract.pdf_lines import Glyph, cut_lines

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

_PICTURE = 3
_SMALLEST_PICTURE = 32
_MOST_PICTURES = 50
_MOST_LINKS = 5000
_URI = 3
_LONGEST_ADDRESS = 4000


class Area(NamedTuple):
    """A rectangle of a page that leads somewhere; lengths in points."""

    left: float
    bottom: float
    right: float
    top: float
    address: str


@dataclass
class Line:
    """A line of a page.

    Attributes:
        glyphs: its signs.
        size: of most of its letters, in points.
        bottom: where it stands, in points from the lower edge of the page.
        links: for each sign the address that it leads to, "" for none.
    """

    glyphs: list[Glyph]
    size: float
    bottom: float
    links: list[str]

    @property
    def right(self) -> float:
        """Where it ends, in points from the left edge of the page."""
        return max(glyph.right for glyph in self.glyphs)

    @property
    def text(self) -> str:
        """Its signs as they are."""
        return "".join(glyph.sign for glyph in self.glyphs)


@dataclass
class Page:
    """A page.

    Attributes:
        lines: in the order of its text.
        pictures: the hashes of its pictures.
    """

    lines: list[Line] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)


def read_page(document: PdfDocument, index: int) -> Page:
    """A page of a document; one that cannot be opened is empty."""
    import pypdfium2

    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        return Page()
    with closing(page):
        areas = list(_areas(document, page))
        cut = cut_lines(list(_ours_out(page)))
        return Page([_line(glyphs, areas) for glyphs in cut if _shows(glyphs)], _pictures(page))


def _shows(glyphs: Sequence[Glyph]) -> bool:
    return any(glyph.sign.strip() for glyph in glyphs)


def _line(glyphs: list[Glyph], areas: Sequence[Area]) -> Line:
    inked = [g for g in glyphs if g.sign.strip()]
    links = [_address(glyph, areas) for glyph in glyphs]
    for at, glyph in enumerate(glyphs):
        if not glyph.sign.strip() and 0 < at < len(glyphs) - 1:
            links[at] = links[at - 1] if links[at - 1] == links[at + 1] else ""
    return Line(glyphs, median(g.size for g in inked), median(g.bottom for g in inked), links)


def _address(glyph: Glyph, areas: Sequence[Area]) -> str:
    x, y = (glyph.left + glyph.right) / 2, glyph.bottom + glyph.height / 2
    for area in areas:
        if area.left <= x <= area.right and area.bottom <= y <= area.top:
            return area.address
    return ""


def _ours_out(page: PdfPage) -> Iterator[Glyph]:
    """The signs of a page without those that stand for something here."""
    for glyph in glyphs_of(page):
        is_sign = glyph.sign in ("\r", "\n") or glyph.is_hyphen or clean(glyph.sign)
        yield glyph if is_sign else glyph._replace(sign="")


def _areas(document: PdfDocument, page: PdfPage) -> Iterator[Area]:
    """The links of a page that lead out of the document."""
    from pypdfium2 import raw

    position, link, box = c_int(0), raw.FPDF_LINK(), raw.FS_RECTF()
    for _ in range(_MOST_LINKS):
        if not raw.FPDFLink_Enumerate(page, byref(position), byref(link)):
            return
        action = raw.FPDFLink_GetAction(link)
        if not action or raw.FPDFAction_GetType(action) != _URI:
            continue
        length = raw.FPDFAction_GetURIPath(document, action, None, 0)
        buffer = create_string_buffer(min(length, _LONGEST_ADDRESS) + 1)
        raw.FPDFAction_GetURIPath(document, action, buffer, len(buffer))
        address = clean(buffer.value.decode("utf-8", "replace")).strip()
        if is_web(address) and raw.FPDFLink_GetAnnotRect(link, byref(box)):
            yield Area(box.left, box.bottom, box.right, box.top, address)


def _pictures(page: PdfPage) -> list[str]:
    """The pictures of a page that are more than a rule or a dot."""
    import pypdfium2

    found: list[str] = []
    for one in page.get_objects(filter=[_PICTURE], max_depth=3):
        with suppress(pypdfium2.PdfiumError, ValueError):
            if len(found) < _MOST_PICTURES and min(one.get_px_size()) >= _SMALLEST_PICTURE:
                found.append(hashlib.sha256(bytes(one.get_data())).hexdigest())
    return found
