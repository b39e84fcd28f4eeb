"""A checked report as one JSON object; its schema is the structs below.

Offsets are code points of the decoded report; lines and columns count from 1. Strict JSON:
an absent verdict has a state, never a number.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.earlier import Earlier
from veridical.findings import Finding
from veridical.findings.verdict import SourceVerdict, StatementVerdict
from veridical.report.model import Report
from veridical.runs.check import CheckResult
from veridical.runs.records import ModelRecord

SCHEMA = 1


class QuoteLine(msgspec.Struct, frozen=True):
    """Words of a source, with their place in its stored text."""

    source: str
    start: int
    end: int
    text: str


class EarlierLine(msgspec.Struct, frozen=True):
    """What an older snapshot of a source says of a statement that the newer falls short of."""

    source: str
    time: str
    verdict: str | None
    no_verdict: str | None
    why: str
    quotes: tuple[QuoteLine, ...]


class SourceLine(msgspec.Struct, frozen=True):
    """What one source says of a statement.

    ``rest`` is what it says of the part that it does not carry; ``qualified`` whether it says
    it under a condition that the statement drops; ``read`` the stretches that were shown;
    ``changed`` whether the source said it once and does not any more.
    """

    citation: str
    source: str
    state: str
    verdict: str | None
    no_verdict: str | None
    why: str
    share_read: float
    quotes: tuple[QuoteLine, ...]
    rest: str | None
    qualified: bool | None
    read: tuple[tuple[int, int], ...]
    changed: bool
    earlier: EarlierLine | None


class JointLine(msgspec.Struct, frozen=True):
    """What all sources of a statement say together, where none says it alone."""

    verdict: str | None
    no_verdict: str | None
    why: str
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
    joint: JointLine | None


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
    references: tuple[int, ...]
    scope: str
    is_certain: bool
    statements: tuple[int, ...]


class ReferenceLine(msgspec.Struct, frozen=True):
    """An entry of a list, a footnote, or an item that the writer was given."""

    index: int
    label: str
    line: int | None
    text: str
    title: str
    url: str | None
    origin: str
    is_cited: bool


class CheckFile(msgspec.Struct, frozen=True):
    """The whole result."""

    schema: int
    report: str
    format: str
    language: str
    title: str
    respondent: str
    is_indicative: bool
    models: tuple[ModelRecord, ...]
    counts: dict[str, int]
    faults: dict[str, int | None]
    origins: tuple[tuple[str, ...], ...]
    as_of: str
    statements: tuple[StatementLine, ...]
    citations: tuple[CitationLine, ...]
    references: tuple[ReferenceLine, ...]
    findings: tuple[FindingLine, ...]


def check_json(result: CheckResult) -> bytes:
    """The result as indented JSON."""
    return msgspec.json.format(check_line(result), indent=1) + b"\n"


def check_line(result: CheckResult) -> bytes:
    """The result as one line of JSON, without its line break."""
    report = result.report
    file = CheckFile(
        schema=SCHEMA,
        report=report.name,
        format=report.format,
        language=report.language,
        title=report.title,
        respondent=result.respondent,
        is_indicative=result.is_indicative,
        models=result.models,
        counts={state.value: count for state, count in result.counts.items()},
        faults={fault.value: count for fault, count in result.faults.items()},
        origins=result.origins,
        as_of=result.as_of,
        statements=tuple(_statement(report, v) for v in result.verdicts),
        citations=_citations(report),
        references=_references(report),
        findings=tuple(_finding(f) for f in result.findings),
    )
    return msgspec.json.encode(file)


def file_names(reports: Iterable[Path]) -> dict[Path, str]:
    """Each report once, with a file name of its own for what is written about it.

    Reports of the same name are told apart by the folders they lie in.
    """
    once = {path.absolute(): path for path in reversed(list(reports))}
    parts = {path: tuple(at.parts[1:]) for at, path in reversed(once.items())}
    for depth in range(1, max(map(len, parts.values()), default=0) + 1):
        names = {path: "_".join(own[-depth:]) for path, own in parts.items()}
        if len(set(names.values())) == len(names):
            return names
    return {path: f"{number}_{path.name}" for number, path in enumerate(parts, start=1)}


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
        joint=_joint(verdict),
    )


def _source(report: Report, said: SourceVerdict) -> SourceLine:
    answer = said.answer
    return SourceLine(
        citation=report.citations[said.citation].label,
        source=said.source.id if said.source else "",
        state=said.source.state.value if said.source else "not_looked_up",
        verdict=answer.value.support.value if isinstance(answer, Answer) else None,
        no_verdict=answer.reason.value if isinstance(answer, NoVerdict) else None,
        why=answer.why if isinstance(answer, Answer) else answer.detail,
        share_read=said.share_read,
        quotes=_quotes(answer.quotes) if isinstance(answer, Answer) else (),
        rest=answer.value.rest.value if isinstance(answer, Answer) else None,
        qualified=answer.value.qualified if isinstance(answer, Answer) else None,
        read=said.read,
        changed=said.is_changed,
        earlier=_earlier(said.earlier),
    )


def _earlier(before: Earlier | None) -> EarlierLine | None:
    if before is None:
        return None
    said = before.answer
    if isinstance(said, NoVerdict):
        return EarlierLine(before.source, before.time, None, said.reason.value, said.detail, ())
    label = said.value.support.value
    return EarlierLine(before.source, before.time, label, None, said.why, _quotes(said.quotes))


def _joint(verdict: StatementVerdict) -> JointLine | None:
    answer = verdict.joint
    if answer is None:
        return None
    if isinstance(answer, NoVerdict):
        return JointLine(None, answer.reason.value, answer.detail, ())
    return JointLine(answer.value.support.value, None, answer.why, _quotes(answer.quotes))


def _references(report: Report) -> tuple[ReferenceLine, ...]:
    cited = {index for citation in report.citations for index in citation.references}
    return tuple(
        ReferenceLine(
            index=r.index,
            label=r.label,
            line=report.line(r.span.start) if r.span else None,
            text=r.text,
            title=r.title,
            url=r.source.url if r.source else None,
            origin=r.origin.value,
            is_cited=r.index in cited,
        )
        for r in report.references
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
            references=c.references,
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
