"""The program that reads one paper apart: standard input in, a `Paper` as JSON out."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from struct import pack
from typing import TYPE_CHECKING, Any

from veridical.retrieval.corpora.papers.lines import (
    Line,
    body_size,
    captions_of,
    headings_of,
    lines_of,
    sections,
)
from veridical.retrieval.corpora.papers.model import Box, Paper, Shown, ShownKind
from veridical.retrieval.corpora.papers.regions import Page
from veridical.sources.extract.pdf import MOST_PAGES, glyphs_of, is_cut
from veridical.sources.extract.worker import serve

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

MOST_SHOWN = 200
MOST_DRAWN = 20_000
"""Of a page; one with more is not looked through."""
_TEXT = 1
_SCALE, _MOST_PIXELS = 2.0, 2_000
_LABEL_CHARACTERS = 4_000


def read_paper(_kind: str, body: bytes) -> Paper:
    """The headings, figures and tables of a PDF; nothing of one that cannot be opened."""
    import pypdfium2

    if is_cut(body):
        return Paper()
    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError:
        return Paper()
    with closing(document):
        return _read(document)


def _read(document: PdfDocument) -> Paper:
    many = min(len(document), MOST_PAGES)
    pages = [_lines(document, index) for index in range(many)]
    headings = headings_of(pages)
    paths = list(sections(heading for _, heading in headings))
    placed = list(zip(headings, paths, strict=True))
    body = body_size(pages)
    shown: list[Shown] = []
    notes: list[str] = []
    for index, lines in enumerate(pages):
        if len(shown) >= MOST_SHOWN:
            notes.append(f"figures and tables after the first {MOST_SHOWN} are left out")
            break
        own = {at for (at, heading) in headings if heading.page == index + 1}
        before = [
            (at if heading.page == index + 1 else -1, path)
            for (at, heading), path in placed
            if heading.page <= index + 1
        ]
        page = _Looked(index + 1, lines, frozenset(own), before, body)
        shown += page.shown(document, notes)
    return Paper(tuple(heading for _, heading in headings), tuple(shown), tuple(notes))


class _Looked:
    """A page that is looked at."""

    def __init__(
        self,
        number: int,
        lines: Sequence[Line],
        headings: frozenset[int],
        *rest: Any,
    ) -> None:
        self._number, self._lines, self._headings = number, lines, headings
        self._sections: list[tuple[int, tuple[str, ...]]]
        self._sections, self._body = rest

    def shown(self, document: PdfDocument, notes: list[str]) -> Iterator[Shown]:
        """Its figures and tables."""
        import pypdfium2

        with suppress(pypdfium2.PdfiumError), closing(document[self._number - 1]) as page:
            if page.get_rotation():
                notes.append(f"page {self._number} is turned: its figures are left out")
                return
            drawn = _drawn(page)
            if len(drawn) > MOST_DRAWN:
                notes.append(f"page {self._number} has too many drawings: they are left out")
                return
            box = Box(*page.get_cropbox())
            captions = captions_of(self._lines)
            laid = Page(box, self._lines, captions, drawn, self._body, self._headings)
            for caption, region in laid.regions():
                at = caption.lines[0] if caption else self._above(region)
                yield Shown(
                    caption.kind if caption else ShownKind.FIGURE,
                    caption.label if caption else "",
                    caption.text if caption else "",
                    self._number,
                    self._section(at),
                    laid.words_in(region)[:_LABEL_CHARACTERS],
                    _png(page, region, box),
                )

    def _section(self, at: int) -> tuple[str, ...]:
        """The section in which a line stands."""
        before = [path for place, path in self._sections if place < at]
        return before[-1] if before else ()

    def _above(self, region: Box) -> int:
        """The place of the first line below a region."""
        below = (n for n, line in enumerate(self._lines) if line.box.top <= region.bottom)
        return next(below, len(self._lines))


def _lines(document: PdfDocument, index: int) -> list[Line]:
    import pypdfium2

    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        return []
    with closing(page):
        return lines_of(glyphs_of(page))


def _drawn(page: PdfPage) -> list[Box]:
    """The boxes of what is drawn on a page: pictures, lines, areas, and drawings set in whole."""
    import pypdfium2

    found = []
    for one in page.get_objects(max_depth=1):
        if one.type == _TEXT:
            continue
        with suppress(pypdfium2.PdfiumError):
            found.append(Box(*one.get_bounds()))
            if len(found) > MOST_DRAWN:
                break
    return found


def _png(page: PdfPage, region: Box, box: Box) -> bytes:
    """A part of a page as a PNG."""
    longest = max(region.width, region.height, 1.0)
    scale = min(_SCALE, _MOST_PIXELS / longest)
    crop = (
        max(0.0, region.left - box.left),
        max(0.0, region.bottom - box.bottom),
        max(0.0, box.right - region.right),
        max(0.0, box.top - region.top),
    )
    bitmap = page.render(scale=scale, crop=crop, rev_byteorder=True)
    with closing(bitmap):
        data, row = bytes(bitmap.buffer), bitmap.width * bitmap.n_channels
        rows = bytearray()
        for n in range(bitmap.height):
            line = bytearray(data[n * bitmap.stride : n * bitmap.stride + row])
            if bitmap.n_channels == 4:
                del line[3::4]
            rows += b"\x00" + line
        size = pack(">IIBBBBB", bitmap.width, bitmap.height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", size), (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, content) for name, content in parts)


def _chunk(name: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + name + content + pack(">I", zlib.crc32(name + content))


if __name__ == "__main__":
    serve(read_paper)
