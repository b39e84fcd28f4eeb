"""DOCX → headings, paragraphs, tables and pictures, in the order of the document.

The library that reads it raises whatever a broken file makes it raise: it runs apart.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from veridical.sources.extract.extracted import Extracted, Shown
from veridical.sources.extract.kind import Kind
from veridical.sources.extract.raised import Raised, told_apart
from veridical.sources.result import FetchState

if TYPE_CHECKING:
    from docx.table import Table
    from docx.text.paragraph import Paragraph

LARGEST_UNPACKED = 100_000_000
MOST_FILES = 5000
_HEADING = re.compile(r"(?:heading|标题)\s?([1-6])\b", re.IGNORECASE)
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"


def read_docx(body: bytes) -> Extracted:
    """What a DOCX file shows.

    Args:
        body: all of the file.

    Returns:
        Its text, or the state that says why there is none.
    """
    if wrong := _wrong_with(body):
        return wrong
    import docx
    from docx.text.paragraph import Paragraph

    document = docx.Document(io.BytesIO(body))
    shown = Shown()
    hidden: list[str] = []
    for part in document.iter_inner_content():
        if isinstance(part, Paragraph):
            _add(shown, hidden, part)
        else:
            shown.table(list(_rows(part)))
    properties = document.core_properties
    return Extracted(
        FetchState.OK if shown.text else FetchState.EMPTY,
        Kind.DOCX,
        title=properties.title or (shown.headings[0].text if shown.headings else ""),
        text=shown.text,
        headings=tuple(shown.headings),
        tables=tuple(shown.tables),
        figures=tuple(shown.figures),
        marks=tuple(shown.marks),
        hidden=tuple(hidden[:200]),
    )


def _wrong_with(body: bytes) -> Extracted | None:
    """The state of a file that is not to be unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            files = packed.infolist()
    except (zipfile.BadZipFile, ValueError, OSError):
        return Extracted(FetchState.INCOMPLETE_FILE, Kind.DOCX, detail="its end is missing")
    if len(files) > MOST_FILES or sum(f.file_size for f in files) > LARGEST_UNPACKED:
        detail = f"over {LARGEST_UNPACKED} bytes unpacked"
        return Extracted(FetchState.TOO_LARGE, Kind.DOCX, detail=detail)
    return None


def _add(shown: Shown, hidden: list[str], paragraph: Paragraph) -> None:
    pieces: list[str] = []
    raised: list[Raised] = []
    length = 0
    for run in _runs(paragraph):
        if run.font.hidden:
            hidden += [run.text.strip()] if run.text.strip() else []
            continue
        if run.font.superscript:
            raised.append(Raised(length, length + len(run.text)))
        pieces.append(run.text)
        length += len(run.text)
    for picture in paragraph._p.iter(_DRAWING):
        alt = picture.get("descr") or picture.get("title") or ""
        shown.figure("", " ".join(alt.split()), "")
    text, marks = told_apart("".join(pieces), raised)
    style = paragraph.style.name if paragraph.style is not None else ""
    found = _HEADING.match(style or "")
    if found or style == "Title":
        shown.heading(int(found[1]) if found else 1, text, marks)
    else:
        shown.paragraph(text, marks)


def _runs(paragraph: Paragraph) -> Iterator[Any]:
    for part in paragraph.iter_inner_content():
        yield from getattr(part, "runs", [part])


def _rows(table: Table) -> Iterator[list[str]]:
    """Each written cell once, whatever it spans."""
    before: set[Any] = set()  # elements, not their numbers: those are used again
    for row in table.rows:
        cells: list[str] = []
        seen: set[Any] = set()
        for cell in row.cells:
            if cell._tc in seen:
                continue
            seen.add(cell._tc)
            cells.append("" if cell._tc in before else cell.text)
        before |= seen
        yield cells
