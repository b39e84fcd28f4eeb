"""The program that reads one document apart: standard input in, an `Extracted` as JSON out.

A file that makes a library hang, crash or take all memory ends this process alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import msgspec

from veridical.sources.extract.docx import read_docx
from veridical.sources.extract.extracted import Extracted
from veridical.sources.extract.kind import Kind
from veridical.sources.extract.pdf import read_pdf

MOST_MEMORY = 2_000_000_000
"""Bytes of address space, most of which the libraries only reserve."""


def read_as(kind: str, body: bytes) -> Extracted:
    """What a document of a kind shows.

    Args:
        kind: the value of `Kind.PDF` or `Kind.DOCX`.
        body: all of the file.
    """
    return read_pdf(body) if kind == Kind.PDF else read_docx(body)


def serve(read: Callable[[str, bytes], object]) -> None:
    """Read standard input within limits, write standard output."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    found = read(sys.argv[1], sys.stdin.buffer.read())
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    serve(read_as)
