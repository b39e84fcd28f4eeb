"""`check`: one report, its sources, its verdicts and findings.

Nothing is fetched here: sources are at hand, from a folder or the web, and without any only
what stands in the report itself is checked. What the writer was given, ``REPORT.evidence.json``
beside the report, tells what its markers mean.
"""

from __future__ import annotations

import typing
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from veridical.ask import Asker
from veridical.errors import InputError
from veridical.findings import Finding, FindingKind, Severity, audit
from veridical.findings.faults import Fault, faults
from veridical.findings.known import NOTHING, Known
from veridical.findings.origins import origins
from veridical.findings.support import Lookup, judge_statements
from veridical.findings.unsupported import support_findings
from veridical.findings.verdict import State, StatementVerdict
from veridical.report.model import Citation, Reference, ReferenceOrigin, Report, Resolution
from veridical.runs.importers.reports import EXPECTED, read_import, report_of
from veridical.runs.records import ModelRecord
from veridical.runs.submissions import beside, read_evidence, shown_path
from veridical.sources import Fetched, FetchState, LocalSources

if TYPE_CHECKING:
    from veridical.runs.facts import ReportFacts

_GRAVEST = {severity: rank for rank, severity in enumerate(Severity)}


def by_gravity(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings as they are shown: gravest first, then in the order of their places."""
    order = sorted(findings, key=lambda f: (_GRAVEST[f.severity], f.span.start, f.span.end, f.kind))
    return tuple(order)


Progress = Callable[[int, int], None]
"""Is told how many of how many are done."""


def silent(_done: int, _total: int) -> None:
    """Progress that nobody looks at."""


Protocol = Callable[[Report], Iterable[Finding]]
"""Finds where a report departs from what its writer was told."""


class Sources(typing.Protocol):
    """Sources that are at hand."""

    def find(self, names: Iterable[str]) -> Fetched:
        """The source that one of `names` stands for, or the state that says why there is none."""
        ...


NONE_COMPUTED: Mapping[int, StatementVerdict] = MappingProxyType({})


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
        models: the models that roles were bound to, with what answered.
        facts: how every statement stands over what a search found; None if none was wanted.
        faults: how many citations are fabricated, dead, wrong, contradicted by later evidence
            alone, changed since, or unsupported; None where nobody could tell.
        origins: keys of the sources with text, those that copy one text together.
        as_of: the day as of which it was checked, ISO; "" if unknown.
    """

    report: Report
    verdicts: tuple[StatementVerdict, ...]
    findings: tuple[Finding, ...]
    sources: Mapping[str, Fetched]
    respondent: str
    is_indicative: bool
    models: tuple[ModelRecord, ...] = ()
    facts: ReportFacts | None = None
    faults: Mapping[Fault, int | None] = field(default_factory=dict)
    origins: tuple[tuple[str, ...], ...] = ()
    as_of: str = ""

    @property
    def counts(self) -> dict[State, int]:
        """How many statements are in each state."""
        counted = Counter(v.state for v in self.verdicts)
        return {state: counted[state] for state in State}

    def at_least(self, severity: str) -> int:
        """How many findings are of a severity or graver."""
        limit = _GRAVEST[Severity(severity)]
        return sum(_GRAVEST[finding.severity] <= limit for finding in self.findings)

    def said(self, finding: Finding) -> str:
        """The words of the statement that a finding is about, "" if it is about none."""
        return "" if finding.statement is None else self.report.statements[finding.statement].text


def open_sources(folder: Path | None) -> LocalSources | None:
    """The sources in a folder; None without one.

    Raises:
        InputError: no such folder, or a list in it that cannot be read.
    """
    return LocalSources(folder) if folder is not None else None


def read_report(path: Path) -> Report:
    """A report from its file, with the evidence list beside it.

    Raises:
        InputError: a file cannot be read, or holds no report, or several.
    """
    name = shown_path(path)
    try:
        data = path.read_bytes()
    except OSError as e:
        raise InputError(
            name,
            f"cannot be read: {e.strerror}",
            expected=EXPECTED,
            fix="Check the path.",
        ) from e
    evidence = beside(path, f"{path.stem}.evidence.json")
    return report_of(
        read_import(data, name),
        shown_path(Path(path.name)),
        read_evidence(evidence).as_list() if evidence else None,
    )


async def check_report(
    report: Report,
    sources: Sources | None,
    asker: Asker,
    *,
    folder: Path | None = None,
    respondent: str,
    is_indicative: bool,
    known: Known = NOTHING,
    progress: Progress = silent,
    protocol: Protocol | None = None,
    computed: Mapping[int, StatementVerdict] = NONE_COMPUTED,
) -> CheckResult:
    """Judge every statement and audit the rest.

    Args:
        report: the report.
        sources: where sources are looked up; None = not at all.
        asker: puts the asks.
        folder: where the report lies, to look for its images.
        respondent: who answers, for the record.
        is_indicative: whether those answers cannot be compared with a model judge's.
        known: the pages it cites, how it was made and as of when, as far as they are known.
        progress: counts statements.
        protocol: finds departures from what the writer was told; None = from nothing.
        computed: verdicts that code has reached from cells, by statement; they stand.
    """
    seen: dict[str, Fetched] = {}
    verdicts = await judge_statements(
        report,
        _lookup(report, sources, seen),
        asker,
        progress=lambda done: progress(done, len(report.statements)),
        older=known.older,
    )
    verdicts = tuple(computed.get(one.statement, one) for one in verdicts)
    settled = _settled(report, sources)
    audited = [f for f in audit(report, folder, known) if not settled(f)]
    told = protocol(report) if protocol is not None else ()
    findings = [*audited, *support_findings(report, verdicts, known), *told]
    return CheckResult(
        report,
        verdicts,
        by_gravity(findings),
        seen,
        respondent,
        is_indicative,
        faults=faults(report, verdicts, known),
        origins=origins(report, known).groups,
        as_of=known.as_of,
    )


_OF_REFERENCES = frozenset(
    {FindingKind.PLACEHOLDER_HOST, FindingKind.INVALID_URL, FindingKind.REFERENCE_WITHOUT_URL}
)
_OF_MARKERS = frozenset({FindingKind.MISSING_REFERENCE, FindingKind.UNRESOLVED_MARKER})


def _settled(report: Report, sources: Sources | None) -> Callable[[Finding], bool]:
    """Whether a source is at hand, so that its address or entry need not lead to it."""
    if sources is None:
        return lambda _: False

    def is_there(names: list[str]) -> bool:
        return sources.find(names).state is FetchState.OK

    def settled(finding: Finding) -> bool:
        if finding.kind in _OF_REFERENCES and finding.reference is not None:
            return is_there(names_of(report.references[finding.reference]))
        if finding.kind in _OF_MARKERS and finding.citation is not None:
            return is_there(_label_of(report, report.citations[finding.citation]))
        return False

    return settled


def _lookup(report: Report, sources: Sources | None, seen: dict[str, Fetched]) -> Lookup:
    def lookup(citation: Citation) -> tuple[Fetched, ...] | None:
        if sources is None:
            return None
        found = tuple(sources.find(names) for names in _names(report, citation) if names)
        seen.update({source.id: source for source in found})
        return found

    return lookup


def _names(report: Report, citation: Citation) -> list[list[str]]:
    """What a citation's source may be called; of a number of several entries, each one's."""
    entries = [names_of(report.references[r]) for r in citation.references]
    if citation.resolution is Resolution.AMBIGUOUS:
        return entries
    address = [citation.source.original, citation.source.key] if citation.source else []
    together = [name for own in entries for name in own] + address
    return [together or _label_of(report, citation)]


def _label_of(report: Report, citation: Citation) -> list[str]:
    """A marker's own label, where the report itself gives it no meaning.

    A number beyond a report's own list names no source, whatever files are called; without
    any list, the files' numbers are all there is.
    """
    has_list = any(r.origin in _WRITTEN for r in report.references)
    is_beyond = citation.resolution is Resolution.MISSING and has_list
    return [] if is_beyond or citation.resolution is Resolution.MALFORMED else [citation.label]


_WRITTEN = frozenset({ReferenceOrigin.LIST, ReferenceOrigin.FOOTNOTE, ReferenceOrigin.DEFINITION})


def names_of(reference: Reference) -> list[str]:
    """What the source of a reference may be called, the surest name first."""
    source = reference.source
    addresses = [source.original, source.key] if source else []
    names = [reference.item or "", *addresses, reference.label, reference.title]
    return [name for name in names if name]
