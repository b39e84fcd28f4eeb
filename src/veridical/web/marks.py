"""Which statements and citations of a report are marked on its page, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veridical.diagnosis import Diagnosis, NodeFinding
from veridical.report.model import Report, Resolution
from veridical.task import Task
from veridical.web.graph_drawing import said_of, tone_of
from veridical.web.names import fragment
from veridical.web.pages.check import CheckedStatement, ReferenceRow, VerdictKind
from veridical.web.pages.facts import FactKind
from veridical.web.pages.frame import Tone
from veridical.web.quotes import IN_REPORT, overlapping

_GRAVEST_FIRST = (Tone.BAD, Tone.UNKNOWN, Tone.PARTLY, Tone.GOOD, Tone.SEEN, Tone.PLAIN)
_SIGNS = {
    Tone.GOOD: "✓",
    Tone.PARTLY: "◐",
    Tone.BAD: "✕",
    Tone.UNKNOWN: "?",
    Tone.SEEN: "○",
    Tone.PLAIN: "·",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """How a piece of the report is marked.

    Attributes:
        tone: its color, line and sign.
        label: what it says, for a title and a screen reader.
        place: the fragment that explains it, "" = none.
        name: a few characters shown beside it, "" = the tone's sign.
        group: what a filter knows it by.
        facts: what a search found of the same piece, each a mark of its own.
    """

    tone: Tone
    label: str
    place: str = ""
    name: str = ""
    group: str = ""
    facts: tuple[Mark, ...] = ()


def sign(tone: Tone) -> str:
    """The character that stands for a tone."""
    return _SIGNS[tone]


def node_marks(report: Report, diagnosis: Diagnosis | None, task: Task) -> dict[int, Mark]:
    """Statements by what the nodes found in them came to; the gravest tone wins.

    That a statement cites gold evidence does not make it true: evidence is marked as seen.
    """
    evidence = {node.id for node in task.gold.graph.evidence} if task.gold.graph else set()
    found: dict[int, dict[str, Mark]] = {}
    for finding in diagnosis.nodes if diagnosis else ():
        is_broken = diagnosis is not None and finding.node in diagnosis.broken
        mark = _node_mark(finding, is_broken=is_broken, is_evidence=finding.node in evidence)
        for quote in finding.quotes:
            if quote.source == IN_REPORT:
                for index in overlapping(report, quote.start, quote.end):
                    found.setdefault(index, {})[finding.node] = mark
    return {index: _joined(tuple(marks.values())) for index, marks in found.items()}


def _node_mark(finding: NodeFinding, *, is_broken: bool, is_evidence: bool) -> Mark:
    tone = tone_of(finding, is_broken=is_broken)
    if is_evidence and tone is not Tone.BAD:
        tone = Tone.SEEN
    label = f"{finding.node}: {said_of(finding.states)}"
    return Mark(tone, label, fragment("node", finding.node), finding.node)


def gravest_of(marks: Sequence[Mark]) -> Mark:
    """The mark that a reader must see first; the first of equals."""
    return min(marks, key=lambda mark: _GRAVEST_FIRST.index(mark.tone))


def _joined(marks: Sequence[Mark]) -> Mark:
    gravest = gravest_of(marks)
    return Mark(
        gravest.tone,
        "; ".join(mark.label for mark in marks),
        gravest.place,
        " ".join(mark.name for mark in marks),
    )


def verdict_marks(
    statements: Sequence[CheckedStatement],
    verdicts: Sequence[VerdictKind],
    facts: Sequence[FactKind] = (),
) -> dict[int, Mark]:
    """Checked statements by their verdicts, with the facts that were searched for."""
    kinds = {kind.name: kind for kind in verdicts}
    found = {kind.name: kind for kind in facts}
    return {
        one.statement: Mark(
            kinds[one.verdict].tone,
            kinds[one.verdict].title,
            f"about-s{one.statement}",
            group=one.verdict,
            facts=_fact_marks(one, found),
        )
        for one in statements
    }


def _fact_marks(one: CheckedStatement, kinds: Mapping[str, FactKind]) -> tuple[Mark, ...]:
    return tuple(
        Mark(
            kinds[said.kind].tone,
            f"Fact: {kinds[said.kind].title}",
            f"fact-{said.row}",
            f"F{sign(kinds[said.kind].tone)}",
            said.kind,
        )
        for said in one.facts
        if said.kind
    )


def evidence_marks(report: Report, task: Task) -> dict[int, Mark]:
    """Citations by whether they lead to evidence of the gold graph, and to anything."""
    nodes = _nodes_by_item(task)
    return {c.index: _evidence_mark(report, c.index, nodes) for c in report.citations}


def _nodes_by_item(task: Task) -> Mapping[str, str]:
    graph = task.gold.graph
    return {n.item: n.id for n in reversed(graph.evidence) if n.item} if graph else {}


def _evidence_mark(report: Report, index: int, nodes: Mapping[str, str]) -> Mark:
    citation = report.citations[index]
    items = [report.references[r].item for r in citation.references]
    node = next((nodes[item] for item in items if item and item in nodes), "")
    if node:
        return Mark(Tone.GOOD, f"cites evidence {node}", fragment("node", node))
    if citation.resolution in (Resolution.RESOLVED, Resolution.LINK):
        return Mark(Tone.PLAIN, "cites no evidence of the gold graph" if nodes else "resolved")
    return Mark(Tone.BAD, citation.resolution.replace("_", " "))


def reference_marks(report: Report, rows: Sequence[ReferenceRow]) -> dict[int, Mark]:
    """Citations by what became of the reference that they name."""
    by_reference = {row.reference: row for row in rows}
    found = {}
    for citation in report.citations:
        row = next((by_reference[r] for r in citation.references if r in by_reference), None)
        if row:
            found[citation.index] = Mark(row.tone, row.state, f"about-r{row.reference}")
        elif citation.resolution not in (Resolution.RESOLVED, Resolution.LINK):
            found[citation.index] = Mark(Tone.BAD, citation.resolution.replace("_", " "))
    return found
