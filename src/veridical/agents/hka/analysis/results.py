"""What a program found, as sentences whose every number is traced to the cells it comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from veridical.agents.hka.analysis.kinds import Analysis, AnalysisKind
from veridical.errors import AnswerError
from veridical.retrieval.tables import Table
from veridical.retrieval.tables.cells import number

_MOST = 50
_STRONG, _WEAK = 0.7, 0.3


class Traced(msgspec.Struct, frozen=True):
    """A number of a sentence, and where it comes from.

    Attributes:
        value: as computed.
        written: as it stands in the sentence.
        expression: how it comes from the cells.
        table: the id of the table.
        column: the field, or fields, it was read off.
        rows: numbers of the rows, from 0.
    """

    value: float
    written: str
    expression: str
    table: str
    column: tuple[str, ...]
    rows: tuple[int, ...]


class Insight(msgspec.Struct, frozen=True):
    """A sentence about a table, with its numbers traced."""

    text: str
    numbers: tuple[Traced, ...]


_Label: TypeAlias = str | int | float


class _Said(msgspec.Struct):
    name: str
    value: float | tuple[_Label, float]
    expression: str
    rows: list[int]


def insights(result: bytes, analysis: Analysis, table: Table) -> tuple[Insight, ...]:
    """Sentences in the table's language out of what the program left.

    Args:
        result: ``result.json``; untrusted.
        analysis: that the program was written for.
        table: that it was given.

    Raises:
        AnswerError: the result does not follow its form, or names rows that are none.
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


_NUMBERS_ALONE = frozenset({"change", "percent", "mean", "difference", "two largest", "r", "count"})


class _Writer:
    """Writes the sentences of one result."""

    def __init__(self, analysis: Analysis, table: Table, said: Mapping[str, _Said]) -> None:
        self._analysis, self._table, self._said = analysis, table, said
        self._is_chinese = table.language.startswith("zh")
        columns = {column.field: column for column in table.columns}
        self._names = [columns[field].name for field in analysis.fields]
        self._label_unit = columns[analysis.label].unit
        self._units = [columns[field].unit for field in analysis.fields]

    def sentences(self) -> list[Insight]:
        """One a template whose values are all there."""
        templates = _TEMPLATES[self._analysis.kind]
        found = (
            self._sentence(chinese if self._is_chinese else english, needs)
            for needs, english, chinese in templates
        )
        return [one for one in found if one is not None]

    def _sentence(self, template: str, needs: Sequence[str]) -> Insight | None:
        if any(name not in self._said for name in needs):
            return None
        words: dict[str, str] = {"name": self._names[0], "other": self._names[-1]}
        numbers: list[Traced] = []
        for name in needs:
            label, traced = self._traced(self._said[name])
            key = name.replace(" ", "_")
            words |= {key: self._with_unit(traced.written, name), f"{key}_label": label}
            words[f"{key}_direction"] = _direction(traced.value, self._is_chinese)
            numbers.append(traced)
        text = template.format(**words)
        return Insight(text[:1].upper() + text[1:], tuple(numbers))

    def _traced(self, said: _Said) -> tuple[str, Traced]:
        label, value = said.value if isinstance(said.value, tuple) else ("", said.value)
        # a change is told by its direction and its size
        size = abs(value) if said.name in ("change", "percent") else value
        traced = Traced(
            value,
            _written(said, float(size)),
            said.expression,
            self._table.id,
            self._analysis.fields,
            tuple(said.rows),
        )
        return self._labelled(label), traced

    def _labelled(self, label: _Label) -> str:
        text = str(label)
        return (
            f"{text} {self._label_unit}" if self._label_unit and number(text) is not None else text
        )

    def _with_unit(self, number: str, name: str) -> str:
        if name in ("r", "count"):
            return number
        unit = "%" if name == "percent" else self._units[0]
        if not unit:
            return number
        return f"{number}%" if unit == "%" else f"{number} {unit}"


def _written(said: _Said, value: float) -> str:
    """A cell's number as it is; a computed one to four digits, or all before the point."""
    if value.is_integer():
        return f"{value:,.0f}"
    if said.name not in _NUMBERS_ALONE:
        return f"{value:,.12g}"
    digits = max(0, 4 - len(str(int(abs(value)))))
    return f"{value:,.{digits}f}".rstrip("0") if digits else f"{value:,.0f}"


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
            "{name} was highest in {highest_label}, at {highest}, and lowest in {lowest_label}, "
            "at {lowest}.",
            "{name}在{highest_label}年最高，为{highest}；在{lowest_label}年最低，为{lowest}。",
        ),
    ),
    AnalysisKind.RANKING: (
        (
            ("highest", "lowest"),
            "{name} is highest for {highest_label}, at {highest}, and lowest for {lowest_label}, "
            "at {lowest}.",
            "{name}最高的是{highest_label}，为{highest}；最低的是{lowest_label}，为{lowest}。",
        ),
        (
            ("second",),
            "The second highest {name} is that of {second_label}, at {second}.",
            "{name}第二高的是{second_label}，为{second}。",
        ),
    ),
    AnalysisKind.COMPARISON: (
        (
            ("highest", "lowest", "difference"),
            "Between {highest_label} ({highest}) and {lowest_label} ({lowest}), {name} differs by "
            "{difference}.",
            "{highest_label}（{highest}）与{lowest_label}（{lowest}）的{name}相差{difference}。",
        ),
        (
            ("mean", "count"),
            "Over {count} rows the mean {name} is {mean}.",
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
