"""Laws of parsing: any text gives a report, offsets are exact, what is planted comes back."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.planted import Planted, planted
from tests.laws.strategies import SETTINGS, html_soups, sources
from tools.rewrite_styles import rewrite
from veridical.report import (
    EvidenceList,
    NoteKind,
    ReferenceOrigin,
    Report,
    Resolution,
    ScopeKind,
    parse_report,
)

EVIDENCE = EvidenceList(("e1", "doc-2", "e3"), ("i1",))
_WITHOUT_REFERENCES = {
    Resolution.MISSING,
    Resolution.UNRESOLVED,
    Resolution.MALFORMED,
}


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
    """Whatever the text, the report's parts name each other and stand in the source."""
    report = parse_report(source, format="markdown", evidence=EVIDENCE)

    assert _faults(report) == []


@pytest.mark.fuzz
@given(html_soups())
@SETTINGS
def test_any_html_gives_a_sound_report(source: str) -> None:
    """The same for tag soup."""
    report = parse_report(source, format="html", evidence=EVIDENCE)

    assert _faults(report) == []


@pytest.mark.fuzz
@given(st.binary(max_size=300))
@SETTINGS
def test_any_bytes_give_a_report(data: bytes) -> None:
    """Bytes that are no text are a note, not an error."""
    report = parse_report(data)

    assert _faults(report) == []


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


def _faults(report: Report) -> list[str]:
    """What is wrong with a report's own bookkeeping."""
    return [
        *_wrong_places(report),
        *_wrong_statements(report),
        *_wrong_citations(report),
        *_wrong_references(report),
    ]


def _wrong_places(report: Report) -> list[str]:
    spans = [
        *(s.span for s in report.statements),
        *(c.span for c in report.citations),
        *(c.marker_span for c in report.citations),
        *(r.span for r in report.references if r.span),
        *(n.span for n in report.notes),
    ]
    size = len(report.source)
    return [f"place {span}" for span in spans if not 0 <= span.start <= span.end <= size]


def _wrong_statements(report: Report) -> list[str]:
    wrong = [f"number {s.index}" for i, s in enumerate(report.statements) if s.index != i]
    wrong += [f"empty {s}" for s in report.statements if not any(map(str.isalnum, s.text))]
    wrong += [f"blanks {s}" for s in report.statements if s.text != " ".join(s.text.split())]
    wrong += [
        f"overlap {a} {b}"
        for a, b in pairwise(report.statements)
        if a.span.end > b.span.start and a.block == b.block
    ]
    return wrong


def _wrong_citations(report: Report) -> list[str]:
    named = [index for s in report.statements for index in s.citations]
    wrong = [f"named twice {i}" for i in set(named) if named.count(i) > 1]
    for index, citation in enumerate(report.citations):
        scope = citation.scope
        is_open = citation.resolution in _WITHOUT_REFERENCES
        checks = {
            "number": citation.index == index,
            "references": not (is_open and citation.references),
            "resolved": citation.resolution is not Resolution.RESOLVED or bool(citation.references),
            "ambiguous": citation.resolution is not Resolution.AMBIGUOUS
            or bool(citation.references),
            "malformed": citation.resolution is not Resolution.MALFORMED or bool(citation.label),
            "scope": bool(scope.statements) == (scope.kind is not ScopeKind.NONE),
            "default": (index in named) == bool(scope.statements),
            "statements": all(0 <= i < len(report.statements) for i in scope.statements),
            "label": bool(citation.label.strip()),
        }
        wrong += [f"{name} of {citation}" for name, holds in checks.items() if not holds]
    return wrong


def _wrong_references(report: Report) -> list[str]:
    wrong = []
    for index, reference in enumerate(report.references):
        given_by_caller = reference.origin in (ReferenceOrigin.EVIDENCE, ReferenceOrigin.MAP)
        if reference.index != index or (reference.span is None) != given_by_caller:
            wrong.append(f"reference {reference}")
    wrong += [f"note {note}" for note in report.notes if not isinstance(note.kind, NoteKind)]
    return wrong
