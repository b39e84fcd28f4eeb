"""`check`: one report, its sources, its verdicts and findings.

Nothing is fetched: sources come from a folder, and without one only what stands in the
report itself is checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from veridical.ask import Asker, NoVerdict
from veridical.errors import InputError
from veridical.findings import Finding, FindingKind, Severity, audit
from veridical.findings.support import (
    Lookup,
    State,
    StatementVerdict,
    judge_statements,
    support_findings,
)
from veridical.report import parse_report
from veridical.report.model import Citation, Reference, Report
from veridical.score import HARMLESS, Reason
from veridical.sources import Fetched, FetchState, LocalSources

REPORT_SUFFIXES = {".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html"}
_GRAVEST = {severity: rank for rank, severity in enumerate(Severity)}


Progress = Callable[[int, int], None]
"""Is told how many of how many are done."""


def silent(_done: int, _total: int) -> None:
    """Progress that nobody looks at."""


@dataclass(frozen=True)
class CheckResult:
    """A checked report.

    Attributes:
        report: the parsed report.
        verdicts: one per statement, in its order.
        findings: gravest first, then in the order of their places.
        sources: every source that was found or missed, by its id.
        respondent: who answered.
        is_indicative: the built-in rules answered: not comparable with a model judge.
    """

    report: Report
    verdicts: tuple[StatementVerdict, ...]
    findings: tuple[Finding, ...]
    sources: Mapping[str, Fetched]
    respondent: str
    is_indicative: bool

    @property
    def counts(self) -> dict[State, int]:
        """How many statements are in each state."""
        counted = Counter(v.state for v in self.verdicts)
        return {state: counted[state] for state in State}


def read_report(path: Path) -> Report:
    """A report from its file.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as e:
        raise InputError(
            str(path),
            "cannot be read",
            got=e.strerror,
            expected="a Markdown or HTML file",
            fix="Check the path.",
        ) from e
    return parse_report(data, format=REPORT_SUFFIXES.get(path.suffix.lower()), name=path.name)


async def check_report(
    report: Report,
    sources: LocalSources | None,
    asker: Asker,
    *,
    folder: Path | None = None,
    respondent: str,
    is_indicative: bool,
    progress: Progress = silent,
) -> CheckResult:
    """Judge every statement and audit the rest.

    Args:
        report: the report.
        sources: where sources are looked up; None = not at all.
        asker: puts the asks.
        folder: where the report lies, to look for its images.
        respondent: who answers, for the record.
        is_indicative: whether those answers cannot be compared with a model judge's.
        progress: counts statements.
    """
    seen: dict[str, Fetched] = {}
    verdicts = await judge_statements(
        report,
        _lookup(report, sources, seen),
        asker,
        progress=lambda done: progress(done, len(report.statements)),
    )
    reached = _reached(report, sources)
    audited = [f for f in audit(report, folder) if not _is_settled(f, reached)]
    findings = [*audited, *support_findings(report, verdicts)]
    findings.sort(key=lambda f: (_GRAVEST[f.severity], f.span.start, f.span.end, f.kind))
    return CheckResult(report, verdicts, tuple(findings), seen, respondent, is_indicative)


_SETTLED_BY_SOURCE = frozenset(
    {FindingKind.PLACEHOLDER_HOST, FindingKind.INVALID_URL, FindingKind.REFERENCE_WITHOUT_URL}
)


def _is_settled(finding: Finding, reached: frozenset[int]) -> bool:
    """Whether the source was at hand, so that its address need not lead anywhere."""
    return finding.kind in _SETTLED_BY_SOURCE and finding.reference in reached


def _reached(report: Report, sources: LocalSources | None) -> frozenset[int]:
    """The references whose source is at hand, cited or not."""
    if sources is None:
        return frozenset()
    found = {r.index: sources.find(names_of(r)) for r in report.references}
    return frozenset(index for index, one in found.items() if one.state is FetchState.OK)


def _lookup(report: Report, sources: LocalSources | None, seen: dict[str, Fetched]) -> Lookup:
    def lookup(citation: Citation) -> Fetched | None:
        if sources is None:
            return None
        source = sources.find(_names_of_citation(report, citation))
        seen[source.id] = source
        return source

    return lookup


def names_of(reference: Reference) -> list[str]:
    """What the source of a reference may be called, the surest name first."""
    source = reference.source
    addresses = [source.original, source.key] if source else []
    names = [reference.item or "", *addresses, reference.label, reference.title]
    return [name for name in names if name]


def _names_of_citation(report: Report, citation: Citation) -> list[str]:
    names = [name for r in citation.references for name in names_of(report.references[r])]
    if citation.source is not None:
        names += [citation.source.original, citation.source.key]
    return names


def is_complete(result: CheckResult) -> bool:
    """Whether nothing failed: no ask was left without a verdict for a harmful reason."""
    answers = [s.answer for v in result.verdicts for s in v.sources]
    absent = [a.reason for a in answers if isinstance(a, NoVerdict)]
    return not any(reason not in HARMLESS | _NOT_OURS for reason in absent)


_NOT_OURS = frozenset({Reason.UNREACHABLE, Reason.OFFLINE})
"""Sources that are not in the folder, or none given: a finding, not a failure of the check."""
