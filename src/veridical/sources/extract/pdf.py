"""PDF → the words of its pages, page by page; the library that reads it runs apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from ctypes import byref
from dataclasses import dataclass, field
from math import hypot
from typing import TYPE_CHECKING

from veridical.sources.extract.extracted import Extracted, Shown
from veridical.sources.extract.kind import Kind
from veridical.sources.extract.pdf_lines import Glyph, page_text
from veridical.sources.result import FetchState
from veridical.sources.snapshot import Mark
from veridical.sources.stretch import PageShown

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

MOST_PAGES = 300
MOST_CHARACTERS = 3_000_000
_PICTURE = 3
_LENGTH = re.compile(rb"/Linearized\b.{0,300}?/L\s{1,9}(\d{1,12})", re.DOTALL)


def read_pdf(body: bytes, most_pages: int = MOST_PAGES) -> Extracted:
    """What a PDF shows.

    Args:
        body: all of the file.
        most_pages: how many pages are read; `Extracted.notes` says if there are more.

    Returns:
        Its text, or the state that says why there is none.
    """
    import pypdfium2

    if is_cut(body):
        return _none(FetchState.INCOMPLETE_FILE, "its end is missing")
    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as e:
        is_locked = "password" in str(e).lower()
        state = FetchState.UNSUPPORTED_TYPE if is_locked else FetchState.UNREADABLE_FILE
        return _none(state, "locked with a password" if is_locked else "it cannot be opened")
    with closing(document):
        return _read(document, most_pages)


@dataclass
class _Pages:
    """What reading the pages gave.

    Attributes:
        shown: their words.
        read: the pages that were read.
        blank: the numbers of those without words.
        pictures: how many of those are pictures.
    """

    shown: Shown = field(default_factory=Shown)
    read: list[PageShown] = field(default_factory=list)
    blank: list[int] = field(default_factory=list)
    pictures: int = 0

    @property
    def needs_ocr(self) -> bool:
        """Whether most pages are pictures, and hardly a word stands beside them."""
        letters = len("".join(self.shown.text.split()))
        return self.pictures * 2 > len(self.read) and letters < 20 * len(self.read)


def _read(document: PdfDocument, most_pages: int) -> Extracted:
    found = _Pages()
    for index in range(min(len(document), most_pages)):
        if found.shown.length > MOST_CHARACTERS:
            break
        text, marks, has_picture = _page(document, index)
        at = found.shown.paragraph(text, marks)
        found.read.append(PageShown(index + 1, at))
        if at.end == at.start:
            found.blank.append(index + 1)
            found.pictures += has_picture
    return _settled(document, found)


def _settled(document: PdfDocument, found: _Pages) -> Extracted:
    total, shown = len(document), found.shown
    if found.needs_ocr:
        detail = f"{found.pictures} of {len(found.read)} pages are pictures"
        return Extracted(FetchState.NEEDS_OCR, Kind.PDF, detail, pages_total=total)
    if not shown.text:
        return Extracted(FetchState.EMPTY, Kind.PDF, "no page has words", pages_total=total)
    notes = [f"pages_read: {len(found.read)} of {total}"]
    if found.blank:
        notes.append(f"pages_without_text: {', '.join(map(str, found.blank[:50]))}")
    return Extracted(
        FetchState.OK,
        Kind.PDF,
        title=" ".join(document.get_metadata_dict().get("Title", "").split()),
        text=shown.text,
        pages=tuple(found.read),
        pages_total=total,
        marks=tuple(shown.marks),
        notes=tuple(notes),
    )


def _page(document: PdfDocument, index: int) -> tuple[str, list[Mark], bool]:
    import pypdfium2

    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        return "", [], False
    with closing(page):
        text, marks = page_text(list(glyphs_of(page)))
        has_picture = not text.strip() and any(
            one.type == _PICTURE for one in page.get_objects(max_depth=3)
        )
        return text, marks, has_picture


def glyphs_of(page: PdfPage) -> Iterator[Glyph]:
    """The signs of a page in the order of its text."""
    from pypdfium2 import raw

    with closing(page.get_textpage()) as words:
        box, matrix = raw.FS_RECTF(), raw.FS_MATRIX()
        for index in range(raw.FPDFText_CountChars(words)):
            code = raw.FPDFText_GetUnicode(words, index)
            raw.FPDFText_GetLooseCharBox(words, index, byref(box))
            is_hyphen = raw.FPDFText_IsHyphen(words, index) == 1
            sign = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
            size = raw.FPDFText_GetFontSize(words, index)
            if raw.FPDFText_GetMatrix(words, index, byref(matrix)):
                size *= hypot(matrix.c, matrix.d) or 1.0
            height = box.top - box.bottom
            yield Glyph(sign, height, box.bottom, is_hyphen, box.left, box.right, size)


def is_cut(body: bytes) -> bool:
    """Whether the file ends before its end, by its own account."""
    told = _LENGTH.search(body[:2048])
    return (told is not None and len(body) < int(told[1])) or b"%%EOF" not in body


def _none(state: FetchState, detail: str) -> Extracted:
    return Extracted(state, Kind.PDF, detail=detail)
