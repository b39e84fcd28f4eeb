"""U40, U90, U97: invisible characters, sentences of many languages, cells with line breaks."""

import pytest

from tests.cases.read import cited_by, labels, notes, said
from veridical.report import BlockKind, ScopeKind, StatementKind, parse_report


@pytest.mark.parametrize(
    "written",
    [
        "https://a.exa\u200bmple/p\ufeff",
        "https://a.example/\u200bp",
        "<https://a.exa\u2060mple/p>",
        "[t](https://a.exa\u200bmple/p)",
        "https://a.ex\u00adample/p",
        "https://a.\u200dexample/p",
    ],
)
def test_u40_invisible_characters(written: str) -> None:
    """They are cleaned out of the address, and noted."""
    report = parse_report(f"See {written} for more.")

    assert [c.source and c.source.url for c in report.citations] == ["https://a.example/p"]
    assert "invisible_characters" in dict(notes(report))


def test_u40_in_a_reference() -> None:
    """The same in a list."""
    report = parse_report("A [1].\n\n[1] https://a.exa\u200bmple/p\ufeff\n")

    assert [c.source and c.source.url for c in report.citations] == ["https://a.example/p"]
    assert "invisible_characters" in dict(notes(report))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "甲公司增长20%[1]。乙公司下降！丙公司持平？",
            ["甲公司增长20%。", "乙公司下降！", "丙公司持平？"],
        ),
        ("भारत बढ़ा। चीन घटा।", ["भारत बढ़ा।", "चीन घटा।"]),
        ("売上は増えた。利益は減った。", ["売上は増えた。", "利益は減った。"]),
        ("매출이 늘었다. 이익은 줄었다.", ["매출이 늘었다.", "이익은 줄었다."]),
        ("ارتفعت المبيعات. هل انخفض الربح؟", ["ارتفعت المبيعات.", "هل انخفض الربح؟"]),
        ("甲公司，\n增长20%。", ["甲公司，增长20%。"]),
        ("Продажи выросли. Прибыль упала.", ["Продажи выросли.", "Прибыль упала."]),
    ],
)
def test_u90_sentences_of_other_languages(source: str, expected: list[str]) -> None:
    """Sentences end where each language ends them."""
    report = parse_report(source)

    assert expected == said(report)


def test_u90_thai_has_several_segments() -> None:
    """Thai, which writes no stops, is not one block."""
    report = parse_report(
        "เศรษฐกิจไทยขยายตัวเพิ่มขึ้นในปีนี้ การส่งออกสินค้าเพิ่มขึ้นอย่างต่อเนื่อง นักท่องเที่ยวกลับมาจำนวนมาก"
    )

    assert len(report.statements) > 1


def test_u90_the_marker_is_the_first_sentence_s() -> None:
    """The marker before the Chinese stop is its sentence's."""
    report = parse_report("甲公司增长20%[1]。乙公司下降！丙公司持平？")

    assert cited_by(report) == {"甲公司增长20%。": ["1"]}
    assert report.language == "zh"


TABLE = "| a | b |\n|---|---|\n| c | {} |\n"


@pytest.mark.parametrize(
    ("cell", "words", "expected"),
    [
        ("line 1<br>line 2 [3]", "line 1 line 2", ["3"]),
        ("line 1 [1]<br/>line 2 [3]", "line 1 line 2", ["1", "3"]),
        ("5% [3]", "5%", ["3"]),
        ("One. Two. [3]", "One. Two.", ["3"]),
        ("up<sup>3</sup>", "up", ["3"]),
        ("see [t](https://a.example)", "see t", ["https://a.example"]),
    ],
)
def test_u97_cells(cell: str, words: str, expected: list[str]) -> None:
    """A cell is one statement, and its markers are its own."""
    report = parse_report(TABLE.format(cell))
    statement = next(s for s in report.statements if s.text == words)

    assert StatementKind.CELL is statement.kind
    assert expected == [report.citations[index].label for index in statement.citations]
    assert {ScopeKind.CELL} == {report.citations[i].scope.kind for i in statement.citations}


def test_u97_a_table_under_a_bullet() -> None:
    """The table is found, and the bullet above it is known."""
    report = parse_report("- bullet\n\n  | a | b |\n  |---|---|\n  | c | line 1<br>line 2 [3] |\n")
    block = report.blocks[report.tables[0].block]

    assert block.parent is not None
    assert BlockKind.LIST_ITEM is report.blocks[block.parent].kind
    assert labels(report) == ["3"]


def test_u97_a_row_of_its_own_marker() -> None:
    """A cell of markers alone speaks for its row, and says that this is uncertain."""
    report = parse_report("| a | b | src |\n|---|---|---|\n| c | up | [3] |\n| d | down | [4] |\n")
    scopes = [citation.scope for citation in report.citations]

    assert [scope.is_certain for scope in scopes] == [False, False]
    assert [report.statements[scope.statements[-1]].text for scope in scopes] == ["up", "down"]
