"""Findings about statements that their sources do not carry, and about missing sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from veridical.ask import Answer, Quote
from veridical.checks.verdict import Rest, Support, Verdict
from veridical.findings.changed import changed_finding
from veridical.findings.cited import page_key
from veridical.findings.dating import is_later
from veridical.findings.finding import Finding, FindingKind, cut, found
from veridical.findings.known import NOTHING, Known
from veridical.findings.verdict import SourceVerdict, State, StatementVerdict, single
from veridical.report.model import Report
from veridical.score import HARMLESS
from veridical.sources import FetchState

_MESSAGES = {
    State.CONTRADICTED: (FindingKind.CONTRADICTED, "The source says otherwise."),
    State.NOT_IN_SOURCE: (FindingKind.NOT_IN_SOURCE, "The source does not say this."),
    State.PARTLY: (FindingKind.PARTLY_SUPPORTED, "The source says only part of this."),
}


def support_findings(
    report: Report, verdicts: Iterable[StatementVerdict], known: Known = NOTHING
) -> Iterator[Finding]:
    """One finding per statement that its sources do not carry, and per missing source."""
    missing: dict[str, Finding] = {}
    for verdict in verdicts:
        told = changed_finding(report, verdict) or _later(report, verdict, known)
        if told is not None:
            yield told
        else:
            yield from _of_statement(report, verdict)
        for finding in _unreached(report, verdict, known):
            missing.setdefault(finding.message, finding)
    yield from missing.values()


def _later(report: Report, verdict: StatementVerdict, known: Known) -> Finding | None:
    """What a source of a later day says otherwise, where no other source does."""
    against = [s for s in single(verdict.sources) if _says(s, Support.CONTRADICTED)]
    pages = [known.pages.get(_key(report, one)) for one in against]
    newer = [page for page in pages if page is not None and is_later(page, known.as_of)]
    if not newer or len(newer) < len(against) or verdict.state is not State.CONTRADICTED:
        return None
    message = (
        f"A source of {newer[0].published} says otherwise; the report is as of {known.as_of}. "
        f"{sentence(verdict.why)}"
    )
    kind, quotes = FindingKind.LATER_EVIDENCE, _quotes(verdict)
    return _about(report, verdict, kind, message, quotes=quotes)


def _key(report: Report, one: SourceVerdict) -> str:
    return page_key(report, report.citations[one.citation]) or ""


def _of_statement(report: Report, verdict: StatementVerdict) -> Iterator[Finding]:
    certain = single(verdict.sources)
    otherwise = next((s for s in certain if _says(s, Support.CONTRADICTED)), None)
    if verdict.state in _MESSAGES:
        kind, message = _MESSAGES[verdict.state]
        if verdict.state is State.PARTLY and _is_against_the_rest(verdict):
            message = "The source says part of this, and otherwise of the rest."
        grounds = f"{message} {sentence(verdict.why)}"
        yield _about(report, verdict, kind, grounds, quotes=_quotes(verdict))
    elif otherwise is None and _is_qualified(verdict):
        message = f"The source says this under a condition only. {sentence(verdict.why)}"
        yield _about(report, verdict, FindingKind.QUALIFIED, message, quotes=_quotes(verdict))
    elif otherwise is not None:
        yield from _disputed(report, verdict, otherwise)
    elif verdict.state is State.NO_VERDICT and any(
        a.reason not in HARMLESS for a in verdict.absent
    ):
        message = f"No verdict. {sentence(verdict.why)}"
        yield _about(report, verdict, FindingKind.NO_VERDICT, message)


def _answers(verdict: StatementVerdict) -> list[Answer[Verdict]]:
    return [
        a for a in (*(s.answer for s in verdict.sources), verdict.joint) if isinstance(a, Answer)
    ]


def _is_against_the_rest(verdict: StatementVerdict) -> bool:
    return any(a.value.rest is Rest.CONTRADICTED for a in _answers(verdict))


def _is_qualified(verdict: StatementVerdict) -> bool:
    """Whether every answer that carries it says it under a condition that it drops."""
    carrying = [a.value for a in _answers(verdict) if a.value.support is Support.SUPPORTED]
    is_carried = verdict.state is State.SUPPORTED and bool(carrying)
    return is_carried and all(v.qualified for v in carrying)


def _disputed(
    report: Report, verdict: StatementVerdict, otherwise: SourceVerdict
) -> Iterator[Finding]:
    """A source says otherwise, though the statement's own state is another."""
    said = otherwise.answer
    carrying = next((s for s in single(verdict.sources) if _says(s, Support.SUPPORTED)), None)
    if not isinstance(said, Answer):
        return
    if verdict.state is not State.SUPPORTED:
        message = f"A source says otherwise. {sentence(said.why)}"
        yield _about(report, verdict, FindingKind.CONTRADICTED, message, quotes=said.quotes)
    elif carrying is not None:
        one, other = _marker(report, carrying), _marker(report, otherwise)
        message = f"{one} says this, {other} says otherwise. {sentence(said.why)}"
        yield _about(report, verdict, FindingKind.SOURCES_DISAGREE, message, quotes=said.quotes)


def _says(one: SourceVerdict, value: Support) -> bool:
    return isinstance(one.answer, Answer) and one.answer.value.support is value


def sentence(grounds: str) -> str:
    """Grounds as a sentence of their own: a capital at the start, a full stop at the end."""
    words = grounds.strip()
    end = "" if not words or words.endswith((".", "!", "?", "。")) else "."
    return words[:1].upper() + words[1:] + end


def _marker(report: Report, said: SourceVerdict) -> str:
    return cut(report.words(report.citations[said.citation].marker_span))


def _quotes(verdict: StatementVerdict) -> tuple[Quote, ...]:
    """The words that its state rests on, those of the same verdict first."""
    said = _answers(verdict)
    said.sort(key=lambda a: a.value.support.value != verdict.state.value)
    return tuple(dict.fromkeys(q for a in said for q in a.quotes))


def _about(
    report: Report,
    verdict: StatementVerdict,
    kind: FindingKind,
    message: str,
    *,
    quotes: tuple[Quote, ...] = (),
) -> Finding:
    span = report.statements[verdict.statement].span
    return found(report, kind, span, message.strip(), statement=verdict.statement, quotes=quotes)


def _unreached(report: Report, verdict: StatementVerdict, known: Known) -> Iterator[Finding]:
    """A source without text; that an address is dead is told once, at its entry."""
    for source in verdict.sources:
        if source.source is None or source.source.state is FetchState.OK:
            continue
        if known.is_dead(_key(report, source)):
            continue
        citation = report.citations[source.citation]
        state = source.source.state.replace("_", " ")
        yield found(
            report,
            FindingKind.UNREACHABLE_SOURCE,
            citation.marker_span,
            f"The source of citation {cut(citation.label)} is not there ({state}).",
            statement=verdict.statement,
            citation=citation.index,
        )
