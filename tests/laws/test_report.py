"""Laws of parsing: any text gives a report, offsets are exact, what is planted comes back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.planted import Planted, planted
from tests.laws.report_faults import report_faults
from tests.laws.strategies import SETTINGS, html_soups, sources
from tools.rewrite_styles import rewrite
from veridical.report import EvidenceList, Report, parse_report

EVIDENCE = EvidenceList(("e1", "doc-2", "e3"), ("i1",))


@pytest.mark.fuzz
@given(planted())
@SETTINGS
def test_planted_citations_come_back(case: Planted) -> None:
    """In every style, each sentence cites exactly the sources planted in it."""
    rewritten = rewrite(case.text, case.style)
    report = parse_report(
        rewritten.text, format=rewritten.format, sources=rewritten.sources or None
    )
    expected = [[f"https://a{number}.example/p" for number in numbers] for numbers in case.cited]

    assert [_cited(report, index) for index in range(len(report.statements))] == expected


def _cited(report: Report, index: int) -> list[str | None]:
    citations = (report.citations[i] for i in report.statements[index].citations)
    return [citation.source.url if citation.source else None for citation in citations]


@pytest.mark.fuzz
@given(planted())
@SETTINGS
def test_words_do_not_depend_on_the_style(case: Planted) -> None:
    """Statements have the same words whether cited by brackets or by footnotes."""
    styles = ("brackets", "fullwidth", "cite_tag", "footnote", "superscript_html", "key")
    said = {
        tuple(s.text for s in parse_report(rewrite(case.text, style).text).statements)
        for style in styles
    }

    assert len(said) == 1


@pytest.mark.fuzz
@given(sources())
@SETTINGS
def test_any_markdown_gives_a_sound_report(source: str) -> None:
    """No character is lost, every offset is exact, and the parts name each other."""
    report = parse_report(source, format="markdown", evidence=EVIDENCE)

    assert report_faults(report) == []


@pytest.mark.fuzz
@given(st.one_of(sources(), html_soups()))
@SETTINGS
def test_any_html_gives_a_sound_report(source: str) -> None:
    """The same for tag soup, and for Markdown taken for HTML."""
    report = parse_report(source, format="html", evidence=EVIDENCE)

    assert report_faults(report) == []


@pytest.mark.fuzz
@given(st.binary(max_size=300))
@SETTINGS
def test_any_bytes_give_a_report(data: bytes) -> None:
    """Bytes that are no text are a note, not an error."""
    report = parse_report(data)

    assert report_faults(report) == []


@pytest.mark.fuzz
@given(planted())
@SETTINGS
def test_parsing_is_a_function(case: Planted) -> None:
    """The same text gives the same report."""
    assert parse_report(case.text) == parse_report(case.text)


@pytest.mark.fuzz
@given(planted(), st.integers(1, 99))
@SETTINGS
def test_a_list_entry_more_changes_no_other_citation(case: Planted, number: int) -> None:
    """An entry that nothing cites leaves every citation as it was."""
    before = parse_report(case.text)
    after = parse_report(case.text + f"[{case.sources + number}] https://z.example/z - Title\n")

    assert [(c.label, c.resolution, c.references) for c in after.citations] == [
        (c.label, c.resolution, c.references) for c in before.citations
    ]
