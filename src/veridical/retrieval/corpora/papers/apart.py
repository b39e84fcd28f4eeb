"""Reads a paper in a process of its own, with a limit on time and memory."""

from __future__ import annotations

import subprocess
import sys

import msgspec

from veridical.retrieval.corpora.papers.model import Paper

LONGEST_S = 180.0
_PROGRAM = "veridical.retrieval.corpora.papers.worker"


def read_paper(body: bytes, longest_s: float = LONGEST_S) -> Paper:
    """The headings, figures and tables of a PDF.

    Args:
        body: all of the file.
        longest_s: how long reading it may take, in seconds.

    Returns:
        Nothing but a note where it takes longer, or where the library cannot do it.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own program, and no argument of others
            [sys.executable, "-P", "-m", _PROGRAM, "pdf"],
            input=body,
            capture_output=True,
            timeout=longest_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Paper(notes=(f"its figures took over {longest_s:g} s and are left out",))
    if done.returncode:
        return Paper(notes=("its figures cannot be read and are left out",))
    return msgspec.json.decode(done.stdout, type=Paper)
