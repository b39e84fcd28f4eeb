"""PDF files, printed by Chromium and by a small writer, become Markdown that resolves."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pyromark
import pytest

from tests.report_files import data
from tests.requirements import require
from tests.written_documents import Line, pdf
from veridical.errors import InputError
from veridical.report import Report, parse_report
from veridical.runs.check import read_report
from veridical.runs.importers.reports import read_import, report_of

PAGE = """<!doctype html><meta charset="utf-8"><title>T</title>
<style>body {{ font: 11pt serif }} h1 {{ font-size: 22pt }} h2 {{ font-size: 16pt }}</style>
<h1>海平面报告 Sea level report</h1><h2>Findings</h2>
<p>The sea level rose by three centimetres since 1993<sup>1</sup>, says the
<a href="https://nasa.gov/sea_level?x=1">agency of the sea</a>, in a sentence that is long enough to
run over the end of its line, where words go on. The area is 5 km<sup>2</sup>.</p>
<p>自1993年以来，海平面上升了三厘米<sup>2</sup>。这是一个很长的句子，它会超过一行的长度，因此需要在换行处重新<!--
-->连接起来，而不会在中间留下任何空格或者断开的词语。见<a href="https://soa.cn/x">海洋局</a>。</p>
<h2 style="page-break-before: always">More</h2>
<p>A second page has words<sup><a href="https://x.org/s">3</a></sup>.</p>
<p><img width="80" height="80" src="data:image/svg+xml,{picture}"></p>
<h2 style="page-break-before: always">References</h2>
<p>1. NASA. https://nasa.gov/{long}.html</p><p>2. 国家海洋局. https://soa.cn/y</p>
<p>3. X. https://x.org/s</p>
"""
LONG = "a-very-long/path-of-words/" * 6 + "end"
SVG = "%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E"


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A page of two languages as a browser prints it, with its running heads."""
    return print_out(PAGE.format(long=LONG, picture=SVG), tmp_path_factory.mktemp("printed"))


def print_out(page: str, folder: Path) -> bytes:
    """A page of HTML as Chromium prints it."""
    require("chromium")
    (folder / "a.html").write_text(page, "utf-8")
    chromium = shutil.which("chromium") or ""
    subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/u",
         f"--print-to-pdf={folder}/a.pdf", (folder / "a.html").as_uri()],
        capture_output=True, timeout=120, check=True,
    )  # fmt: skip
    return (folder / "a.pdf").read_bytes()


def read(data: bytes, name: str = "report.pdf") -> Report:
    """The report in a file."""
    return report_of(read_import(data, name), name)


def told(report: Report) -> list[str]:
    """What was lost."""
    return [note.detail for note in report.notes if note.kind == "not_imported"]


def keys(report: Report) -> dict[str, list[str]]:
    """The sources of each statement."""
    found = {}
    for statement in report.statements:
        sources = [report.citations[index].source for index in statement.citations]
        found[statement.text] = [source.key for source in sources if source]
    return found


def test_a_printed_report(printed: bytes) -> None:
    """Headings, raised numbers, exponents, links, cut lines and a cut address, two languages."""
    report = read(printed)

    assert [s.heading for s in report.sections if s.heading] == [
        "海平面报告 Sea level report", "Findings", "More", "References",
    ]  # fmt: skip
    assert keys(report) == {
        "The sea level rose by three centimetres since 1993, says the agency of the sea, in a "
        "sentence that is long enough to run over the end of its line, where words go on.": [
            f"https://nasa.gov/{LONG}.html", "https://nasa.gov/sea_level?x=1",
        ],
        "The area is 5 km².": [],
        "自1993年以来，海平面上升了三厘米。": ["https://soa.cn/y"],
        "这是一个很长的句子，它会超过一行的长度，因此需要在换行处重新"
        "连接起来，而不会在中间留下任何空格或者断开的词语。": [],
        "见海洋局。": ["https://soa.cn/x"],
        "A second page has words.": ["https://x.org/s"],
    }  # fmt: skip
    assert told(report) == ["6 lines of running heads and page numbers"]


def test_a_real_report_keeps_its_citations(tmp_path: Path) -> None:
    """Printed, a Chinese report of 17,000 signs keeps every marker, entry and address."""
    path = data("deepresearch_bench", "reports_claude_3_7.jsonl")
    article = json.loads(path.read_text("utf-8").splitlines()[2])["article"].replace("\n", "\n\n")
    style = '<meta charset="utf-8"><body style="font: 11pt serif">'
    report = read(print_out(style + pyromark.html(article), tmp_path))
    written = parse_report(article)

    def sources(one: Report) -> set[str]:
        return {r.source.key for r in one.references if r.source}

    assert sources(report) == sources(written)
    assert len(report.citations) == len(written.citations) > 60
    assert {c.resolution for c in report.citations} == {"resolved"}


def test_running_heads_and_feet_are_left_out() -> None:
    """What stands at the edge of many pages, and the numbers of pages."""
    places = ("Alps", "Andes", "Arctic", "Antarctic")
    pages = [
        [
            "Annual report on ice",
            f"The {place} have ice.",
            *(f"The ice of the {place} {verb}." for verb in ("floats", "melts", "cracks", "sings")),
            f"The {place} are old.",
            f"- {number} -",
        ]
        for number, place in enumerate(places, start=3)
    ]
    report = read(pdf(pages))

    assert "Annual report" not in report.source
    assert report.source.count(" have ice.") == report.source.count(" are old.") == 4
    assert told(report) == ["8 lines of running heads and page numbers"]


def test_words_that_lines_part() -> None:
    """A parted word is whole again, over the end of a page too."""
    lines = ["Here is a long line of words that goes on and on to the hyphen-",
             "ated word, and here is one more line that ends at the end of the"]  # fmt: skip
    report = read(pdf([lines, ["page and goes on over here."]]))

    assert [s.text for s in report.statements] == [
        "Here is a long line of words that goes on and on to the hyphenated word, and here is one "
        "more line that ends at the end of the page and goes on over here."
    ]


def test_footnotes_at_the_foot_of_pages() -> None:
    """Small print with a number is the note of its marker; each page counts for itself."""
    pages = []
    for n, host in ((1, "a"), (2, "b")):
        pages.append(
            [f"The ice of year {n} melts fast", Line("1", 6, 5), Line(".", 11, 0),
             "Other words stand here in a full line of the page, which goes on.",
             "And more words stand here in a full line of the page, which goes on.",
             Line(f"1 See https://{host}.org/x", 8)]
        )  # fmt: skip
    found = keys(read(pdf(pages)))

    assert found["The ice of year 1 melts fast."] == ["https://a.org/x"]
    assert found["The ice of year 2 melts fast."] == ["https://b.org/x"]


def test_a_scan() -> None:
    """Pictures of pages have no words."""
    with pytest.raises(InputError) as caught:
        read(pdf([["x"]], is_picture=True))

    assert str(caught.value) == (
        "report.pdf: is a PDF that cannot be read: 1 of 1 pages are pictures; expected a PDF with "
        "words in it. Run it through text recognition (OCR) first."
    )


def locked() -> bytes:
    """A PDF that asks for a password: its key fits no password that is empty."""
    entry = (
        b"/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <" + b"41" * 32 + b"> /U <"
        + b"42" * 32 + b"> >> /ID [<00><00>] "
    )  # fmt: skip
    return pdf([["Secret."]]).replace(b"trailer << ", b"trailer << " + entry)


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (locked(), "is a PDF that cannot be read: locked with a password"),
        (b"", "is empty"),
        (b"%PDF-1.7\n", "is a PDF that cannot be read: its end is missing"),
        (b"%PDF-1.7\njunk\n%%EOF", "is a PDF that cannot be read: it cannot be opened"),
        (b"\x89PNG\r\n\x1a\n", "is a picture"),
        (b"\0\1\2\3" * 300, "is called .pdf and is none"),
    ],
)
def test_files_that_cannot_be_read(data: bytes, part: str) -> None:
    """One clear line each."""
    with pytest.raises(InputError, match=part) as caught:
        read(data)

    assert "\n" not in str(caught.value)


def test_a_wrong_suffix(tmp_path: Path) -> None:
    """A PDF that is called Markdown is a PDF."""
    (tmp_path / "a.md").write_bytes(pdf([["Ice melts."]]))

    assert [s.text for s in read_report(tmp_path / "a.md").statements] == ["Ice melts."]


def test_signs_that_mean_something_in_markdown() -> None:
    """Words stay words."""
    report = read(pdf([["A *star* and `code` and <b>bold</b> & a_b_c stand here."]]))

    assert [s.text for s in report.statements] == [
        "A *star* and `code` and <b>bold</b> & a_b_c stand here."
    ]
