"""A checked report as one JSON object; its schema is the structs below.

Offsets are code points of the decoded report; lines and columns count from 1. Strict JSON:
an absent verdict has a state, never a number.
"""

from __future__ import annotations

import msgspec

from veridical.ask import Answer, NoVerdict, Quote
from veridical.findings import Finding
from veridical.findings.support import SourceVerdict, StatementVerdict
from veridical.report.model import Report
from veridical.runs.check import CheckResult

SCHEMA = 1


class QuoteLine(msgspec.Struct, frozen=True):
    """Words of a source, with their place in its stored text."""

    source: str
    start: int
    end: int
    text: str


class SourceLine(msgspec.Struct, frozen=True):
    """What one source says of a statement."""

    citation: str
    source: str
    state: str
    verdict: str | None
    no_verdict: str | None
    why: str
    share_read: float
    quotes: tuple[QuoteLine, ...]


class StatementLine(msgspec.Struct, frozen=True):
    """A statement with its state."""

    index: int
    line: int
    start: int
    end: int
    text: str
    language: str
    state: str
    why: str
    sources: tuple[SourceLine, ...]


class FindingLine(msgspec.Struct, frozen=True):
    """A finding at its place."""

    kind: str
    severity: str
    line: int
    column: int
    start: int
    end: int
    message: str
    statement: int | None
    quotes: tuple[QuoteLine, ...]


class CitationLine(msgspec.Struct, frozen=True):
    """A citation and what became of it."""

    style: str
    label: str
    line: int
    start: int
    end: int
    resolution: str
    source: str | None
    scope: str
    is_certain: bool
    statements: tuple[int, ...]


class CheckFile(msgspec.Struct, frozen=True):
    """The whole result."""

    schema: int
    report: str
    format: str
    language: str
    title: str
    respondent: str
    is_indicative: bool
    counts: dict[str, int]
    statements: tuple[StatementLine, ...]
    citations: tuple[CitationLine, ...]
    findings: tuple[FindingLine, ...]


def check_json(result: CheckResult) -> bytes:
    """The result as indented JSON."""
    report = result.report
    file = CheckFile(
        schema=SCHEMA,
        report=report.name,
        format=report.format,
        language=report.language,
        title=report.title,
        respondent=result.respondent,
        is_indicative=result.is_indicative,
        counts={state.value: count for state, count in result.counts.items()},
        statements=tuple(_statement(report, v) for v in result.verdicts),
        citations=_citations(report),
        findings=tuple(_finding(f) for f in result.findings),
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"


def _quotes(quotes: tuple[Quote, ...]) -> tuple[QuoteLine, ...]:
    return tuple(QuoteLine(q.source, q.start, q.end, q.text) for q in quotes)


def _statement(report: Report, verdict: StatementVerdict) -> StatementLine:
    statement = report.statements[verdict.statement]
    return StatementLine(
        index=statement.index,
        line=report.line(statement.span.start),
        start=statement.span.start,
        end=statement.span.end,
        text=statement.text,
        language=statement.language,
        state=verdict.state.value,
        why=verdict.why,
        sources=tuple(_source(report, s) for s in verdict.sources),
    )


def _source(report: Report, said: SourceVerdict) -> SourceLine:
    answer = said.answer
    return SourceLine(
        citation=report.citations[said.citation].label,
        source=said.source.id if said.source else "",
        state=said.source.state.value if said.source else "not_looked_up",
        verdict=answer.value.value if isinstance(answer, Answer) else None,
        no_verdict=answer.reason.value if isinstance(answer, NoVerdict) else None,
        why=answer.why if isinstance(answer, Answer) else answer.detail,
        share_read=said.share_read,
        quotes=_quotes(answer.quotes) if isinstance(answer, Answer) else (),
    )


def _citations(report: Report) -> tuple[CitationLine, ...]:
    return tuple(
        CitationLine(
            style=c.style,
            label=c.label,
            line=report.line(c.span.start),
            start=c.span.start,
            end=c.span.end,
            resolution=c.resolution.value,
            source=c.source.original if c.source else None,
            scope=c.scope.kind.value,
            is_certain=c.scope.is_certain,
            statements=c.scope.statements,
        )
        for c in report.citations
    )


def _finding(finding: Finding) -> FindingLine:
    return FindingLine(
        kind=finding.kind.value,
        severity=finding.severity.value,
        line=finding.line,
        column=finding.column,
        start=finding.span.start,
        end=finding.span.end,
        message=finding.message,
        statement=finding.statement,
        quotes=_quotes(finding.quotes),
    )
