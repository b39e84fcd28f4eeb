"""Which files of a folder hold reports, and which task each report answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from veridical.errors import InputError
from veridical.runs.importers.imported import Imported
from veridical.runs.importers.replies import reader_of
from veridical.runs.importers.reports import FORMATS, OTHERS
from veridical.task import Bench

_BESIDE = ".evidence.json"


def holds_report(path: Path) -> bool:
    """Whether a file of a folder of reports is one, by its name; JSON by its content.

    JSON that says something else is passed over; JSON that is broken is a report that is broken.
    """
    suffix = path.suffix.lower()
    if suffix != ".json":
        return suffix in FORMATS or suffix in OTHERS or suffix == ".txt"
    if path.name.lower().endswith(_BESIDE) or not path.is_file():
        return False
    try:
        return reader_of(msgspec.json.decode(path.read_bytes())) is not None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return True
    except OSError:
        return True  # reading it says why


def task_of(found: Imported, bench: Bench) -> str | None:
    """The task that a report answers by what its file says; None if it says none of the bench's."""
    ids = {task.id for task in bench.tasks}
    if found.task in ids:
        return found.task
    asked = _folded(found.query)
    return next((t.id for t in bench.tasks if asked and _folded(t.query.text) == asked), None)


def articles(path: Path, found: tuple[Imported, ...]) -> Iterator[tuple[str, Imported]]:
    """The name of each report of a file that holds several."""
    for number, one in enumerate(found, start=1):
        yield f"{path.name}#{one.task or number}", one


def is_foreign(path: Path) -> bool:
    """Whether the lines of a JSONL file are another bench's or a vendor's, by the first of them."""
    try:
        with path.open("rb") as file:
            begin = next((line for line in file if line.strip()), b"").removeprefix(b"\xef\xbb\xbf")
        raw: object = msgspec.json.decode(begin)
    except (OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return False
    is_own = isinstance(raw, Mapping) and "system" in raw and "report" in raw
    return not is_own and reader_of(raw) is not None


def unknown_task(name: str, found: Imported) -> InputError:
    """The error of a report whose task is not known."""
    return InputError(
        name,
        "answers a task that the bench does not have",
        got=found.task or found.query,
        expected="a task of the bench, by its id or its words",
        fix="Rename the report or name another bench.",
    )


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
