"""Small reports and sources, and what `check` finds in them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from veridical.ask import Asker
from veridical.findings import Finding, audit
from veridical.findings.support import judge_statements
from veridical.findings.unsupported import support_findings
from veridical.findings.verdict import StatementVerdict
from veridical.report import parse_report
from veridical.report.model import Citation, EvidenceList, Report
from veridical.respondents import Roles
from veridical.sources import Fetched, FetchState


def source(text: str, *, id: str = "s1", state: FetchState = FetchState.OK) -> Fetched:
    """A source as it was found."""
    return Fetched(id, state, text if state is FetchState.OK else "", origin=id)


def absent(*, id: str = "s1", state: FetchState = FetchState.NOT_FOUND) -> Fetched:
    """A source that was looked for and has no text."""
    return source("", id=id, state=state)


def judged(
    report: Report,
    sources: Mapping[str, Fetched] | None,
    asker: Asker | None = None,
) -> tuple[StatementVerdict, ...]:
    """The verdicts on a report whose sources are known by their labels.

    A citation of several entries stands for ``label/0``, ``label/1`` …
    """

    def lookup(citation: Citation) -> tuple[Fetched, ...] | None:
        if sources is None:
            return None
        several = [f"{citation.label}/{n}" for n in range(len(citation.references))]
        names = several if several and several[0] in sources else [citation.label]
        return tuple(sources.get(name, absent(id=name)) for name in names)

    return asyncio.run(judge_statements(report, lookup, asker or Roles()))


def findings(source_text: str, sources: Mapping[str, Fetched] | None = None) -> list[Finding]:
    """Everything found in a Markdown report."""
    report = parse_report(source_text)
    return [*audit(report), *support_findings(report, judged(report, sources))]


def messages(found: list[Finding], kind: str) -> list[str]:
    """The messages of one kind."""
    return [finding.message for finding in found if finding.kind == kind]


def audited(
    source_text: str, *, folder: Path | None = None, evidence: EvidenceList | None = None
) -> list[tuple[str, str]]:
    """Kind and message of what is found without asking anyone."""
    report = parse_report(source_text, evidence=evidence)
    return [(finding.kind.value, finding.message) for finding in audit(report, folder)]
