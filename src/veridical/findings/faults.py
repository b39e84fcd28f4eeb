"""Fabricated, dead, wrong and unsupported: four numbers, and a citation is in one of them.

A citation is a statement with a source that it cites. What is wrong by evidence of a later day
than the report's is told apart: the report could not know it. So is what its source said once, by
an older snapshot of the same address. What has no verdict is in none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum

from veridical.ask import Answer
from veridical.checks.verdict import Rest, Support, Verdict
from veridical.findings.addresses import is_fabricated, mismatched
from veridical.findings.cited import page_key
from veridical.findings.dating import is_later
from veridical.findings.known import Known
from veridical.findings.verdict import SourceVerdict, StatementVerdict
from veridical.measure import Page
from veridical.report.model import Report


class Fault(StrEnum):
    """What is the matter with a citation; the gravest that applies, in this order."""

    FABRICATED = "fabricated"
    DEAD = "dead"
    WRONG = "wrong"
    LATER = "later"
    CHANGED = "changed"
    UNSUPPORTED = "unsupported"


def faults(
    report: Report, verdicts: Iterable[StatementVerdict], known: Known
) -> Mapping[Fault, int | None]:
    """How many citations have each fault; None where nobody could tell.

    Nothing is dead where nothing was fetched, wrong or unsupported where no source was read,
    later where the report's day is unknown, or changed where no older snapshot says other words:
    those are no zeros.

    Args:
        report: the report.
        verdicts: what each cited source says of each statement.
        known: pages, trajectory and date, as far as they are known.
    """
    said = [one for verdict in verdicts for one in verdict.sources]
    found = Counter(fault_of(report, one, known) for one in said)
    assessed = _assessed(said, known)
    return {fault: found[fault] if assessed[fault] else None for fault in Fault}


def _assessed(said: Iterable[SourceVerdict], known: Known) -> Mapping[Fault, bool]:
    """Which faults could have been found."""
    is_read = any(isinstance(one.answer, Answer) for one in said)
    return {
        Fault.FABRICATED: True,
        Fault.DEAD: any(page.time for page in known.pages.values()),
        Fault.WRONG: is_read,
        Fault.LATER: is_read and bool(known.as_of),
        Fault.CHANGED: is_read and any(known.older.values()),
        Fault.UNSUPPORTED: is_read,
    }


def fault_of(report: Report, said: SourceVerdict, known: Known) -> Fault | None:
    """The fault of one citation; None where it has none, or nothing is known."""
    citation = report.citations[said.citation]
    key = page_key(report, citation) or ""
    page = known.pages.get(key, Page(key, ""))
    if is_fabricated(key, citation, known):
        return Fault.FABRICATED
    if known.is_dead(key):
        return Fault.DEAD
    if said.is_changed:
        return Fault.CHANGED
    if mismatched(report, citation, page):
        return Fault.WRONG
    if not isinstance(said.answer, Answer):
        return None
    return _of_verdict(said.answer.value, is_newer=is_later(page, known.as_of) is True)


def _of_verdict(verdict: Verdict, *, is_newer: bool) -> Fault | None:
    is_against = verdict.support is Support.CONTRADICTED or verdict.rest is Rest.CONTRADICTED
    if is_against:
        return Fault.LATER if is_newer else Fault.WRONG
    return Fault.UNSUPPORTED if verdict.support is Support.NOT_IN_SOURCE else None
