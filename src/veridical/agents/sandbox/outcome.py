"""What became of a program; what the sandbox sends is no more trusted than the program."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

import msgspec

MAGIC = b"veridical-sandbox\n"
_NAME = re.compile(r"(?!\.)[A-Za-z0-9_.\-]{1,80}")


class State(StrEnum):
    """How a run ended."""

    RAN = "ran"
    RAISED = "raised"
    OUT_OF_TIME = "out_of_time"
    OUT_OF_MEMORY = "out_of_memory"
    OUT_OF_OUTPUT = "out_of_output"
    KILLED = "killed"


@dataclass(frozen=True)
class Outcome:
    """What a program did.

    Attributes:
        state: how it ended; killed = by a signal, or it ended its keeper.
        stdout: the first of what it printed.
        stderr: the first of what it complained of; a traceback stands at the end.
        dropped: how many bytes of both were dropped.
        files: what it left in its working folder, by name; no folders, no links.
        left_out: names of files that were not handed out: too many, or odd names.
    """

    state: State
    stdout: str = ""
    stderr: str = ""
    dropped: int = 0
    files: Mapping[str, bytes] = field(default_factory=lambda: MappingProxyType({}))
    left_out: tuple[str, ...] = ()

    @property
    def error(self) -> str:
        """The last line of the traceback, or how it ended; "" where it ran."""
        if self.state is State.RAN:
            return ""
        lines = [line for line in self.stderr.splitlines() if line.strip()]
        return lines[-1] if lines and self.state is State.RAISED else self.state.value


class _Head(msgspec.Struct):
    status: int
    stdout: int
    stderr: int
    dropped: int
    files: list[tuple[str, int]]
    left_out: list[str]


def outcome(sent: bytes, most_files: int) -> Outcome:
    """The outcome that the keeper sent; *killed* where it sent none that can be read.

    Args:
        sent: all that came out of the sandbox.
        most_files: more files than that are left out.
    """
    head, body = _head(sent)
    if head is None:
        return Outcome(State.KILLED)
    sizes = [head.stdout, head.stderr, *(size for _, size in head.files)]
    if min(sizes) < 0 or sum(sizes) != len(body):
        return Outcome(State.KILLED)
    pieces, at = [], 0
    for size in sizes:
        pieces.append(body[at : at + size])
        at += size
    named = list(zip((name for name, _ in head.files), pieces[2:], strict=True))
    fit = {name: piece for name, piece in named if _NAME.fullmatch(name)}
    files = dict(sorted(fit.items())[:most_files])
    odd = [name for name, _ in named if name not in files]
    stdout, stderr = (piece.decode("utf-8", "replace") for piece in pieces[:2])
    return Outcome(
        _state(head.status),
        stdout,
        stderr,
        dropped=head.dropped,
        files=MappingProxyType(files),
        left_out=(*odd, *head.left_out),
    )


def _head(sent: bytes) -> tuple[_Head | None, bytes]:
    if not sent.startswith(MAGIC):
        return None, b""
    line, sign, body = sent[len(MAGIC) :].partition(b"\n")
    try:
        return (msgspec.json.decode(line, type=_Head) if sign else None), body
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
        return None, b""


def _state(status: int) -> State:
    if status == 0:
        return State.RAN
    return State.RAISED if status > 0 else State.KILLED
