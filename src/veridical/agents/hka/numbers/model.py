"""What is kept of the numbers of a report."""

from __future__ import annotations

import msgspec

from veridical.agents.hka.analysis import Traced
from veridical.retrieval.tables import Value


class Quoted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentence of a text that a number comes from.

    Attributes:
        item: its id.
        sentence: as it stood there.
        place: which of the sentence's numbers it is, from 0.
        source: where the item comes from.
    """

    item: str
    sentence: str
    place: int
    source: str = ""


class NumberRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of a statement.

    Attributes:
        written: as it stands in the report.
        cell: the cells it comes from; None = it comes from none.
        is_label: whether it stands in the name of the row that the cells gave.
        file: of the table, where it is known.
        quoted: the sentence it comes from; None = it comes from none. Without both it is untraced.
    """

    written: str
    cell: Traced | None = None
    is_label: bool = False
    file: str = ""
    quoted: Quoted | None = None

    @property
    def is_traced(self) -> bool:
        """Whether anybody knows where it comes from."""
        return self.cell is not None or self.quoted is not None


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A statement that holds numbers.

    Attributes:
        text: as it was written, without markers.
        numbers: in the order in which they stand there.
        is_computed: whether code wrote the sentence from cells, so that it stands where they do.
    """

    text: str
    numbers: tuple[NumberRecord, ...]
    is_computed: bool = False


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cells that figures were drawn from.

    Attributes:
        table: the id of the table.
        figures: ids of the figures.
        rows: all of it, by fields.
    """

    table: str
    figures: tuple[str, ...]
    rows: list[dict[str, Value]]


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of a report.

    Attributes:
        lines: the statements that hold some, in order.
        drawn: what figures were drawn from, a table each.
    """

    lines: tuple[Line, ...] = ()
    drawn: tuple[Drawn, ...] = ()

    @property
    def untraced(self) -> tuple[tuple[str, str], ...]:
        """The numbers that nobody can trace, each with its statement."""
        return tuple(
            (n.written, one.text) for one in self.lines for n in one.numbers if not n.is_traced
        )
