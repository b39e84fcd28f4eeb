"""A report's facts as one JSON object; its schema is the structs below.

Every statement has its standing with quotes, or the passages that were read; strict JSON, and
nothing in it depends on the clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from veridical.agents.assertions import Assertion
from veridical.agents.case import Checked
from veridical.agents.standing import SourceRead, Standing
from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.earlier import Earlier
from veridical.checks.verdict import Verdict
from veridical.report.model import Report
from veridical.runs.facts import ReportFacts

SCHEMA = 1


class QuoteLine(msgspec.Struct, frozen=True):
    """Words of a source, with their place in its stored text."""

    source: str
    start: int
    end: int
    text: str


class EarlierLine(msgspec.Struct, frozen=True):
    """What an older snapshot of a source says."""

    source: str
    time: str
    verdict: str | None
    no_verdict: str | None
    quotes: tuple[QuoteLine, ...]


class ReadLine(msgspec.Struct, frozen=True):
    """A source that was looked at; its passages are shown where it gave no quote."""

    source: str
    title: str
    turn: int
    state: str
    is_cited: bool
    verdict: str | None
    no_verdict: str | None
    why: str
    quotes: tuple[QuoteLine, ...]
    passages: tuple[QuoteLine, ...]
    earlier: EarlierLine | None


class FactLine(msgspec.Struct, frozen=True):
    """A statement with its standing; `places` are all statements that say the same."""

    statements: tuple[int, ...]
    line: int
    start: int
    end: int
    text: str
    wording: str
    scope: tuple[str, ...]
    context: str
    language: str
    quantities: tuple[str, ...]
    dates: tuple[str, ...]
    standing: str | None
    no_verdict: str | None
    why: str
    queries: tuple[str, ...]
    turns: int
    tokens: int
    together: str | None
    sources: tuple[ReadLine, ...]


class UncheckedLine(msgspec.Struct, frozen=True):
    """A piece of the report that was not searched for, and why."""

    statement: int
    line: int
    text: str
    worth: str | None
    why: str


class SpentLine(msgspec.Struct, frozen=True):
    """What was done: `tokens` are nominal, of prompts put one by one."""

    asks: int
    tokens: int
    searches: int
    fetches: int


class FactsFile(msgspec.Struct, frozen=True):
    """The whole result."""

    schema: int
    report: str
    date: str
    respondent: str
    is_indicative: bool
    counts: dict[str, int]
    no_verdict: dict[str, int]
    statements: tuple[FactLine, ...]
    unchecked: tuple[UncheckedLine, ...]
    spent: SpentLine


def facts_json(report: Report, facts: ReportFacts, *, respondent: str, indicative: bool) -> bytes:
    """The result, indented."""
    told = facts_file(report, facts, respondent=respondent, indicative=indicative)
    return msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n"


def facts_file(
    report: Report, facts: ReportFacts, *, respondent: str, indicative: bool
) -> FactsFile:
    """The result as its schema."""
    checked = facts.found.checked
    at = {one.id: one.statement for one in facts.read.found}
    standings = Counter(one.standing for one in checked)
    lost = Counter(one.outcome.absence.reason for one in checked if one.outcome.absence)
    lost.update(unread.absence.reason for unread in facts.read.unread)
    found = facts.found
    return FactsFile(
        schema=SCHEMA,
        report=report.name,
        date=facts.date,
        respondent=respondent,
        is_indicative=indicative,
        counts={standing.value: standings[standing] for standing in Standing},
        no_verdict={reason.value: lost[reason] for reason in sorted(lost)},
        statements=tuple(_fact(report, one, at) for one in checked),
        unchecked=tuple(_unchecked(report, facts)),
        spent=SpentLine(found.asks, found.tokens, found.searches, found.fetches),
    )


def trajectory_jsonl(facts: ReportFacts) -> bytes:
    """All that was done, a step a line."""
    return b"".join(msgspec.json.encode(step) + b"\n" for step in facts.found.trajectory)


def _fact(report: Report, one: Checked, at: dict[int, int]) -> FactLine:
    said: Assertion = one.assertion
    return FactLine(
        statements=tuple(dict.fromkeys(at[place] for place in one.places)),
        line=report.line(said.span.start),
        start=said.span.start,
        end=said.span.end,
        text=said.text,
        wording=said.wording,
        scope=said.scope,
        context=said.context,
        language=said.language,
        quantities=tuple(q.text for q in said.quantities),
        dates=tuple(d.text for d in said.dates),
        standing=one.standing.value if one.standing else None,
        no_verdict=one.outcome.absence.reason.value if one.outcome.absence else None,
        why=one.outcome.why,
        queries=one.queries,
        turns=one.turns,
        tokens=one.tokens,
        together=_told(one.joint),
        sources=tuple(_read(r) for r in one.reads),
    )


def _read(one: SourceRead) -> ReadLine:
    answer = one.answer
    shown = tuple(Quote(p.source, p.start, p.end, p.text) for p in one.passages)
    return ReadLine(
        source=one.source,
        title=one.title,
        turn=one.turn,
        state=one.state.value,
        is_cited=one.is_cited,
        verdict=_told(answer),
        no_verdict=answer.reason.value if isinstance(answer, NoVerdict) else None,
        why=answer.why if isinstance(answer, Answer) else "",
        quotes=_quotes(one.quotes),
        passages=() if one.quotes else _quotes(shown),
        earlier=_earlier(one.earlier),
    )


def _earlier(before: Earlier | None) -> EarlierLine | None:
    if before is None:
        return None
    said = before.answer
    lost = said.reason.value if isinstance(said, NoVerdict) else None
    quotes = said.quotes if isinstance(said, Answer) else ()
    return EarlierLine(before.source, before.time, _told(said), lost, _quotes(quotes))


def _told(answer: Answer[Verdict] | NoVerdict | None) -> str | None:
    return str(answer.value) if isinstance(answer, Answer) else None


def _quotes(quotes: Iterable[Quote]) -> tuple[QuoteLine, ...]:
    return tuple(QuoteLine(q.source, q.start, q.end, q.text) for q in quotes)


def _unchecked(report: Report, facts: ReportFacts) -> Iterable[UncheckedLine]:
    for one in facts.read.found:
        if not one.is_checkable:
            line = report.line(one.span.start)
            yield UncheckedLine(one.statement, line, one.text, one.worth.value, one.why)
    for piece in facts.read.unread:
        line, why = report.line(piece.span.start), f"{piece.absence.reason}: {piece.absence.detail}"
        yield UncheckedLine(piece.statement, line, piece.text, None, why)
