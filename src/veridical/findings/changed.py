"""Findings about sources that said it once, and say it no more."""

from __future__ import annotations

from veridical.ask import Answer, Quote
from veridical.checks.earlier import is_against
from veridical.findings.finding import Finding, FindingKind, found
from veridical.findings.verdict import SourceVerdict, State, StatementVerdict, single
from veridical.report.model import Report

_SHORT = frozenset({State.CONTRADICTED, State.NOT_IN_SOURCE, State.PARTLY})


def changed_finding(report: Report, verdict: StatementVerdict) -> Finding | None:
    """What a source of the statement said before, where none says otherwise that never did.

    It stands in the place of *contradicted* and *not in source*: the report may have been right
    on the day of the older snapshot.
    """
    own = single(verdict.sources)
    since = [one for one in own if one.is_changed]
    unmoved = [one.answer for one in own if not one.is_changed]
    if verdict.state not in _SHORT or not since:
        return None
    if any(is_against(said) for said in (*unmoved, verdict.joint)):
        return None
    first = next((one for one in since if is_against(one.answer)), since[0])
    assert first.earlier is not None
    now = "says otherwise since" if is_against(first.answer) else "does not say it any more"
    message = f"The evidence changed since: the source said this on {first.earlier.day} and {now}."
    span = report.statements[verdict.statement].span
    return found(
        report,
        FindingKind.CHANGED_SINCE,
        span,
        message,
        statement=verdict.statement,
        quotes=_quotes(first),
    )


def _quotes(one: SourceVerdict) -> tuple[Quote, ...]:
    """Its words before, then its words now."""
    both = (one.earlier.answer if one.earlier else None, one.answer)
    return tuple(quote for said in both if isinstance(said, Answer) for quote in said.quotes)
