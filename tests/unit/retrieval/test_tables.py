"""Tables from cells, items and files: types, headings, what is left out and said."""

from __future__ import annotations

from pathlib import Path

import pytest

from veridical.retrieval.tables import (
    ColumnKind,
    Table,
    read_table_file,
    table_from_grid,
    table_from_item,
)
from veridical.retrieval.tables.cells import number
from veridical.task import Item, Modality


def table(*rows: str) -> Table:
    """A table of lines with cells apart by bars."""
    found = table_from_grid([row.split("|") for row in rows], id="t", title="T")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("9,083", 9083.0),
        ("−63", -63.0),
        ("999.70", 999.7),
        ("12 %", 12.0),
        ("１２．５", 12.5),
        ("1 234 567", 1234567.0),
        ("1e3", 1000.0),
        ("1,23", None),
        ("0 (ice)", None),
        ("1.2.3", None),
        ("", None),
        ("-", None),
        ("1" * 60, None),
        ("3-4", None),
        ("∞", None),
    ],
)
def test_numbers(cell: str, expected: float | None) -> None:
    """Grouped, signed, with percent; nothing that is more than a number."""
    assert number(cell) == expected


def test_headings_fields_units_and_kinds() -> None:
    """The heading's bracket is the unit; years are years; words are words."""
    found = table("Planet|Distance (au)|Year", "Mercury|0.387|1999", "Mars|1.524|2001")
    assert [(c.field, c.name, c.unit, c.kind) for c in found.columns] == [
        ("planet", "Planet", "", ColumnKind.TEXT),
        ("distance", "Distance", "au", ColumnKind.NUMBER),
        ("year", "Year", "", ColumnKind.YEAR),
    ]
    assert found.objects[1] == {"planet": "Mars", "distance": 1.524, "year": 2001}


def test_chinese_headings() -> None:
    """Wide brackets, and an identifier that Python takes."""
    found = table("年份|产量（万吨）", "2020年|1,234", "2021年|1,300")
    assert found.objects[0] == {"年份": 2020, "产量": 1234.0}
    assert found.columns[1].unit == "万吨"


def test_schema_shows_no_value() -> None:
    """Whoever writes code sees fields, kinds and units alone."""
    found = table("Planet|Distance (au)", "Mercury|0.387", "Mars|1.524")
    assert found.schema == (
        "# T: a list of 2 dicts, one a row, with the keys\n"
        "#   planet: str or None; Planet\n"
        "#   distance: float or None; Distance, in au"
    )


def test_unknown_cells_are_none() -> None:
    """A column with gaps keeps its kind."""
    found = table("a|b", "x|1", "y|n/a", "z|—", "w|无", "v|NaN", "u|3")
    assert [row["b"] for row in found.objects] == [1.0, None, None, None, None, 3.0]


def test_a_column_of_nothing_falls_away() -> None:
    """And a row of nothing."""
    found = table("a||b", "x||1", "||", "y|nan|2")
    assert [c.field for c in found.columns] == ["a", "b"]
    assert len(found.rows) == 2


def test_merged_headings_are_joined() -> None:
    """A cell above several reaches over those that follow it."""
    found = table("Region|Output|||", "|2020|2021|2022|", "North|a|2|3|", "South|4|5|6|")
    assert [c.name for c in found.columns][:1] == ["Region"]


def test_merged_headings_without_numbers_below() -> None:
    """Two rows of words are one heading."""
    found = table("Region|Output|", "|Coal|Wind", "North|2|3", "South|5|6")
    assert [c.name for c in found.columns] == ["Region", "Output / Coal", "Output / Wind"]
    assert found.objects[0]["output_wind"] == 3.0


def test_same_headings_get_fields_of_their_own() -> None:
    """No value is lost under another's name."""
    found = table("x|x|1st|!", "a|b|c|d", "e|f|g|h")
    fields = [c.field for c in found.columns]
    assert len(set(fields)) == 4
    assert all(field.isidentifier() for field in fields)


def test_cells_of_another_kind_are_told() -> None:
    """A number column with a word in it."""
    found = table("a|b", *[f"x|{n}" for n in range(9)], "y|about 4")
    assert found.notes == ("1 cells of “b” are no numbers, as “about 4”",)


@pytest.mark.parametrize("rows", [[], [["a"]], [["a", "b"], ["", ""]], [[], []]])
def test_no_row_below_a_heading_is_no_table(rows: list[list[str]]) -> None:
    """It is left out, not made up."""
    assert table_from_grid(rows, id="t", title="T") is None


def test_item_of_a_corpus() -> None:
    """Lines with bars, a rule, a caption."""
    text = "Planet | Distance (au)\n--- | ---\nMercury | 0.387\nMars | 1.524\nCaption: Mean values."
    found = table_from_item(Item("planet-09", text, Modality.TABLE, "Planets"))
    assert found is not None
    assert (found.title, found.summary, len(found.rows)) == ("Planets", "Mean values.", 2)
    assert table_from_item(Item("w", "words", Modality.TABLE)) is None
    assert table_from_item(Item("w", text)) is None


FILES = {
    "plain.csv": b"a,b\nx,1\ny,2\n",
    "semicolon.csv": b"a;b\nx;1\ny;2\n",
    "quoted.csv": b'a,b\n"x, and ""y""",1\nz,2\n',
    "tab.tsv": b"a\tb\nx\t1\ny\t2\n",
    "mark.csv": b"\xef\xbb\xbfa,b\nx,1\ny,2\n",
    "wide.csv": "a,b\nx,1\ny,2\n".encode("utf-16"),
    "chinese.csv": "省份,产量\n山东,1\n河北,2\n".encode("gb18030"),
    "objects.json": b'[{"a": "x", "b": 1}, {"a": "y", "b": 2}]',
    "lists.json": b'{"title": "T", "rows": [["a", "b"], ["x", 1], ["y", 2]]}',
    "columns.json": b'{"a": ["x", "y"], "b": [1, 2]}',
}


@pytest.mark.parametrize("name", FILES)
def test_files_of_text(name: str, tmp_path: Path) -> None:
    """Every form gives the same two rows."""
    path = tmp_path / name
    path.write_bytes(FILES[name])
    (found,) = read_table_file(path, name).tables
    assert [row[1] for row in found.rows] == [1.0, 2.0]
    assert len(found.columns) == 2


BROKEN = {
    "empty.csv": (b"", "has no row below a heading"),
    "head.csv": (b"a,b\n", "has no row below a heading"),
    "bytes.csv": (b"\x00\x01\x02" * 99, "is no text"),
    "cut.json": (b'[{"a": 1}, {"a"', "is no JSON"),
    "shape.json": (b'"words"', "is JSON of some other shape"),
    "deep.json": (b"[" * 100_000, "is no JSON"),
    "book.xlsx": (b"PK\x03\x04 not a book", "is no workbook"),
    "t.parquet": (b"PAR1 no", "is no Parquet file"),
    "x.txt": (b"a", "is no table"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_are_refused_in_one_line(name: str, tmp_path: Path) -> None:
    """With the reason, and without a traceback."""
    path = tmp_path / name
    path.write_bytes(BROKEN[name][0])
    found = read_table_file(path, name)
    assert found.tables == ()
    assert found.refusal.startswith(BROKEN[name][1])
    assert "\n" not in found.refusal


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """With the system's words."""
    assert "No such file" in read_table_file(tmp_path / "no.csv", "no").refusal


def test_a_workbook_gives_a_table_a_sheet(tmp_path: Path) -> None:
    """With merged headings, and an empty sheet left out."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Output"
    for row in (["Region", "Output", None], [None, "Coal", "Wind"], ["North", 2, 3.5]):
        sheet.append(row)
    sheet.merge_cells("B1:C1")
    book.create_sheet("Nothing")
    other = book.create_sheet("Prices")
    other.append(["year", "price"])
    other.append([2020, 1.5])
    book.save(tmp_path / "b.xlsx")
    found = read_table_file(tmp_path / "b.xlsx", "b").tables
    assert [one.title for one in found] == ["Output", "Prices"]
    assert [c.name for c in found[0].columns] == ["Region", "Output / Coal", "Output / Wind"]
    assert found[0].rows == (("North", 2.0, 3.5),)


def test_a_parquet_file_whose_name_has_stars(tmp_path: Path) -> None:
    """Its name stands for itself alone."""
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        for name, value in (("t[1]*.parquet", 1), ("t1x.parquet", 2)):
            connection.execute(f"COPY (SELECT 'x' AS a, {value} AS b) TO '{tmp_path / name}'")
    (found,) = read_table_file(tmp_path / "t[1]*.parquet", "t").tables
    assert found.rows == (("x", 1.0),)


def test_rows_beyond_the_limit_are_told(tmp_path: Path) -> None:
    """The first are kept."""
    path = tmp_path / "long.csv"
    path.write_text("a,b\n" + "x,1\n" * 60_000)
    (found,) = read_table_file(path, "long").tables
    assert len(found.rows) == 50_000
    assert found.notes == ("rows after the first 50000 are left out",)
