"""The program that reads one PDF report apart: what `veridical.sources.extract.worker` says."""

from __future__ import annotations

from contextlib import closing

import msgspec

from veridical.runs.importers.imported import Lost
from veridical.runs.importers.pdf_document import Document, markdown_of
from veridical.runs.importers.pdf_pages import read_page
from veridical.sources.extract.extracted import Extracted
from veridical.sources.extract.kind import Kind
from veridical.sources.extract.pdf import MOST_PAGES, is_cut, read_pdf
from veridical.sources.extract.worker import serve
from veridical.sources.result import FetchState


def read_report(_kind: str, body: bytes) -> Extracted:
    """A PDF as Markdown; each note is a `Lost` as JSON."""
    found = read_pdf(body)
    if found.state is not FetchState.OK or is_cut(body):
        return found
    import pypdfium2

    with closing(pypdfium2.PdfDocument(body)) as opened:
        pages = min(len(opened), MOST_PAGES)
        document = Document([read_page(opened, index) for index in range(pages)])
        document.lost["page over those that are read"] = len(opened) - pages
    text = markdown_of(document)
    notes = tuple(
        msgspec.json.encode(Lost(count, what, _SEVERAL.get(what, ""))).decode()
        for what, count in document.lost.items()
        if count
    )
    return Extracted(FetchState.OK, Kind.PDF, text=text, notes=notes)


_SEVERAL = {
    "page over those that are read": "pages over those that are read",
    "page without words": "pages without words",
    "line of running heads and page numbers": "lines of running heads and page numbers",
    "picture whose place in the text is not known": "pictures whose place in the text is not known",
}

if __name__ == "__main__":
    serve(read_report)
