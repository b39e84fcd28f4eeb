"""What can be wrong with a report's own bookkeeping: each breach is one line."""

from itertools import pairwise

from tests.laws.layout_faults import layout_faults
from veridical.report import NoteKind, ReferenceOrigin, Report, Resolution, ScopeKind
from veridical.report.layout_model import Layout

_WITHOUT_REFERENCES = {
    Resolution.MISSING,
    Resolution.UNRESOLVED,
    Resolution.MALFORMED,
}


def report_faults(report: Report) -> list[str]:
    """Every breach of every law, those of its layout first."""
    layout = Layout(report.blocks, report.sections, report.tables, report.figures)
    return [
        *layout_faults(report.source, layout),
        *_wrong_places(report),
        *_wrong_statements(report),
        *_wrong_citations(report),
        *_wrong_references(report),
    ]


def _wrong_places(report: Report) -> list[str]:
    spans = [
        *(s.span for s in report.statements),
        *(c.span for c in report.citations),
        *(c.marker_span for c in report.citations),
        *(r.span for r in report.references if r.span),
        *(n.span for n in report.notes),
    ]
    size = len(report.source)
    return [f"place {span}" for span in spans if not 0 <= span.start <= span.end <= size]


def _wrong_statements(report: Report) -> list[str]:
    wrong = [f"number {s.index}" for i, s in enumerate(report.statements) if s.index != i]
    wrong += [f"empty {s}" for s in report.statements if not any(map(str.isalnum, s.text))]
    wrong += [f"blanks {s}" for s in report.statements if s.text != " ".join(s.text.split())]
    wrong += [
        f"overlap {a} {b}"
        for a, b in pairwise(report.statements)
        if a.span.end > b.span.start and a.block == b.block
    ]
    return wrong


def _wrong_citations(report: Report) -> list[str]:
    named = [index for s in report.statements for index in s.citations]
    wrong = [f"named twice {i}" for i in set(named) if named.count(i) > 1]
    for index, citation in enumerate(report.citations):
        scope = citation.scope
        is_open = citation.resolution in _WITHOUT_REFERENCES
        checks = {
            "number": citation.index == index,
            "references": not (is_open and citation.references),
            "resolved": citation.resolution is not Resolution.RESOLVED or bool(citation.references),
            "ambiguous": citation.resolution is not Resolution.AMBIGUOUS
            or bool(citation.references),
            "malformed": citation.resolution is not Resolution.MALFORMED or bool(citation.label),
            "scope": bool(scope.statements) == (scope.kind is not ScopeKind.NONE),
            "default": (index in named) == bool(scope.statements),
            "statements": all(0 <= i < len(report.statements) for i in scope.statements),
            "label": bool(citation.label.strip()),
        }
        wrong += [f"{name} of {citation}" for name, holds in checks.items() if not holds]
    return wrong


def _wrong_references(report: Report) -> list[str]:
    wrong = []
    for index, reference in enumerate(report.references):
        given_by_caller = reference.origin in (ReferenceOrigin.EVIDENCE, ReferenceOrigin.MAP)
        if reference.index != index or (reference.span is None) != given_by_caller:
            wrong.append(f"reference {reference}")
    wrong += [f"note {note}" for note in report.notes if not isinstance(note.kind, NoteKind)]
    return wrong
