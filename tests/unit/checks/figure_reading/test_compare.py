"""Statements against figures whose words and places are written by hand."""

from __future__ import annotations

import pytest

from veridical.checks.figure_reading import FigureReading, compare, fit, read_figure
from veridical.picture import PictureText, TextBox


def read(*lines: tuple[str, float, float], confidence: float = 0.99) -> PictureText:
    """What was read, each line at its middle, as wide as its letters."""
    boxes = []
    for text, x, y in lines:
        half = 5 * len(text) if text.isascii() else 9 * len(text)
        boxes.append(TextBox(text, confidence, x - half, y - 8, x + half, y + 8))
    return PictureText("0" * 64, "hand", 600, 400, tuple(boxes))


AXIS = [(str(n), 30.0, 340.0 - 10 * n) for n in (0, 10, 20, 30)]
BARS = read(
    ("Installed capacity (GW)", 300, 20), *AXIS,
    ("12.5", 150, 200), ("18.3", 300, 140), ("31.2", 450, 40),
    ("2019", 150, 370), ("2020", 300, 370), ("2021", 450, 370),
)  # fmt: skip
BARS_ZH = read(
    ("装机容量", 300, 20), ("单位：吉瓦", 60, 20), *AXIS,
    ("12.5", 150, 200), ("18.3", 300, 140), ("31.2", 450, 40),
    ("2019年", 150, 370), ("2020年", 300, 370), ("2021年", 450, 370),
)  # fmt: skip
TABLE = read(
    ("Samples", 300, 40), ("Error rate", 450, 40),
    ("Model A", 100, 80), ("1,204", 300, 80), ("3.4%", 450, 80),
    ("Model B", 100, 120), ("987", 300, 120), ("2.1%", 450, 120),
    ("Model C", 100, 160), ("1,530", 300, 160), ("5.8%", 450, 160),
)  # fmt: skip
TABLE_ZH = read(
    ("样本数", 300, 40), ("错误率", 450, 40),
    ("北京", 100, 80), ("1,204", 300, 80), ("3.4%", 450, 80),
    ("上海", 100, 120), ("987", 300, 120), ("2.1%", 450, 120),
)  # fmt: skip
PIE = read(
    ("Power mix", 300, 20), ("Coal", 180, 100), ("45%", 230, 150), ("Gas", 420, 300),
    ("30%", 370, 260), ("Wind", 430, 110), ("25%", 380, 160),
)  # fmt: skip


def test_bars_are_read() -> None:
    """Values by the names below them, in the unit of the title; the axis is apart."""
    figure = read_figure(BARS)

    assert [(v.text, v.labels, v.value.unit) for v in figure.values] == [
        ("12.5", ("2019",), "GW"), ("18.3", ("2020",), "GW"), ("31.2", ("2021",), "GW"),
    ]  # fmt: skip
    assert [t.value for t in figure.ticks] == [0, 10, 20, 30]
    assert figure.unit == "GW"


def _two_bars(title: str, first: str, second: str) -> FigureReading:
    names = ((first, 150.0, 370.0), (second, 450.0, 370.0))
    return read_figure(read((title, 300, 20), *AXIS, ("4.9", 150, 200), ("20", 450, 40), *names))


def test_a_rate_in_time_is_told_by_its_amount() -> None:
    """Liters are no other unit than L/min; kilograms are, and mg of mg/L."""
    output = _two_bars("Output (L/min)", "rest", "exercise")
    load = _two_bars("Load (mg/L)", "spring", "autumn")

    assert compare(output, "At rest it is 4.9 liters a minute, in exercise 20 liters.") == ()
    assert [c.kind.value for c in compare(output, "At rest it is 4.9 kg.")] == ["unit"]
    assert [c.kind.value for c in compare(load, "In spring it is 4.9 mg.")] == ["unit"]


def test_a_table_is_read() -> None:
    """Cells by row and column."""
    figure = read_figure(TABLE)

    assert {(v.labels, v.text) for v in figure.values} == {
        (("Model A", "Samples"), "1,204"), (("Model A", "Error rate"), "3.4%"),
        (("Model B", "Samples"), "987"), (("Model B", "Error rate"), "2.1%"),
        (("Model C", "Samples"), "1,530"), (("Model C", "Error rate"), "5.8%"),
    }  # fmt: skip


def test_a_row_in_one_line_is_parted() -> None:
    """A reader may take a row of numbers for one line."""
    row = read(("2019 2020 2021", 300, 370), ("12 18 31", 300, 100))

    assert [v.text for v in read_figure(row).values] == ["12", "18", "31"]


def test_two_units_leave_the_unit_open() -> None:
    """Nobody knows which axis a value belongs to."""
    two = read(("Capacity (GW)", 100, 20), ("Cost (USD)", 400, 20), ("12.5", 200, 200))

    assert read_figure(two).unit == ""


@pytest.mark.parametrize(
    ("figure", "language", "statement", "expected"),
    [
        (BARS, "en", "Capacity reached 31.2 GW in 2021, up from 18.3 GW in 2020.", []),
        (BARS, "en", "In 2021 it was about 31 GW.", []),
        (BARS, "en", "It was over 30 GW in 2021.", []),
        (BARS, "en", "Capacity was 31,200 MW in 2021.", []),
        (BARS, "en", "Capacity reached 32.1 GW in 2021.", [("number", "32.1 GW", "2021")]),
        (BARS, "en", "Capacity reached 31.2 MW in 2021.", [("scale", "31.2 MW", "2021")]),
        (BARS, "en", "Exports reached 31.2 km in 2021.", [("unit", "31.2 km", "2021")]),
        (BARS, "en", "Capacity fell from 2019 to 2021.", [("trend", "fell", "2019 – 2021")]),
        (BARS, "en", "Capacity did not fall from 2019 to 2021.", []),
        (BARS, "en", "Capacity rose from 2019 to 2021.", []),
        (BARS, "en", "Capacity rose by 12.9 GW in 2021.", []),
        (BARS, "en", "Capacity grew 2.5 times since 2019.", []),
        (BARS, "en", "Together 2020 and 2021 gave 49.5 GW.", []),
        (BARS, "en", "In 2018 it was 9 GW.", []),
        (BARS, "en", "The plant cost 40 GW.", []),
        (BARS_ZH, "zh", "2021年装机容量达到31.2吉瓦，2020年为18.3吉瓦。", []),
        (BARS_ZH, "zh", "2021年装机容量达到33吉瓦。", [("number", "33吉瓦", "2021年")]),
        (BARS_ZH, "zh", "2021年装机容量达到31.2兆瓦。", [("scale", "31.2兆瓦", "2021年")]),
        (BARS_ZH, "zh", "2019年至2021年装机容量持续下降。",
         [("trend", "下降", "2019年 – 2021年")]),
        (BARS_ZH, "zh", "2021年装机容量增长了12.9吉瓦。", []),
        (BARS_ZH, "zh", "三年合计62吉瓦。", []),
        (TABLE, "en", "Model B had an error rate of 2.1% on 987 samples.", []),
        (TABLE, "en", "Model B had an error rate of 3.1%.",
         [("number", "3.1%", "Model B, Error rate")]),
        (TABLE, "en", "Model C used 1,350 samples.", [("number", "1,350", "Model C, Samples")]),
        (TABLE_ZH, "zh", "上海的错误率为2.1%，北京的错误率为4.3%。",
         [("number", "4.3%", "北京, 错误率")]),
        (PIE, "en", "Coal gives 45% of power, gas 30%.", []),
        (PIE, "en", "Coal gives 54% of power, gas 30%.", [("number", "54%", "Coal")]),
        (PIE, "en", "Nuclear gives 12%.", []),
    ],
)  # fmt: skip
def test_a_statement_against_a_figure(
    figure: PictureText, language: str, statement: str, expected: list[tuple[str, str, str]]
) -> None:
    """A clash of number, unit, scale or trend at a label that both name; else nothing."""
    found = compare(read_figure(figure), statement, language)

    assert [(c.kind.value, c.said_text, c.label) for c in found] == expected
    assert all(statement[slice(*c.said)] == c.said_text for c in found)


SALES = read(
    ("Sales chart", 300, 20), ("Sales in 2020: 45%", 150, 100), ("Sales in 2019: 30%", 150, 140)
)
SALES_ZH = read(
    ("销售额占比", 300, 20), ("45%", 300, 200), ("30%", 450, 240),
    ("2020年", 300, 370), ("2019年", 450, 370),
)  # fmt: skip
SALES_BARS = read(
    ("Sales chart", 300, 20), ("45%", 300, 200), ("30%", 450, 240),
    ("2020", 300, 370), ("2019", 450, 370),
)  # fmt: skip


@pytest.mark.parametrize("figure", [SALES, SALES_BARS])
@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("Figure 1 shows that sales in 2020 were 55% and sales in 2019 were 30%.", ["2020 55%"]),
        ("Figure 1 shows that sales in 2019 were 30% and sales in 2020 were 55%.", ["2020 55%"]),
        ("Figure 1 shows that sales in 2020 were 45%, and 55% of buyers were women.", []),
        ("Sales in 2020 were 30% and sales in 2019 were 45%.", ["2020 30%", "2019 45%"]),
        ("Sales in 2020 were 45% and sales in 2019 were 30%.", []),
    ],
)
def test_a_number_is_bound_to_the_label_of_its_clause(
    figure: PictureText, statement: str, expected: list[str]
) -> None:
    """The label of the same coordinate differs, not the one that happens to stand nearer."""
    found = compare(read_figure(figure), statement, "en")

    assert [f"{c.label.split()[-1]} {c.said_text}" for c in found] == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("Sales were 30% in 2019 and 45% in 2020.", []),
        ("Sales were 45% in 2019 and 30% in 2020.", ["2019 45%", "2020 30%"]),
        ("Sales rose from 30% in 2019 to 45% in 2020.", []),
        ("Sales rose from 30% in 2019 to 55% in 2020.", ["2020 55%"]),
        ("Sales in 2020 were 45%, up 15 points from 30% in 2019.", []),
        ("Sales in 2020 were 45%, up 15% from 2019.", []),
        ("Sales were 30%, in 2019, and 45%, in 2020.", []),
        ("Sales were 30%, in 2019, 45%, in 2020.", []),
        ("Sales were 30% in 2019, and, in 2020, 45%.", []),
        ("Sales in 2019 and 2020 were 30% and 45%, respectively.", []),
        ("Sales in 2019 and 2020 were 30% and 45%.", []),
        ("In 2020 the law passed, and 55% of buyers were women.", []),
        ("In 2020, sales exceeded the 30% of 2019.", []),
        ("Unlike 2019, sales were 45% in 2020.", []),
        ("Unlike 2019, sales were 55% in 2020.", ["2020 55%"]),
        ("Compared with 2019, sales in 2020 hit 55%.", ["2020 55%"]),
        ("The 45% in 2020 beat 30% a year before.", []),
        ("2020 (45%) and 2019 (30%).", []),
        ("45% (2020) and 30% (2019).", []),
        ("2020: 45%, 2019: 30%.", []),
        ("2020: 45%, 2019: 35%.", ["2019 35%"]),
        ("In 2018, 2019, 2020 sales were 20%, 30%, 45%.", []),
        ("Sales were 45%; in 2020 the market had 55% women.", ["2020 55%"]),
    ],
)
def test_bindings_in_english(statement: str, expected: list[str]) -> None:
    """Either side of a number may name it; where both may, nothing is said."""
    found = compare(read_figure(SALES_BARS), statement, "en")

    assert [f"{c.label} {c.said_text}" for c in found] == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("图1显示，2020年销售额占比为55%，2019年为30%。", ["2020年 55%"]),
        ("图1显示，2019年销售额占比为30%，2020年为55%。", ["2020年 55%"]),
        ("2020年销售额占比为55%以及2019年为30%。", ["2020年 55%"]),
        ("2020年销售额占比为45%，以及55%的买家是女性。", []),
        ("2020年销售额占比为45%，而55%的买家是女性。", []),
        ("2020年销售额占比为30%，2019年为45%。", ["2020年 30%", "2019年 45%"]),
        ("2020年销售额占比为45%，2019年为30%。", []),
        ("销售额占比由2019年的30%升至2020年的45%。", []),
        ("2019年和2020年分别为30%和45%。", []),
        ("2019年和2020年为30%和45%。", []),
        ("与2019年相比，2020年为55%。", ["2020年 55%"]),
        ("2020年超过2019年的30%。", []),
    ],
)
def test_bindings_in_chinese(statement: str, expected: list[str]) -> None:
    """The same in Chinese."""
    found = compare(read_figure(SALES_ZH), statement, "zh")

    assert [f"{c.label} {c.said_text}" for c in found] == expected


@pytest.mark.parametrize("many", ["35% ", "2019 ", "35% in 2019, "])
def test_a_sentence_that_is_a_list_is_not_bound(many: str) -> None:
    """However long it is, it takes no time worth naming and says nothing."""
    assert compare(read_figure(SALES_BARS), f"It was {many * 500}.", "en") == ()


def test_rows_of_a_table_that_were_exchanged() -> None:
    """A number of another row is another number; one of another clause is not looked for."""
    told = "Model A had an error rate of 2.1%, Model B of 3.4%, and 9.9% of users left."
    found = compare(read_figure(TABLE), told, "en")

    assert [(c.said_text, c.read, c.label) for c in found] == [
        ("2.1%", "3.4%", "Model A, Error rate")
    ]


def test_what_was_hardly_read_says_nothing() -> None:
    """A value of little confidence clashes with nothing."""
    doubtful = read(("31.2", 450, 40), ("2021", 450, 370), ("2020", 300, 370), confidence=0.7)

    assert compare(read_figure(doubtful), "It was 45.9 in 2021.", "en") == ()


@pytest.mark.parametrize("statement", ["It was 3.12 in 2021.", "It was 312 in 2021."])
def test_a_lost_mark_is_no_clash(statement: str) -> None:
    """A reader drops points; the same digits are the same number."""
    bars = read(("31.2", 450, 40), ("18", 300, 140), ("2021", 450, 370), ("2020", 300, 370))

    assert compare(read_figure(bars), statement, "en") == ()


def test_an_empty_picture() -> None:
    """Nothing is known of a photograph."""
    figure = read_figure(read())

    assert (figure.values, figure.words) == ((), ())
    assert fit(figure, "A photograph", "It was 12 in 2020.", "en").share is None
