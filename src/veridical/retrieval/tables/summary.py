"""What a table shows, in a line or two, where nobody has written it: headings, spans, names.

Ours: the publication has a model write it. No number of a row is in it but first and last years.
"""

from __future__ import annotations

from collections.abc import Iterable

from veridical.retrieval.tables.model import Column, ColumnKind, Table, Value

_NAMED = 3
_CHARACTERS = 40


def summary_of(table: Table) -> str:
    """A summary in the table's language, Chinese or English."""
    is_chinese = table.language.startswith("zh")
    parts = [
        said
        for place, column in enumerate(table.columns)
        if (said := _said(column, table.values(place), is_chinese=is_chinese))
    ]
    many = len(table.rows)
    if is_chinese:
        return f"共{many}行：" + "；".join(parts) + "。"
    return f"{many} row{'s' if many != 1 else ''}: " + "; ".join(parts) + "."


def _said(column: Column, values: Iterable[Value], *, is_chinese: bool) -> str:
    known = [value for value in values if value is not None]
    if not known:
        return ""
    if column.kind is ColumnKind.NUMBER:
        return column.heading
    if column.kind is ColumnKind.YEAR:
        first, last = min(map(str, known)), max(map(str, known))
        to = "至" if is_chinese else " to "
        return f"{column.heading} {first}{to if first != last else ''}{last * (first != last)}"
    names = list(dict.fromkeys(str(value)[:_CHARACTERS] for value in known))
    left = len(names) - _NAMED
    shown = ("、" if is_chinese else ", ").join(names[:_NAMED])
    if left > 0:
        shown += f"等{len(names)}个" if is_chinese else f" and {left} more"
    return f"{column.heading}（{shown}）" if is_chinese else f"{column.heading} ({shown})"
