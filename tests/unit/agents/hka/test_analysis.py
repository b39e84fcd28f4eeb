"""Tables analysed by the rules: what fits, real code in the real sandbox, sentences by hand."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.requirements import require
from veridical.agents.hka.analysis import (
    Analysis,
    AnalysisKind,
    Expression,
    Insight,
    Operation,
    analyses,
    computed,
    insights,
    others,
    program,
)
from veridical.agents.hka.analysis.digits import digits
from veridical.agents.hka.analysis.results import traced
from veridical.agents.hka.analysis.tracing import trace
from veridical.agents.hka.drawing import Drawer, FigureState, drawer
from veridical.agents.sandbox import Limits, Outcome, State, find_sandbox
from veridical.errors import AnswerError
from veridical.retrieval.tables import Table, table_from_grid


def table(*rows: str, language: str = "en") -> Table:
    """A table of lines with cells apart by bars."""
    grid = [row.split("|") for row in rows]
    found = table_from_grid(grid, id="t", title="T", language=language)
    assert found is not None
    return found


YEARS = table("Year|Output (TWh)", "2018|50", "2019|40", "2020|75")
PLANETS = table("Planet|Distance (au)|Sunlight (W/m²)", "A|1|40", "B|2|20", "C|4|10")
FIVE = table("Planet|Distance (au)|Sunlight (W/m²)", "A|1|9", "B|2|8", "C|3|5", "D|4|3", "E|5|1")
SHARES = table("Fuel|Share (%)", "Coal|55.5", "Wind|30", "Sun|14.5")
CHINESE = table("年份|产量（万吨）", "2018年|50", "2019年|40", "2020年|75", language="zh")


@pytest.fixture(scope="module")
def drawing() -> Drawer:
    """A drawer over the real sandbox."""
    require("bubblewrap")
    pytest.importorskip("matplotlib")
    return asyncio.run(drawer(find_sandbox(Limits(wall_s=60))))


def run(drawing: Drawer, found: Analysis, of: Table) -> Outcome:
    """The program of an analysis, run."""
    return asyncio.run(drawing.draw(program(found, of), {"rows": of.objects}))


@pytest.mark.parametrize(
    ("of", "question", "kind"),
    [
        (YEARS, "How did output change?", AnalysisKind.TREND),
        (PLANETS, "Which has the largest distance?", AnalysisKind.RANKING),
        (PLANETS, "Compare the distance of the planets", AnalysisKind.COMPARISON),
        (FIVE, "How does sunlight depend on distance?", AnalysisKind.CORRELATION),
        (SHARES, "What share has each fuel?", AnalysisKind.SHARE),
        (CHINESE, "产量的变化趋势", AnalysisKind.TREND),
    ],
)
def test_kind_by_types_and_question(of: Table, question: str, kind: AnalysisKind) -> None:
    """The first of what the columns allow."""
    assert analyses(of, question)[0].kind is kind


def test_the_column_that_is_asked_for_comes_first() -> None:
    """By the words of its heading."""
    assert analyses(PLANETS, "the ranking by sunlight")[0].fields == ("sunlight",)


@pytest.mark.parametrize(
    "of",
    [
        table("a|b", "x|y", "z|w"),
        table("a|b", "x|1"),
        table("a|b", "1|2", "1|3"),
    ],
)
def test_tables_that_nothing_fits(of: Table) -> None:
    """No numbers, too few rows, or nothing that tells the rows apart."""
    assert analyses(of, "compare") == ()


def test_percentages_that_make_no_whole_are_no_shares() -> None:
    """Rates of separate things."""
    rates = table("Land|Rate (%)", "A|55", "B|60", "C|70")
    assert AnalysisKind.SHARE not in {one.kind for one in analyses(rates, "share")}


def test_trend_by_hand(drawing: Drawer) -> None:
    """50 to 75 is 25 more, and 25/50 = 50 %."""
    found = Analysis(AnalysisKind.TREND, "year", ("output",))
    outcome = run(drawing, found, YEARS)
    assert outcome.state is State.RAN, outcome.stderr
    assert asyncio.run(drawing.look(outcome)) is FigureState.OK
    said = insights(outcome.files["result.json"], found, YEARS)
    assert [one.text for one in said] == [
        "Output rose from 50 TWh in 2018 to 75 TWh in 2020, by 25 TWh.",
        "Over the whole period output rose by 50%.",
        "The highest value of output is that of 2020, 75 TWh, and the lowest that of 2019, 40 TWh.",
    ]
    change = said[0].numbers[2]
    assert (change.value, change.written, change.expression.rows) == (25.0, "25", (0, 2))
    assert change.expression.words == "output[2020] - output[2018]"


def test_chinese_sentences(drawing: Drawer) -> None:
    """In the table's language."""
    found = analyses(CHINESE, "趋势")[0]
    said = insights(run(drawing, found, CHINESE).files["result.json"], found, CHINESE)
    assert said[0].text == "产量从2018年的50 万吨增加到2020年的75 万吨，增加了25 万吨。"


def test_comparison_by_hand(drawing: Drawer) -> None:
    """Mean of 1, 2 and 4 is 7/3 = 2.333; 4 - 1 = 3."""
    found = Analysis(AnalysisKind.COMPARISON, "planet", ("distance",))
    said = insights(run(drawing, found, PLANETS).files["result.json"], found, PLANETS)
    assert [one.text for one in said] == [
        "C (4 au) and A (1 au) differ in distance by 3 au.",
        "The average of distance over 3 rows is 2.333 au.",
    ]


def test_correlation_by_hand(drawing: Drawer) -> None:
    """Deviations multiply to -43.33, their squares sum to 4.667 and 466.7: -43.33 / 46.67."""
    found = Analysis(AnalysisKind.CORRELATION, "planet", ("distance", "sunlight"))
    (said,) = insights(run(drawing, found, PLANETS).files["result.json"], found, PLANETS)
    assert "a correlation of -0.929;" in said.text


def test_share_by_hand(drawing: Drawer) -> None:
    """55.5 + 30 = 85.5."""
    found = Analysis(AnalysisKind.SHARE, "fuel", ("share",))
    said = insights(run(drawing, found, SHARES).files["result.json"], found, SHARES)
    assert said[1].text == "The two largest together make 85.5% of share."


HOSTILE = [
    "a\"; import os; os.system('x'); \"",
    "a'''\\",
    "{highest} {0}",
    "$x^2$ \\frac",
    "<script>",
    "__import__('os')",
    "名\u202e称",
]


@pytest.mark.parametrize("heading", HOSTILE)
def test_headings_are_words_never_code(heading: str, drawing: Drawer) -> None:
    """They enter the program as string literals, and sentences as they are."""
    of = table(f"name|{heading}", "x|1", "y|2", "z|4")
    found = Analysis(AnalysisKind.RANKING, "name", (of.columns[1].field,))
    outcome = run(drawing, found, of)
    assert outcome.state is State.RAN, outcome.stderr
    assert set(outcome.files) == {"figure.png", "result.json"}
    (first, *_) = insights(outcome.files["result.json"], found, of)
    assert of.columns[1].name.lower() in first.text.lower()


@pytest.mark.parametrize(
    "result",
    [
        b"",
        b"{}",
        b'[{"name": "first"}]',
        b'[{"name": "first", "value": "x", "expression": "", "rows": []}]',
        b'[{"name": "first", "value": [2018, 50], "expression": "", "rows": [99]}]',
        b'[{"name": "change", "value": [2018, 50], "expression": "", "rows": [0]}]',
        b'[{"name": "percent", "value": 51, "expression": "", "rows": [0, 2]}]',
        b'[{"name": "percent", "value": 50, "expression": "", "rows": [0]}]',
        b"[" * 9999,
    ],
)
def test_a_result_that_follows_no_form_is_refused(result: bytes) -> None:
    """Whatever a program leaves is read with care."""
    with pytest.raises(AnswerError):
        insights(result, Analysis(AnalysisKind.TREND, "year", ("output",)), YEARS)


def test_values_that_are_missing_make_no_sentence() -> None:
    """And none is made up."""
    result = b'[{"name": "percent", "value": 50.0, "expression": "e", "rows": [0, 2]}]'
    found = insights(result, Analysis(AnalysisKind.TREND, "year", ("output",)), YEARS)
    assert [type(one) for one in found] == [Insight]


@pytest.mark.parametrize(
    ("code", "state"),
    [
        ("pass", FigureState.ABSENT),
        ("open('figure.png', 'w').write('no picture')", FigureState.BROKEN),
        (
            "import matplotlib.pyplot as p\np.figure().savefig('figure.png')",
            FigureState.BLANK,
        ),
    ],
)
def test_figures_that_show_nothing(code: str, state: FigureState, drawing: Drawer) -> None:
    """Told apart by their pixels."""
    outcome = asyncio.run(drawing.draw(code, {}))
    assert asyncio.run(drawing.look(outcome)) is state


def test_few_rows_are_not_correlated() -> None:
    """Four are drawn as they are, five may be set against each other."""
    assert AnalysisKind.CORRELATION not in {one.kind for one in analyses(PLANETS, "correlation")}
    assert AnalysisKind.CORRELATION in {one.kind for one in analyses(FIVE, "correlation")}


def test_another_view_shows_other_fields_first() -> None:
    """Then another kind of the same."""
    first, *_ = every = analyses(PLANETS, "distance")
    second, *_ = others(every, [first])
    assert (first.fields, second.fields) == (("distance",), ("sunlight",))
    alone = Table(**_only_one(PLANETS))  # type: ignore[arg-type]
    one, two = analyses(alone, "")
    assert others((one, two), [one]) == (two,)
    assert one.fields == two.fields


def _only_one(of: Table) -> dict[str, object]:
    """The fields of a table without its last column."""
    return {
        "id": of.id,
        "title": of.title,
        "columns": of.columns[:-1],
        "rows": tuple(row[:-1] for row in of.rows),
    }


def test_points_are_no_percent() -> None:
    """From 30 % to 55.5 % is a rise by 25.5 points; no share of a share is told."""
    of = table("Year|Share (%)", "2018|30", "2019|40", "2020|55.5")
    rows = [
        {"name": "first", "value": [2018, 30.0], "expression": "", "rows": [0]},
        {"name": "last", "value": [2020, 55.5], "expression": "", "rows": [2]},
        {"name": "change", "value": 25.5, "expression": "", "rows": [0, 2]},
        {"name": "percent", "value": 85.0, "expression": "", "rows": [0, 2]},
    ]
    (said,) = insights(
        json.dumps(rows).encode(), Analysis(AnalysisKind.TREND, "year", ("share",)), of
    )
    assert said.text == "Share rose from 30% in 2018 to 55.5% in 2020, by 25.5 percentage points."


def expression(operation: Operation, *rows: int, column: str = "output") -> Expression:
    """Over the table of years."""
    label = "year" if operation in ("cell", "max", "min", "second_largest") else ""
    return Expression(operation, "t", (column,), rows, label)


@pytest.mark.parametrize(
    ("operation", "rows", "found"),
    [
        (Operation.CELL, (1,), (2019, 40)),
        (Operation.MAX, (0, 1, 2), (2020, 75)),
        (Operation.MIN, (0, 1, 2), (2019, 40)),
        (Operation.SECOND, (0, 1, 2), (2018, 50)),
        (Operation.TWO_LARGEST, (0, 1, 2), (None, 125)),
        (Operation.SUM, (0, 1, 2), (None, 165)),
        (Operation.MEAN, (0, 1, 2), (None, 55)),
        (Operation.COUNT, (0, 1, 2), (None, 3)),
        (Operation.RANGE, (0, 1, 2), (None, 35)),
        (Operation.DIFFERENCE, (1, 2), (None, 35)),
        (Operation.GROWTH, (1, 2), (None, 87.5)),
        (Operation.RATIO, (1, 2), (None, 1.875)),
        (Operation.RESULT, (0,), None),
        (Operation.CELL, (9,), None),
        (Operation.DIFFERENCE, (0,), None),
        (Operation.CORRELATION, (0, 1), None),
    ],
)
def test_expressions_by_hand(operation: Operation, rows: tuple[int, ...], found: object) -> None:
    """50, 40 and 75; what has no value has none."""
    assert computed(expression(operation, *rows), YEARS) == found


def test_a_row_that_is_named_by_a_number_is_named_with_its_heading() -> None:
    """A bare 1 names nothing; a year does."""
    wines = table("Cultivar|Alcohol", "1|13.7", "2|12.3", "3|13.2")
    found = Expression(Operation.MAX, "t", ("alcohol",), (0, 1, 2), "cultivar")
    assert traced(13.7, found, wines, label=1.0).label == "cultivar 1"
    assert traced(75.0, expression(Operation.MAX, 0), YEARS, label=2020).label == "2020"


def test_a_number_follows_its_table() -> None:
    """Another cell gives another number, and another row's name."""
    changed = table("Year|Output (TWh)", "2018|50", "2019|140", "2020|75")
    was = traced(75.0, expression(Operation.MAX, 0, 1, 2), YEARS, label=2020)
    now = was.on(changed)
    assert now is not None
    assert (was.written, was.label, now.written, now.label) == ("75", "2020", "140", "2019")
    assert was.on(table("Year|Rain (mm)", "2018|1", "2019|2", "2020|3")) is None


@pytest.mark.parametrize(
    ("sentence", "operations", "untraced"),
    [
        ("Output was 40 TWh in 2019.", ["cell", "cell"], ()),
        ("It averaged 55 TWh.", ["mean"], ()),
        ("It grew by 87.5 % from 2019 to 2020.", ["growth", "cell", "cell"], ()),
        ("It fell by 10 TWh.", ["difference"], ()),
        ("It came to 165 TWh over 3 years.", ["sum", "count"], ()),
        ("It will reach 991 TWh.", [], ("991",)),
        ("The slope is 12.5.", ["result"], ()),
        ("产量在2019年为40万吨，合计165。", ["cell", "cell", "sum"], ()),
    ],
)
def test_numbers_of_sentences_are_searched_for(
    sentence: str, operations: list[str], untraced: tuple[str, ...]
) -> None:
    """In cells, then expressions, then what the program reported; else they are told apart."""
    (found,) = trace([sentence], YEARS, {"slope": 12.5})
    assert [one.expression.operation for one in found.numbers] == operations
    assert found.untraced == untraced


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("from −63 °C to 1,361 W/m² in 2018", [-63.0, 1361.0, 2018.0]),
        ("CO2, v1.2 and 1990-2000", [1990.0, 2000.0]),
        ("增加到75万吨（79.5）。", [75.0, 79.5]),
        ("1,2 and 3,400.50", [1.0, 3400.5]),
        ("", []),
    ],
)
def test_digits(text: str, values: list[float]) -> None:
    """Signs, groups, points; never within a word."""
    assert [one.value for one in digits(text)] == values


def test_two_rows_are_compared_as_they_are() -> None:
    """Three by their differences from the mean."""
    found = Analysis(AnalysisKind.COMPARISON, "planet", ("distance",))
    two = table("Planet|Distance (au)", "A|1", "B|2")
    assert "IS_APART = False" in program(found, two)
    assert "IS_APART = True" in program(found, PLANETS)
