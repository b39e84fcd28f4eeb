"""Which reader a document needs."""

from __future__ import annotations

import codecs
import re

from veridical.report.decode import decode
from veridical.report.markdown import markdown_layout
from veridical.sources.extract.extracted import Extracted, Shown
from veridical.sources.extract.kind import Kind, is_unfinished, kind_of
from veridical.sources.result import FetchState

LARGEST_TEXT = 10_000_000
"""Characters of HTML or text; over that, reading takes longer than a fetch may."""
_CHARSET = re.compile(r"charset\s{0,9}=\s{0,9}[\"']?([A-Za-z0-9_:.-]{1,40})", re.IGNORECASE)


def extract(body: bytes, *, content_type: str = "", name: str = "", url: str = "") -> Extracted:
    """What a document shows.

    Args:
        body: all of its bytes.
        content_type: the header that came with it, parameters and all; "" = none did.
        name: of the file, or the path of the address.
        url: where it stands, for the addresses of its pictures.

    Returns:
        Its text, or the state that says why there is none.
    """
    if is_unfinished(name):
        return Extracted(FetchState.INCOMPLETE_FILE, detail="a download that has not ended")
    told = content_type.partition(";")[0].strip().lower()
    kind = kind_of(body, told, name)
    if not body.strip():
        return Extracted(FetchState.EMPTY, kind.value or told)
    if kind is Kind.OTHER:
        return Extracted(FetchState.UNSUPPORTED_TYPE, told, detail=told or "no text")
    if kind in (Kind.PDF, Kind.DOCX):
        from veridical.sources.extract.apart import read_apart

        return read_apart(kind, body)
    return _read_text(kind, text_of(body, content_type), url)


def text_of(body: bytes, content_type: str) -> str:
    """Bytes as text: a mark, valid UTF-8, what the host says, what the document says.

    A host that is wrong is not believed: what it says counts only where the bytes are valid
    in it, and valid UTF-8 beyond ASCII is nothing else.
    """
    said = _CHARSET.search(content_type)
    has_mark = body.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if said is None or has_mark or _is_utf8(body):
        return decode(body)[0]
    try:
        name = codecs.lookup(said[1]).name
        if name not in _NOT_FOR_TEXT:
            return body.decode({"gb2312": "gb18030", "gbk": "gb18030"}.get(name, name))
    except (LookupError, UnicodeError, ValueError):
        pass
    return decode(body)[0]


_NOT_FOR_TEXT = frozenset(
    [
        "base64",
        "bz2",
        "hex",
        "idna",
        "mbcs",
        "oem",
        "palmos",
        "punycode",
        "quopri",
        "raw-unicode-escape",
        "rot13",
        "undefined",
        "unicode-escape",
        "uu",
        "zlib",
        "utf-7",
    ]
)


def _is_utf8(body: bytes) -> bool:
    if body.isascii():
        return b"\0" not in body and b"\x1b" not in body
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _read_text(kind: Kind, text: str, url: str) -> Extracted:
    from veridical.sources.extract.html import read_html
    from veridical.sources.extract.layout import add_layout

    if kind is Kind.HTML:
        return read_html(text, url)
    if len(text) > LARGEST_TEXT:
        return Extracted(FetchState.TOO_LARGE, kind.value, detail=f"over {LARGEST_TEXT} characters")
    if kind is Kind.TEXT:
        state = FetchState.OK if text.strip() else FetchState.EMPTY
        return Extracted(state, kind.value, text=text)
    shown = Shown()
    hidden = add_layout(shown, markdown_layout(text), url)
    title = shown.headings[0].text if shown.headings else ""
    state = FetchState.OK if shown.text else FetchState.EMPTY
    return Extracted(
        state,
        kind.value,
        title=title,
        text=shown.text,
        headings=tuple(shown.headings),
        tables=tuple(shown.tables),
        figures=tuple(shown.figures),
        marks=tuple(shown.marks),
        hidden=hidden,
    )
