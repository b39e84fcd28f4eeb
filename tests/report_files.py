"""Files of reports for tests: DOCX written by hand, and real ones where they are at hand."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "shared" / "data"
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


def package(body: str, parts: dict[str, str | bytes] | None = None, relations: str = "") -> bytes:
    """A DOCX file by hand: the document's body, other parts, and its relations."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("[Content_Types].xml", TYPES)
        packed.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="{W}" xmlns:r="{R}" xmlns:m="{M}"><w:body>{body}</w:body>'
            "</w:document>",
        )
        packed.writestr(
            "word/_rels/document.xml.rels", f"<Relationships>{relations}</Relationships>"
        )
        for name, data in (parts or {}).items():
            packed.writestr(name, data)
    return out.getvalue()


def paragraph(*runs: str) -> str:
    """A paragraph of runs; what is no XML is a run's words."""
    written = (run if run.startswith("<") else f"<w:r><w:t>{run}</w:t></w:r>" for run in runs)
    return f"<w:p>{''.join(written)}</w:p>"


def data(*names: str) -> Path:
    """A real file; skipped where it is absent."""
    path = DATA.joinpath(*names)
    if not path.is_file():
        pytest.skip(f"needs {'/'.join(names)}")
    return path
