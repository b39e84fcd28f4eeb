"""PDF, DOCX and plain text → what a reader sees."""

from __future__ import annotations

import io
import zipfile

import pytest
from docx.shared import Pt

from tests.written_documents import Line, pdf, pdf_bomb, saved, word_file
from veridical.sources import FetchState, Mark
from veridical.sources.extract import Extracted, apart, extract
from veridical.sources.extract.docx import LARGEST_UNPACKED
from veridical.sources.extract.kind import Kind, kind_of
from veridical.sources.extract.pdf import read_pdf
from veridical.sources.extract.pdf_lines import Glyph, page_text

WIDE = "The extent of the ice was measured by several satel-"


def test_a_pdf_with_parted_words_and_raised_signs() -> None:
    """Words are whole again, notes are apart, exponents stay, and pages know their numbers."""
    lines: list[Line | str] = [
        "On ice",
        WIDE,
        "lites in September and in March of each year, which is",
        Line("long"),
        Line("3", 6, 4),
        Line(" after the first ones.", rise=0),
        Line("It rose to 10"),
        Line("3", 6, 4),
        Line(" km.", rise=0),
    ]
    found = read_pdf(pdf([lines, ["Second page."]], title="On ice"))

    assert found.text == (
        "On ice\nThe extent of the ice was measured by several satellites in September and in "
        "March of each year, which is long after the first ones.\nIt rose to 10³ km.\n\n"
        "Second page."
    )
    assert [(m.text, found.text[: m.offset].split()[-1]) for m in found.marks] == [("3", "long")]
    assert [found.text[p.at.start : p.at.end].split()[0] for p in found.pages] == ["On", "Second"]
    assert (found.title, found.pages_total) == ("On ice", 2)


def test_a_page_budget_is_told() -> None:
    """How many pages of how many were read."""
    found = read_pdf(pdf([[f"Page {n}."] for n in range(5)]), most_pages=3)

    assert (len(found.pages), found.pages_total) == (3, 5)
    assert "pages_read: 3 of 5" in found.notes


def test_pages_without_words_among_others() -> None:
    """They are named."""
    found = read_pdf(pdf([["A page with words enough to be one of words."], [""], [""]]))

    assert found.state is FetchState.OK
    assert "pages_without_text: 2, 3" in found.notes


@pytest.mark.parametrize(
    ("body", "state"),
    [
        (pdf([[""], [""]], is_picture=True), FetchState.NEEDS_OCR),
        (pdf([[""]]), FetchState.EMPTY),
        (pdf([["Ice."]])[:-40], FetchState.INCOMPLETE_FILE),
        (b"%PDF-1.7\nnothing\n%%EOF", FetchState.UNREADABLE_FILE),
        (b"%PDF-1.7\n<< /Linearized 1 /L 99999 >>\n%%EOF", FetchState.INCOMPLETE_FILE),
    ],
    ids=["scanned", "blank", "cut", "broken", "cut linearized"],
)
def test_a_pdf_without_words(body: bytes, state: FetchState) -> None:
    """Its state says why; a scan is not "unsupported"."""
    found = extract(body, content_type="application/pdf")

    assert (found.state, found.text) == (state, "")


def test_a_pdf_that_takes_too_long() -> None:
    """A bomb's process ends when its time is over; this one goes on."""
    found = apart.read_apart(Kind.PDF, pdf_bomb(300), longest_s=1.0)

    assert (found.state, found.detail) == (FetchState.TOO_LARGE, "reading it took over 1 s")


def test_a_reader_that_crashes() -> None:
    """It takes nothing with it."""
    found = apart.read_apart(Kind.PDF, pdf([["Ice."]]), program="veridical.no_such_program")

    assert found.state is FetchState.UNREADABLE_FILE


def glyphs(text: str, height: float = 10, bottom: float = 100) -> list[Glyph]:
    """Signs on one line."""
    return [Glyph(sign, height, bottom) for sign in text]


def test_chinese_lines_are_joined_without_spaces() -> None:
    """And Latin ones with one."""
    signs = [*glyphs("北极海冰的范围在九月"), *glyphs("\n"), *glyphs("达到最低值。")]

    assert page_text(signs) == ("北极海冰的范围在九月达到最低值。", [])


def test_a_compound_keeps_its_hyphen() -> None:
    """Where the next line does not go on in small letters."""
    signs = [
        *glyphs("measured by the satellite ERS-"),
        *glyphs("\n"),
        *glyphs("2 in the year 1995"),
    ]

    assert "ERS- 2" in page_text(signs)[0]


def test_a_note_at_the_end_of_a_line() -> None:
    """It is apart; the line goes on."""
    signs = [
        *glyphs("The ice of the sea is melting"),
        Glyph("7", 6, 106),
        *glyphs("\nfast in summer"),
    ]

    assert page_text(signs) == ("The ice of the sea is melting fast in summer", [Mark("7", 29)])


def word() -> bytes:
    """A DOCX with everything."""
    made = word_file()
    made.core_properties.title = "On ice"
    made.add_heading("Extent", 1)
    paragraph = made.add_paragraph("It rose by 12 %")
    paragraph.add_run("3").font.superscript = True
    paragraph.add_run(" in ")
    paragraph.add_run("obey ").font.hidden = True
    paragraph.add_run("1995.").font.size = Pt(9)
    table = made.add_table(2, 2)
    for cell, text in zip(table._cells, ["Year", "Extent", "2012", "3.4"], strict=True):
        cell.text = text
    made.add_paragraph("冰浮在水面上。")
    return saved(made)


def test_a_word_file() -> None:
    """Headings, paragraphs and tables in their order; hidden runs and notes apart."""
    found = extract(word(), name="ice.docx")

    assert (found.state, found.title) == (FetchState.OK, "On ice")
    assert found.text == (
        "Extent\n\nIt rose by 12 % in 1995.\n\nYear | Extent\n2012 | 3.4\n\n冰浮在水面上。"
    )
    assert found.marks == (Mark("3", 23),)
    assert found.hidden == ("obey",)
    assert [h.level for h in found.headings] == [1]
    assert found.tables[0].rows == (("Year", "Extent"), ("2012", "3.4"))


def test_merged_cells_count_once() -> None:
    """As they are written."""
    made = word_file()
    table = made.add_table(2, 2)
    table.cell(0, 0).merge(table.cell(0, 1)).text = "Both"
    table.cell(1, 0).text, table.cell(1, 1).text = "a", "b"

    assert extract(saved(made), name="a.docx").tables[0].rows == (("Both",), ("a", "b"))


def packed(files: dict[str, bytes]) -> bytes:
    """A ZIP file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


def test_a_word_file_that_is_a_bomb() -> None:
    """It is never unpacked."""
    files = {"[Content_Types].xml": b"<a/>", "word/document.xml": b"\0" * (LARGEST_UNPACKED + 1)}

    assert extract(packed(files), name="a.docx").state is FetchState.TOO_LARGE


@pytest.mark.parametrize(
    ("body", "state"),
    [
        (word()[:2000], FetchState.INCOMPLETE_FILE),
        (
            packed({"[Content_Types].xml": b"<a/>", "word/document.xml": b"<broken"}),
            FetchState.UNREADABLE_FILE,
        ),
        (
            packed({"[Content_Types].xml": b"", "word/document.xml": b""}),
            FetchState.UNREADABLE_FILE,
        ),
    ],
    ids=["cut", "broken", "blank"],
)
def test_a_broken_word_file(body: bytes, state: FetchState) -> None:
    """It is a state, whatever the library raises."""
    assert extract(body, name="a.docx").state is state


def test_plain_text_is_itself() -> None:
    """Also in UTF-16, and as JSON."""
    text = "Ice floats.\n冰浮。\n"

    assert extract(text.encode("utf-16"), content_type="text/plain") == Extracted(
        FetchState.OK, Kind.TEXT, text=text
    )
    assert extract(b'{"a": 1}', content_type="application/json").text == '{"a": 1}'


def test_markdown_is_read_as_markdown() -> None:
    """By its type or its name."""
    found = extract(b"# Ice\n\nIt *floats*.", name="a.md")

    assert (found.text, found.title) == ("Ice\n\nIt floats.", "Ice")


@pytest.mark.parametrize(
    ("body", "told", "name", "kind"),
    [
        (b"%PDF-1.4", "text/html", "", Kind.PDF),
        (b"\n\n%PDF-1.4", "", "", Kind.PDF),
        (b"<!DOCTYPE html><p>", "text/plain", "", Kind.HTML),
        (b"plain", "text/html", "", Kind.HTML),
        (b"plain", "", "a.bin", Kind.TEXT),
        (b"\x89PNG\r\n", "text/html", "", Kind.OTHER),
        (b"\0\1\2\3" * 99, "", "", Kind.OTHER),
        (b"text", "image/svg+xml", "", Kind.TEXT),
        (b"text", "video/mp4", "", Kind.OTHER),
        ("Ice".encode("utf-16-le") * 50, "", "", Kind.TEXT),
    ],
)
def test_kinds(body: bytes, told: str, name: str, kind: Kind) -> None:
    """By their own signs first."""
    assert kind_of(body, told, name) is kind
