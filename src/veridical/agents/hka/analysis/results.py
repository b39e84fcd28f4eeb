"""What a program found, as sentences whose every number is traced to the cells it comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isclose
from typing import TypeAlias

import msgspec

from veridical.agents.hka.analysis.formula import AT_A_ROW, Expression, Label, Operation, computed
from veridical.agents.hka.analysis.kinds import Analysis, AnalysisKind
from veridical.errors import AnswerError
from veridical.retrieval.tables import ColumnKind, Table
from veridical.retrieval.tables.cells import number

_MOST = 50
_FEWEST_AVERAGED = 3


class Traced(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of a sentence, and where it comes from.

    Attributes:
        value: as computed.
        written: as it stands in the sentence, without its unit.
        expression: how it comes from the cells.
        label: the name of its row as it stands in the sentence; "" = none is named.
        is_size: whether the sentence tells the sign in words.
        decimals: digits after the point where a sentence rounds; None = as the rules write.
    """

    value: float
    written: str
    expression: Expression
    label: str = ""
    is_size: bool = False
    decimals: int | None = None

    def on(self, table: Table) -> Traced | None:
        """The same as it follows from a table as it is now; None where nothing does."""
        found = computed(self.expression, table)
        if found is None:
            return None
        label, value = found
        now = traced(value, self.expression, table, label=label, is_size=self.is_size)
        if self.decimals is None:
            return now
        size = abs(value) if self.is_size else value
        return msgspec.structs.replace(
            now, written=f"{size:,.{self.decimals}f}", decimals=self.decimals
        )


class Insight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence about a table.

    Attributes:
        text: the sentence.
        numbers: that were traced to cells, or to what the program reported.
        untraced: numbers, as written, that come from no cell and no expression known here.
    """

    text: str
    numbers: tuple[Traced, ...]
    untraced: tuple[str, ...] = ()


class _Said(msgspec.Struct):
    name: str
    value: float | tuple[Label, float]
    expression: str
    rows: list[int]


def insights(result: bytes, analysis: Analysis, table: Table) -> tuple[Insight, ...]:
    """Sentences in the table's language out of what the program left.

    Args:
        result: ``result.json``; untrusted.
        analysis: that the program was written for.
        table: that it was given.

    Raises:
        AnswerError: the result does not follow its form, names rows that are none, or does not
            follow from the cells that it names.
    """
    try:
        said = msgspec.json.decode(result, type=list[_Said])
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as e:
        raise AnswerError("result.json", f"cannot be read: {e}") from e
    if len(said) > _MOST or any(not 0 <= n < len(table.rows) for one in said for n in one.rows):
        raise AnswerError("result.json", "names rows that the table has not")
    if any(one.name in _NUMBERS_ALONE and isinstance(one.value, tuple) for one in said):
        raise AnswerError("result.json", "has a pair where a number is meant")
    return tuple(_Writer(analysis, table, {one.name: one for one in said}).sentences())


def reported(result: bytes) -> Mapping[str, float]:
    """The numbers of what a program left, by name; none where it follows no form."""
    try:
        said = msgspec.json.decode(result, type=list[_Said])
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
        return {}
    values = {one.name: one.value for one in said[:_MOST]}
    return {name: v[1] if isinstance(v, tuple) else v for name, v in values.items()}


_OPERATIONS: Mapping[str, Operation] = {
    "first": Operation.CELL,
    "last": Operation.CELL,
    "change": Operation.DIFFERENCE,
    "percent": Operation.GROWTH,
    "highest": Operation.MAX,
    "lowest": Operation.MIN,
    "second": Operation.SECOND,
    "largest": Operation.MAX,
    "smallest": Operation.MIN,
    "two largest": Operation.TWO_LARGEST,
    "mean": Operation.MEAN,
    "count": Operation.COUNT,
    "difference": Operation.RANGE,
    "r": Operation.CORRELATION,
}
_NUMBERS_ALONE = frozenset(name for name, found in _OPERATIONS.items() if found not in AT_A_ROW)
_NO_ZERO = ("%", "°C", "°F", "℃", "℉")
_SIZES = frozenset({"change", "percent"})
"""Told by their direction and their size."""


def traced(
    value: float,
    expression: Expression,
    table: Table,
    *,
    label: Label | None = None,
    is_size: bool = False,
) -> Traced:
    """A number with its expression, written as sentences write it.

    Args:
        value: as computed.
        expression: that gave it.
        table: whose units its row's name is written with.
        label: the name of its row; None = it has none.
        is_size: whether its sign is told in words.
    """
    size = abs(value) if is_size else value
    written = _written(float(size), is_of_cell=expression.operation in AT_A_ROW)
    return Traced(value, written, expression, _labelled(label, expression, table), is_size)


def _labelled(label: Label | None, expression: Expression, table: Table) -> str:
    if label is None:
        return ""
    text = f"{label:.12g}" if isinstance(label, float) else str(label)
    (column,) = (one for one in table.columns if one.field == expression.label)
    if number(text) is None or column.kind is ColumnKind.YEAR:
        return text
    if column.unit:
        return f"{text} {column.unit}"
    # a bare number names nothing
    return (
        f"{column.name}{text}"
        if table.language.startswith("zh")
        else f"{inline(column.name)} {text}"
    )


class _Writer:
    """Writes the sentences of one result."""

    def __init__(self, analysis: Analysis, table: Table, said: Mapping[str, _Said]) -> None:
        self._analysis, self._table, self._said = analysis, table, said
        self._is_chinese = table.language.startswith("zh")
        columns = {column.field: column for column in table.columns}
        self._names = [inline(columns[field].name) for field in analysis.fields]
        self._units = [columns[field].unit for field in analysis.fields]

    def sentences(self) -> list[Insight]:
        """One a template whose values are all there and mean something in their unit."""
        every = _TEMPLATES[self._analysis.kind]
        templates = [one for one in every if self._means_something(one[0])]
        found = (
            self._sentence(chinese if self._is_chinese else english, needs)
            for needs, english, chinese in templates
        )
        return [one for one in found if one is not None]

    def _means_something(self, needs: Sequence[str]) -> bool:
        """No share of what has no zero, no mean of two."""
        if "percent" in needs:
            return not self._units[0].startswith(_NO_ZERO)
        if "mean" in needs and "count" in self._said:
            return len(self._said["count"].rows) >= _FEWEST_AVERAGED
        return True

    def _sentence(self, template: str, needs: Sequence[str]) -> Insight | None:
        if any(name not in self._said for name in needs):
            return None
        words: dict[str, str] = {"name": self._names[0], "other": self._names[-1]}
        numbers: list[Traced] = []
        for name in needs:
            found = self._traced(self._said[name])
            key = name.replace(" ", "_")
            words |= {key: self._with_unit(found.written, name), f"{key}_label": found.label}
            words[f"{key}_direction"] = _direction(found.value, self._is_chinese)
            numbers.append(found)
        text = template.format(**words)
        return Insight(text[:1].upper() + text[1:], tuple(numbers))

    def _traced(self, said: _Said) -> Traced:
        """A number with its expression; it is what the cells give, whatever the program says."""
        operation = _OPERATIONS[said.name]
        expression = Expression(
            operation,
            self._table.id,
            self._analysis.fields,
            tuple(said.rows),
            self._analysis.label if operation in AT_A_ROW else "",
            said.expression,
        )
        found = computed(expression, self._table)
        value = said.value[1] if isinstance(said.value, tuple) else said.value
        if found is None or not isclose(found[1], value, rel_tol=1e-9, abs_tol=1e-12):
            raise AnswerError("result.json", f"{said.name} does not follow from its cells")
        label, value = found
        return traced(value, expression, self._table, label=label, is_size=said.name in _SIZES)

    def _with_unit(self, number: str, name: str) -> str:
        unit = "%" if name == "percent" else self._units[0]
        if not unit or name in ("r", "count"):
            return number
        if unit == "%" and name in ("change", "difference"):
            return f"{number}个百分点" if self._is_chinese else f"{number} percentage points"
        return f"{number}%" if unit == "%" else f"{number} {unit}"


def inline(name: str) -> str:
    """A heading within a sentence: its first word in small letters, unless it has more capitals."""
    first = name.split(maxsplit=1)[0] if name.strip() else ""
    return name[:1].lower() + name[1:] if first[1:].islower() else name


def _written(value: float, *, is_of_cell: bool) -> str:
    """A cell's number as it is; a computed one to four digits, or all before the point."""
    if value.is_integer():
        return f"{value:,.0f}"
    if is_of_cell:
        return f"{value:,.12g}"
    digits = max(0, 4 - len(str(int(abs(value)))))
    return f"{value:,.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:,.0f}"


def _direction(value: float, is_chinese: bool) -> str:
    if is_chinese:
        return "增加" if value > 0 else "减少" if value < 0 else "变化"
    return "rose" if value > 0 else "fell" if value < 0 else "changed"


_Template: TypeAlias = tuple[tuple[str, ...], str, str]
_TEMPLATES: Mapping[AnalysisKind, Sequence[_Template]] = {
    AnalysisKind.TREND: (
        (
            ("first", "last", "change"),
            "{name} {change_direction} from {first} in {first_label} to {last} in {last_label}, "
            "by {change}.",
            "{name}从{first_label}年的{first}{change_direction}到{last_label}年的{last}，"
            "{change_direction}了{change}。",
        ),
        (
            ("percent",),
            "Over the whole period {name} {percent_direction} by {percent}.",
            "在整个时期内，{name}{percent_direction}了{percent}。",
        ),
        (
            ("highest", "lowest"),
            "The highest value of {name} is that of {highest_label}, {highest}, and the lowest "
            "that of {lowest_label}, {lowest}.",
            "{name}在{highest_label}年最高，为{highest}；在{lowest_label}年最低，为{lowest}。",
        ),
    ),
    AnalysisKind.RANKING: (
        (
            ("highest", "lowest"),
            "{highest_label} has the highest {name}, {highest}, and {lowest_label} the lowest, "
            "{lowest}.",
            "{name}最高的是{highest_label}，为{highest}；最低的是{lowest_label}，为{lowest}。",
        ),
        (
            ("second",),
            "{second_label} has the second highest {name}, {second}.",
            "{name}第二高的是{second_label}，为{second}。",
        ),
    ),
    AnalysisKind.COMPARISON: (
        (
            ("highest", "lowest", "difference"),
            "{highest_label} ({highest}) and {lowest_label} ({lowest}) differ in {name} by "
            "{difference}.",
            "{highest_label}（{highest}）与{lowest_label}（{lowest}）的{name}相差{difference}。",
        ),
        (
            ("mean", "count"),
            "The average of {name} over {count} rows is {mean}.",
            "{count}行的{name}平均为{mean}。",
        ),
    ),
    AnalysisKind.SHARE: (
        (
            ("largest", "smallest"),
            "{largest_label} has the largest share of {name}, {largest}, and {smallest_label} the "
            "smallest, {smallest}.",
            "{largest_label}在{name}中占比最大，为{largest}；{smallest_label}最小，为{smallest}。",
        ),
        (
            ("two largest",),
            "The two largest together make {two_largest} of {name}.",
            "最大的两项合计占{name}的{two_largest}。",
        ),
    ),
    AnalysisKind.CORRELATION: (
        (
            ("r", "count"),
            "Over {count} rows, {name} and {other} have a correlation of {r}; that alone shows no "
            "cause.",
            "在{count}行中，{name}与{other}的相关系数为{r}；仅此不能说明因果。",
        ),
    ),
}
