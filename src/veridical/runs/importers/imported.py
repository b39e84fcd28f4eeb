"""What an importer of reports hands over: the report in our own formats, and what it lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from veridical.errors import StoreError
from veridical.report import Note, NoteKind, Report, Span


@dataclass(frozen=True, slots=True)
class Lost:
    """Things of one kind that a report held, and that its Markdown does not hold.

    Attributes:
        count: how many.
        what: one of them, in plain words.
        several: more of them; by default `what` with an "s".
    """

    count: int
    what: str
    several: str = ""

    def __str__(self) -> str:
        several = self.several or f"{self.what}s"
        return f"{self.count:,} {self.what if self.count == 1 else several}"


@dataclass(frozen=True, slots=True)
class Imported:
    """A report of another program, in Markdown or HTML.

    Attributes:
        data: the report; offsets of what is parsed count in it.
        format: ``markdown`` or ``html``; None = found out from the text.
        kind: what the file was, in plain words.
        lost: what was not carried over.
        task: the id of the task that it answers, "" if the file names none.
        query: what was asked, "" if the file does not say.
        date: the day it was made, ISO, "" if the file does not say.
    """

    data: bytes
    format: str | None
    kind: str
    lost: tuple[Lost, ...] = ()
    task: str = ""
    query: str = ""
    date: str = ""


def imported(text: str, kind: str, lost: Iterable[Lost] = ()) -> Imported:
    """A report that is Markdown now; of `lost`, what is none is left out."""
    kept = tuple(one for one in lost if one.count)
    return Imported(text.encode("utf-8", "replace"), "markdown", kind, kept)


def with_lost(report: Report, lost: Iterable[Lost]) -> Report:
    """A report with a note on each kind of thing that its importer did not carry over."""
    start = Span(0, 0)
    notes = tuple(Note(NoteKind.NOT_IMPORTED, start, str(one)) for one in lost)
    return replace(report, notes=(*report.notes, *notes)) if notes else report


def read_lost(path: Path) -> tuple[Lost, ...]:
    """What was lost, as a run stored it: a list of ``count``, ``what`` and ``several``.

    Raises:
        StoreError: the file cannot be read, or holds something else.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[Lost, ...])
    except (OSError, msgspec.DecodeError) as e:
        raise StoreError(
            str(path),
            f"holds no list of what was lost: {e}",
            expected="what veridical wrote",
            fix="Restore the file, or run again into another folder.",
        ) from e
