"""What the cited sources say of each statement, and the findings that follow.

A statement is asked against each source it cites; where no single source carries it and it
cites several, also against all of them together. A source that is not there gives no
verdict: unreachable is not unsupported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from veridical.ask import Answer, Asker, NoVerdict
from veridical.checks.support import Support, SupportAsk, verified
from veridical.findings.finding import Finding, FindingKind, found
from veridical.report.model import Citation, Report, Resolution, Statement
from veridical.retrieval.passages import Passage, excerpt
from veridical.score import Reason
from veridical.sources import Fetched, FetchState

_LEADS_SOMEWHERE = frozenset({Resolution.RESOLVED, Resolution.LINK, Resolution.AMBIGUOUS})
_BEST_FIRST = (Support.SUPPORTED, Support.PARTLY, Support.CONTRADICTED, Support.NOT_IN_SOURCE)


class State(StrEnum):
    """What became of a statement; the first four are verdicts, the rest absences."""

    SUPPORTED = "supported"
    PARTLY = "partly"
    CONTRADICTED = "contradicted"
    NOT_IN_SOURCE = "not_in_source"
    NO_VERDICT = "no_verdict"
    UNREACHABLE = "unreachable"
    MISSING_REFERENCE = "missing_reference"
    NOT_LOOKED_UP = "not_looked_up"
    UNCITED = "uncited"


@dataclass(frozen=True, slots=True)
class SourceVerdict:
    """What one cited source says of a statement.

    Attributes:
        citation: index into ``Report.citations``.
        source: the source as it was found; None if none was looked for.
        answer: the verdict with its quotes, or why there is none.
        share_read: how much of the source was shown, in [0, 1].
    """

    citation: int
    source: Fetched | None
    answer: Answer[Support] | NoVerdict
    share_read: float = 0.0


@dataclass(frozen=True, slots=True)
class StatementVerdict:
    """What all its sources say of a statement.

    Attributes:
        statement: index into ``Report.statements``.
        state: the verdict over all of them, or why there is none.
        why: the grounds in a sentence.
        sources: what each cited source says.
        joint: the verdict of all sources together, where it was asked.
    """

    statement: int
    state: State
    why: str = ""
    sources: tuple[SourceVerdict, ...] = ()
    joint: Answer[Support] | NoVerdict | None = None


Lookup = Callable[[Citation], Fetched | None]
"""Finds the source of a citation; None = sources are not looked up."""


async def judge_statements(
    report: Report,
    lookup: Lookup,
    asker: Asker,
    *,
    progress: Callable[[int], None] = lambda _: None,
) -> tuple[StatementVerdict, ...]:
    """The verdict on every statement, in the report's order.

    Args:
        report: the report.
        lookup: finds sources.
        asker: puts the asks.
        progress: is told how many statements are done.
    """
    verdicts = []
    for statement in report.statements:
        verdicts.append(await _judge(report, statement, lookup, asker))
        progress(len(verdicts))
    return tuple(verdicts)


async def _judge(
    report: Report, statement: Statement, lookup: Lookup, asker: Asker
) -> StatementVerdict:
    cited = [report.citations[index] for index in statement.citations]
    if not cited:
        return StatementVerdict(statement.index, State.UNCITED)
    led = [c for c in cited if c.resolution in _LEADS_SOMEWHERE]
    if not led:
        why = "None of its citations leads to a reference."
        return StatementVerdict(statement.index, State.MISSING_REFERENCE, why)
    sources = tuple([await _ask(statement, c, lookup(c), asker) for c in led])
    joint = await _ask_jointly(statement, sources, asker)
    state, why = _over_all(sources, joint)
    return StatementVerdict(statement.index, state, why, sources, joint)


def wording(statement: Statement) -> str:
    """The statement as it is asked: a cell with its headers before it."""
    return ": ".join([*statement.path, statement.text]) if statement.path else statement.text


async def _ask(
    statement: Statement, citation: Citation, source: Fetched | None, asker: Asker
) -> SourceVerdict:
    if source is None:
        return SourceVerdict(citation.index, None, NoVerdict(Reason.OFFLINE))
    if source.state is not FetchState.OK:
        absent = NoVerdict(Reason.UNREACHABLE, source.state)
        return SourceVerdict(citation.index, source, absent)
    shown = excerpt(wording(statement), source.text, source=source.id)
    answer = await _verdict(statement, shown.passages, asker)
    return SourceVerdict(citation.index, source, answer, shown.share)


async def _verdict(
    statement: Statement, passages: Sequence[Passage], asker: Asker
) -> Answer[Support] | NoVerdict:
    ask = SupportAsk(wording(statement), tuple(passages), language=statement.language)
    return verified(await asker.ask(ask), passages)


async def _ask_jointly(
    statement: Statement, sources: tuple[SourceVerdict, ...], asker: Asker
) -> Answer[Support] | NoVerdict | None:
    reached = {s.source.id: s.source for s in sources if s.source and s.source.text}
    labels = {s.answer.value for s in sources if isinstance(s.answer, Answer)}
    if len(reached) < 2 or labels & {Support.SUPPORTED, Support.CONTRADICTED}:
        return None
    passages = [
        passage
        for source in reached.values()
        for passage in excerpt(wording(statement), source.text, source=source.id).passages
    ]
    return await _verdict(statement, passages, asker)


def _over_all(
    sources: Iterable[SourceVerdict], joint: Answer[Support] | NoVerdict | None
) -> tuple[State, str]:
    """The best that one source says, or all together; else why nothing is said."""
    said = [s.answer for s in sources if isinstance(s.answer, Answer)]
    said += [joint] if isinstance(joint, Answer) else []
    for label in _BEST_FIRST:
        for answer in said:
            if answer.value is label:
                return State(label.value), answer.why
    absent = [s.answer for s in sources if isinstance(s.answer, NoVerdict)]
    reasons = {a.reason for a in absent}
    if Reason.UNREACHABLE in reasons:
        return State.UNREACHABLE, "Its source was not found."
    if reasons == {Reason.OFFLINE}:
        return State.NOT_LOOKED_UP, "Sources were not looked up."
    return State.NO_VERDICT, next((a.detail for a in absent if a.detail), "")


_MESSAGES = {
    State.CONTRADICTED: (FindingKind.CONTRADICTED, "The source says otherwise."),
    State.NOT_IN_SOURCE: (FindingKind.NOT_IN_SOURCE, "The source does not say this."),
    State.PARTLY: (FindingKind.PARTLY_SUPPORTED, "The source says only part of this."),
    State.NO_VERDICT: (FindingKind.NO_VERDICT, "No verdict."),
}


def support_findings(report: Report, verdicts: Iterable[StatementVerdict]) -> Iterator[Finding]:
    """One finding per statement that its sources do not carry, and per missing source."""
    missing: dict[str, Finding] = {}
    for verdict in verdicts:
        if verdict.state in _MESSAGES:
            yield _of_statement(report, verdict)
        for finding in _unreached(report, verdict):
            missing.setdefault(finding.message, finding)
    yield from missing.values()


def _of_statement(report: Report, verdict: StatementVerdict) -> Finding:
    kind, message = _MESSAGES[verdict.state]
    answers = [s.answer for s in verdict.sources] + [verdict.joint]
    quotes = tuple(q for a in answers if isinstance(a, Answer) for q in a.quotes)
    return found(
        report,
        kind,
        report.statements[verdict.statement].span,
        f"{message} {verdict.why}".strip(),
        statement=verdict.statement,
        quotes=quotes,
    )


def _unreached(report: Report, verdict: StatementVerdict) -> Iterator[Finding]:
    for source in verdict.sources:
        if source.source is None or source.source.state is FetchState.OK:
            continue
        citation = report.citations[source.citation]
        state = source.source.state.replace("_", " ")
        yield found(
            report,
            FindingKind.UNREACHABLE_SOURCE,
            citation.marker_span,
            f"The source of citation {citation.label[:60]} is not there ({state}).",
            statement=verdict.statement,
            citation=citation.index,
        )
