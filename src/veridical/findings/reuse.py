"""One source cited for statements that have nothing to do with each other.

Indicative: a page cited for many things may speak of all of them. So it is said only where its
statements stand in several sections, share no words of weight, and are many.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from veridical.findings.cited import page_key
from veridical.findings.finding import Finding, FindingKind, cut, found
from veridical.report.model import Citation, Report, Statement
from veridical.retrieval.tfidf import TfIdf, cosine

LEAST_STATEMENTS = 5
LEAST_SECTIONS = 3
LOOKED_AT = 40
"""Statements of a source that are held against each other: pairs grow with the square."""
UNRELATED = 0.05
"""Cosine below which two statements share nothing of weight."""
MOSTLY = 0.8
"""Share of pairs that have to be unrelated."""


def audit_reuse(report: Report) -> Iterator[Finding]:
    """A finding at the first citation of each such source."""
    cited: dict[str, dict[int, Citation]] = defaultdict(dict)
    for statement in report.statements:
        for citation in (report.citations[c] for c in statement.citations):
            key = page_key(report, citation)
            if key is not None:
                cited[key].setdefault(statement.index, citation)
    many = {k: own for k, own in cited.items() if len(own) >= LEAST_STATEMENTS}
    if not many:
        return
    model = TfIdf.fit(s.text for s in report.statements)
    for own in many.values():
        statements = [report.statements[index] for index in own]
        if _is_unrelated(statements, model):
            first = next(iter(own.values()))
            label = cut(report.words(first.marker_span))
            message = f"{label} is cited for {len(own)} statements that have little in common."
            yield found(
                report,
                FindingKind.UNRELATED_CLAIMS,
                first.marker_span,
                message,
                citation=first.index,
            )


def _is_unrelated(statements: Sequence[Statement], model: TfIdf) -> bool:
    if len({s.section for s in statements}) < LEAST_SECTIONS:
        return False
    weighed = [model.vector(s.text) for s in statements[:LOOKED_AT]]
    pairs = [cosine(one, other) < UNRELATED for one, other in combinations(weighed, 2)]
    return sum(pairs) >= MOSTLY * len(pairs)
