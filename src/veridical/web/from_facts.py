"""The facts of a checked report as a section of its page, and a word of them on each card."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from veridical.agents.assertions import Assertion, Unread
from veridical.agents.case import Checked
from veridical.agents.standing import SourceRead, Standing
from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.labels import CheckLabel, check_label
from veridical.checks.verdict import Support, Verdict
from veridical.report.model import Report
from veridical.runs.facts import ReportFacts
from veridical.score import Missing, Reason, ratio
from veridical.web import words
from veridical.web.pages.facts import (
    FactKind,
    FactMention,
    FactRatio,
    FactRow,
    FactSection,
    FactSource,
)
from veridical.web.pages.frame import Tone

SHOWN_PASSAGES = 3
"""Passages of a source without a quote whose beginnings are shown; the rest are counted."""
SHOWN_CHARACTERS = 300

RIGHT, WRONG, UNKNOWN, ABSENT = "right", "wrong", "unknown", "absent"
_KINDS = (
    (RIGHT, "Right", Tone.GOOD, "A source that was found says all of it."),
    (WRONG, "Wrong", Tone.BAD, "A source that was found says otherwise of it, or of a part."),
    (UNKNOWN, "Unknown", Tone.PARTLY, "What was found does not settle it, or disagrees."),
    (ABSENT, "No verdict", Tone.UNKNOWN, "Something failed on the way, so nothing is known."),
)
_STANDINGS = {
    Standing.SUPPORTED: "supported",
    Standing.CONTRADICTED: "contradicted",
    Standing.CONFLICT: "sources conflict",
    Standing.CHANGED: "a source said it once",
    Standing.PARTLY: "only a part was found",
    Standing.SILENT: "no source speaks of it",
    Standing.NOTHING_FOUND: "nothing was found",
}
_VERDICTS = {Standing.SUPPORTED: RIGHT, Standing.CONTRADICTED: WRONG}
"""All other standings are unknown; what failed has none."""

_SAYS = {
    Support.SUPPORTED: "says so",
    Support.PARTLY: "says a part of it",
    Support.CONTRADICTED: "says otherwise",
    Support.NOT_IN_SOURCE: "does not speak of it",
}
_TONES = {
    CheckLabel.RIGHT: Tone.GOOD,
    CheckLabel.WRONG: Tone.BAD,
    CheckLabel.UNKNOWN: Tone.PARTLY,
}
_GRAVEST_FIRST = (WRONG, UNKNOWN, ABSENT, RIGHT)
_DECIDING_FIRST = (Tone.BAD, Tone.GOOD, Tone.PARTLY, Tone.PLAIN, Tone.UNKNOWN)


def fact_section(report: Report, facts: ReportFacts) -> FactSection:
    """The facts of a report: what does not stand first, then in the report's order."""
    rows = tuple(_rows(report, facts))
    left_out = Counter(one.why for one in facts.read.found if not one.is_checkable)
    return FactSection(
        kinds=tuple(
            FactKind(name=name, title=title, tone=tone, meaning=meaning)
            for name, title, tone, meaning in _KINDS
        ),
        rows=tuple(sorted(rows, key=_gravity)),
        ratios=_ratios(facts),
        left_out=tuple(left_out.most_common()),
        searches=facts.found.searches,
        fetches=facts.found.fetches,
        repeated=sum(len(row.statements) - 1 for row in rows),
        date=facts.date,
    )


def _ratios(facts: ReportFacts) -> tuple[FactRatio, ...]:
    """The share of right statements, with what has no verdict missing from both."""
    checked = facts.found.checked
    counted = Counter(_verdict(one.standing) for one in checked)
    lost = [a.reason if (a := one.outcome.absence) else None for one in checked if not one.standing]
    unread = [piece.absence.reason for piece in facts.read.unread]
    missing = Missing.of([*(reason or Reason.NOT_ASSESSED for reason in lost), *unread])
    decided = counted[RIGHT] + counted[WRONG]
    ways = (
        ("Unknown counts against", decided + counted[UNKNOWN], "judged statement"),
        ("Unknown left out", decided, "decided statement"),
    )
    return tuple(
        FactRatio(title=title, of=of, score=ratio(counted[RIGHT], of, of=what, missing=missing))
        for title, of, what in ways
    )


def _verdict(standing: Standing | None) -> str:
    return ABSENT if standing is None else _VERDICTS.get(standing, UNKNOWN)


def fact_mentions(
    facts: ReportFacts, section: FactSection
) -> Mapping[int, tuple[FactMention, ...]]:
    """What each statement's card says of its facts, by the statement's index."""
    found: defaultdict[int, dict[FactMention, None]] = defaultdict(dict)
    for row in sorted(section.rows, key=lambda row: row.number):
        for statement in row.statements:
            mention = FactMention(kind=row.verdict, row=row.number, words=row.standing)
            found[statement][mention] = None
    for one in facts.read.found:
        if not one.is_checkable:
            found[one.statement][FactMention(kind="", words=one.why)] = None
    return {statement: tuple(mentions) for statement, mentions in found.items()}


def _gravity(row: FactRow) -> tuple[int, bool, int]:
    is_calm = row.standing != _STANDINGS[Standing.CONFLICT]
    return _GRAVEST_FIRST.index(row.verdict), is_calm, row.number


def _rows(report: Report, facts: ReportFacts) -> Iterable[FactRow]:
    at = {one.id: one.statement for one in facts.read.found}
    checked = facts.found.checked
    for number, one in enumerate(checked):
        yield _row(report, one, number, tuple(dict.fromkeys(at[place] for place in one.places)))
    for number, piece in enumerate(facts.read.unread, start=len(checked)):
        yield _unread(report, piece, number)


def _row(report: Report, one: Checked, number: int, statements: tuple[int, ...]) -> FactRow:
    said: Assertion = one.assertion
    absence = one.outcome.absence
    standing = _STANDINGS[one.standing] if one.standing else ""
    sources = [_source(read) for read in one.reads] + _together(one.joint)
    return FactRow(
        number=number,
        verdict=_verdict(one.standing),
        standing=words.reason(absence.reason.value) if absence else standing,
        statements=statements,
        line=report.line(said.span.start),
        text=said.text,
        wording=said.wording if said.wording != said.text else "",
        language=said.language,
        why=""
        if any(s.why and one.outcome.why.endswith(s.why) for s in sources)
        else one.outcome.why,
        sources=tuple(sorted(sources, key=lambda s: _DECIDING_FIRST.index(s.tone))),
        queries=one.queries,
    )


def _unread(report: Report, piece: Unread, number: int) -> FactRow:
    return FactRow(
        number=number,
        verdict=ABSENT,
        standing=words.reason(piece.absence.reason.value),
        statements=(piece.statement,),
        line=report.line(piece.span.start),
        text=piece.text,
        language=report.statements[piece.statement].language,
        why=piece.absence.detail,
    )


def _source(read: SourceRead) -> FactSource:
    says, tone, why = _said(read.answer)
    passages = () if read.quotes else read.passages
    return FactSource(
        name=read.title or read.source,
        address=read.source if read.title else "",
        says=says or words.readable(read.state.value),
        tone=tone,
        why=why,
        quotes=read.quotes,
        passages=tuple(
            Quote(
                p.source, p.start, min(p.end, p.start + SHOWN_CHARACTERS), p.text[:SHOWN_CHARACTERS]
            )
            for p in passages[:SHOWN_PASSAGES]
        ),
        more=max(0, len(passages) - SHOWN_PASSAGES),
        is_cited=read.is_cited,
    )


def _together(joint: Answer[Verdict] | NoVerdict | None) -> list[FactSource]:
    if joint is None:
        return []
    says, tone, why = _said(joint)
    quotes = joint.quotes if isinstance(joint, Answer) else ()
    name = "Several sources together"
    return [FactSource(name=name, says=says, tone=tone, why=why, quotes=quotes)]


def _said(answer: Answer[Verdict] | NoVerdict | None) -> tuple[str, Tone, str]:
    """What a source says in words, its tone, and the grounds; "" where it was not read."""
    if answer is None:
        return "", Tone.UNKNOWN, ""
    if isinstance(answer, NoVerdict):
        return f"no verdict: {words.reason(answer.reason.value)}", Tone.UNKNOWN, answer.detail
    label = check_label(answer)
    tone = Tone.UNKNOWN if label is None else _TONES[label]
    if answer.value.support is Support.NOT_IN_SOURCE:
        tone = Tone.PLAIN
    rest = " and otherwise of the rest" if label is CheckLabel.WRONG else ""
    is_part = answer.value.support is Support.PARTLY
    return _SAYS[answer.value.support] + (rest if is_part else ""), tone, answer.why
