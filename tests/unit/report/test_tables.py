"""Tables of both formats: cells, spans, and the headers over and before each cell."""

import pytest

from tests.unit.report.reading import grid, outline
from veridical.report.html import html_layout
from veridical.report.markdown import markdown_layout
from veridical.report.model import BlockKind, InlineKind, Layout

MERGED = (
    "<table><thead><tr><th rowspan=2>Region</th><th colspan=2>2023</th></tr>"
    "<tr><th>Q1</th><th>Q2</th></tr></thead>"
    "<tbody><tr><th rowspan=2>North</th><td>1</td><td>2</td></tr>"
    "<tr><td>3</td><td>4</td></tr></tbody></table>"
)


def _shape(layout: Layout) -> tuple[int, int]:
    return layout.tables[0].rows, layout.tables[0].columns


def test_merged_headers_name_every_cell_under_them() -> None:
    """A header over two columns and one before two rows hold for all of them."""
    assert grid(html_layout(MERGED)) == [
        ("1", ("2023", "Q1", "North")),
        ("2", ("2023", "Q2", "North")),
        ("3", ("2023", "Q1", "North")),
        ("4", ("2023", "Q2", "North")),
    ]


def test_no_written_value_is_counted_twice() -> None:
    """A cell that spans is one cell."""
    plains = [cell.text.plain for cell in html_layout(MERGED).tables[0].cells]

    assert plains == ["Region", "2023", "Q1", "Q2", "North", "1", "2", "3", "4"]


def test_a_header_has_the_headers_over_it() -> None:
    """``Q1`` stands under ``2023``."""
    cells = {cell.text.plain: cell for cell in html_layout(MERGED).tables[0].cells}

    assert cells["Q1"].path == ("2023",)
    assert (cells["Q2"].row, cells["Q2"].column) == (1, 2)
    assert (cells["North"].rows, cells["2023"].columns) == (2, 2)


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        ("<tr><td>a<td>b<tr><td>c<td>d", ["a", "b", "c", "d"]),
        ("<tr><td>a</td></tr><tr><td colspan=2>b</td></tr>", ["a", "b"]),
        ("<td>a</td><td>b</td>", ["a", "b"]),
        ("<tr><td><p>a</p><p>b</p></td></tr>", ["a\nb"]),
        ("<tr><td><ul><li>a</li><li>b [3]</li></ul></td></tr>", ["a\nb [3]"]),
        ("<tr><td>x<table><tr><td>in</td><td>ner</td></tr></table></td></tr>", ["x\nin\nner"]),
        ("<tr><td></td><td>b</td></tr>", ["", "b"]),
    ],
)
def test_html_cells(rows: str, cells: list[str]) -> None:
    """Cells without end tags, with blocks in them, with tables in them."""
    layout = html_layout(f"<table>{rows}</table>")

    assert [cell.text.plain for cell in layout.tables[0].cells] == cells
    assert len(layout.tables) == 1


@pytest.mark.parametrize(
    ("span", "columns"),
    [("100000", 2), ("0", 2), ("-5", 2), ("two", 2), ("2", 2), ("99999999999999999999", 2)],
)
def test_runaway_spans_are_limited(span: str, columns: int) -> None:
    """A span reaches no further than the table's own cells."""
    source = (
        f"<table><tr><th colspan={span} rowspan={span}>h</th></tr>"
        "<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>"
    )
    table = html_layout(source).tables[0]

    assert table.rows == 3
    assert all(cell.column + cell.columns <= table.columns for cell in table.cells)
    assert all(cell.row + cell.rows <= table.rows for cell in table.cells)
    assert table.columns >= columns


def test_a_row_of_one_header_names_the_rows_below_it() -> None:
    """A header across the whole width among the data groups what follows."""
    source = (
        "<table><tr><th>n</th><th>v</th></tr>"
        "<tr><th colspan=2>East</th></tr><tr><td>a</td><td>1</td></tr>"
        "<tr><th colspan=2>West</th></tr><tr><td>b</td><td>2</td></tr></table>"
    )

    cells = [c for c in html_layout(source).tables[0].cells if c.text.plain in ("1", "2")]

    assert [c.path for c in cells] == [("v", "East", "a"), ("v", "West", "b")]


@pytest.mark.parametrize(
    ("source", "cells"),
    [
        (
            "| Region | 2023 |\n|---|---|\n| North | 5 |",
            [("5", ("2023", "North"))],
        ),
        (
            "Region | Q1 | Q2\n---|---|---\nNorth | 1 | 2",
            [("1", ("Q1", "North")), ("2", ("Q2", "North"))],
        ),
        ("| n | v |\n|---|---|\n| 1.5 | 2 |", [("1.5", ("n",)), ("2", ("v",))]),
        (
            "| Year | v |\n|---|---|\n| 2021 | 7 |\n| 2022 | 8 |",
            [("7", ("v", "2021")), ("8", ("v", "2022"))],
        ),
        ("| 地区 | 增长 |\n|---|---|\n| 北京 | 5% |", [("5%", ("增长", "北京"))]),
        ("| h |\n|---|\n| only |", [("only", ("h",))]),
    ],
)
def test_markdown_headers(source: str, cells: list[tuple[str, tuple[str, ...]]]) -> None:
    """The first row heads the columns; a first column of names heads the rows."""
    assert grid(markdown_layout(source)) == cells


@pytest.mark.parametrize(
    ("cell", "plain"),
    [
        ("line 1<br>line 2 [3]", "line 1\nline 2 [3]"),
        ("a \\| b", "a | b"),
        ("`a\\|b`", "a|b"),
        ("[t](https://a.example/x)", "t"),
        ("**b** *i*", "b i"),
        ("A&amp;B", "A&B"),
        ("", ""),
    ],
)
def test_markdown_cells(cell: str, plain: str) -> None:
    """A cell is one cell, whatever stands in it."""
    layout = markdown_layout(f"| h | i |\n|---|---|\n| 1 | {cell} |\n")
    table = layout.tables[0]

    assert table.cells[3].text.plain == plain
    assert _shape(layout) == (2, 2)


def test_a_marker_in_the_first_column_makes_a_cell_speak() -> None:
    """A cited cell says something, so it is no mere header; it still names its row."""
    layout = markdown_layout("| a | b |\n|---|---|\n| one<br>two [3] | x |\n")
    cells = layout.tables[0].cells

    assert (cells[2].is_header, cells[2].text.plain) == (False, "one\ntwo [3]")
    assert cells[3].path == ("b", "one two [3]")


def test_cells_know_their_place() -> None:
    """The span of a cell's text is exactly where it stands."""
    source = "| a | b |\n|---|---|\n| c | dé 中 |\n"
    cell = markdown_layout(source).tables[0].cells[3]

    place = cell.text.span(0, len(cell.text.plain))

    assert source[place.start : place.end] == "dé 中"


def test_short_rows_have_only_their_own_cells() -> None:
    """Cells that a row leaves out are not invented; empty ones that it writes are kept."""
    layout = markdown_layout("| a | b | c |\n|---|---|---|\n| 1 |\n| 2 || 3 |\n")

    assert [(c.row, c.column, c.text.plain) for c in layout.tables[0].cells[3:]] == [
        (1, 0, "1"),
        (2, 0, "2"),
        (2, 1, ""),
        (2, 2, "3"),
    ]


@pytest.mark.parametrize(
    ("source", "parent"),
    [
        ("- bullet\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n", "bullet"),
        ("1. item\n   | a | b |\n   |---|---|\n   | 1 | 2 |\n", "item"),
        ("- a\n  - b\n\n    | a | b |\n    |---|---|\n    | 1 | 2 |\n", "b"),
        ("- bullet\n\n  <table><tr><td>1</td></tr></table>\n", "bullet"),
        ("<ul><li>bullet<table><tr><td>1</td></tr></table></li></ul>", "bullet"),
    ],
)
def test_a_table_in_a_list_knows_its_item(source: str, parent: str) -> None:
    """The item that a table stands in is its parent."""
    layout = markdown_layout(source)
    block = layout.blocks[layout.tables[0].block]
    assert block.parent is not None
    item = layout.blocks[block.parent].text

    assert item is not None
    assert item.plain == parent


@pytest.mark.parametrize(
    "source",
    [
        "Table 1: Sales\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n**Table 1. Sales**\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\nTable 1: Sales\n",
        "表1 中国销售额\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        "表 2-1：销售额\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        "*Table 3 — Sales by region*\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    ],
)
def test_table_captions(source: str) -> None:
    """A line before or after a table that begins as a caption is its caption."""
    layout = markdown_layout(source)
    (caption,) = [b for b in layout.blocks if b.kind is BlockKind.CAPTION]

    assert layout.tables[0].caption == caption.span
    assert _shape(layout) == (2, 2)


@pytest.mark.parametrize(
    "line",
    [
        "Table 1 shows that sales rose.",
        "表1显示销售额增长。",
        "The table below lists sales.",
        "Tables are useful.",
        "图1：增长",
    ],
)
def test_sentences_about_tables_are_no_captions(line: str) -> None:
    """A sentence that mentions a table stays a paragraph."""
    layout = markdown_layout(f"{line}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")

    assert layout.tables[0].caption is None
    assert outline(layout)[0] == ("paragraph", line)


def test_a_caption_element_is_a_block() -> None:
    """``<caption>`` is a caption block before its table."""
    layout = html_layout("<table><caption>T 1</caption><tr><td>1</td></tr></table>")

    assert outline(layout) == [("caption", "T 1"), ("table", "")]
    assert layout.tables[0].caption == layout.blocks[1].span


@pytest.mark.parametrize(
    "rows",
    [
        "<tr>\n\n<td>a</td>\n\n<td>b</td></tr>",
        "\n\n<tr><td>a</td><td>b</td></tr>\n\n",
        "<tr><td>a</td>\n\n    <td>b</td></tr>",
    ],
)
def test_blank_lines_do_not_tear_a_table_apart(rows: str) -> None:
    """An HTML table in Markdown is one table, blank lines or not."""
    layout = markdown_layout(f"text\n\n<table>{rows}</table>\n\nafter")

    assert [c.text.plain for c in layout.tables[0].cells] == ["a", "b"]
    assert outline(layout)[-1] == ("paragraph", "after")


def test_a_line_break_in_a_cell_is_marked() -> None:
    """``<br>`` is a break inside one cell."""
    cell = markdown_layout("| h |\n|---|\n| a<br>b |\n").tables[0].cells[1]

    assert [m.kind for m in cell.text.inlines] == [InlineKind.BREAK]


@pytest.mark.parametrize(
    "rows",
    [
        "<tr><td><b>Region</b></td><td><b>2023</b></td></tr><tr><td>North</td><td>5</td></tr>",
        "<tr><td>Region</td><td>Sales</td></tr><tr><td>North</td><td>5</td></tr>",
        "<thead><tr><td>Region</td><td>2023</td></tr></thead><tr><td>North</td><td>5</td></tr>",
        "<tr><th>Region<th>2023<tr><td>North<td>5",
        "<thead><tr><th>Region<th>2023<tbody><tr><th>North<td>5",
    ],
)
def test_head_rows_in_html(rows: str) -> None:
    """A head is told by its markup, by bold cells, or by words over numbers."""
    layout = html_layout(f"<table>{rows}</table>")

    (cell,) = [c for c in layout.tables[0].cells if c.text.plain == "5"]

    assert cell.path[0] in ("2023", "Sales")
    assert cell.path[1] == "North"


def test_words_over_words_are_no_head() -> None:
    """Without any number below it, a plain first row heads nothing."""
    layout = html_layout("<table><tr><td>a<td>b<tr><td>c<td>d</table>")

    assert [c.path for c in layout.tables[0].cells if c.column == 1] == [("a",), ("c",)]


def test_a_second_head_takes_the_place_of_the_first() -> None:
    """Below a new row of headers, the old ones no longer hold."""
    source = "<table><tr><th>a<th>b<tr><td>x<td>1<tr><th>c<th>d<tr><td>y<td>2</table>"
    cells = {c.text.plain: c.path for c in html_layout(source).tables[0].cells}

    assert (cells["1"], cells["2"]) == (("b", "x"), ("d", "y"))


def test_a_heading_may_be_a_tables_caption() -> None:
    """A heading that begins as a caption names its table and stays a heading."""
    layout = markdown_layout("### Table 1: Sales\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")

    assert layout.tables[0].caption == layout.blocks[0].span
    assert layout.blocks[0].kind is BlockKind.HEADING


def test_a_picture_between_rows_belongs_to_the_table() -> None:
    """A drawing outside of any cell still stands in the table."""
    layout = html_layout("<table><svg><text>x</text></svg><tr><td>1</td></tr></table>")

    assert [(f.alt, f.block) for f in layout.figures] == [("x", 0)]


def test_a_title_row_stands_over_the_head() -> None:
    """A cell across the whole width above the columns' names is over all of them."""
    source = (
        "<table><tr><td colspan=3><b>Sales</b></td></tr>"
        "<tr><td>Name</td><td>2023</td><td>2024</td></tr>"
        "<tr><td>North</td><td>1</td><td>2</td></tr></table>"
    )

    assert grid(html_layout(source)) == [
        ("1", ("Sales", "2023", "North")),
        ("2", ("Sales", "2024", "North")),
    ]
