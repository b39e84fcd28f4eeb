"""Files that make trouble: one clear line each, and whatever of them is useful."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from veridical.retrieval.tables import ColumnKind, read_table_file
from veridical.runs.corpus import build_corpus, corpus_items, corpus_tables

MEGABYTES = int(os.environ.get("VERIDICAL_LARGE_CSV_MB", "20"))
"""Of the large file; 200 where it is asked for."""
MOST_MEMORY_MB = 1_200
"""That reading a table may take, however large its file is."""


def large(path: Path, megabytes: int) -> int:
    """A CSV of about that size; how many rows it has."""
    line = "region {0},{1},{2:.2f},a note on the measured value that stands in this row\n"
    block = "".join(line.format(n % 97, 1990 + n % 30, n * 1.7) for n in range(10_000))
    with path.open("w") as file:
        file.write("Region,Year,Output (TWh),Note\n")
        blocks = megabytes * 1_000_000 // len(block) + 1
        for _ in range(blocks):
            file.write(block)
    return blocks * 10_000


def test_a_large_file_is_read_in_bounded_memory(tmp_path: Path) -> None:
    """Its first 50,000 rows, and that is said, with the number of bytes where they are cut."""
    path = tmp_path / "large.csv"
    rows = large(path, MEGABYTES)
    assert rows > 50_000
    code = (
        "import resource, sys\nfrom pathlib import Path\n"
        "from veridical.retrieval.tables import read_table_file\n"
        "found = read_table_file(Path(sys.argv[1]), 'large')\n"
        "print(len(found.tables[0].rows), '|'.join(found.tables[0].notes))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)\n"
    )
    command = [sys.executable, "-c", code, str(path)]
    said, peak = subprocess.check_output(command, text=True).splitlines()
    assert said.startswith("50000 ")
    assert "rows after the first 50000 are left out" in said
    assert int(peak) < MOST_MEMORY_MB
    print(f"{MEGABYTES} MB of CSV: {peak} MB of memory, {said}")


def test_mixed_encodings(tmp_path: Path) -> None:
    """Most of it is read; what is in no known encoding is counted."""
    lines = ["Ort,Höhe (m)".encode(), "Zürich,408".encode(), "Genève,375".encode("latin-1")]
    (tmp_path / "m.csv").write_bytes(b"\n".join([*lines, "北京,44".encode(), b"Oslo,23"]))
    (found,) = read_table_file(tmp_path / "m.csv", "m").tables
    assert found.values(1) == [408.0, 375.0, 44.0, 23.0]
    assert found.column(ColumnKind.NUMBER) == [1]


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "utf-8-sig", "utf-16-le"])
def test_one_encoding_throughout(encoding: str, tmp_path: Path) -> None:
    """Whichever it is."""
    text = "城市,人口（万）\n北京,2189\n上海,2487\n广州,1868\n"
    (tmp_path / "c.csv").write_bytes(text.encode(encoding))
    (found,) = read_table_file(tmp_path / "c.csv", "c").tables
    assert found.objects[1] == {"城市": "上海", "人口": 2487.0}


def test_a_column_of_nan(tmp_path: Path) -> None:
    """That nothing is in it is said; a single one is None, and no float that is none."""
    text = (
        "Year,Empty,Output\n2001,NaN,1\n2002,nan,NaN\n2003,,inf\n2004,N/A,4\n2005,nan,5\n2006,,6\n"
    )
    (tmp_path / "n.csv").write_text(text)
    (found,) = read_table_file(tmp_path / "n.csv", "n").tables
    assert found.values(1) == [None] * 6
    assert found.values(2) == [1.0, None, None, 4.0, 5.0, 6.0]
    assert found.notes == (
        "nothing stands below “Empty”",
        "1 cells of “Output” are no numbers, as “inf”",
    )


def test_merged_headings_of_a_workbook(tmp_path: Path) -> None:
    """Joined from top to bottom."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["Region", "Output", None, "Share"], [None, "2019", "2020", "%"], ["A", 1, 2, 3]):
        sheet.append(row)
    sheet.merge_cells("B1:C1")
    book.save(tmp_path / "m.xlsx")
    (found,) = read_table_file(tmp_path / "m.xlsx", "m").tables
    names = [column.name for column in found.columns]
    assert names[0] == "Region"
    assert len(set(names)) == 4
    assert found.values(3) == [3.0] or found.rows


def test_a_folder_of_them_gives_the_rest(tmp_path: Path) -> None:
    """One line for each that cannot be read; what can is in the corpus."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "good.csv").write_text("Year,Output\n2001,1\n2002,2\n")
    (folder / "binary.csv").write_bytes(bytes(range(256)) * 100)
    (folder / "empty.csv").write_bytes(b"")
    (folder / "cut.parquet").write_bytes(b"PAR1 and no more")
    (folder / "cut.xlsx").write_bytes(b"PK\x03\x04 and no more")
    (folder / "deep.json").write_text("[" * 100_000)
    (folder / "one.json").write_text('{"a": 1}')
    built = build_corpus(tmp_path / "c", [folder])
    assert [table.title for table in corpus_tables(tmp_path / "c")] == ["good"]
    assert [item.document for item in corpus_items(tmp_path / "c")] == ["good.csv"]
    refused = {part.name: part.refusal for part in built.refused}
    assert set(refused) == {path.name for path in folder.iterdir()} - {"good.csv"}
    assert all(reason and "\n" not in reason for reason in refused.values())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read all")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    """Refused with the system's reason."""
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n")
    (tmp_path / "secret.csv").chmod(0)
    assert "Permission denied" in read_table_file(tmp_path / "secret.csv", "s").refusal


def test_a_folder_named_as_a_table(tmp_path: Path) -> None:
    """A file that cannot be opened is refused with the system's reason, as root too."""
    (tmp_path / "a.csv").mkdir()
    assert read_table_file(tmp_path / "a.csv", "a").refusal.startswith("cannot be read: ")
