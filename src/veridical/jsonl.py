"""Files of one JSON object a line: read strictly, with the line of whatever is wrong.

Nothing here knows what the objects are about.
"""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from veridical.errors import InputError, TaskFormatError

S = TypeVar("S", bound=msgspec.Struct)


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a JSONL file that are not blank, with their numbers from 1.

    Raises:
        InputError: the file cannot be read, or is none: a pipe could be waited for without end.
    """
    data = whole_file(path)
    data = data.removeprefix(b"\xef\xbb\xbf")
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            yield number, line


def whole_file(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        InputError: the file cannot be read, or is none: a pipe could be waited for without end.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise OSError(errno.EINVAL, "Not a regular file")
        return path.read_bytes()
    except (OSError, ValueError) as e:
        raise InputError(
            str(path),
            "cannot be read",
            got=e.strerror if isinstance(e, OSError) else str(e),
            expected="a JSONL file",
            fix="Check the path.",
        ) from e


def read_lines(path: Path, kind: type[S]) -> list[S]:
    """The records of a JSONL file.

    Raises:
        TaskFormatError: a line that is no JSON or not of `kind`, named with its number.
        InputError: the file cannot be read.
    """
    return [record for _, record in numbered_records(path, kind)]


def numbered_records(path: Path, kind: type[S]) -> list[tuple[int, S]]:
    """The records of a JSONL file, each with the number of its line.

    Raises:
        TaskFormatError: a line that is no JSON or not of `kind`, or says something twice.
        InputError: the file cannot be read.
    """
    found = []
    for number, line in lines(path):
        try:
            found.append((number, msgspec.json.decode(line, type=kind)))
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as e:
            raise TaskFormatError(
                f"{path}, line {number}",
                f"does not follow its format: {e}",
                expected=f"one JSON object with the fields {', '.join(kind.__struct_fields__)}",
                fix="Mend the line.",
                **_met_at(line, str(e)),
            ) from e
        _refuse_said_twice(line, f"{path}, line {number}")
    return found


_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


def _met_at(line: bytes, message: str) -> dict[str, object]:
    """The value that a message of the decoder is about, as ``got``; nothing if it names none."""
    _, sign, place = message.rpartition(" - at `$")
    try:
        value = msgspec.json.decode(line)
        for name, index in _STEP.findall(place.rstrip("`") if sign else ""):
            value = value[name] if name else value[int(index)]
    except (msgspec.DecodeError, UnicodeDecodeError, LookupError, TypeError):
        return {}
    return {"got": value}


def _refuse_said_twice(line: bytes, where: str) -> None:
    """Refuse an object that has a key twice: which of both counts, readers do not agree on."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            raise TaskFormatError(
                where,
                "says the same key twice",
                got=next(name for name in names if names.count(name) > 1),
                expected="every key of an object once",
                fix="Drop one of them.",
            )
        return found

    with suppress(RecursionError, ValueError):  # too deep or too long for any field of ours
        json.loads(line, object_pairs_hook=once)
