"""Reads a PDF or a DOCX in a process of its own, with a limit on time and memory."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import msgspec

from veridical.sources.extract.extracted import Extracted
from veridical.sources.extract.kind import Kind
from veridical.sources.result import FetchState

LONGEST_S = 60.0
PROGRAM = "veridical.sources.extract.worker"
_NEEDS = {Kind.PDF: "pypdfium2", Kind.DOCX: "docx"}


def read_apart(
    kind: Kind, body: bytes, longest_s: float = LONGEST_S, *, program: str = PROGRAM
) -> Extracted:
    """What a document shows.

    Args:
        kind: PDF or DOCX.
        body: all of the file.
        longest_s: how long reading it may take, in seconds.
        program: the module that reads it; what `worker` says of its input and output holds.

    Returns:
        Its text, or the state that says why there is none.
    """
    if find_spec(_NEEDS[kind]) is None:
        missing = "the extra web reads it: pip install 'veridical[web]'"
        return Extracted(FetchState.UNSUPPORTED_TYPE, kind, detail=missing)
    try:
        done = subprocess.run(  # noqa: S603 - our own program, and no argument of others
            [sys.executable, "-P", "-m", program, kind.value],
            input=body,
            capture_output=True,
            timeout=longest_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        detail = f"reading it took over {longest_s:g} s"
        return Extracted(FetchState.TOO_LARGE, kind, detail=detail)
    if done.returncode:
        return Extracted(FetchState.UNREADABLE_FILE, kind, detail="reading it failed")
    return msgspec.json.decode(done.stdout, type=Extracted)
