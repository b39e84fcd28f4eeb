"""A file of a folder of sources as text, or the state that says why it is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from veridical.report.decode import decode
from veridical.report.html import html_layout
from veridical.report.markdown import markdown_layout
from veridical.report.model import Block, BlockKind, Cell, Layout
from veridical.sources.result import Fetched, FetchState

LARGEST_BYTES = 20_000_000
TEXT = frozenset({".txt", ".text"})
MARKDOWN = frozenset({".md", ".markdown"})
HTML = frozenset({".html", ".htm", ".xhtml"})
DOCUMENTS = frozenset({".pdf", ".docx"})
"""Read by the libraries of the extra ``web``, in a process of their own."""
INCOMPLETE = frozenset({".crdownload", ".part", ".partial", ".download", ".tmp"})
_SHOWS_NOTHING = frozenset({BlockKind.HIDDEN, BlockKind.MARKUP, BlockKind.RULE})


def is_readable(path: Path) -> bool:
    """Whether a file's suffix is one whose text can be read."""
    return path.suffix.lower() in TEXT | MARKDOWN | HTML


def is_document(path: Path) -> bool:
    """Whether a file's suffix is one of a document that has to be unpacked."""
    return path.suffix.lower() in DOCUMENTS


def called(path: Path) -> str:
    """The name that a file is known by: without its suffix, nor that of a broken download."""
    if path.suffix.lower() not in INCOMPLETE:
        return path.stem
    whole = Path(path.stem)
    return whole.stem if is_readable(whole) or is_document(whole) else path.stem


def file_source(path: Path, name: str) -> Fetched:
    """The source that a file is.

    Args:
        path: the file.
        name: what quotes and messages call it.
    """
    suffix = path.suffix.lower()
    if suffix in INCOMPLETE:
        return Fetched(name, FetchState.INCOMPLETE_FILE, origin=name)
    if not is_readable(path) and not is_document(path):
        return Fetched(name, FetchState.UNSUPPORTED_TYPE, origin=name)
    try:
        if path.stat().st_size > LARGEST_BYTES:
            return Fetched(name, FetchState.TOO_LARGE, origin=name)
        data = path.read_bytes()
    except OSError:
        return Fetched(name, FetchState.UNREADABLE_FILE, origin=name)
    if is_document(path):
        return _document(data, suffix, name)
    text, title = _text_of(data, suffix)
    if not text.strip():
        return Fetched(name, FetchState.EMPTY, "", title, name)
    return Fetched(name, FetchState.OK, text, title, name)


def _document(data: bytes, suffix: str, name: str) -> Fetched:
    from veridical.sources.extract import extract
    from veridical.sources.extract.kind import told_by

    found = extract(data, content_type=told_by(f"file{suffix}"), name=f"file{suffix}")
    return Fetched(name, found.state, found.text, found.title, name, pages=found.pages)


def _text_of(data: bytes, suffix: str) -> tuple[str, str]:
    source, _ = decode(data)
    if suffix in TEXT:
        return source, ""
    layout = html_layout(source) if suffix in HTML else markdown_layout(source)
    headings = [s.heading for s in layout.sections if s.heading]
    return plain_text(layout), headings[0] if headings else ""


def plain_text(layout: Layout) -> str:
    """What a reader sees of a layout: a block per paragraph, a row of a table per line."""
    tables = {table.block: table for table in layout.tables}
    pieces = []
    for block in layout.blocks:
        if block.index in tables:
            pieces.append("\n".join(_rows(tables[block.index].cells)))
        elif _is_shown(block):
            pieces.append(block.text.plain if block.text else "")
    return "\n\n".join(piece for piece in pieces if piece.strip())


def _is_shown(block: Block) -> bool:
    return block.text is not None and block.kind not in _SHOWS_NOTHING


def _rows(cells: Iterable[Cell]) -> Iterator[str]:
    rows: dict[int, list[str]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell.text.plain)
    for row in sorted(rows):
        yield " | ".join(rows[row])
