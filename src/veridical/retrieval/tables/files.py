"""Tables from files: CSV, TSV, JSON, XLSX, Parquet; one clear line where one cannot be read."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from veridical.report.decode import decode
from veridical.retrieval.tables.grid import HEAD_ROWS, MOST_ROWS, table_from_grid
from veridical.retrieval.tables.model import Table

SUFFIXES = frozenset({".csv", ".tsv", ".json", ".xlsx", ".parquet"})
MOST_BYTES = 64_000_000
"""Of a text file; of a longer one the first rows are read."""
_SAMPLE = 65_536
_DELIMITERS = ",;\t|"
_MOST_CELL = 10_000


@dataclass(frozen=True)
class TableFile:
    """What a file held.

    Attributes:
        tables: one a sheet; those without a heading and a row below it are left out.
        refusal: why there is none; "" where there is one.
    """

    tables: tuple[Table, ...] = ()
    refusal: str = ""


def is_table(path: Path) -> bool:
    """Whether a file's suffix is one of a table."""
    return path.suffix.lower() in SUFFIXES


def read_table_file(path: Path, name: str) -> TableFile:
    """The tables of a file.

    Args:
        path: the file; its suffix says what it is.
        name: what ids are made of.
    """
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        return TableFile(refusal="is no table")
    try:
        return _built(reader(path), path.stem, name)
    except _Unreadable as e:
        return TableFile(refusal=str(e))
    except OSError as e:
        return TableFile(refusal=f"cannot be read: {e.strerror or e}")


class _Unreadable(Exception):  # noqa: N818 - never leaves this file
    """Why a file is no table."""


@dataclass(frozen=True)
class _Sheet:
    title: str
    rows: Iterable[Sequence[str]]
    notes: tuple[str, ...] = ()


def _built(sheets: Iterable[_Sheet], stem: str, name: str) -> TableFile:
    found = []
    for number, sheet in enumerate(sheets, start=1):
        # one more than is kept, so that what is left out is known
        rows = list(islice(sheet.rows, MOST_ROWS + HEAD_ROWS + 1))
        table = table_from_grid(
            rows,
            id=name if number == 1 else f"{name}-{number}",
            title=sheet.title or stem.replace("_", " ").replace("-", " "),
            notes=sheet.notes,
            source=name,
        )
        if table is not None:
            found.append(table)
    if not found:
        return TableFile(refusal="has no row below a heading")
    return TableFile(tuple(found))


def _text(path: Path) -> tuple[str, tuple[str, ...]]:
    size = path.stat().st_size
    with path.open("rb") as file:
        data = file.read(MOST_BYTES)
    notes: tuple[str, ...] = ()
    if size > MOST_BYTES:
        data = data[: data.rfind(b"\n") + 1] or data
        notes = (f"only the first {MOST_BYTES} of {size} bytes are read",)
    text, unread = decode(data)
    if unread:
        notes = (*notes, f"{len(unread)} stretches of bytes are in no known encoding")
    return text, notes


def _delimited(path: Path) -> Iterator[_Sheet]:
    text, notes = _text(path)
    if "\x00" in text[:_SAMPLE]:
        raise _Unreadable("is no text")
    delimiter = "\t" if path.suffix.lower() == ".tsv" else _delimiter(text)
    yield _Sheet("", _records(text, delimiter), notes)


def _records(text: str, delimiter: str) -> Iterator[Sequence[str]]:
    lines = io.StringIO(text.replace("\x00", ""), newline="")
    reader = csv.reader(lines, delimiter=delimiter)
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error:  # a cell beyond the module's own limit
            continue
        yield [cell[:_MOST_CELL] for cell in row]


def _delimiter(text: str) -> str:
    """What stands most evenly between the cells of the first lines."""
    lines = [line for line in text[:_SAMPLE].splitlines()[:20] if line.strip()]

    def evenness(delimiter: str) -> tuple[int, int]:
        counts = [line.count(delimiter) for line in lines]
        usual = max(set(counts), key=counts.count) if counts else 0
        return (counts.count(usual) if usual else 0, usual)

    return max(_DELIMITERS, key=evenness)


def _json(path: Path) -> Iterator[_Sheet]:
    text, notes = _text(path)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as e:
        raise _Unreadable(f"is no JSON: {e}") from e
    title = ""
    if isinstance(value, dict):
        title = str(value.get("title", ""))
        value = next(
            (v for k in ("rows", "data", "records") if isinstance(v := value.get(k), list)), value
        )
    rows = list(_json_rows(value))
    yield _Sheet(title, rows, notes)


def _json_rows(value: object) -> Iterator[Sequence[str]]:
    """A list of objects, a list of lists, or an object of lists."""
    if isinstance(value, dict) and value and all(isinstance(v, list) for v in value.values()):
        yield [str(k) for k in value]
        longest = max(map(len, value.values()))
        for n in range(longest):
            yield [_cell(v[n]) if n < len(v) else "" for v in value.values()]
    elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        keys = list(dict.fromkeys(str(key) for one in value for key in one))
        yield keys
        yield from ([_cell(one.get(key)) for key in keys] for one in value)
    elif isinstance(value, list) and all(isinstance(one, list) for one in value):
        yield from ([_cell(cell) for cell in one] for one in value)
    else:
        raise _Unreadable("is JSON of some other shape than rows of a table")


def _xlsx(path: Path) -> Iterator[_Sheet]:
    try:
        import openpyxl
    except ImportError as e:
        raise _Unreadable("needs openpyxl, of the extra research") from e
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError) as e:
        raise _Unreadable(f"is no workbook: {e}") from e
    try:
        for sheet in book.worksheets:
            rows = ([_cell(cell) for cell in row] for row in sheet.iter_rows(values_only=True))
            yield _Sheet(sheet.title if len(book.worksheets) > 1 else "", rows)
    finally:
        book.close()


def _parquet(path: Path) -> Iterator[_Sheet]:
    try:
        import duckdb
    except ImportError as e:
        raise _Unreadable("needs duckdb, of the extra research") from e
    with TemporaryDirectory() as folder, duckdb.connect() as connection:
        # a name of one's own: in the file's, stars and brackets would stand for other files
        place = Path(folder, "table.parquet")
        place.symlink_to(path.resolve())
        try:
            found = connection.execute(
                "SELECT * FROM read_parquet(?) LIMIT ?", [str(place), MOST_ROWS + HEAD_ROWS]
            )
            names = [column[0] for column in found.description or ()]
            rows = found.fetchall()
        except duckdb.Error as e:
            raise _Unreadable(f"is no Parquet file: {str(e).splitlines()[0]}") from e
    yield _Sheet("", [names, *([_cell(cell) for cell in row] for row in rows)])


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False)[:_MOST_CELL]
    return str(value)[:_MOST_CELL]


_READERS = {
    ".csv": _delimited,
    ".tsv": _delimited,
    ".json": _json,
    ".xlsx": _xlsx,
    ".parquet": _parquet,
}
