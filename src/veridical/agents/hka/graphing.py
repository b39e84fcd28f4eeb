"""A report's own evidence graph: what it cites, what it says from that, what it concludes."""

from __future__ import annotations

from collections.abc import Iterator

from veridical.agents.research.evidence import Evidence
from veridical.agents.research.written import words_of
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.report.model import Report, Resolution, Statement, StatementKind
from veridical.task import Item

CONCLUSION = "A"


def evidence_graph(report: Report, evidence: Evidence, question: str) -> EvidenceGraph | None:
    """The graph of a report; None where no statement cites anything.

    Evidence feeds a claim, never the conclusion itself: what only the closing section cites is
    tied to its sentence there, as a claim of its own.

    Args:
        report: read back from its file.
        evidence: that its markers stand for.
        question: that stands for a conclusion where the report has none.
    """
    cited = [(one, items) for one in _prose(report) if (items := _items(report, one, evidence))]
    if not cited:
        return None
    ends = {id(one) for one, _ in cited if _is_conclusion(report, one)}
    before = {i.id for one, items in cited if id(one) not in ends for i in items}
    claims: dict[str, list[Item]] = {}
    for one, items in cited:
        if id(one) not in ends or any(item.id not in before for item in items):
            known = claims.setdefault(one.text, [])
            known += [item for item in items if item not in known]
    closing = [one.text for one in _prose(report) if _is_conclusion(report, one)]
    return _built(claims, " ".join(closing) or question)


def _built(claims: dict[str, list[Item]], conclusion: str) -> EvidenceGraph:
    items = {item.id: item for found in claims.values() for item in found}
    names = {id_: f"E{n}" for n, id_ in enumerate(items, start=1)}
    nodes = [
        *(
            Node(names[id_], NodeType.EVIDENCE, item.title or item.text, id_)
            for id_, item in items.items()
        ),
        *(Node(f"C{n}", NodeType.CLAIM, text) for n, text in enumerate(claims, start=1)),
        Node(CONCLUSION, NodeType.CONCLUSION, conclusion),
    ]
    edges = [
        *(
            (names[item.id], f"C{n}")
            for n, found in enumerate(claims.values(), start=1)
            for item in found
        ),
        *((f"C{n}", CONCLUSION) for n in range(1, len(claims) + 1)),
    ]
    return EvidenceGraph(tuple(nodes), tuple(edges))


def _prose(report: Report) -> Iterator[Statement]:
    return (one for one in report.statements if one.kind is not StatementKind.CAPTION)


def _is_conclusion(report: Report, statement: Statement) -> bool:
    heading = report.sections[statement.section].heading
    return heading in (words_of("en")[0], words_of("zh")[0])


def _items(report: Report, statement: Statement, evidence: Evidence) -> list[Item]:
    found = []
    for one in map(report.citations.__getitem__, statement.citations):
        is_given = one.resolution is Resolution.RESOLVED and one.label.isdecimal()
        if is_given and 1 <= int(one.label) <= len(evidence.texts):
            found.append(evidence.texts[int(one.label) - 1])
    return found
