"""A check's result as its page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from veridical.ask import Answer, NoVerdict
from veridical.findings import Finding, FindingKind, Severity
from veridical.findings.verdict import SourceVerdict, State, StatementVerdict
from veridical.report.model import Reference, Report
from veridical.report.render import render_html
from veridical.runs.check import CheckResult
from veridical.sources import FetchState
from veridical.version import __version__
from veridical.web.check_pictures import CheckPictures, picture_name
from veridical.web.pages.check import (
    CheckedStatement,
    CheckPage,
    FindingRow,
    ReferenceRow,
    SourceCheck,
    VerdictKind,
)
from veridical.web.pages.facts import FactMention, FactSection
from veridical.web.pages.frame import Fact, Frame, Tone
from veridical.web.render import rendered
from veridical.web.who_answered import who_answered

_VERDICTS = (
    (State.SUPPORTED, Tone.GOOD, "A cited source says it; the quote shows where."),
    (State.PARTLY, Tone.PARTLY, "The source says only part of it."),
    (State.CONTRADICTED, Tone.BAD, "The source says otherwise."),
    (State.NOT_IN_SOURCE, Tone.BAD, "The source was read and does not say it."),
    (State.MISSING_REFERENCE, Tone.BAD, "Its citations lead to no reference."),
    (State.UNREACHABLE, Tone.UNKNOWN, "The source is not there, so nothing is known."),
    (State.NO_VERDICT, Tone.UNKNOWN, "Whoever was asked gave no verdict."),
    (State.NOT_LOOKED_UP, Tone.UNKNOWN, "Sources were not looked up; pass --sources."),
    (State.UNCITED, Tone.PLAIN, "It cites nothing."),
)
_GRAVEST_FIRST = (
    State.CONTRADICTED,
    State.NOT_IN_SOURCE,
    State.MISSING_REFERENCE,
    State.PARTLY,
    State.UNREACHABLE,
    State.NO_VERDICT,
    State.NOT_LOOKED_UP,
    State.SUPPORTED,
    State.UNCITED,
)
_TONES = {
    Severity.ERROR: Tone.BAD,
    Severity.WARNING: Tone.PARTLY,
    Severity.NOTE: Tone.PLAIN,
}


def check_html(result: CheckResult, folder: Path | None = None) -> str:
    """The page of a checked report as one file.

    Args:
        result: what was found.
        folder: where the report lies, to show its pictures; None = they are named only.
    """
    return "".join(rendered(check_page(result), CheckPictures(result, folder)))


def check_pieces(result: CheckResult, folder: Path | None = None) -> Iterator[bytes]:
    """The same in UTF-8 and in pieces, so that the page of a long report is never held whole."""
    for piece in rendered(check_page(result), CheckPictures(result, folder)):
        yield piece.encode(errors="backslashreplace")


def _facts(
    result: CheckResult,
) -> tuple[FactSection | None, Mapping[int, tuple[FactMention, ...]]]:
    """What the page says of facts; what shows them is loaded only where any were checked."""
    if not result.facts:
        return None, {}
    from veridical.web.from_facts import fact_mentions, fact_section

    section = fact_section(result.report, result.facts)
    return section, fact_mentions(result.facts, section)


def check_page(result: CheckResult) -> CheckPage:
    """The page of a checked report: cards by gravity, each in the report's order."""
    report = result.report
    ranks = {state: rank for rank, state in enumerate(_GRAVEST_FIRST)}
    factual, mentions = _facts(result)
    return CheckPage(
        frame=_frame(result),
        report=report,
        body=render_html(report, picture_name),
        verdicts=tuple(
            VerdictKind(
                name=state.value,
                title=state.value.replace("_", " ").capitalize(),
                tone=tone,
                meaning=meaning,
                is_folded=state is State.UNCITED,
            )
            for state, tone, meaning in _VERDICTS
        ),
        statements=tuple(
            _statement(report, v, mentions.get(v.statement, ()))
            for v in sorted(result.verdicts, key=lambda v: (ranks[v.state], v.statement))
        ),
        findings=tuple(_finding(f) for f in result.findings),
        references=_references(result),
        styles=tuple(sorted(_styles(report).items())),
        factual=factual,
    )


def _frame(result: CheckResult) -> Frame:
    report = result.report
    facts = (
        *who_answered("Answered by", result.respondent, result.models),
        Fact("Language", report.language),
        Fact("Statements", str(len(report.statements))),
        Fact("Citations", str(len(report.citations))),
        Fact("Veridical", __version__),
    )
    return Frame(title=report.title or report.name, facts=facts, is_indicative=result.is_indicative)


def _statement(
    report: Report, verdict: StatementVerdict, facts: tuple[FactMention, ...]
) -> CheckedStatement:
    return CheckedStatement(
        statement=verdict.statement,
        verdict=verdict.state.value,
        why=verdict.why,
        checks=(*(_source(report, s) for s in verdict.sources), *_joint(verdict)),
        facts=facts,
    )


def _joint(verdict: StatementVerdict) -> tuple[SourceCheck, ...]:
    answer = verdict.joint
    if answer is None:
        return ()
    return (
        SourceCheck(
            source_name="All its sources together",
            verdict=answer.value.support.value
            if isinstance(answer, Answer)
            else State.NO_VERDICT.value,
            why=answer.why if isinstance(answer, Answer) else answer.detail,
            quotes=answer.quotes if isinstance(answer, Answer) else (),
        ),
    )


def _source(report: Report, said: SourceVerdict) -> SourceCheck:
    citation, answer, source = report.citations[said.citation], said.answer, said.source
    address = citation.source.url if citation.source else None
    is_there = source is not None and source.state is FetchState.OK
    return SourceCheck(
        citation=report.words(citation.marker_span)[:60],
        source_name=(source.title or source.id) if source else citation.label,
        address=address or "",
        verdict=_verdict_name(said),
        why=answer.detail if isinstance(answer, NoVerdict) else answer.why,
        quotes=answer.quotes if isinstance(answer, Answer) else (),
        state="" if is_there or source is None else source.state.value.replace("_", " "),
    )


def _verdict_name(said: SourceVerdict) -> str:
    if isinstance(said.answer, Answer):
        return said.answer.value.support.value
    if said.source is None:
        return State.NOT_LOOKED_UP.value
    is_there = said.source.state is FetchState.OK
    return (State.NO_VERDICT if is_there else State.UNREACHABLE).value


def _finding(finding: Finding) -> FindingRow:
    return FindingRow(
        kind=finding.kind.value,
        severity=finding.severity.value,
        tone=_TONES[finding.severity],
        line=finding.line,
        column=finding.column,
        message=finding.message,
        statement=finding.statement,
        quote=finding.quotes[0] if finding.quotes else None,
    )


def _styles(report: Report) -> Counter[str]:
    markers = {(c.marker, c.style) for c in report.citations}
    return Counter(style for _, style in markers)


def _references(result: CheckResult) -> tuple[ReferenceRow, ...]:
    report = result.report
    citing: dict[int, set[int]] = defaultdict(set)
    for citation in report.citations:
        for index in citation.references:
            citing[index] |= set(citation.scope.statements)
    noted = {f.reference: f for f in reversed(result.findings) if f.reference is not None}
    return tuple(_reference(r, noted.get(r.index), citing[r.index]) for r in report.references)


def _reference(reference: Reference, finding: Finding | None, statements: set[int]) -> ReferenceRow:
    state = finding.kind.value.replace("_", " ") if finding else "cited"
    if finding and finding.kind is FindingKind.REFERENCE_WITHOUT_URL and statements:
        state = "cited, no address"
    return ReferenceRow(
        reference=reference.index,
        state=state,
        tone=_TONES[finding.severity] if finding else Tone.GOOD,
        address=(reference.source.url or "") if reference.source else "",
        note=finding.message if finding else "",
        statements=tuple(sorted(statements)),
    )
