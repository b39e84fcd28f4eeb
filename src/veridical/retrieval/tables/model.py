"""A table as typed values, and how it is told to whoever writes code about it.

Knowledgeable Deep Research (arXiv:2604.07720) shows a writer of code the fields of a table as
comments, never its rows; the rows are given to the program as Python objects when it runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

import msgspec

Value: TypeAlias = float | int | str | None
"""Of a cell; None = empty, or said not to be known."""
_EXAMPLES = 3


class ColumnKind(StrEnum):
    """What the cells of a column are."""

    NUMBER = "number"
    YEAR = "year"
    TEXT = "text"


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column.

    Attributes:
        field: the key of its values in `Table.objects`: an identifier, unique in its table.
        name: its heading as written, without the unit.
        kind: of its values.
        unit: as written in the heading; "" = none.
    """

    field: str
    name: str
    kind: ColumnKind = ColumnKind.TEXT
    unit: str = ""

    @property
    def heading(self) -> str:
        """Name and unit."""
        return f"{self.name} ({self.unit})" if self.unit else self.name


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a knowledge base.

    Attributes:
        id: unique in its base.
        title: what it is called.
        columns: from left to right.
        rows: one value a column.
        summary: what it shows, in a sentence or two.
        domain, sub_domain, topic: its place in the base; "" = none.
        source: where it comes from.
        license: under which licence it may be used.
        language: of its words.
        notes: what of the file it was read from was left out or changed.
    """

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    summary: str = ""
    domain: str = ""
    sub_domain: str = ""
    topic: str = ""
    source: str = ""
    license: str = ""
    language: str = ""
    notes: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """What it is found by: title, summary, place, headings; none of its rows."""
        place = " ".join(filter(None, (self.domain, self.sub_domain, self.topic)))
        headings = ", ".join(column.heading for column in self.columns)
        return "\n".join(filter(None, (self.title, self.summary, place, headings)))

    @property
    def objects(self) -> list[Mapping[str, Value]]:
        """The rows as Python objects, each with its fields."""
        fields = [column.field for column in self.columns]
        return [dict(zip(fields, row, strict=True)) for row in self.rows]

    @property
    def schema(self) -> str:
        """The fields as comments: what a writer of code is shown instead of the rows."""
        head = f"# {self.title}: a list of {len(self.rows)} dicts, one a row, with the keys"
        return "\n".join([head, *map(_field, self.columns)])

    def column(self, kind: ColumnKind) -> list[int]:
        """Places of the columns of a kind."""
        return [n for n, column in enumerate(self.columns) if column.kind is kind]

    def values(self, place: int) -> list[Value]:
        """The values of a column."""
        return [row[place] for row in self.rows]

    def as_text(self, most_rows: int = 200) -> str:
        """The rows in lines, cells apart by bars: how a table enters a prompt or an index."""
        head = " | ".join(column.heading for column in self.columns)
        rows = [" | ".join(map(written, row)) for row in self.rows[:most_rows]]
        left = len(self.rows) - most_rows
        rest = [f"({left} more rows)"] if left > 0 else []
        return "\n".join([head, *rows, *rest])


def _field(column: Column) -> str:
    kind = {ColumnKind.NUMBER: "float or None", ColumnKind.YEAR: "int or None"}
    unit = f", in {column.unit}" if column.unit else ""
    return f"#   {column.field}: {kind.get(column.kind, 'str or None')}; {column.name}{unit}"


def written(value: Value) -> str:
    """A value as people write it; nothing for None."""
    if value is None:
        return ""
    return f"{value:.15g}" if isinstance(value, float) and abs(value) < 1e15 else str(value)
