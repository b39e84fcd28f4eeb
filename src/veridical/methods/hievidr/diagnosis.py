"""Where does a report's chain from evidence to conclusion hold, and where does it break?

Reads what was counted; asks and computes nothing new. A node broke the chain first where it
failed although nothing below it did.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from veridical.ask import Quote
from veridical.checks.conclusion import conclusion_by_heading
from veridical.checks.support import Support
from veridical.diagnosis import Diagnosis, NodeFinding
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.measure import Context, Scorecard
from veridical.methods.hievidr.answer import AnswerTally
from veridical.methods.hievidr.chain import ClaimState, all_hold, any_holds
from veridical.methods.hievidr.citation import CitationTally
from veridical.methods.hievidr.citing import Cites, cites, item_of, quote, quotes_of
from veridical.methods.hievidr.claim_support import ChainTally
from veridical.methods.hievidr.gates import ANSWER, CITATION, CLAIM, furthest
from veridical.methods.hievidr.trace_tally import TraceTally

NOT_SAID = "the report does not say it"

_SUPPORT_NOTES = {
    Support.PARTLY: "said, but only partly supported by what is cited for it",
    Support.CONTRADICTED: "said, but what is cited for it says otherwise",
    Support.NOT_IN_SOURCE: "said, but what is cited for it does not say so",
}


@dataclass(frozen=True)
class _Evidence:
    """What is known of one report: its tallies, by the names they were collected under."""

    context: Context
    graph: EvidenceGraph
    tallies: Mapping[str, object]
    found: Cites

    @property
    def trace(self) -> TraceTally | None:
        tally = self.tallies.get("hievidr.traceability")
        return tally if isinstance(tally, TraceTally) else None

    @property
    def claims(self) -> Mapping[str, ClaimState]:
        tally = self.tallies.get("hievidr.claim.supported")
        return {s.node: s for s in tally.states} if isinstance(tally, ChainTally) else {}

    @property
    def conclusion(self) -> AnswerTally | None:
        tally = self.tallies.get("hievidr.answer")
        return tally if isinstance(tally, AnswerTally) else None

    def citation_asks(self, node: Node) -> tuple[str, ...]:
        tally = self.tallies.get("hievidr.citation")
        cited = tally.cited if isinstance(tally, CitationTally) else ()
        return tuple(c.ask for c in cited if c.node == node.id)


def diagnose(context: Context, tallies: Mapping[str, object], card: Scorecard) -> Diagnosis:
    """What the tallies say of each gold node of one report.

    Args:
        context: the report and its task.
        tallies: by measure, those that were collected.
        card: the scores; what a closed gate withheld has no tally.

    Returns:
        One finding per node, in the graph's order; empty for a task without a graph.
    """
    del card
    graph = context.task.gold.graph
    if graph is None:
        return Diagnosis()
    known = _Evidence(context, graph, tallies, cites(context))
    findings = {n.id: _finding(n, known) for n in graph.topological}
    holds = {node: _holds(finding) for node, finding in findings.items()}
    broken = tuple(n.id for n in graph.nodes if _broke_first(n, graph, holds))
    return Diagnosis(
        nodes=tuple(findings[n.id] for n in graph.nodes),
        broken=broken,
        furthest=_furthest(graph, holds),
        summary=_summary(broken, findings, holds[graph.conclusion.id]),
        conclusion=_conclusion(known),
    )


def _finding(node: Node, known: _Evidence) -> NodeFinding:
    match node.type:
        case NodeType.EVIDENCE:
            return _of_evidence(node, known)
        case NodeType.CLAIM:
            return _of_claim(node, known)
        case NodeType.CONCLUSION:
            return _of_conclusion(node, known)


def _of_evidence(node: Node, known: _Evidence) -> NodeFinding:
    item = item_of(node)
    retrieved = known.trace.retrieved if known.trace else None
    was_given = None if retrieved is None else item in retrieved
    cited = item in known.found.places or (False if known.found.is_known else None)
    note = {
        True: "cited",
        None: "nothing says which items the citations stand for",
        False: "never retrieved" if was_given is False else "not cited",
    }[cited]
    return NodeFinding(
        node=node.id,
        states={"retrieved": was_given, "cited": cited},
        note="retrieved but not cited" if was_given and cited is False else note,
        quotes=quotes_of(item, known.found, known.context.report),
        asks=known.citation_asks(node),
    )


def _of_claim(node: Node, known: _Evidence) -> NodeFinding:
    state = known.claims.get(node.id)
    if state is None:
        states: dict[str, bool | None] = {"instantiated": None, "supported": None}
        return NodeFinding(node.id, states, "not looked for: the citation gate did not open")
    return NodeFinding(
        node=node.id,
        states={"instantiated": state.is_instantiated, "supported": state.is_supported},
        note=_claim_note(state),
        quotes=state.places + state.support_quotes,
        asks=state.asks,
    )


def _claim_note(state: ClaimState) -> str:
    if state.counts:
        return "said and supported"
    if state.counts is None:
        return f"no verdict: {state.why or state.missing}"
    if not state.is_instantiated:
        return f"the report does not say it: {state.why}" if state.why else NOT_SAID
    if state.verdict is None:
        return f"said, but not supported: {state.why}" if state.why else "said, but not supported"
    return _SUPPORT_NOTES[state.verdict]


def _of_conclusion(node: Node, known: _Evidence) -> NodeFinding:
    counts = [s.counts for s in known.claims.values()]
    tally = known.conclusion
    found = _conclusion(known)
    return NodeFinding(
        node=node.id,
        states={"supported": all_hold(counts) if counts else None},
        note="every claim below it holds" if counts and all_hold(counts) else "",
        quotes=(found,) if found else (),
        asks=tally.asks if tally else (),
    )


def _conclusion(known: _Evidence) -> Quote | None:
    if known.conclusion and known.conclusion.conclusion:
        return known.conclusion.conclusion
    report = known.context.report
    found = conclusion_by_heading(report)
    return quote(report, found.span) if found else None


def _holds(finding: NodeFinding) -> bool | None:
    """Whether the chain holds at a node: cited, or said and supported."""
    states = dict(finding.states)
    states.pop("retrieved", None)
    return all_hold(list(states.values()))


def _broke_first(node: Node, graph: EvidenceGraph, holds: Mapping[str, bool | None]) -> bool:
    """Whether it fails though nothing below fails; evidence only where a claim fails too."""
    if holds[node.id] is not False or node.type is NodeType.CONCLUSION:
        return False
    if any(holds[below.id] is False for below in graph.supporters(node.id)):
        return False
    above = [b for a, b in graph.edges if a == node.id]
    return node.type is NodeType.CLAIM or any(holds[a] is not True for a in above)


def _furthest(graph: EvidenceGraph, holds: Mapping[str, bool | None]) -> str:
    claims = [holds[n.id] for n in graph.claims]
    return furthest(
        {
            CITATION: any_holds([holds[n.id] for n in graph.evidence]),
            CLAIM: any_holds(claims),
            ANSWER: all_hold(claims),
        }
    )


def _summary(
    broken: tuple[str, ...], findings: Mapping[str, NodeFinding], holds: bool | None
) -> str:
    if broken:
        return "The chain breaks at " + "; ".join(f"{b}: {findings[b].note}" for b in broken) + "."
    if holds:
        return "The chain holds from the evidence to the conclusion."
    return "Nothing shows where the chain breaks: verdicts are missing."
