"""PDF → Markdown, read by a process of its own with limits on time and memory."""

from __future__ import annotations

import msgspec

from veridical.errors import InputError
from veridical.runs.importers.imported import Imported, Lost, imported
from veridical.sources.extract.apart import read_apart
from veridical.sources.extract.kind import Kind
from veridical.sources.result import FetchState

KIND = "a PDF file"
_PROGRAM = "veridical.runs.importers.pdf_worker"
_SCANNED = "Run it through text recognition (OCR) first."
_OTHERWISE = "Save it without a lock, or as Markdown or DOCX."
_FIXES = {
    FetchState.NEEDS_OCR: _SCANNED,
    FetchState.EMPTY: _SCANNED,
    FetchState.INCOMPLETE_FILE: "Fetch it once more.",
    FetchState.TOO_LARGE: "Take the report out of it.",
}


def read_pdf_report(body: bytes, name: str) -> Imported:
    """A PDF file as a report.

    Args:
        body: all of the file.
        name: the file's, for messages.

    Raises:
        InputError: the file is locked, broken, made of pictures, or takes too long to read.
    """
    found = read_apart(Kind.PDF, body, program=_PROGRAM)
    if found.state is not FetchState.OK:
        is_missing = "pip install" in found.detail
        raise InputError(
            name,
            f"is a PDF that cannot be read: {found.detail}",
            expected="a PDF with words in it",
            fix="Install it." if is_missing else _FIXES.get(found.state, _OTHERWISE),
        )
    lost = [msgspec.json.decode(note, type=Lost) for note in found.notes]
    return imported(found.text, KIND, lost)
