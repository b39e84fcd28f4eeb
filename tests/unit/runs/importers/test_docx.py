"""DOCX files, written by a library and by hand, become Markdown whose citations resolve."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from tests.report_files import TYPES, R, W, package, paragraph
from tests.written_documents import saved, word_file
from veridical.errors import InputError
from veridical.report import Report
from veridical.runs.check import read_report
from veridical.runs.importers.docx_package import LARGEST_PART
from veridical.runs.importers.reports import read_import, report_of

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8"
    "ffff3f0005fe02fea735ca340000000049454e44ae426082"
)


def read(data: bytes, name: str = "report.docx") -> Report:
    """The report in a file."""
    return report_of(read_import(data, name), name)


def told(report: Report) -> list[str]:
    """What was lost."""
    return sorted(note.detail for note in report.notes if note.kind == "not_imported")


def keys(report: Report) -> dict[str, list[str]]:
    """The sources of each statement."""
    found = {}
    for statement in report.statements:
        sources = [report.citations[index].source for index in statement.citations]
        found[statement.text] = [source.key for source in sources if source]
    return found


def test_a_report_that_a_library_wrote() -> None:
    """Headings, raised numbers, exponents, lists, a table and the reference list, two languages."""
    document = word_file()
    document.add_heading("Sea level 海平面", 0)
    document.add_heading("Findings", 2)
    written = document.add_paragraph("The sea rose by 3 cm in 2020")
    for words, is_raised in (("1", True), (". It covers 5 km", False), ("2", True), (".", False)):
        written.add_run(words).font.superscript = is_raised
    document.add_paragraph("海平面上升了三厘米[2]。")
    document.add_paragraph("First *point*", style="List Bullet")
    document.add_paragraph("Step one", style="List Number")
    document.add_paragraph("Step two", style="List Number")
    table = document.add_table(2, 2)
    for cell, words in zip(
        [*table.rows[0].cells, *table.rows[1].cells],
        ["Sea", "a|b", "Baltic", "7 cm [1]"],
        strict=True,
    ):
        cell.text = words
    document.add_heading("参考文献", 1)
    document.add_paragraph("[1] NASA. Sea level. https://nasa.gov/sea_level_x")
    document.add_paragraph("[2] 国家海洋局. 海平面. https://soa.cn/x")
    report = read(saved(document))

    assert report.title == "Sea level 海平面"
    assert keys(report) == {
        "The sea rose by 3 cm in 2020.": ["https://nasa.gov/sea_level_x"],
        "It covers 5 km².": [],
        "海平面上升了三厘米。": ["https://soa.cn/x"],
        "First *point*": [],
        "Step one": [],
        "Step two": [],
        "7 cm": ["https://nasa.gov/sea_level_x"],
    }
    assert "1. Step one\n2. Step two" in report.source
    assert told(report) == []


def test_a_link_and_a_picture() -> None:
    """The link leads where its relation says; the picture is known by its bytes."""
    document = word_file()
    written = document.add_paragraph("Ice melts, ")
    identity = document.part.relate_to(
        "https://nasa.gov/ice?a=(1)", RELATIONSHIP_TYPE.HYPERLINK, is_external=True
    )
    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), identity)
    run = OxmlElement("w:r")
    words = OxmlElement("w:t")
    words.text = "says NASA"
    run.append(words)
    link.append(run)
    written._p.append(link)
    document.add_picture(io.BytesIO(PIXEL))
    report = read(saved(document))

    assert [c.label for c in report.citations] == ["https://nasa.gov/ice?a=(1)"]
    assert report.statements[0].text == "Ice melts, says NASA"
    assert [f.target for f in report.figures] == [f"sha256:{hashlib.sha256(PIXEL).hexdigest()}"]


NOTES = {
    "word/footnotes.xml": f'<w:footnotes xmlns:w="{W}" xmlns:r="{R}">'
    f'<w:footnote w:id="5"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> See '
    '</w:t></w:r><w:hyperlink r:id="r1"><w:r><w:t>the page</w:t></w:r></w:hyperlink></w:p>'
    "</w:footnote></w:footnotes>",
    "word/_rels/footnotes.xml.rels": '<Relationships><Relationship Id="r1" '
    'Target="https://nasa.gov/ice" TargetMode="External"/></Relationships>',
    "word/endnotes.xml": f'<w:endnotes xmlns:w="{W}"><w:endnote w:id="2"><w:p><w:r><w:t>海洋局，'
    "https://soa.cn/x</w:t></w:r></w:p></w:endnote></w:endnotes>",
}


def test_footnotes_and_endnotes() -> None:
    """Each marker leads to its note's source, in its own part with its own relations."""
    body = paragraph("Ice melts", '<w:r><w:footnoteReference w:id="5"/></w:r>', ".")
    body += paragraph("海平面上升了", '<w:r><w:endnoteReference w:id="2"/></w:r>', "。")
    report = read(package(body, NOTES))

    assert keys(report) == {
        "Ice melts.": ["https://nasa.gov/ice"],
        "海平面上升了。": ["https://soa.cn/x"],
    }


def test_fields_numbered_sources_and_cells() -> None:
    """A link as a field; a list numbered ``[1]``; merged cells; a layout table of one cell."""
    field = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK '
        '"https://a.org/x" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        '<w:r><w:t>here</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    numbering = (
        f'<w:numbering xmlns:w="{W}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0">'
        '<w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="[%1]"/></w:lvl>'
        '</w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
    )
    item = (
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>'
        "{}</w:t></w:r></w:p>"
    )
    cell = "<w:tc>{}<w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"
    wide = cell.format('<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>', "wide")
    two = cell.format("", "a") + cell.format("", "b")
    body = (
        f"<w:p>{field}</w:p>" + paragraph("Said [2].")
        + f"<w:tbl><w:tr>{wide}</w:tr><w:tr>{two}</w:tr></w:tbl>"
        + f"<w:tbl><w:tr>{cell.format('', 'A box of words.')}</w:tr></w:tbl>"
        + '<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>References</w:t></w:r></w:p>'
        + item.format("One. https://a.org/1") + item.format("Two. https://a.org/2")
    )  # fmt: skip
    report = read(package(body, {"word/numbering.xml": numbering}))

    assert "[here](<https://a.org/x>)" in report.source
    assert "| wide |  |\n| --- | --- |\n| a | b |" in report.source
    assert keys(report)["Said."] == ["https://a.org/2"]
    assert keys(report)["A box of words."] == []


def test_what_is_not_read_is_counted() -> None:
    """Text boxes, equations, deletions, hidden words, comments and macros, by kind."""
    box = (
        "<w:r><w:pict><w:shape><w:textbox><w:txbxContent><w:p><w:r><w:t>Boxed.</w:t></w:r></w:p>"
        "</w:txbxContent></w:textbox></w:shape></w:pict></w:r>"
    )
    body = (
        paragraph("Kept.", box, box)
        + "<w:p><m:oMathPara><m:oMath/></m:oMathPara></w:p>"
        + paragraph("<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>",
                    "<w:ins><w:r><w:t>Added.</w:t></w:r></w:ins>",
                    "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>",
                    '<w:r><w:commentReference w:id="1"/></w:r>')
    )  # fmt: skip
    report = read(package(body, {"word/vbaProject.bin": b"macro"}), "report.docm")

    assert [s.text for s in report.statements] == ["Kept.", "Added."]
    assert told(report) == [
        "1 comment", "1 deleted passage", "1 equation", "1 hidden passage",
        "1 macro that was not looked at", "2 text boxes",
    ]  # fmt: skip


def test_a_script_is_no_link() -> None:
    """Only the web is a place to go; markup in words is words."""
    relation = '<Relationship Id="r1" Target="javascript:alert(1)" TargetMode="External"/>'
    link = '<w:hyperlink r:id="r1"><w:r><w:t>here</w:t></w:r></w:hyperlink>'
    body = paragraph("Go ", link, "&lt;script&gt;x&lt;/script&gt; [a](b) | *b*")
    report = read(package(body, None, relation))

    assert report.citations == ()
    assert "javascript" not in report.source
    assert "\\<script>" in report.source


BOMB = (
    '<!DOCTYPE a [<!ENTITY x "{}"><!ENTITY y "&x;&x;">]><w:document xmlns:w="{}">&y;</w:document>'
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(encoding: str) -> None:
    """A bomb in any encoding is one line."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("[Content_Types].xml", TYPES)
        packed.writestr("word/document.xml", BOMB.format("x" * 50, W).encode(encoding))
    with pytest.raises(InputError) as caught:
        read(out.getvalue())

    assert str(caught.value) == (
        "report.docx: has a part that declares a document type, word/document.xml; expected a "
        "DOCX file. Save it anew, or as PDF or Markdown."
    )


def test_bombs_are_refused() -> None:
    """What unpacks to too much, what lies about it, what is nested without end."""
    spaces = " " * (LARGEST_PART + 10)
    with pytest.raises(InputError, match="has a part of over 40,000,000 bytes"):
        read(package(paragraph("a") + spaces))
    many = {f"word/media/{n}.bin": bytes(35_000_000) for n in range(3)}
    with pytest.raises(InputError, match="would unpack to over 100,000,000 bytes"):
        read(package(paragraph("a"), many))
    with pytest.raises(InputError, match="has a part nested over 200 deep"):
        read(package("<w:sdt>" * 5000 + "</w:sdt>" * 5000))


def test_deep_files_are_read() -> None:
    """As deep as is allowed, controls, tables and fields are read without end of the stack."""
    cell = "<w:tbl><w:tr><w:tc>"
    inner = cell * 60 + paragraph("Deep.") + "</w:tc></w:tr></w:tbl>" * 60
    runs = "<w:ins>" * 190 + "<w:r><w:t>Deeper.</w:t></w:r>" + "</w:ins>" * 190
    report = read(package(inner + f"<w:p>{runs}</w:p>"))

    assert [s.text for s in report.statements] == ["Deep.", "Deeper."]


@pytest.mark.parametrize(
    ("data", "name", "part"),
    [
        (b"", "a.docx", "is empty"),
        (b"PK\x03\x04", "a.docx", "is a ZIP archive, as DOCX files are, whose end is missing"),
        (b"\0\1\2\3" * 400, "a.docx", "is called .docx and is none"),
        (package(""), "a.docx", "is a DOCX file without words"),
        (package(paragraph("a"))[:-40], "a.docx", "whose end is missing"),
        (package("<w:p>"), "a.docx", "has a part that is no XML, word/document.xml"),
    ],
)
def test_files_that_are_broken(data: bytes, name: str, part: str) -> None:
    """One clear line each."""
    with pytest.raises(InputError, match=part) as caught:
        read(data, name)

    assert "\n" not in str(caught.value)


def test_another_archive() -> None:
    """A ZIP of other things is none."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("a.txt", "a")
    with pytest.raises(InputError, match="is a ZIP archive and no DOCX file"):
        read(out.getvalue(), "a.docx")


def test_a_wrong_suffix(tmp_path: Path) -> None:
    """Content tells: DOCX that is called Markdown, Markdown that is called DOCX."""
    (tmp_path / "a.md").write_bytes(package(paragraph("Ice melts.")))
    (tmp_path / "b.docx").write_bytes(b"# A\n\nIce melts.\n")

    for name in ("a.md", "b.docx"):
        assert [s.text for s in read_report(tmp_path / name).statements] == ["Ice melts."]
