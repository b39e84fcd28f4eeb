"""What is written in a cell, and what a column of cells is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from veridical.retrieval.tables.model import ColumnKind, Value

_UNKNOWN = frozenset(
    {
        "",
        "-",
        "–",
        "—",
        "..",
        "…",
        "n/a",
        "na",
        "nan",
        "null",
        "none",
        "nil",
        "无",
        "不详",
        "缺失",
        "未知",
    }
)
_NUMBER = re.compile(
    r"[+-]?(?:\d{1,3}(?:[,\u00a0\u202f' ]\d{3})+|\d+)?(?:\.\d+)?(?:[eE][+-]?\d{1,3})?"
)
_GROUPS = re.compile(r"(?<=\d)[,\u00a0\u202f' ](?=\d{3})")
_YEAR = re.compile(r"(?:1[5-9]|20|21)\d\d年?")
_MINUS = str.maketrans({"−": "-", "－": "-", "‐": "-", "﹣": "-"})
_MOST = 40
"""Characters of a number at most."""
_SHARE = 0.8
"""Of the filled cells of a column that have to be of a kind."""


def is_unknown(cell: str) -> bool:
    """Whether a cell says nothing, or that nothing is known."""
    return cell.strip().casefold() in _UNKNOWN


def number(cell: str) -> float | None:
    """The number that a cell is; None where it is none, or more than one."""
    text = unicodedata.normalize("NFKC", cell.strip()).translate(_MINUS).removesuffix("%").strip()
    if not text or len(text) > _MOST or not any(c.isdigit() for c in text):
        return None
    if not _NUMBER.fullmatch(text):
        return None
    try:
        return float(_GROUPS.sub("", text))
    except ValueError:
        return None


def kind_of(cells: Sequence[str], name: str) -> ColumnKind:
    """What most of the filled cells of a column are.

    Args:
        cells: as written.
        name: of the column; a year is one by its heading, or by four digits in every cell.
    """
    filled = [cell.strip() for cell in cells if not is_unknown(cell)]
    if not filled:
        return ColumnKind.TEXT
    if all(_YEAR.fullmatch(cell) for cell in filled) and _may_be_years(filled, name):
        return ColumnKind.YEAR
    numbers = sum(number(cell) is not None for cell in filled)
    return ColumnKind.NUMBER if numbers >= _SHARE * len(filled) else ColumnKind.TEXT


def _may_be_years(filled: Sequence[str], name: str) -> bool:
    said = name.casefold()
    is_named = any(word in said for word in ("year", "date", "annual", "年"))
    return is_named or len(set(filled)) == len(filled)


def value(cell: str, kind: ColumnKind) -> Value:
    """The value of a cell in a column of a kind; None where it is none of that kind."""
    if is_unknown(cell):
        return None
    if kind is ColumnKind.TEXT:
        return cell.strip()
    if kind is ColumnKind.YEAR:
        return int(cell.strip().rstrip("年"))
    return number(cell)
