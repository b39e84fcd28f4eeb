"""Any file that holds a report → the report in Markdown or HTML; its content tells what it is.

Names only help where content leaves it open: a PDF that is called ``report.md`` is read as a PDF.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path, PurePath

from veridical.errors import InputError
from veridical.report import Report, parse_report
from veridical.report.decode import decode
from veridical.report.model import EvidenceList
from veridical.runs.importers.imported import Imported, with_lost
from veridical.sources.extract.kind import Kind, kind_of

FORMATS: Mapping[str, str] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
}
"""The formats of text by the suffixes of files."""
OTHERS = frozenset({".docx", ".docm", ".pdf", ".json"})
"""The suffixes of the files that are turned into Markdown."""

EXPECTED = "a report in Markdown, HTML, DOCX, PDF or JSON"
_NO_TEXT: Mapping[bytes, str] = {
    b"\xd0\xcf\x11\xe0": "an Office document that is old, or locked with a password",
    b"{\\rtf": "an RTF document",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\x1f\x8b": "a compressed file",
}
_BEGIN = 1024
_ODD = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
MOST_ODD = 10
"""A file of which more than one character in so many is a control or undecodable is no text."""
MOST_NULS = 1000
"""The same of the character that no text has."""
FEW = 16
"""So many may stray into a text, however short it is."""
_NEVER_EMPTY = OTHERS | {".jsonl"}


def read_imports(data: bytes, name: str) -> tuple[Imported, ...]:
    """The reports of a file; all but JSON hold one.

    Args:
        data: all of the file.
        name: its name or path, for messages; the suffix tells Markdown from HTML.

    Raises:
        InputError: the file is of no kind that can be read, is broken, or is a trap.
    """
    suffix = PurePath(name).suffix.lower()
    if not data.strip() and suffix in _NEVER_EMPTY:
        raise InputError(name, "is empty", expected=EXPECTED, fix="Save it once more.")
    begin = data[:_BEGIN].removeprefix(b"\xef\xbb\xbf")
    if b"%PDF-" in begin and begin.lstrip().startswith(b"%PDF-"):
        from veridical.runs.importers.pdf import read_pdf_report

        return (read_pdf_report(data, name),)
    if begin.startswith(b"PK\x03\x04"):
        return (_from_package(data, name),)
    for start, kind in _NO_TEXT.items():
        if begin.startswith(start):
            raise InputError(name, f"is {kind}", expected=EXPECTED, fix="Convert it first.")
    if _is_json(data, name):
        from veridical.runs.importers.replies import read_json

        return read_json(data, name)
    if suffix in OTHERS and kind_of(data, "", "") is Kind.OTHER:
        raise InputError(
            name,
            f"is called {suffix} and is none",
            got=ascii(begin[:8]),
            expected=EXPECTED,
            fix="Save it once more.",
        )
    _refuse_binary(data, name)
    return (Imported(data, FORMATS.get(suffix), "text"),)


def _refuse_binary(data: bytes, name: str) -> None:
    """Refuse bytes that are no text in any encoding; a stray one in a text is none of that."""
    text, _ = decode(data)
    odd = len(_ODD.findall(text))
    if odd > max(FEW, len(text) / MOST_ODD) or text.count("\0") > max(FEW, len(text) / MOST_NULS):
        share = round(100 * odd / len(text))
        raise InputError(
            name,
            "is not text",
            got=f"{share} % of it no characters that are written",
            expected=EXPECTED,
            fix="Check the file.",
        )


def read_import(data: bytes, name: str) -> Imported:
    """The only report of a file.

    Raises:
        InputError: as `read_imports` says, or the file holds several.
    """
    found = read_imports(data, name)
    if len(found) != 1:
        raise InputError(
            name,
            f"holds {len(found)} reports",
            expected="one",
            fix="Save each to a file of its own, or evaluate the file against its tasks.",
        )
    return found[0]


def report_of(found: Imported, name: str, evidence: EvidenceList | None = None) -> Report:
    """An imported report, parsed; a note on each kind of thing that was lost."""
    report = parse_report(found.data, format=found.format, name=name, evidence=evidence)
    return with_lost(report, found.lost)


def read_reports(path: str | Path) -> tuple[Report, ...]:
    """All reports of a file, each named after the file and its task.

    Raises:
        InputError: the file cannot be read, or as `read_imports` says.
    """
    file = Path(path)
    try:
        data = file.read_bytes()
    except OSError as e:
        raise InputError(
            str(file), f"cannot be read: {e.strerror}", expected=EXPECTED, fix="Check the path."
        ) from e
    found = read_imports(data, str(file))
    return tuple(
        report_of(one, f"{file.name}#{one.task}" if len(found) > 1 else file.name) for one in found
    )


def _from_package(data: bytes, name: str) -> Imported:
    from veridical.runs.importers.docx import read_docx_report

    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            names = packed.namelist()
    except (zipfile.BadZipFile, ValueError, OSError, EOFError):
        return read_docx_report(data, name)  # which says what is wrong with it
    if not any(one.startswith("word/") for one in names) and "_rels/.rels" not in names:
        raise InputError(
            name, "is a ZIP archive and no DOCX file", expected=EXPECTED, fix="Unpack it first."
        )
    return read_docx_report(data, name)


def _is_json(data: bytes, name: str) -> bool:
    """Whether a file is JSON: by its suffix, else only if it follows a format that is known."""
    if PurePath(name).suffix.lower() in (".json", ".jsonl"):
        return True
    begin = data[:_BEGIN].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not begin.startswith((b"{", b"[")):
        return False
    from veridical.runs.importers.replies import is_known

    return is_known(data)
