"""A table of a corpus: its item's text read back into cells."""

from __future__ import annotations

import re

from veridical.retrieval.tables.grid import table_from_grid
from veridical.retrieval.tables.model import Table
from veridical.task import Item, Modality

_CAPTION = re.compile(
    r"(?:Caption|表注|说明|注)\s*[:：]\s*(?P<words>.+)", re.IGNORECASE | re.DOTALL
)


def table_from_item(item: Item) -> Table | None:
    """The table that a corpus item holds: lines of cells apart by bars, then its caption.

    Returns:
        None where the item is no table, or its text has no rows of cells.
    """
    if item.modality is not Modality.TABLE:
        return None
    rows: list[list[str]] = []
    rest: list[str] = []
    for line in item.text.splitlines():
        if "|" in line and not rest:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not all(set(cell) <= set("-: ") and cell for cell in cells):
                rows.append(cells)
        elif line.strip():
            rest.append(line.strip())
    caption = _CAPTION.search(" ".join(rest))
    return table_from_grid(
        rows,
        id=item.id,
        title=item.title or item.id,
        summary=caption["words"] if caption else " ".join(rest),
        source=item.source,
        license=item.license,
        language=item.language,
    )
