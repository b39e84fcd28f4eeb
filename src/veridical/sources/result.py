"""What looking a source up gave, decided before any judge is asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class FetchState(StrEnum):
    """What became of a look-up; only `OK` has text to judge by."""

    OK = "ok"
    EMPTY = "empty"
    NOT_FOUND = "not_found"
    SEVERAL_FILES = "several_files"
    TOO_LARGE = "too_large"
    UNSUPPORTED_TYPE = "unsupported_type"
    INCOMPLETE_FILE = "incomplete_file"
    UNREADABLE_FILE = "unreadable_file"


@dataclass(frozen=True, slots=True)
class Fetched:
    """One source as it was found.

    Attributes:
        id: the name under which quotes refer to it.
        state: what became of the look-up.
        text: its words; "" unless `state` is OK. Offsets of quotes count in it.
        title: what it calls itself, "" if unknown.
        origin: where it was read, for a reader.
        picture: the file of its picture, if it has one.
    """

    id: str
    state: FetchState
    text: str = ""
    title: str = ""
    origin: str = ""
    picture: Path | None = None
