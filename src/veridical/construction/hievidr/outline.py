"""A graph in words, from its conclusion down; and whether a question leans on a document."""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.graph import EvidenceGraph, NodeType

CLAIM = "claim "
_LEANS = re.compile(
    r"\b(?:the|this|these|those|given|following|above|provided|attached)\s+"
    r"(?:text|passage|document|article|paper|study|excerpt|piece|source|table|figure|chart"
    r"|snippet|graph|evidence|context)s?\b(?!\s+of\s+(?:contents|elements))"
    r"|本文|上文|下文|文中|该(?:文|研究|论文|报告|表|图)|上(?:表|图|述)|下(?:表|图)|所给|给定的?(?:文本|材料|片段)",
    re.IGNORECASE,
)


def outline(graph: EvidenceGraph) -> str:
    """Each node on a line: kind, id, what it rests on, words."""
    return "\n".join(_lines(graph))


def _lines(graph: EvidenceGraph) -> Iterator[str]:
    for node in reversed(graph.topological):
        below = ", ".join(one.id for one in graph.supporters(node.id))
        rests = f" (from {below})" if below else ""
        words = " ".join(node.text.split())
        kind = CLAIM.strip() if node.type is NodeType.CLAIM else node.type.value
        yield f"{kind} {node.id}{rests}: {words}"


def leans(question: str) -> str:
    """The words by which a question leans on a document at hand; "" = it stands alone."""
    found = _LEANS.search(question)
    return found[0] if found else ""
