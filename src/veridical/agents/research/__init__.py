"""Agents that answer a question by a report out of a corpus's evidence, and nothing else.

The two reference pipelines of HiEviDR-Bench (arXiv:2607.25151, appendix A.3): retrieval-augmented
generation in one pass, and Deep Research with a plan and rounds of refinement.
"""

from veridical.agents.research.deep_research import deep_research
from veridical.agents.research.draft import Draft, Paragraph, Section, Sentence
from veridical.agents.research.evidence import Evidence
from veridical.agents.research.journal import Researched
from veridical.agents.research.rag import rag
from veridical.agents.research.settings import Research

__all__ = [
    "Draft",
    "Evidence",
    "Paragraph",
    "Research",
    "Researched",
    "Section",
    "Sentence",
    "deep_research",
    "rag",
]
