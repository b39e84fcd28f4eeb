"""Forty real reports, half of them Chinese, and three exported pages: every marker is found.

The reports are read from outside the project and never copied into it.
"""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from tools.rewrite_styles import STYLES, cited_addresses, found_addresses
from veridical.report import Report, Resolution, parse_report
from veridical.report.identity import identify

SHARED = Path(__file__).parents[4] / "shared" / "data"
REPORTS = SHARED / "deepresearch_bench" / "reports_claude_3_7.jsonl"
EXPORTS = SHARED / "deepresearcheval"
ENTRY = re.compile(r"^\[(\d+)\] (.+?) - ", re.M)
NUMBERED = re.compile(r"\[(\d+)\]")

needs_reports = pytest.mark.skipif(not REPORTS.exists(), reason="needs ../shared/data")
needs_exports = pytest.mark.skipif(not EXPORTS.exists(), reason="needs ../shared/data")
CITED = 719
"""Distinct cited numbers, summed over the reports."""


@cache
def _reports() -> tuple[str, ...]:
    lines = REPORTS.read_text(encoding="utf-8").splitlines()
    return tuple(str(json.loads(line)["article"]) for line in lines)


@cache
def _parsed() -> tuple[Report, ...]:
    return tuple(map(parse_report, _reports()))


@cache
def _expected(report: str) -> dict[str, str]:
    """The address key of each number cited outside the list, by a pattern alone."""
    entries = list(ENTRY.finditer(report))
    keys = {found[1]: identify(found[2].replace(" ", "%20")).key for found in entries}
    return {number: keys[number] for number in NUMBERED.findall(report[: entries[0].start()])}


def _found(report: Report) -> dict[str, set[str]]:
    """The address keys that each cited label leads to, however it was resolved."""
    found: dict[str, set[str]] = {}
    for citation in report.citations:
        if citation.style == "brackets":
            key = citation.source.key if citation.source else citation.resolution.value
            found.setdefault(citation.label, set()).add(key)
    return found


@needs_reports
def test_every_cited_number_leads_to_its_entry() -> None:
    """All 719 distinct numbers resolve to the address of their own list entry."""
    expected = [{n: {key} for n, key in _expected(report).items()} for report in _reports()]
    found = [_found(report) for report in _parsed()]

    assert sum(map(len, expected)) == CITED
    assert found == expected


@needs_reports
def test_every_number_is_resolved() -> None:
    """None of them is ambiguous or missing."""
    resolutions = {
        citation.resolution
        for report in _parsed()
        for citation in report.citations
        if citation.style == "brackets"
    }

    assert resolutions == {Resolution.RESOLVED}


@needs_reports
@pytest.mark.parametrize("style", sorted(STYLES))
def test_every_style_leads_to_the_same_sources(style: str) -> None:
    """Rewritten into another style, a report still leads to all its sources.

    A fifth of the reports here; ``tools/rewrite_styles.py check`` does all of them.
    """
    reports = _reports()[::5]
    lacking = [
        (index, address)
        for index, report in enumerate(reports)
        for address in cited_addresses(report) - found_addresses(report, style)
    ]

    assert lacking == []


@needs_reports
def test_labels_stand_where_they_say() -> None:
    """The source at a citation's place is its label, or the range that holds it."""
    wrong = [
        report.words(citation.span)
        for report in _parsed()
        for citation in report.citations
        if citation.style == "brackets" and citation.label != report.words(citation.span)
    ]

    assert wrong == []


@needs_reports
def test_no_statement_holds_a_marker_or_an_entry() -> None:
    """Statements have neither bracketed numbers nor lines of the list."""
    wrong = [
        statement.text
        for report in _parsed()
        for statement in report.statements
        if re.search(r"\[\d{1,2}\]|^\[?\d+\]? https?://", statement.text)
    ]

    assert wrong == []


@needs_exports
def test_markers_without_any_list() -> None:
    """All 333 markers of three exported pages: those with an address are links, others missing."""
    expected: list[tuple[int, str, Resolution]] = []
    found: list[tuple[int, str, Resolution]] = []
    for path in sorted(EXPORTS.glob("*.json")):
        text = str(json.loads(path.read_text(encoding="utf-8"))["entries"][0]["response"])
        expected += [
            (
                marker.start(),
                marker[1],
                Resolution.LINK if text[marker.end() :].startswith("(http") else Resolution.MISSING,
            )
            for marker in NUMBERED.finditer(text)
        ]
        found += [
            (citation.marker_span.start, citation.label, citation.resolution)
            for citation in parse_report(text).citations
        ]

    assert len(expected) == 333
    assert found == expected
