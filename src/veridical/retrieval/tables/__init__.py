"""Tables as knowledge: typed values under named fields, read from files and from corpus items."""

from veridical.retrieval.tables.files import TableFile, is_table, read_table_file
from veridical.retrieval.tables.grid import table_from_grid
from veridical.retrieval.tables.item import table_from_item
from veridical.retrieval.tables.knowledge import TableBase, Topic
from veridical.retrieval.tables.model import Column, ColumnKind, Table, Value
from veridical.retrieval.tables.summary import summary_of

__all__ = [
    "Column",
    "ColumnKind",
    "Table",
    "TableBase",
    "TableFile",
    "Topic",
    "Value",
    "is_table",
    "read_table_file",
    "summary_of",
    "table_from_grid",
    "table_from_item",
]
