"""Tables as knowledge: typed values under named fields, read from files and from corpus items."""

from veridical.retrieval.tables.files import TableFile, is_table, read_table_file
from veridical.retrieval.tables.grid import table_from_grid
from veridical.retrieval.tables.item import table_from_item
from veridical.retrieval.tables.model import Column, ColumnKind, Table, Value

__all__ = [
    "Column",
    "ColumnKind",
    "Table",
    "TableFile",
    "Value",
    "is_table",
    "read_table_file",
    "table_from_grid",
    "table_from_item",
]
