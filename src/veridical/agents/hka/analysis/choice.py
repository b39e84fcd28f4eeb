"""Which analyses fit a table and a question, the best first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from veridical.agents.hka.analysis.kinds import Analysis, AnalysisKind
from veridical.retrieval.index.bm25 import words
from veridical.retrieval.tables import ColumnKind, Table

_FEWEST_POINTS = 3
_FEWEST_CORRELATED = 5
"""Rows below which a correlation says nothing (ours)."""
_PHRASE = 3
"""What a heading counts that stands in the question as a whole, in shared words."""
_MOST_SHARES = 8
_WHOLE = (99.0, 101.0)
"""What percentages of one whole add up to, rounded as they are."""

_CUES: dict[AnalysisKind, str] = {
    AnalysisKind.TREND: "trend change grow growth decline rise fall over time history develop "
    "趋势 变化 增长 下降 历年 发展 演变",
    AnalysisKind.COMPARISON: "compare comparison differ difference apart versus against "
    "higher lower "
    "比较 对比 差异 区别 高于 低于",
    AnalysisKind.SHARE: "share proportion part percentage composition structure "
    "占比 比例 构成 份额 结构",
    AnalysisKind.RANKING: "rank ranking most least top largest smallest highest lowest best worst "
    "排名 最高 最低 最大 最小",
    AnalysisKind.CORRELATION: "correlation relation relationship between depend affect influence "
    "相关 关系 影响",
}


def analyses(table: Table, question: str) -> tuple[Analysis, ...]:
    """All that fit the table's types, ordered by how many words they share with the question.

    Args:
        table: whose headings are compared.
        question: in any language.
    """
    asked = set(words(question))
    said = " ".join(question.casefold().split())
    phrases = {c.field: " ".join(c.name.casefold().split()) for c in table.columns}
    headings = {c.field: set(words(c.name)) for c in table.columns}

    def fit(found: Analysis) -> int:
        about = set().union(*(headings[name] for name in found.fields))
        whole = sum(_PHRASE * (phrases[name] in said) for name in found.fields)
        return whole + 2 * len(about & asked) + len(set(words(_CUES[found.kind])) & asked)

    # stable, so that equals keep the order in which they are listed
    return tuple(sorted(_all(table), key=fit, reverse=True))


def others(found: Iterable[Analysis], drawn: Sequence[Analysis]) -> tuple[Analysis, ...]:
    """Those that show something else than what is drawn: other fields first, then other kinds."""
    left = [one for one in found if one not in drawn]
    shown = {one.fields for one in drawn}
    return tuple(sorted(left, key=lambda one: one.fields in shown)) if drawn else tuple(left)


def _all(table: Table) -> Iterator[Analysis]:
    years = [table.columns[n].field for n in table.column(ColumnKind.YEAR)]
    labels = _labels(table)
    names = [table.columns[n].field for n in labels]
    numbers = [n for n in table.column(ColumnKind.NUMBER) if _filled(table, n) >= 2]
    numbers = [n for n in numbers if n not in labels]
    for n in numbers:
        field = table.columns[n].field
        if years and _is_series(table) and _filled(table, n) >= _FEWEST_POINTS:
            yield Analysis(AnalysisKind.TREND, years[0], (field,))
        elif names:
            yield Analysis(AnalysisKind.RANKING, names[0], (field,))
            yield Analysis(AnalysisKind.COMPARISON, names[0], (field,))
            if _is_whole(table, n):
                yield Analysis(AnalysisKind.SHARE, names[0], (field,))
    label = (names or years or [""])[0]
    if label:
        for a, b in pairwise(numbers):
            if _together(table, a, b) >= _FEWEST_CORRELATED:
                fields = (table.columns[a].field, table.columns[b].field)
                yield Analysis(AnalysisKind.CORRELATION, label, fields)


def _labels(table: Table) -> list[int]:
    """Columns that tell the rows apart, those that do so best first.

    Columns of words; where there are none, a first column of whole numbers, each once.
    """
    places = table.column(ColumnKind.TEXT)
    if not places and not table.column(ColumnKind.YEAR):
        first = table.values(0)
        is_count = all(isinstance(v, float) and v.is_integer() for v in first)
        return [0] if is_count and len(set(first)) == len(first) else []
    apart = {n: len({v for v in table.values(n) if v is not None}) for n in places}
    return sorted((n for n in places if apart[n] >= 2), key=lambda n: (-apart[n], n))


def _is_series(table: Table) -> bool:
    """Whether each year stands once."""
    (first, *_) = table.column(ColumnKind.YEAR)
    years = [v for v in table.values(first) if v is not None]
    return len(years) == len(set(years)) >= _FEWEST_POINTS


def _filled(table: Table, n: int) -> int:
    return sum(v is not None for v in table.values(n))


def _together(table: Table, a: int, b: int) -> int:
    return sum(row[a] is not None and row[b] is not None for row in table.rows)


def _is_whole(table: Table, n: int) -> bool:
    """Whether a column's numbers are parts of one whole: few percentages that add up."""
    values = [v for v in table.values(n) if isinstance(v, float)]
    low, high = _WHOLE
    is_few = len(values) <= _MOST_SHARES
    return (
        table.columns[n].unit == "%" and is_few and min(values) >= 0 and low <= sum(values) <= high
    )
